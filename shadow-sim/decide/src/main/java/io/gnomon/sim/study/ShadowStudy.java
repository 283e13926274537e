package io.gnomon.sim.study;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.Rerun;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.scenario.ScenarioRun;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.PolicySequence.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All simulations of one decision (lawson2005, section 3.1): from the present state, the policy in
 * force and each alternative are simulated in the same scenarios.
 *
 * <p>The owner of the state builds the study. This takes one fork, and O(history) for expected
 * runtimes if a policy uses them. The study is then independent of the live state and may run on
 * any threads. The result does not depend on their number or order. Each alternative is simulated
 * from its own fork, in which it succeeds the incumbent.
 */
public final class ShadowStudy {
  private final ClusterState snapshot;
  private final SchedulingPolicy incumbent;
  private final List<Spec> specs;
  private final List<PolicySequence> sequences;
  private final List<Scenario> scenarios;
  private final int horizonSeconds;
  private final int firstJob;
  private final StudyDesign design;
  private final StudyProgress outcome;
  private final int eligible;
  private final boolean asksForRuntimes;
  private final @Nullable RuntimeModel known;
  private final RunControl control = new RunControl();
  private volatile @Nullable HalvingRound first;
  private volatile @Nullable StudyResult soFar;

  /** A study by mean bounded slowdown alone. */
  public ShadowStudy(
      ClusterState live,
      SchedulingPolicy incumbent,
      List<Spec> alternatives,
      List<Scenario> scenarios,
      int horizonSeconds) {
    this(live, incumbent, alternatives, scenarios, horizonSeconds, StudyDesign.REPORT);
  }

  /**
   * A study of the present state without evidence from the past.
   *
   * @param live the state, only read
   * @param incumbent the policy that runs on it, or follows it, only read
   * @param alternatives valid policies without the incumbent, which is always simulated
   * @param scenarios at least 1
   * @param horizonSeconds how far to simulate, at least 1
   * @param design of the race, and the criteria
   */
  public ShadowStudy(
      ClusterState live,
      SchedulingPolicy incumbent,
      List<Spec> alternatives,
      List<Scenario> scenarios,
      int horizonSeconds,
      StudyDesign design) {
    this(live, incumbent, alternatives, scenarios, horizonSeconds, design, PastEvidence.NONE);
  }

  /** A study of the present state with evidence from the past. */
  public ShadowStudy(
      ClusterState live,
      SchedulingPolicy incumbent,
      List<Spec> alternatives,
      List<Scenario> scenarios,
      int horizonSeconds,
      StudyDesign design,
      PastEvidence past) {
    this(live, incumbent, alternatives, List.of(), scenarios, horizonSeconds, design, past);
  }

  /**
   * A study that also simulates sequences of policies.
   *
   * @param sequences simulated in the same scenarios, to compare with the alternatives; they cannot
   *     be chosen
   */
  public ShadowStudy(
      ClusterState live,
      SchedulingPolicy incumbent,
      List<Spec> alternatives,
      List<PolicySequence> sequences,
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
    List<SchedulingPolicy> built =
        Stream.concat(
                alternatives.stream(),
                sequences.stream().flatMap(one -> one.steps().stream().map(Step::policy)))
            .distinct()
            .map(spec -> Policies.create(spec, live))
            .toList();
    this.snapshot = live.fork();
    asksForRuntimes =
        incumbent.usesExpectedRuntimes()
            || built.stream().anyMatch(SchedulingPolicy::usesExpectedRuntimes);
    known = asksForRuntimes ? past.known().get() : null;
    if (known != null) {
      Simulation.setExpectedRuntimes(snapshot, known);
    }
    this.incumbent = incumbent.fork(snapshot);
    this.scenarios = List.copyOf(scenarios);
    this.horizonSeconds = horizonSeconds;
    List<Spec> all = new ArrayList<>();
    all.add(incumbent.spec());
    all.addAll(alternatives);
    eligible = all.size();
    StudyCriteria criteria = design.criteria();
    if (criteria.usesReference() && !all.contains(criteria.reference())) {
      all.add(criteria.reference());
    }
    specs = List.copyOf(all);
    this.sequences = List.copyOf(sequences);
    this.design = design;
    outcome = new StudyProgress(design, horizonSeconds, specs, sequences, scenarios.size(), past);
    firstJob = Rerun.nextJob(live);
  }

  /**
   * A study of what other policies would have done with jobs that were observed.
   *
   * @param rerun from a past state and the policy in force in it, only read
   * @param observed the jobs since then
   * @param until second up to which to simulate
   */
  public static ShadowStudy of(
      Rerun rerun,
      Scenario observed,
      int until,
      List<Spec> alternatives,
      List<PolicySequence> sequences,
      StudyDesign design,
      PastEvidence past) {
    return new ShadowStudy(
        rerun.state(),
        rerun.policy(),
        alternatives,
        sequences,
        List.of(observed),
        until - rerun.since(),
        design,
        past);
  }

  /** The policies that are simulated, the incumbent first. */
  public List<Spec> specs() {
    return specs;
  }

  /** Runs all simulations in this thread. */
  public StudyResult run() {
    return run(Runnable::run).join();
  }

  /**
   * Runs each simulation as a task of its own. Call it once. The incumbent and the reference go
   * first, so that {@link #soFar()} has a result early.
   *
   * @return completes with the result, or exceptionally with what a policy threw or with {@link
   *     CancellationException} if it is cancelled
   */
  public CompletableFuture<StudyResult> run(Executor executor) {
    return run(executor, StudyExtent.WHOLE);
  }

  /**
   * Runs exactly what an earlier run of the same study had finished at its deadline. The result is
   * what {@link #soFar()} returned then. Call it once.
   */
  public CompletableFuture<StudyResult> run(Executor executor, StudyExtent extent) {
    return run(executor, extent, Comparator.comparing(alternative -> !stays(alternative)));
  }

  /**
   * Runs all simulations in this thread and on {@code helpers}, the longest first. Call it once.
   *
   * @throws CompletionException as {@link #run(Executor)} completes
   */
  public StudyResult join(Executor helpers) {
    return new SharedTasks(helpers).await(this::runLongestFirst);
  }

  /**
   * Runs each simulation as a task of its own, the longest first, for a caller that waits for all
   * of them. Call it once.
   */
  public CompletableFuture<StudyResult> runLongestFirst(Executor executor) {
    return run(executor, StudyExtent.WHOLE, longestFirst());
  }

  private CompletableFuture<StudyResult> run(
      Executor executor, StudyExtent extent, Comparator<Integer> order) {
    HalvingRound all =
        HalvingRound.first(specs.size() + sequences.size(), scenarios.size(), design.race())
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
    return Comparator.comparingDouble(
        one ->
            one < specs.size() ? -Policies.relativeCost(specs.get(one)) : Double.NEGATIVE_INFINITY);
  }

  /**
   * Whether an alternative never drops out: the incumbent, the reference if it is used, and
   * sequences.
   */
  private boolean stays(int alternative) {
    return alternative == 0
        || alternative >= specs.size()
        || (design.criteria().usesReference()
            && specs.get(alternative).equals(design.criteria().reference()));
  }

  /**
   * The best result at a deadline: that of the last round that has ended, or, in the first round,
   * that of the alternatives that have been simulated in all of its scenarios. Thread-safe.
   *
   * @return null until the incumbent, an alternative and, if there are guards, the reference have
   *     been simulated
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

  /** Ends or pauses the running simulations. */
  public RunControl control() {
    return control;
  }

  private CostMeter simulate(int alternative, Scenario scenario) {
    control.checkpoint();
    ClusterState state = snapshot.fork();
    int horizon = Math.min(ClusterState.LAST, state.now() + horizonSeconds);
    CostMeter meter = new CostMeter(state.now(), horizon, state.processors(), design);
    ScenarioRun run =
        new ScenarioRun(
            state,
            incumbent.fork(state),
            scenario,
            horizon,
            firstJob,
            meter,
            this::continueWithModel,
            control);
    if (alternative < specs.size()) {
      change(run.simulation(), specs.get(alternative));
    } else {
      follow(sequences.get(alternative - specs.size()), run, horizon);
    }
    run.until(horizon);
    meter.close(run.simulation());
    return meter;
  }

  private static void change(Simulation simulation, Spec next) {
    // to reconfigure to the policy in force would add a scheduling pass
    if (!next.equals(simulation.policy().spec())) {
      simulation.reconfigure(Policies.create(next, simulation.state()));
    }
  }

  private void follow(PolicySequence sequence, ScenarioRun run, int horizon) {
    Simulation simulation = run.simulation();
    if (asksForRuntimes && known == null) {
      simulation.learnRuntimes();
    }
    PolicySequence left = sequence.from(simulation.state().now());
    change(simulation, left.first());
    for (Step step : left.steps().subList(1, left.steps().size())) {
      if (step.second() < horizon) {
        run.until(step.second());
        simulation.state().advanceTo(step.second());
        change(simulation, step.policy());
      }
    }
  }

  private void continueWithModel(Simulation simulation) {
    if (known != null) {
      simulation.continueWithModel(known);
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
        outcome.ofSequences(),
        design.criteria().penaltyFactor(),
        whole && round.last(scenarios.size()));
  }
}
