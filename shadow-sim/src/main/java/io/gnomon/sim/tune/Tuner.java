package io.gnomon.sim.tune;

import io.gnomon.sim.backtest.RecordedPast;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.feedback.Anchor;
import io.gnomon.sim.feedback.BacktestScores;
import io.gnomon.sim.feedback.CategoryWaitHistory;
import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.feedback.ChangeReview;
import io.gnomon.sim.feedback.ChangeReviews;
import io.gnomon.sim.feedback.GainForecasts;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.fidelity.Fidelity;
import io.gnomon.sim.fidelity.FidelityCheck;
import io.gnomon.sim.metric.SlowdownWindow;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.predict.Submission;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.RecordedJobs;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.scenario.ScenarioSource;
import io.gnomon.sim.search.PossiblePolicies;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.study.PastEvidence;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.study.StudyResult;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The decision core of one cluster. It records jobs, schedules evaluations, builds studies and
 * turns their results into decisions. The controller and the offline closed loop both use it.
 *
 * <p>Call it for every event: with the state after a submission, and with the state before a
 * completed job leaves. It reads no clock but the state's. Not thread-safe; a {@link ShadowStudy}
 * that it returns is independent of it.
 */
public final class Tuner {
  private static final int BUCKETS = 168;
  private static final int MOST_JOBS = 1 << 20;

  /** The most recent jobs that a durable backtest simulates; earlier ones are left out. */
  private static final int MOST_BACKTESTED = 20_000;

  private final TuneSettings settings;
  private final DurableRules rules;
  private final JobHistory history;
  private final SlowdownWindow window;
  private final ScenarioSource scenarioSource;
  private final ChangeTimes changes = new ChangeTimes();
  private final ChangeReviews reviews;
  private final GainForecasts forecasts = new GainForecasts();
  private final BacktestScores backtestScores = new BacktestScores();
  private final CategoryWaitHistory waits;
  private final Fidelity fidelity;
  private double penaltyFactor = 1;
  private int firstSeen = -1;
  private int nextEvaluation = -1;
  private int nextStudy = -1;
  private boolean backtestPending;
  private int backtestAbandonedAt = -1;

  /** A tuner without any history. */
  public Tuner(TuneSettings settings) {
    this(settings, DurableRules.DEFAULT);
  }

  /** The same with other constants of the cadence {@link Cadence#DURABLE}. */
  Tuner(TuneSettings settings, DurableRules rules) {
    this.settings = settings;
    this.rules = rules;
    int period = settings.periodSeconds();
    history = new JobHistory(historySeconds(settings), MOST_JOBS);
    reviews = new ChangeReviews(reviewAge(settings), historySeconds(settings));
    scenarioSource = new ScenarioSource(settings.scenarios(), history);
    waits = new CategoryWaitHistory(historySeconds(settings));
    fidelity = new Fidelity(settings.fidelity());
    window = new SlowdownWindow(period, period % BUCKETS == 0 ? period / BUCKETS : period);
  }

  private static int historySeconds(TuneSettings settings) {
    int studied = Math.max(settings.horizonSeconds(), settings.design().memorySeconds());
    int reviewed = 2 * settings.design().reviewSeconds();
    return Math.max(
        Math.max(settings.periodSeconds(), TuneSettings.WEEK), Math.max(studied, reviewed));
  }

  /** A change is reviewed at the evaluation that is nearest to the design's time of a review. */
  private static int reviewAge(TuneSettings settings) {
    return Math.max(0, settings.design().reviewSeconds() - settings.periodSeconds() / 2);
  }

  private GuardRails rails(int now) {
    return durable() ? rules.rails(settings.rails(), now, changes) : settings.rails();
  }

  private boolean durable() {
    return settings.cadence() == Cadence.DURABLE;
  }

  /** The settings of this tuner. */
  public TuneSettings settings() {
    return settings;
  }

  /** The recorded arrivals. */
  public JobHistory history() {
    return history;
  }

  /** The recorded completions. */
  public SlowdownWindow window() {
    return window;
  }

  /**
   * The times of attempts and changes. The caller records attempts here, and changes that it does
   * not pass to {@link #changed}.
   */
  public ChangeTimes changes() {
    return changes;
  }

  /** The changes that wait for a review, and the mistakes that reviews found. */
  public ChangeReviews reviews() {
    return reviews;
  }

  /** The forecasts of changes, and their calibration by reviews. */
  public GainForecasts forecasts() {
    return forecasts;
  }

  /**
   * How well the model predicts what the scheduler does. The caller records what happens to jobs,
   * and when spans begin and end.
   */
  public Fidelity fidelity() {
    return fidelity;
  }

  /** The waits of recently completed jobs by category. */
  public CategoryWaitHistory waits() {
    return waits;
  }

  /** The penalty factor of the last study that led to a decision. */
  public double penaltyFactor() {
    return penaltyFactor;
  }

  /** The backtest scores of the policies. */
  public BacktestScores backtestScores() {
    return backtestScores;
  }

  /**
   * Records a change that is made in the second of its decision.
   *
   * @param former policy in force until now
   * @param chosen policy that takes over
   * @return the change, which is in force from now on
   */
  public Change changed(ClusterState state, SchedulingPolicy former, PolicySpec chosen) {
    return changed(state, former, chosen, state.now());
  }

  /**
   * Records a change that is made now.
   *
   * @param decided second of the decision
   * @return the change, which is in force from now on
   */
  public Change changed(
      ClusterState state, SchedulingPolicy former, PolicySpec chosen, int decided) {
    Change change = Change.made(decided, state.now(), former.spec(), chosen);
    changes.changed(state.now());
    if (settings.design().reviewsChanges()) {
      reviews.made(new ChangeReview(change, state, former, penaltyFactor));
    }
    return change;
  }

  /**
   * Records a change that has just been decided on, for a review of what it would have saved if it
   * is not carried out. If it is, {@link #changed} replaces this record.
   */
  public void recommended(ClusterState state, SchedulingPolicy incumbent, PolicySpec chosen) {
    if (settings.design().reviewsChanges()) {
      Change change = Change.recommended(state.now(), incumbent.spec(), chosen);
      reviews.recommended(new ChangeReview(change, state, incumbent, penaltyFactor));
    }
  }

  /** Records that an evaluation ended without a result. */
  public void abandoned(ClusterState state) {
    reviews.abandoned(state.now());
    fidelity.abandoned();
  }

  /**
   * Reports that an evaluation was interrupted; it is due again after the present second.
   *
   * @param studied whether it had a study, which is due again too
   */
  public void interrupted(ClusterState state, boolean studied) {
    fidelity.interrupted();
    nextEvaluation = state.now() + 1;
    nextStudy = studied ? nextEvaluation : nextStudy;
  }

  /** Records a submitted job. */
  public void submitted(ClusterState state, int slot) {
    recordFirstEvent(state.now());
    history.submitted(state, slot);
  }

  /** Records a completed job before it leaves the state. */
  public void finished(ClusterState state, int slot) {
    finished(state, slot, state.ranSeconds(slot));
  }

  /** Records a completed job with a runtime that may differ from the true one. */
  void finished(ClusterState state, int slot, int runtime) {
    recordFirstEvent(state.now());
    history.finished(state.job(slot), runtime);
    scenarioSource.completed(
        new Submission(
            state.submitTime(slot), state.user(slot), state.width(slot), state.estimate(slot)),
        runtime);
    window.finished(state, slot);
    waits.finished(state, slot);
    fidelity.finished(state, slot);
  }

  private void recordFirstEvent(int now) {
    if (firstSeen < 0) {
      firstSeen = now;
      evaluated(now);
    }
  }

  /**
   * The second of the next evaluation; -1 before the first event. With the cadence {@link
   * Cadence#DURABLE} there are evaluations between backtests if the model is measured, one for each
   * span; otherwise they are multiples of the period.
   */
  public int nextEvaluation() {
    return nextEvaluation;
  }

  /** Schedules the next evaluation after {@code now}. */
  public void evaluated(int now) {
    if (now >= nextStudy) {
      nextStudy = settings.cadence().next(now, firstSeen, settings.periodSeconds(), rules);
    }
    nextEvaluation =
        durable() && settings.fidelity().measures()
            ? Math.min(nextStudy, now + settings.fidelity().spanSeconds())
            : nextStudy;
  }

  /** The aggregate bounded slowdown that the trigger compares with the threshold. */
  public double observe(ClusterState state) {
    return window.aggregate(state);
  }

  /** The reason why a study is unnecessary or not allowed now, or null. */
  public @Nullable NoChangeReason objection(ClusterState state, double observed) {
    if (durable() && state.now() < nextStudy) {
      return NoChangeReason.NOT_DUE;
    }
    if (observed <= settings.threshold()) {
      return NoChangeReason.BELOW_THRESHOLD;
    }
    if (durable() && rules.exhausted(state.now(), changes)) {
      return NoChangeReason.CHANGE_BUDGET;
    }
    return settings.rails().forbids(state.now(), secondsSinceFirstEvent(state), changes);
  }

  /** Whether the warm-up has passed. */
  public boolean warm(ClusterState state) {
    return secondsSinceFirstEvent(state) >= settings.rails().warmUpSeconds();
  }

  private int secondsSinceFirstEvent(ClusterState state) {
    return firstSeen < 0 ? 0 : state.now() - firstSeen;
  }

  /** The scenario in which the last {@code horizon} seconds repeat, as in lawson2005. */
  public Scenario replay(int now, int horizon) {
    return scenarioSource.replay(now, horizon);
  }

  /** The scenarios of a start forecast at the state's second; see {@link ScenarioSource}. */
  public List<Scenario> forecastScenarios(ClusterState state, int samples) {
    return scenarioSource.forecastScenarios(state, oldest(state), samples);
  }

  /**
   * The distributions of the runtimes of jobs that have not completed; see {@link ScenarioSource}.
   */
  public RuntimeModel sampledRuntimes(ClusterState state) {
    return scenarioSource.sampledRuntimes(state);
  }

  /** The scenarios of an evaluation at the state's second, as configured. */
  public List<Scenario> scenarios(ClusterState state) {
    return scenarioSource.scenarios(
        state, oldest(state), settings.design().arrivals(), settings.horizonSeconds());
  }

  /** The second from which the history is complete. */
  private int oldest(ClusterState state) {
    return Math.max(firstSeen, state.now() - historySeconds(settings));
  }

  /**
   * The evaluation of all alternatives in the search space that the scheduler can be set to, with
   * the reviews of past changes that are due. It ends in {@link #decide} or {@link #abandoned};
   * then {@link #backtestDue} may return a backtest.
   *
   * @param scenarios of a study of the live queue; a backtest has its own
   * @param possible whether the scheduler can be set to a policy
   */
  public Evaluation evaluate(
      ClusterState state,
      SchedulingPolicy incumbent,
      List<Scenario> scenarios,
      PossiblePolicies possible) {
    backtestPending = anchors();
    if (anchors()) {
      anchor().begin(incumbent.spec());
    }
    List<PolicySpec> alternatives = withLeader(state, incumbent, possible);
    ShadowStudy study =
        durable()
            ? backtest(state, incumbent, alternatives)
            : new ShadowStudy(
                state,
                incumbent,
                alternatives,
                scenarios,
                settings.horizonSeconds(),
                design(state),
                evidence(state, incumbent.spec()));
    return new Evaluation(study, durable(), reviewsDue(state), comparison(state));
  }

  /** Whether hourly choices are compared with the leader of backtests. */
  private boolean anchors() {
    return settings.cadence() == Cadence.HOURLY && settings.design().usesBacktests();
  }

  private Anchor anchor() {
    return backtestScores.anchor();
  }

  /** Whether the leader of the backtests is kept, with the cadence {@link Cadence#HOURLY}. */
  public boolean anchored() {
    return anchors() && anchor().anchored();
  }

  /**
   * The alternatives, and the leader while it is kept, which may be outside the search space. Under
   * fair share, the leader is added only if it is one of the alternatives.
   */
  private List<PolicySpec> withLeader(
      ClusterState state, SchedulingPolicy incumbent, PossiblePolicies possible) {
    List<PolicySpec> alternatives = alternatives(state, incumbent, possible);
    PolicySpec leader = anchor().leader();
    boolean missing =
        anchored()
            && leader != null
            && !sharesFairly(state)
            && !leader.equals(incumbent.spec())
            && !alternatives.contains(leader)
            && possible.test(leader)
            && Policies.canSchedule(leader, state);
    return missing
        ? Stream.concat(alternatives.stream(), Stream.of(leader)).toList()
        : alternatives;
  }

  private ShadowStudy backtest(
      ClusterState state, SchedulingPolicy incumbent, List<PolicySpec> alternatives) {
    return RecordedPast.of(state, history, oldest(state), MOST_BACKTESTED)
        .backtest(
            incumbent.spec(),
            alternatives,
            design(state).criteria().withCategoryExponent(rules.categoryExponent()));
  }

  /**
   * The evaluation of a second at which no study is necessary or allowed: only the reviews of past
   * changes that are due, and the comparison of a span that has ended. It ends in {@link
   * #decide(ClusterState, PolicySpec, EvaluationResult, double, NoChangeReason)} or {@link
   * #abandoned}. Returns null if nothing is due.
   *
   * @param withReviews whether a review may lead to a rollback now; otherwise reviews wait
   */
  public @Nullable Evaluation ofThePast(ClusterState state, boolean withReviews) {
    List<ChangeReview.Simulations> due = withReviews ? reviewsDue(state) : List.of();
    FidelityCheck comparison = comparison(state);
    return due.isEmpty() && comparison == null
        ? null
        : new Evaluation(null, false, due, comparison);
  }

  private @Nullable FidelityCheck comparison(ClusterState state) {
    return fidelity.check(state, history, () -> scenarioSource.runtimes(state));
  }

  private List<ChangeReview.Simulations> reviewsDue(ClusterState state) {
    return settings.design().reviewsChanges()
        ? reviews.due(
            state, history, () -> scenarioSource.runtimes(state), settings.design().criteria())
        : List.of();
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
      List<PolicySpec> policies,
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
  public List<PolicySpec> alternatives(
      ClusterState state, SchedulingPolicy incumbent, PossiblePolicies possible) {
    Predicate<PolicySpec> allowed = possible.and(policy -> Policies.canSchedule(policy, state));
    SearchSpace search = settings.search();
    return sharesFairly(state)
        ? Stream.concat(
                search.underFairShare(incumbent, state.accounting().settings()).stream(),
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

  /**
   * The backtest of the policies, if the last evaluation left one and it is due. Its result is
   * passed to {@link #backtested} before the next event, or it is reported as {@link
   * #backtestAbandoned abandoned}. Returns null when called again before the next evaluation.
   */
  public @Nullable ShadowStudy backtestDue(
      ClusterState state, SchedulingPolicy incumbent, PossiblePolicies possible) {
    if (!backtestPending) {
      return null;
    }
    backtestPending = false;
    List<PolicySpec> policies = new ArrayList<>(withLeader(state, incumbent, possible));
    policies.add(incumbent.spec());
    return backtestScores.due(Math.max(0, firstSeen), policies, state, history, penalised());
  }

  /** Takes over the result of a backtest. */
  public void backtested(StudyResult result) {
    backtestAbandonedAt = -1;
    backtestScores.backtested(result, waits);
  }

  /** Reports a backtest without a result: the scores stay as they are until the next one is due. */
  public void backtestAbandoned(ClusterState state) {
    backtestAbandonedAt = state.now();
  }

  /** The second at which the last backtest was abandoned; -1 if it was not, or none was due. */
  public int backtestAbandonedAt() {
    return backtestAbandonedAt;
  }

  private PastEvidence evidence(ClusterState state, PolicySpec incumbent) {
    double weight = settings.design().backtestWeight() * settings.horizonSeconds();
    return new PastEvidence(
        reviews.mistakenFor(incumbent, state.now()),
        policy -> weight * backtestScores.costPerSecond(policy),
        () -> history.completedIn(state));
  }

  /**
   * The decision that an evaluation with a study leads to: the change in force is rolled back if
   * its review found that it made things worse; otherwise the best alternative is chosen.
   *
   * @param inForce the last change, or null if the policy in force has another origin
   */
  public Decision decide(EvaluationResult result, double observed, @Nullable Change inForce) {
    StudyResult study = Objects.requireNonNull(result.study());
    PolicySpec incumbent = study.incumbent().spec();
    int now = settings.cadence().decided(study);
    penaltyFactor = study.penaltyFactor();
    ReviewResult mistake = mistake(result, incumbent, inForce);
    if (mistake != null) {
      return chose(Decision.rollback(now, observed, mistake, result));
    }
    GuardRails rails = rails(now);
    if (anchors()) {
      anchor().chose(now, Selection.free(study, anchor().held(incumbent), rails));
    }
    PolicySpec leader = anchor().leader();
    Decision decision =
        anchored() && leader != null
            ? Selection.anchored(result, observed, leader).at(now)
            : Selection.decide(result, observed, rails, null).at(now);
    PolicySpec chosen = decision.chosen();
    if (chosen != null) {
      forecasts.decided(study, chosen);
    }
    return decision;
  }

  /**
   * The decision that {@linkplain #ofThePast reviews without a study} lead to: the change in force
   * is rolled back if its review found that it made things worse; otherwise nothing changes.
   *
   * @param objection the reason for not running a study
   * @param inForce the last change, or null if the policy in force has another origin
   */
  public Decision decide(
      ClusterState state,
      PolicySpec incumbent,
      EvaluationResult result,
      double observed,
      NoChangeReason objection,
      @Nullable Change inForce) {
    ReviewResult mistake = mistake(result, incumbent, inForce);
    return mistake == null
        ? new Decision(state.now(), observed, incumbent, null, objection, result)
        : chose(Decision.rollback(state.now(), observed, mistake, result));
  }

  /** Records a rollback, which does not depend on the anchor. */
  private Decision chose(Decision rollback) {
    PolicySpec restored = rollback.chosen();
    if (anchors() && restored != null) {
      anchor().chose(rollback.time(), restored);
    }
    return rollback;
  }

  /**
   * Records the results of the simulations of the past. A change to the leader of backtests is not
   * rolled back while the leader is kept.
   *
   * @return the review because of which the change in force is rolled back, or null if it is not
   */
  private @Nullable ReviewResult mistake(
      EvaluationResult result, PolicySpec incumbent, @Nullable Change inForce) {
    if (result.fidelity() != null) {
      fidelity.checked(result.fidelity());
    }
    reviews.reviewed(result.reviews());
    forecasts.reviewed(result.reviews());
    if (inForce == null
        || !inForce.to().equals(incumbent)
        || (anchored() && incumbent.equals(anchor().leader()))) {
      return null;
    }
    return result.reviews().stream()
        .filter(review -> review.mistaken() && review.change().equals(inForce))
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns the tuner's own progress. History, window, changes, reviews, forecasts, backtest
   * scores, waits, fidelity and the predictor have their own snapshots.
   */
  public Snapshot snapshot() {
    return new Snapshot()
        .put("firstSeen", firstSeen)
        .put("nextEvaluation", nextEvaluation)
        .put("nextStudy", nextStudy)
        .put("periodSeconds", settings.periodSeconds())
        .put("backtestPending", backtestPending)
        .put("backtestAbandonedAt", backtestAbandonedAt)
        .put("penaltyFactor", penaltyFactor);
  }

  /**
   * Restores a {@link #snapshot()}. If it is of a tuner with another period, the next evaluation is
   * the first one of this period after the last one of the other.
   */
  public void restore(Snapshot snapshot) {
    firstSeen = snapshot.getInt("firstSeen");
    nextEvaluation = snapshot.getInt("nextEvaluation");
    int period = snapshot.getInt("periodSeconds");
    nextStudy = snapshot.has("nextStudy") ? snapshot.getInt("nextStudy") : nextEvaluation;
    if (nextEvaluation >= 0 && period != settings.periodSeconds()) {
      nextStudy = -1;
      evaluated(durable() ? firstSeen : nextEvaluation - period);
    }
    backtestPending = snapshot.getBoolean("backtestPending");
    backtestAbandonedAt = snapshot.getInt("backtestAbandonedAt");
    penaltyFactor = snapshot.getDouble("penaltyFactor");
  }

  /** Forgets what was learned about some users, because their numbers are given to others. */
  public void forget(BitSet users) {
    history.forget(users);
    scenarioSource.forget(users);
  }

  /** Returns what the runtime predictor has learned; empty if none is configured. */
  public Snapshot predictorSnapshot() {
    return scenarioSource.snapshot();
  }

  /** Restores a {@link #predictorSnapshot()} of the same predictor. */
  public void restorePredictor(Snapshot snapshot) {
    scenarioSource.restore(snapshot);
  }
}
