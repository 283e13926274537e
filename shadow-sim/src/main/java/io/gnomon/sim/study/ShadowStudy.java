package io.gnomon.sim.study;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * All simulations of one decision (lawson2005, section 3.1): the state as it is, under what is in
 * force and under each alternative, through the same scenarios.
 *
 * <p>The owner of the state builds it, which takes one fork, and where a policy asks how long jobs
 * are expected to run what is known of it, O(history); then it is independent of the live state and
 * can run on any threads. The result does not depend on their number or order. Every alternative is
 * simulated from a fork of its own, in which it succeeds the incumbent.
 */
public final class ShadowStudy {
  private static final int SLICE_SECONDS = 24 * 3600;

  private final ClusterState snapshot;
  private final SchedulingPolicy incumbent;
  private final List<PolicySpec> specs;
  private final List<Scenario> scenarios;
  private final int horizonSeconds;
  private final int firstJob;
  private final StudyDesign design;
  private final StudyProgress outcome;
  private final int eligible;
  private final @Nullable RuntimeModel known;
  private volatile boolean cancelled;
  private volatile @Nullable HalvingRound first;
  private volatile @Nullable StudyResult soFar;

  /** A study judged by mean bounded slowdown alone. */
  public ShadowStudy(
      ClusterState live,
      SchedulingPolicy incumbent,
      List<PolicySpec> alternatives,
      List<Scenario> scenarios,
      int horizonSeconds) {
    this(live, incumbent, alternatives, scenarios, horizonSeconds, StudyDesign.REPORT);
  }

  /**
   * Takes the snapshot.
   *
   * @param live the state, which is only read
   * @param incumbent the policy that is at work on it, or follows it, which is only read
   * @param alternatives legal policies, without the incumbent, which is always simulated
   * @param scenarios at least one
   * @param horizonSeconds how far to simulate, at least 1
   * @param design how they race and are judged
   */
  public ShadowStudy(
      ClusterState live,
      SchedulingPolicy incumbent,
      List<PolicySpec> alternatives,
      List<Scenario> scenarios,
      int horizonSeconds,
      StudyDesign design) {
    this(live, incumbent, alternatives, scenarios, horizonSeconds, design, PastEvidence.NONE);
  }

  /** As the other, with what is known from the past. */
  public ShadowStudy(
      ClusterState live,
      SchedulingPolicy incumbent,
      List<PolicySpec> alternatives,
      List<Scenario> scenarios,
      int horizonSeconds,
      StudyDesign design,
      PastEvidence past) {
    if (scenarios.isEmpty() || horizonSeconds < 1) {
      throw new IllegalArgumentException(
          "a study with "
              + scenarios.size()
              + " scenarios over "
              + horizonSeconds
              + " s is not allowed: both must be at least 1");
    }
    List<SchedulingPolicy> built = alternatives.stream().map(Policies::create).toList();
    this.snapshot = live.fork();
    boolean asked =
        incumbent.usesExpectedRuntimes()
            || built.stream().anyMatch(SchedulingPolicy::usesExpectedRuntimes);
    known = asked ? past.known().get() : null;
    if (known != null) {
      Simulation.setExpectedRuntimes(snapshot, known);
    }
    this.incumbent = incumbent.fork(snapshot);
    this.scenarios = List.copyOf(scenarios);
    this.horizonSeconds = horizonSeconds;
    List<PolicySpec> all = new ArrayList<>();
    all.add(incumbent.spec());
    all.addAll(alternatives);
    eligible = all.size();
    StudyCriteria criteria = design.criteria();
    if (!criteria.guards().isEmpty() && !all.contains(criteria.reference())) {
      all.add(criteria.reference());
    }
    specs = List.copyOf(all);
    this.design = design;
    outcome = new StudyProgress(criteria, horizonSeconds, specs, scenarios.size(), past);
    int[] last = {-1};
    live.forEachActive(slot -> last[0] = Math.max(last[0], live.job(slot)));
    firstJob = last[0] + 1;
  }

  /** The policies that are simulated, the incumbent first. */
  public List<PolicySpec> specs() {
    return specs;
  }

  /** Runs all simulations in this thread. */
  public StudyResult run() {
    return run(Runnable::run).join();
  }

  /**
   * Runs each simulation as a task of its own; to be called once. Whom all are compared with goes
   * first, so that there is soon something to decide by.
   *
   * @return completes with the result, or exceptionally with what a policy threw or with {@link
   *     CancellationException} after {@link #cancel()}
   */
  public CompletableFuture<StudyResult> run(Executor executor) {
    return run(executor, StudyExtent.WHOLE);
  }

  /**
   * Runs what an earlier run of the same study had done when its deadline came, and no more; the
   * result is the same as {@link #soFar()} gave then. To be called once.
   */
  public CompletableFuture<StudyResult> run(Executor executor, StudyExtent extent) {
    return run(executor, extent, Comparator.comparing(alternative -> !stays(alternative)));
  }

  /**
   * Runs all simulations in this thread and on whatever the executor gives; to be called once. The
   * longest go first.
   *
   * @throws CompletionException as {@link #run(Executor)} completes
   */
  public StudyResult join(Executor helpers) {
    return new SharedTasks(helpers).await(this::runLongestFirst);
  }

  /**
   * Runs each simulation as a task of its own, the longest first, for a caller that waits for all
   * of them; to be called once.
   */
  public CompletableFuture<StudyResult> runLongestFirst(Executor executor) {
    return run(executor, StudyExtent.WHOLE, longestFirst());
  }

  private CompletableFuture<StudyResult> run(
      Executor executor, StudyExtent extent, Comparator<Integer> order) {
    HalvingRound all =
        HalvingRound.first(specs.size(), scenarios.size(), design.race())
            .only(one -> stays(one) || extent.includes(specs.get(one)));
    first = all;
    return run(all, executor, extent, order);
  }

  private CompletableFuture<StudyResult> run(
      HalvingRound round, Executor executor, StudyExtent extent, Comparator<Integer> order) {
    List<CompletableFuture<?>> tasks = new ArrayList<>();
    for (int alternative : round.racing().stream().sorted(order).toList()) {
      for (int scenario = round.from(); scenario < round.to(); scenario++) {
        int place = scenario;
        tasks.add(
            CompletableFuture.runAsync(
                () ->
                    outcome.ended(alternative, place, simulate(alternative, scenarios.get(place))),
                executor));
      }
    }
    return CompletableFuture.allOf(tasks.toArray(CompletableFuture[]::new))
        .thenCompose(
            done -> {
              StudyResult result = result(round);
              soFar = result;
              return result.complete() || round.to() >= extent.scenarios()
                  ? CompletableFuture.completedFuture(result)
                  : run(
                      round.next(scenarios.size(), outcome::score, this::stays),
                      executor,
                      extent,
                      longestFirst());
            });
  }

  private Comparator<Integer> longestFirst() {
    return Comparator.comparingDouble(alternative -> -RelativeCost.of(specs.get(alternative)));
  }

  /** The incumbent, and the reference where there are guards, run to the end. */
  private boolean stays(int alternative) {
    return alternative == 0
        || (!design.criteria().guards().isEmpty()
            && specs.get(alternative).equals(design.criteria().reference()));
  }

  /**
   * The best answer at a deadline: what the rounds that have ended would decide; before the first
   * has, what those would that have been simulated in all of its scenarios. Null before these are
   * the incumbent, whoever else all are compared with, and an alternative, and while changes are
   * reviewed. Safe to call from any thread.
   */
  public @Nullable StudyResult soFar() {
    StudyResult decided = soFar;
    HalvingRound round = first;
    if (decided != null || round == null) {
      return decided;
    }
    List<Integer> ended =
        round.racing().stream().filter(one -> outcome.simulated(one, round.to())).toList();
    boolean comparable =
        round.racing().stream().filter(this::stays).allMatch(ended::contains)
            && !ended.stream().allMatch(this::stays);
    return comparable ? result(new HalvingRound(ended, round.from(), round.to())) : null;
  }

  /** Lets the simulations that still run end soon, without a result. */
  public void cancel() {
    cancelled = true;
  }

  private CostMeter simulate(int alternative, Scenario scenario) {
    goOn();
    ClusterState state = snapshot.fork();
    int horizon = Math.min(ClusterState.LAST, state.now() + horizonSeconds);
    CostMeter meter = new CostMeter(state.now(), horizon, state.processors(), design.criteria());
    Simulation simulation =
        Simulation.continuing(
            state,
            incumbent.fork(state),
            scenario.arrivals(state.now(), horizon, firstJob, state.processors()),
            meter);
    if (known != null) {
      simulation.continueWithModel(known);
    }
    scenario.assume(simulation);
    // who is in force already takes nothing over, and makes no pass of its own for it
    if (alternative > 0 && !specs.get(alternative).equals(incumbent.spec())) {
      simulation.reconfigure(Policies.create(specs.get(alternative)));
    }
    for (int until = state.now(); until < horizon; ) {
      goOn();
      until = Math.min(horizon, until + SLICE_SECONDS);
      simulation.runUntil(until);
    }
    meter.close(simulation);
    return meter;
  }

  private void goOn() {
    if (cancelled) {
      throw new CancellationException("the study was cancelled");
    }
  }

  private StudyResult result(HalvingRound round) {
    boolean begun = round.from() == 0;
    boolean whole = !begun || round.racing().size() == specs.size();
    List<String> names = scenarios.subList(0, round.to()).stream().map(Scenario::name).toList();
    return new StudyResult(
        snapshot.now(),
        horizonSeconds,
        names,
        outcome.results(eligible, round.racing(), begun),
        design.criteria().penaltyFactor(),
        whole && round.last(scenarios.size()));
  }
}
