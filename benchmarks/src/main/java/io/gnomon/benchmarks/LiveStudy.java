package io.gnomon.benchmarks;

import io.gnomon.controller.study.StudyPool;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * How long the controller's pool takes to answer, by its deadline at the latest.
 *
 * @param seconds the longest of some studies
 * @param candidates how many of them had been simulated then, at least
 */
record LiveStudy(double seconds, int candidates) {
  private static final int WARM_UP = 5;
  private static final double NANOSECONDS = 1e9;

  /** The worst of so many studies, one after the other, on as many threads as processors. */
  static LiveStudy worst(Supplier<ShadowStudy> study, Duration deadline, int rounds)
      throws Exception {
    Vertx vertx = Vertx.vertx();
    double seconds = 0;
    int candidates = Integer.MAX_VALUE;
    try (StudyPool pool =
        new StudyPool(vertx, Runtime.getRuntime().availableProcessors(), deadline)) {
      for (int round = -WARM_UP; round < rounds; round++) {
        ShadowStudy next = study.get();
        long began = System.nanoTime();
        StudyResult result = get(pool.run(next));
        double taken = (System.nanoTime() - began) / NANOSECONDS;
        if (round >= 0) {
          seconds = Math.max(seconds, taken);
          candidates = Math.min(candidates, result.alternatives().size() - 1);
        }
      }
    } finally {
      get(vertx.close());
    }
    return new LiveStudy(seconds, candidates);
  }

  private static <T> T get(io.vertx.core.Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
  }
}
