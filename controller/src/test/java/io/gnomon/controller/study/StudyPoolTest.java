package io.gnomon.controller.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StudyPoolTest {
  private static final int CANDIDATES = 100;
  private static final int THREADS = 2;
  private static final int ONE_BY_ONE = 1;
  private static final Duration DEADLINE = Duration.ofMillis(500);
  // ten small simulations end by then on a machine with other work, too
  private static final Duration LATER = Duration.ofSeconds(10);
  private static final Duration AMPLE = Duration.ofMinutes(1);

  private final Vertx vertx = Vertx.vertx();
  private final CountDownLatch released = new CountDownLatch(1);

  @AfterEach
  void close() throws Exception {
    released.countDown();
    vertx.close().toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }

  @Test
  void aHundredCandidatesAreAllSimulatedWhereThereIsTime() throws Exception {
    try (StudyPool pool = new StudyPool(vertx, THREADS, AMPLE)) {
      StudyResult result = get(pool.run(study(Scenario.none())));

      assertThat(result.alternatives()).hasSize(1 + CANDIDATES);
      assertThat(result.best().meanCost()).isLessThan(result.incumbent().meanCost());
    }
  }

  @Test
  void atTheDeadlineTheBestSoFarDecidesWhileOthersAreStillSimulated() throws Exception {
    int simulated = 10;
    try (StudyPool pool = new StudyPool(vertx, ONE_BY_ONE, LATER)) {
      // what comes after the first ten simulations does not end before this test does
      StudyResult result = get(pool.run(study(new Held(simulated))));

      assertThat(released.getCount()).as("simulations are still held").isEqualTo(1);
      assertThat(result.alternatives()).hasSize(simulated).allMatch(AlternativeResult::finalist);
      assertThat(result.incumbent().spec()).isEqualTo(PolicySpec.of("fcfs"));
      assertThat(result.best().meanCost()).isLessThan(result.incumbent().meanCost());
      assertThat(result.complete()).isFalse();
    }
  }

  @Test
  void aStudyWithoutAnAnswerAtTheDeadlineHasTimedOut() {
    try (StudyPool pool = new StudyPool(vertx, THREADS, DEADLINE)) {
      assertThatThrownBy(() -> get(pool.run(study(new Held(0)))))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(TimeoutException.class);
    }
  }

  @Test
  void aBacktestThatTakesTooLongTimesOut() {
    try (StudyPool pool = new StudyPool(vertx, THREADS, DEADLINE, DEADLINE)) {
      assertThatThrownBy(() -> get(pool.runInTurn(work(study(new Held(0))))))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(TimeoutException.class);
    }
  }

  @Test
  void theTimeOfABacktestStartsWithItsTurn() throws Exception {
    try (StudyPool pool = new StudyPool(vertx, THREADS, DEADLINE, DEADLINE)) {
      var first = pool.runInTurn(work(study(new Held(0))));
      var second = pool.runInTurn(work(study(Scenario.none())));

      assertThatThrownBy(() -> get(first)).hasCauseInstanceOf(TimeoutException.class);
      assertThat(second.isComplete()).as("it waits for its turn").isFalse();
      released.countDown();
      assertThat(get(second).alternatives()).hasSize(1 + CANDIDATES);
    }
  }

  @Test
  void aStudyThatWasStoppedAtItsDeadlineLeavesItsThreadsToTheNext() throws Exception {
    try (StudyPool pool = new StudyPool(vertx, THREADS, AMPLE)) {
      ShadowStudy stopped = study(new Held(0));
      var first = pool.run(stopped);
      stopped.cancel();
      released.countDown();

      assertThatThrownBy(() -> get(first)).isInstanceOf(CancellationException.class);
      assertThat(get(pool.run(study(Scenario.none()))).alternatives()).hasSize(1 + CANDIDATES);
    }
  }

  /** Nobody arrives; only so many simulations get to know that at once. */
  private final class Held implements Scenario {
    private final AtomicInteger left;

    Held(int simulations) {
      left = new AtomicInteger(simulations);
    }

    @Override
    public String name() {
      return "held";
    }

    @Override
    public Arrivals arrivals(int from, int horizon, int firstJob, ClusterState cluster) {
      try {
        if (left.getAndDecrement() <= 0) {
          released.await();
        }
      } catch (InterruptedException closed) {
        Thread.currentThread().interrupt();
      }
      return Arrivals.NONE;
    }
  }

  /** FCFS behind a wide job, beside which EASY would start the narrow one. */
  private static ShadowStudy study(Scenario future) {
    ClusterState live = new ClusterState(100);
    live.start(live.submit(0, 0, 75, 100));
    live.submit(1, 0, 100, 50);
    live.submit(2, 0, 25, 20);
    SchedulingPolicy fcfs = Policies.create("fcfs");
    fcfs.adopt(live);
    List<PolicySpec> candidates =
        IntStream.range(0, CANDIDATES)
            .mapToObj(i -> PolicySpec.parse("easy(order=shortest, weight=1e-" + (i + 1) + ")"))
            .toList();
    return new ShadowStudy(live, fcfs, candidates, List.of(future), 1000);
  }

  private static StudyPool.Work<StudyResult> work(ShadowStudy study) {
    return new StudyPool.Work<>(study::run, study::cancel);
  }

  private static <T> T get(io.vertx.core.Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }
}
