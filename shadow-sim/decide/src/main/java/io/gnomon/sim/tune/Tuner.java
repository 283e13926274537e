package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.feedback.BacktestScores;
import io.gnomon.sim.feedback.CategoryWaitHistory;
import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.feedback.ChangeReview;
import io.gnomon.sim.feedback.ChangeReviews;
import io.gnomon.sim.feedback.GainForecasts;
import io.gnomon.sim.feedback.HeldRecommendation;
import io.gnomon.sim.fidelity.Fidelity;
import io.gnomon.sim.fidelity.FidelityCheck;
import io.gnomon.sim.metric.SlowdownWindow;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.predict.Submission;
import io.gnomon.sim.prior.Evidence;
import io.gnomon.sim.prior.Posterior;
import io.gnomon.sim.prior.PosteriorRules;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.scenario.ScenarioSource;
import io.gnomon.sim.search.PossiblePolicies;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The decision core of one cluster. It records jobs, schedules evaluations, builds studies and
 * turns their results into decisions. The controller and the offline closed loop both use it.
 *
 * <p>Call it for every event: with the state after a submission, and with the state before a
 * completed job leaves. It reads no clock but the state's. Not thread-safe; a {@link ShadowStudy}
 * that it returns is independent of it.
 */
public final class Tuner implements Saved {
  private static final int BUCKETS = 168;
  private static final int MOST_JOBS = 1 << 20;

  private final TuneSettings settings;
  private final PosteriorRules rules;
  private final JobHistory history;
  private final SlowdownWindow window;
  private final ScenarioSource scenarioSource;
  private final ChangeTimes changes = new ChangeTimes();
  private final ChangeReviews reviews;
  private final GainForecasts forecasts = new GainForecasts();
  private final BacktestScores backtestScores = new BacktestScores();
  private final Evidence evidence;
  private final CategoryWaitHistory waits;
  private final Fidelity fidelity;
  private final EvaluationTimes times;
  private final Studies studies;
  private final Decisions decisions;
  private final HeldRecommendation recommendation;
  private double penaltyFactor = 1;
  private boolean backtestPending;
  private int backtestAbandonedAt = -1;

  /** A tuner without any history. */
  public Tuner(TuneSettings settings) {
    this(settings, PosteriorRules.DEFAULT);
  }

  /** The same with other constants of the posterior. */
  Tuner(TuneSettings settings, PosteriorRules rules) {
    this.settings = settings;
    this.rules = rules;
    int period = settings.periodSeconds();
    evidence = new Evidence(settings.design().criteria().objective().toString());
    history = new JobHistory(settings.historySeconds(), MOST_JOBS);
    reviews = new ChangeReviews(settings.reviewAgeSeconds(), settings.historySeconds());
    scenarioSource = new ScenarioSource(settings.scenarios(), history);
    waits = new CategoryWaitHistory(settings.historySeconds());
    fidelity = new Fidelity(settings.fidelity());
    times = new EvaluationTimes(settings);
    studies = new Studies(settings, history, reviews, backtestScores);
    recommendation =
        new HeldRecommendation(
            Math.max(settings.design().reviewSeconds(), settings.rails().dwellSeconds()));
    decisions =
        new Decisions(
            settings.cadence(),
            settings.rails(),
            this::learn,
            studies,
            backtestScores.anchor(),
            reviews,
            forecasts,
            fidelity,
            recommendation);
    window = new SlowdownWindow(period, period % BUCKETS == 0 ? period / BUCKETS : period);
  }

  private Posterior learn(StudyResult backtest) {
    evidence.add(backtest);
    return new Posterior(settings.prior(), evidence, rules);
  }

  /**
   * Why each alternative of a study that was made {@linkplain Studies#asEvaluated as evaluated}
   * would not be chosen after the last change, if it is in force. It is independent of the tuner.
   */
  public AlternativeSelection.Objections objections(@Nullable Change inForce) {
    return AlternativeSelection.objections(settings, evidence, rules, inForce);
  }

  /** The records of the cluster, as far as backtests have compared policies over them. */
  public Evidence evidence() {
    return evidence;
  }

  /** The settings of this tuner. */
  public TuneSettings settings() {
    return settings;
  }

  /** The recorded arrivals. */
  public JobHistory history() {
    return history;
  }

  /**
   * Translates what was learned to a state with other shapes and accounts; on any thread while this
   * tuner is only read.
   *
   * @param rebuilt returns the jobs of an earlier state with these shapes and accounts
   * @return what takes over the translation, as long as nothing else was learned
   */
  public Runnable translated(ClusterState state, UnaryOperator<ClusterState> rebuilt) {
    List<Runnable> all =
        List.of(history.adopting(state), reviews.translated(rebuilt), fidelity.translated(rebuilt));
    return () -> all.forEach(Runnable::run);
  }

  /** The recorded completions. */
  public SlowdownWindow window() {
    return window;
  }

  /** The times at which the caller attempted changes, and those of changes. */
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

  /** How well the model predicts the scheduler; the caller records what happens to jobs. */
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

  /** Records a change that is made in the second of its decision. */
  public Change changed(ClusterState state, SchedulingPolicy former, Spec chosen) {
    return changed(state, former, chosen, state.now());
  }

  /**
   * Records a change that is made now.
   *
   * @param former policy in force until now
   * @param chosen policy that takes over
   * @param decided second of the decision
   * @return the change, which is in force from now on
   */
  public Change changed(ClusterState state, SchedulingPolicy former, Spec chosen, int decided) {
    Change change = Change.made(decided, state.now(), former.spec(), chosen);
    changes.changed(state.now());
    if (settings.design().reviewsChanges()) {
      reviews.made(new ChangeReview(change, state, former, penaltyFactor));
    }
    return change;
  }

  /** Records a change decided on just now, for a review unless {@link #changed} follows. */
  public void recommended(ClusterState state, SchedulingPolicy incumbent, Spec chosen) {
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
   * Reports that an evaluation was interrupted; it is repeated after a second to an hour.
   *
   * @param studied whether it had a study, which is due again too
   */
  public void interrupted(ClusterState state, boolean studied) {
    fidelity.interrupted();
    times.interrupted(state.now(), studied);
  }

  /** Records a submitted job. */
  public void submitted(ClusterState state, int slot) {
    times.event(state.now());
    history.submitted(state, slot);
  }

  /** Records a completed job before it leaves the state. */
  public void finished(ClusterState state, int slot) {
    finished(state, slot, state.ranSeconds(slot));
  }

  /** Records a completed job with a runtime that may differ from the true one. */
  void finished(ClusterState state, int slot, int runtime) {
    times.event(state.now());
    history.finished(state.job(slot), runtime);
    scenarioSource.completed(
        new Submission(
            state.submitTime(slot), state.user(slot), state.width(slot), state.estimate(slot)),
        runtime);
    window.finished(state, slot);
    waits.finished(state, slot);
    fidelity.finished(state, slot);
  }

  /** The second of the next evaluation; -1 before the first event. See {@link EvaluationTimes}. */
  public int nextEvaluation() {
    return times.next();
  }

  /** Schedules the next evaluation after {@code now}. */
  public void evaluated(int now) {
    times.evaluated(now);
  }

  /** Evaluates no later than in {@code second}; with a study if one was due now. */
  public void evaluateAtLatest(int second, boolean studyWaits) {
    times.atLatest(second, studyWaits);
  }

  /** The aggregate bounded slowdown that the trigger compares with the threshold. */
  public double observe(ClusterState state) {
    return window.aggregate(state);
  }

  /** The reason why a study is unnecessary or not allowed now, or null. */
  public @Nullable NoChangeReason objection(ClusterState state, double observed) {
    int now = state.now();
    if (times.beforeStudy(now)) {
      return NoChangeReason.NOT_DUE;
    }
    if (settings.cadence().tooLow(observed, settings.threshold())) {
      return NoChangeReason.BELOW_THRESHOLD;
    }
    return settings.rails().forbids(now, times.secondsSinceFirstEvent(now), changes);
  }

  /** Whether the warm-up has passed. */
  public boolean warm(ClusterState state) {
    return times.secondsSinceFirstEvent(state.now()) >= settings.rails().warmUpSeconds();
  }

  /** Other studies than those of evaluations. */
  public Studies studies() {
    return studies;
  }

  /** The scenario in which the last {@code horizon} seconds repeat, as in lawson2005. */
  public Scenario replay(int now, int horizon) {
    return scenarioSource.replay(now, horizon);
  }

  /** The scenarios of a start forecast at the state's second; see {@link ScenarioSource}. */
  public List<Scenario> forecastScenarios(ClusterState state, int samples) {
    return scenarioSource.forecastScenarios(state, oldest(state), samples);
  }

  /** The distributions of the runtimes of jobs that have not completed. */
  public RuntimeModel sampledRuntimes(ClusterState state) {
    return scenarioSource.sampledRuntimes(state);
  }

  /** The scenarios of an evaluation at the state's second, as configured. */
  public List<Scenario> scenarios(ClusterState state) {
    return scenarioSource.scenarios(
        state, oldest(state), settings.design().arrivals(), settings.horizonSeconds());
  }

  /** The second from which the history is complete. */
  public int oldest(ClusterState state) {
    return Math.max(times.firstSeen(), state.now() - settings.historySeconds());
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
    backtestPending = studies.anchors();
    if (backtestPending) {
      backtestScores.anchor().begin(incumbent.spec());
    }
    ShadowStudy study = studies.ofEvaluation(state, incumbent, scenarios, possible, oldest(state));
    return new Evaluation(
        study, settings.cadence() == Cadence.DURABLE, reviewsDue(state), comparison(state));
  }

  /** Whether the leader of the backtests is kept, with the cadence {@link Cadence#HOURLY}. */
  public boolean anchored() {
    return studies.anchored();
  }

  /**
   * The evaluation of a second at which no study is necessary or allowed: only the reviews of past
   * changes that are due, and the comparison of a span that has ended. It ends in {@link #decide}
   * or {@link #abandoned}. Returns null if nothing is due.
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
    return studies.backtestDue(state, incumbent, possible, times.firstSeen());
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

  /**
   * The decision that an evaluation with a study leads to: the change in force is rolled back if
   * its review found that it made things worse; otherwise the best alternative is chosen.
   *
   * @param inForce the last change, or null if the policy in force has another origin
   */
  public Decision decide(EvaluationResult result, double observed, @Nullable Change inForce) {
    penaltyFactor = Objects.requireNonNull(result.study()).penaltyFactor();
    return decisions.decide(result, observed, inForce);
  }

  /**
   * The same for {@linkplain #ofThePast reviews without a study}, which {@code objection} forbids.
   */
  public Decision decide(
      ClusterState state,
      Spec incumbent,
      EvaluationResult result,
      double observed,
      NoChangeReason objection,
      @Nullable Change inForce) {
    return decisions.decide(state, incumbent, result, observed, objection, inForce);
  }

  /**
   * Lists the tuner's own progress; its parts have their own snapshots. For another period, see
   * {@link EvaluationTimes#fields}.
   */
  @Override
  public void fields(Fields fields) {
    times.fields(fields);
    backtestPending = fields.flag("backtestPending", backtestPending);
    backtestAbandonedAt = fields.number("backtestAbandonedAt", backtestAbandonedAt);
    penaltyFactor = fields.number("penaltyFactor", penaltyFactor);
    if (fields.reading() ? fields.has("recommendation") : recommendation.isMade()) {
      fields.section("recommendation", recommendation);
    }
  }

  /** An operator or the scheduler has rejected a change; another one may be recommended. */
  public void changeRejected() {
    recommendation.rejected();
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
