package io.gnomon.benchmarks;

import io.gnomon.controller.study.StudyPool;
import io.gnomon.controller.study.StudyPriority;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The response time of the controller's study pool, which is limited by its deadline.
 *
 * @param seconds the longest response time of several studies
 * @param alternatives the smallest number of alternatives simulated by then
 */
record LiveStudy(double seconds, int alternatives) {
  private static final int WARM_UP = 5;
  private static final double NANOSECONDS = 1e9;

  /**
   * Runs {@code rounds} studies one after the other, with one thread per processor, and returns the
   * worst values.
   */
  static LiveStudy worst(Supplier<ShadowStudy> study, Duration deadline, int rounds)
      throws Exception {
    Vertx vertx = Vertx.vertx();
    double seconds = 0;
    int alternatives = Integer.MAX_VALUE;
    try (StudyPool pool =
        new StudyPool(vertx, Runtime.getRuntime().availableProcessors(), deadline)) {
      for (int round = -WARM_UP; round < rounds; round++) {
        ShadowStudy next = study.get();
        long began = System.nanoTime();
        StudyResult result = get(pool.run(next, StudyPriority.DECISION, "live"));
        double elapsed = (System.nanoTime() - began) / NANOSECONDS;
        if (round >= 0) {
          seconds = Math.max(seconds, elapsed);
          alternatives = Math.min(alternatives, result.alternatives().size() - 1);
        }
      }
    } finally {
      get(vertx.close());
    }
    return new LiveStudy(seconds, alternatives);
  }

  private static <T> T get(io.vertx.core.Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
  }
}
