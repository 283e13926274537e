package io.gnomon.controller.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StudyPoolTest {
  private static final int CANDIDATES = 100;
  private static final int THREADS = 2;
  private static final int FEW = 3;
  private static final int MOST_BEGUN = 32; // with one thread
  private static final int ONE_BY_ONE = 1;
  private static final Duration DEADLINE = Duration.ofMillis(500);
  private static final Duration AMPLE = Duration.ofMinutes(10);
  private static final Vertx VERTX = Vertx.vertx();

  private final ManualClock clock = new ManualClock();
  private final CountDownLatch released = new CountDownLatch(1);

  @AfterEach
  void release() {
    released.countDown();
  }

  @AfterAll
  static void close() throws Exception {
    get(VERTX.close());
  }

  /** Where nothing has a deadline but what a test gives one by hand. */
  private StudyPool byHand() {
    return new StudyPool(VERTX, THREADS, DEADLINE.multipliedBy(3), DEADLINE, clock);
  }

  @Test
  void aHundredCandidatesAreAllSimulatedWhereThereIsTime() throws Exception {
    try (StudyPool pool = new StudyPool(VERTX, THREADS, AMPLE)) {
      StudyResult result = get(pool.run(study(Scenario.none()), StudyPriority.DECISION, "c"));

      assertThat(result.alternatives()).hasSize(1 + CANDIDATES);
      assertThat(result.best().meanCost()).isLessThan(result.incumbent().meanCost());
    }
  }

  @Test
  void atTheDeadlineTheBestSoFarDecidesWhileOthersAreStillSimulated() throws Exception {
    int simulated = 10;
    try (StudyPool pool = new StudyPool(VERTX, ONE_BY_ONE, DEADLINE, DEADLINE, clock)) {
      // what comes after the first ten simulations does not end before this test does
      Held scenario = new Held(simulated);
      var study = pool.run(study(scenario), StudyPriority.DECISION, "c");
      scenario.awaitHeld();
      clock.advance(DEADLINE);
      StudyResult result = get(study);

      assertThat(released.getCount()).as("simulations are still held").isEqualTo(1);
      assertThat(result.alternatives()).hasSize(simulated).allMatch(AlternativeResult::finalist);
      assertThat(result.incumbent().spec()).isEqualTo(Spec.of("fcfs"));
      assertThat(result.best().meanCost()).isLessThan(result.incumbent().meanCost());
      assertThat(result.complete()).isFalse();
    }
  }

  @Test
  void aStudyWithoutAnAnswerAtTheDeadlineHasTimedOut() {
    try (StudyPool pool = byHand()) {
      var study = pool.run(study(new Held(0)), StudyPriority.DECISION, "c");
      clock.advance(DEADLINE.multipliedBy(3));

      assertThatThrownBy(() -> get(study))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(TimeoutException.class);
    }
  }

  @Test
  void aBacktestThatTakesTooLongTimesOut() {
    try (StudyPool pool = byHand()) {
      var backtest = pool.run(work(study(new Held(0))), StudyPriority.BACKTEST, "c");
      clock.advance(DEADLINE);

      assertThatThrownBy(() -> get(backtest))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(TimeoutException.class);
    }
  }

  @Test
  void aShortStudyDoesNotWaitForTheEndOfALongOneWhichKeepsAShare() throws Exception {
    try (StudyPool pool = new StudyPool(VERTX, ONE_BY_ONE, AMPLE)) {
      List<Stepwise> large =
          IntStream.range(0, FEW)
              .mapToObj(i -> new Stepwise(pool, StudyPriority.DECISION))
              .toList();
      large.forEach(Stepwise::awaitStep);
      for (int i = 0; i < FEW; i++) {
        String small = "small" + i;
        assertThat(get(pool.run(study(Scenario.none()), StudyPriority.DECISION, small)).complete())
            .isTrue();
        large.forEach(Stepwise::awaitStep);
      }
      for (Stepwise one : large) {
        one.finish();
      }
    }
  }

  @Test
  void theTimeOfABacktestStartsWhenItBegins() throws Exception {
    try (StudyPool pool = byHand()) {
      List<Future<StudyResult>> begun =
          IntStream.range(0, 2)
              .mapToObj(i -> pool.run(work(study(new Held(0))), StudyPriority.BACKTEST, "c" + i))
              .toList();
      var last = pool.run(work(study(Scenario.none())), StudyPriority.BACKTEST, "last");

      // the two share a thread, so that each has half of the time
      clock.advance(DEADLINE);
      assertThat(last.isComplete()).as("it waits until one ends").isFalse();
      clock.advance(DEADLINE.multipliedBy(3).dividedBy(2));
      for (Future<StudyResult> one : begun) {
        assertThatThrownBy(() -> get(one)).hasCauseInstanceOf(TimeoutException.class);
      }
      released.countDown();
      assertThat(get(last).alternatives()).hasSize(1 + CANDIDATES);
    }
  }

  @Test
  void aStudyThatWasStoppedAtItsDeadlineLeavesItsThreadsToTheNext() throws Exception {
    try (StudyPool pool = new StudyPool(VERTX, THREADS, AMPLE)) {
      ShadowStudy stopped = study(new Held(0));
      var first = pool.run(stopped, StudyPriority.DECISION, "c");
      stopped.control().cancel();
      released.countDown();

      assertThatThrownBy(() -> get(first)).isInstanceOf(CancellationException.class);
      assertThat(get(pool.run(study(Scenario.none()), StudyPriority.DECISION, "c")).alternatives())
          .hasSize(1 + CANDIDATES);
    }
  }

  @Test
  void everythingElsePausesWhileADecisionIsStudied() throws Exception {
    try (StudyPool pool = new StudyPool(VERTX, THREADS, AMPLE)) {
      List<Stepwise> others =
          EnumSet.of(StudyPriority.BACKTEST, StudyPriority.ANONYMOUS, StudyPriority.SHADOW).stream()
              .map(priority -> new Stepwise(pool, priority))
              .toList();
      others.forEach(Stepwise::awaitStep);
      var decision = pool.run(study(new Held(0)), StudyPriority.DECISION, "c");
      others.forEach(Stepwise::awaitPause);
      assertThat(decision.isComplete()).isFalse();
      Stepwise later = new Stepwise(pool, StudyPriority.USER);

      released.countDown();
      get(decision);
      later.finish();
      others.forEach(Stepwise::awaitStep);
      for (Stepwise one : others) {
        one.finish();
      }
    }
  }

  @Test
  void aBacktestGoesOnSlowlyWhileDecisionsAreStudiedWithoutAnEnd() throws Exception {
    try (StudyPool pool = new StudyPool(VERTX, THREADS, AMPLE)) {
      var decision = pool.run(study(new Held(0)), StudyPriority.DECISION, "c");
      Stepwise backtest = new Stepwise(pool, StudyPriority.BACKTEST);

      for (int i = 0; i < FEW; i++) {
        backtest.awaitStep();
        backtest.awaitPause();
      }
      assertThat(decision.isComplete()).isFalse();
    }
  }

  @Test
  void whatIsLeftIsCancelledAtTheEnd() {
    StudyPool pool = new StudyPool(VERTX, ONE_BY_ONE, AMPLE);
    List<Future<StudyResult>> left =
        IntStream.range(0, MOST_BEGUN + 1)
            .mapToObj(i -> pool.run(study(new Held(0)), StudyPriority.DECISION, "c" + i))
            .toList();

    pool.close();

    for (Future<StudyResult> one : left) {
      assertThatThrownBy(() -> get(one)).isInstanceOf(CancellationException.class);
    }
  }

  @Test
  void aSimulationWithoutATokenPausesForThoseOfUsers() throws Exception {
    try (StudyPool pool = new StudyPool(VERTX, ONE_BY_ONE, AMPLE)) {
      Stepwise anonymous = new Stepwise(pool, StudyPriority.ANONYMOUS);
      anonymous.awaitStep();
      Stepwise user = new Stepwise(pool, StudyPriority.USER);
      user.awaitStep();
      anonymous.awaitPause();

      user.finish();
      anonymous.awaitStep();
      anonymous.finish();
    }
  }

  @Test
  void aPauseDoesNotCountForTheTimeLimit() throws Exception {
    try (StudyPool pool = byHand()) {
      var decision = pool.run(study(new Held(0)), StudyPriority.DECISION, "c");
      var backtest = pool.run(work(study(Scenario.none())), StudyPriority.BACKTEST, "c");
      clock.advance(DEADLINE.multipliedBy(3));

      assertThatThrownBy(() -> get(decision)).hasCauseInstanceOf(TimeoutException.class);
      assertThat(get(backtest).alternatives()).hasSize(1 + CANDIDATES);
    }
  }

  @Test
  void whatIsCancelledEndsAtOnceWhetherItRunsOrWaits() throws Exception {
    try (StudyPool pool = new StudyPool(VERTX, ONE_BY_ONE, AMPLE)) {
      List<ShadowStudy> held =
          IntStream.range(0, MOST_BEGUN).mapToObj(i -> study(new Held(0))).toList();
      List<Future<StudyResult>> begun =
          held.stream().map(one -> pool.run(one, StudyPriority.DECISION, "c")).toList();
      ShadowStudy waits = study(Scenario.none());
      var second = pool.run(waits, StudyPriority.DECISION, "c");
      var third = pool.run(study(Scenario.none()), StudyPriority.DECISION, "c");

      waits.control().cancel();
      assertThatThrownBy(() -> get(second)).isInstanceOf(CancellationException.class);
      assertThat(begun).noneMatch(Future::isComplete);
      assertThat(third.isComplete()).isFalse();
      held.get(0).control().cancel();
      assertThatThrownBy(() -> get(begun.get(0))).isInstanceOf(CancellationException.class);
      assertThat(released.getCount()).as("its simulations are still held").isEqualTo(1);
      assertThat(get(third).alternatives()).hasSize(1 + CANDIDATES);
    }
  }

  /** A simulation that goes from checkpoint to checkpoint until it is finished. */
  private static final class Stepwise {
    private final RunControl control = new RunControl();
    private final AtomicInteger steps = new AtomicInteger();
    private final Future<Integer> result;
    private volatile Thread thread;
    private volatile boolean finished;

    Stepwise(StudyPool pool, StudyPriority priority) {
      result =
          pool.run(
              new StudyPool.Work<>(
                  executor -> CompletableFuture.supplyAsync(this::simulate, executor), control),
              priority,
              "c");
    }

    private int simulate() {
      thread = Thread.currentThread();
      do {
        control.checkpoint();
        steps.incrementAndGet();
        Thread.onSpinWait();
      } while (!finished);
      return steps.get();
    }

    void awaitStep() {
      int before = steps.get();
      await().atMost(Duration.ofMinutes(2)).until(() -> steps.get() > before);
    }

    void awaitPause() {
      await().atMost(Duration.ofMinutes(2)).until(() -> thread.getState() == Thread.State.WAITING);
    }

    void finish() throws Exception {
      finished = true;
      assertThat(get(result)).isPositive();
    }
  }

  /** No job arrives; a limited number of simulations starts at once. */
  private final class Held implements Scenario {
    private final AtomicInteger left;
    private final CountDownLatch held = new CountDownLatch(1);

    Held(int simulations) {
      left = new AtomicInteger(simulations);
    }

    void awaitHeld() throws InterruptedException {
      assertThat(held.await(2, TimeUnit.MINUTES)).isTrue();
    }

    @Override
    public String name() {
      return "held";
    }

    @Override
    public Arrivals arrivals(int from, int horizon, int firstJob, ClusterState cluster) {
      try {
        if (left.getAndDecrement() <= 0) {
          held.countDown();
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
    List<Spec> candidates =
        IntStream.range(0, CANDIDATES)
            .mapToObj(i -> Spec.parse("easy(order=shortest, weight=1e-" + (i + 1) + ")"))
            .toList();
    return new ShadowStudy(live, fcfs, candidates, List.of(future), 1000);
  }

  private static StudyPool.Work<StudyResult> work(ShadowStudy study) {
    return new StudyPool.Work<>(study::run, study.control());
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }
}
