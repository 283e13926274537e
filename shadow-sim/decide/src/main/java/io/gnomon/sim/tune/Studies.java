package io.gnomon.sim.tune;

import io.gnomon.sim.backtest.Backtest;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.feedback.Anchor;
import io.gnomon.sim.feedback.BacktestScores;
import io.gnomon.sim.feedback.ChangeReviews;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.RecordedJobs;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.search.PossiblePolicies;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.PastEvidence;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyDesign;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The studies of one cluster: the alternatives that are simulated, the criteria by which they are
 * compared, and the evidence from the past. A study that it returns is independent of it. Not
 * thread-safe.
 */
public final class Studies {
  /** The most recent jobs that a durable backtest simulates; earlier ones are left out. */
  public static final int MOST_BACKTESTED = 20_000;

  private final TuneSettings settings;
  private final JobHistory history;
  private final ChangeReviews reviews;
  private final BacktestScores backtestScores;

  Studies(
      TuneSettings settings,
      JobHistory history,
      ChangeReviews reviews,
      BacktestScores backtestScores) {
    this.settings = settings;
    this.history = history;
    this.reviews = reviews;
    this.backtestScores = backtestScores;
  }

  private boolean durable() {
    return settings.cadence() == Cadence.DURABLE;
  }

  private Anchor anchor() {
    return backtestScores.anchor();
  }

  /** Whether hourly choices are compared with the leader of backtests. */
  boolean anchors() {
    return settings.cadence() == Cadence.HOURLY && settings.design().usesBacktests();
  }

  /** Whether the leader of the backtests is kept, with the cadence {@link Cadence#HOURLY}. */
  boolean anchored() {
    return anchors() && anchor().anchored();
  }

  /**
   * The study of an evaluation: of the live queue, or a backtest.
   *
   * @param scenarios of a study of the live queue; a backtest has its own
   * @param oldest second from which the history is complete
   */
  public ShadowStudy ofEvaluation(
      ClusterState state,
      SchedulingPolicy incumbent,
      List<Scenario> scenarios,
      PossiblePolicies possible,
      int oldest) {
    return asEvaluated(state, incumbent, scenarios, withLeader(state, incumbent, possible), oldest);
  }

  /**
   * A study of given policies with the scenarios, criteria and evidence of an evaluation. It has no
   * effect on the tuner.
   *
   * @param scenarios of a study of the live queue; a backtest has its own
   * @param oldest second from which the history is complete
   */
  public ShadowStudy asEvaluated(
      ClusterState state,
      SchedulingPolicy incumbent,
      List<Scenario> scenarios,
      List<Spec> alternatives,
      int oldest) {
    return durable()
        ? Backtest.of(state, history, oldest, MOST_BACKTESTED, true)
            .backtest(incumbent.spec(), alternatives, design(state).criteria().withWaits())
        : new ShadowStudy(
            state,
            incumbent,
            alternatives,
            scenarios,
            settings.horizonSeconds(),
            design(state),
            evidence(state, incumbent.spec()));
  }

  /**
   * The backtest of the policies if one is due, otherwise null.
   *
   * @param firstSeen second of the first event
   */
  @Nullable ShadowStudy backtestDue(
      ClusterState state, SchedulingPolicy incumbent, PossiblePolicies possible, int firstSeen) {
    List<Spec> policies = new ArrayList<>(withLeader(state, incumbent, possible));
    policies.add(incumbent.spec());
    return backtestScores.due(Math.max(0, firstSeen), policies, state, history, penalised());
  }

  /**
   * The alternatives, and the leader while it is kept, which may be outside the search space. Where
   * the site ranks jobs by priority, the leader is added only if it is one of the alternatives.
   */
  private List<Spec> withLeader(
      ClusterState state, SchedulingPolicy incumbent, PossiblePolicies possible) {
    List<Spec> alternatives = alternatives(state, incumbent, possible);
    Spec leader = anchor().leader();
    boolean missing =
        anchored()
            && leader != null
            && !state.hasAccounting()
            && !leader.equals(incumbent.spec())
            && !alternatives.contains(leader)
            && possible.test(leader)
            && Policies.canSchedule(leader, state);
    return missing
        ? Stream.concat(alternatives.stream(), Stream.of(leader)).toList()
        : alternatives;
  }

  /** A study over another horizon. It has no effect on the tuner. */
  public ShadowStudy whatIf(
      ClusterState state,
      SchedulingPolicy incumbent,
      List<Scenario> scenarios,
      PossiblePolicies possible,
      int horizonSeconds) {
    return new ShadowStudy(
        state,
        incumbent,
        alternatives(state, incumbent, possible),
        scenarios,
        horizonSeconds,
        design(state),
        PastEvidence.ofExpectedRuntimes(() -> history.completedIn(state)));
  }

  /**
   * A study of the given policies by mean bounded slowdown alone. It has no effect on the tuner.
   */
  public ShadowStudy whatIf(
      ClusterState state,
      SchedulingPolicy incumbent,
      List<Scenario> scenarios,
      List<Spec> policies,
      int horizonSeconds) {
    return new ShadowStudy(
        state,
        incumbent,
        policies,
        scenarios,
        horizonSeconds,
        StudyDesign.REPORT,
        PastEvidence.ofExpectedRuntimes(() -> history.completedIn(state)));
  }

  /**
   * The alternatives that a study of the current state would simulate. Only reads the tuner and the
   * state.
   */
  public List<Spec> alternatives(
      ClusterState state, SchedulingPolicy incumbent, PossiblePolicies possible) {
    Predicate<Spec> allowed = possible.and(policy -> Policies.canSchedule(policy, state));
    SearchSpace search = settings.search();
    return state.hasAccounting()
        ? Stream.concat(
                search.byPriority(incumbent, state.accounting().settings()).stream(),
                search.withLimits(incumbent, state, possible.limits()).stream())
            .filter(allowed)
            .toList()
        : search.alternatives(incumbent, recentJobs(state), allowed);
  }

  private static boolean sharesFairly(ClusterState state) {
    return state.hasAccounting() && state.accounting().sharesFairly();
  }

  private StudyDesign design(ClusterState state) {
    return sharesFairly(state) ? penalised().withShareGuards() : penalised();
  }

  private StudyDesign penalised() {
    return durable()
        ? settings.design()
        : settings.design().withPenaltyFactor(backtestScores.penaltyFactor());
  }

  private RecordedJobs recentJobs(ClusterState state) {
    return history.recent(
        state.now() - Math.max(TuneSettings.WEEK, settings.periodSeconds()), state.now());
  }

  private PastEvidence evidence(ClusterState state, Spec incumbent) {
    double weight = settings.design().backtestWeight() * settings.horizonSeconds();
    return new PastEvidence(
        reviews.mistakenFor(incumbent, state.now()),
        policy -> weight * backtestScores.costPerSecond(policy),
        () -> history.completedIn(state));
  }
}
