package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.feedback.Backtest;
import io.gnomon.sim.feedback.BacktestResult;
import io.gnomon.sim.feedback.BacktestScores;
import io.gnomon.sim.feedback.CategoryWaitHistory;
import io.gnomon.sim.feedback.ChangeReview;
import io.gnomon.sim.feedback.ChangeReviews;
import io.gnomon.sim.feedback.GainForecasts;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.predict.Submission;
import io.gnomon.sim.scenario.ArrivalModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.RecordedJobs;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.scenario.ScenarioSource;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.study.PastEvidence;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.study.StudyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The decision core of one cluster: it watches the jobs, says when to look, builds the study and
 * turns its result into a decision. The live controller and the closed loop off line use it alike.
 *
 * <p>Its owner calls it for every event, with the state after a submission and before a job leaves.
 * It reads no clock but the state's. Not thread-safe; a {@link ShadowStudy} that it hands out is
 * independent of it.
 */
public final class Tuner {
  private static final int BUCKETS = 168;
  private static final int MOST_JOBS = 1 << 20;

  private final TuneSettings settings;
  private final JobHistory history;
  private final SlowdownWindow window;
  private final ScenarioSource scenarioSource;
  private final ChangeTimes changes = new ChangeTimes();
  private final ChangeReviews reviews = new ChangeReviews();
  private final GainForecasts forecasts = new GainForecasts();
  private final BacktestScores backtestScores = new BacktestScores();
  private final CategoryWaitHistory waits;
  private double penaltyFactor = 1;
  private int firstSeen = -1;
  private int nextEvaluation = -1;
  private boolean backtestPending;
  private int backtestAbandonedAt = -1;

  /** A tuner that has seen nothing. */
  public Tuner(TuneSettings settings) {
    this.settings = settings;
    int period = settings.periodSeconds();
    history = new JobHistory(historySeconds(settings), MOST_JOBS);
    scenarioSource = new ScenarioSource(settings.scenarios(), history);
    waits = new CategoryWaitHistory(historySeconds(settings));
    window = new SlowdownWindow(period, period % BUCKETS == 0 ? period / BUCKETS : period);
  }

  private static int historySeconds(TuneSettings settings) {
    int studied = Math.max(settings.horizonSeconds(), settings.design().memorySeconds());
    return Math.max(Math.max(settings.periodSeconds(), TuneSettings.WEEK), studied);
  }

  /** Its settings. */
  public TuneSettings settings() {
    return settings;
  }

  /** The arrivals that it remembers. */
  public JobHistory history() {
    return history;
  }

  /** The completions that it remembers. */
  public SlowdownWindow window() {
    return window;
  }

  /** The changes that it knows of; to be told of attempts and changes. */
  public ChangeTimes changes() {
    return changes;
  }

  /** The changes that wait for a review, and the mistakes. */
  public ChangeReviews reviews() {
    return reviews;
  }

  /** What was forecast of the changes, and what their reviews found. */
  public GainForecasts forecasts() {
    return forecasts;
  }

  /** How long the jobs have waited by category. */
  public CategoryWaitHistory waits() {
    return waits;
  }

  /** What the last study that led to a decision multiplied its objective's penalties by. */
  public double penaltyFactor() {
    return penaltyFactor;
  }

  /** How the policies would have served the past weeks. */
  public BacktestScores backtestScores() {
    return backtestScores;
  }

  /**
   * A change is being made, right after it was decided on.
   *
   * @param former what is in force until now
   * @param chosen what takes over
   */
  public void changed(ClusterState state, SchedulingPolicy former, PolicySpec chosen) {
    changed(state, former, chosen, state.now());
  }

  /** The same for one that was decided on at an earlier second. */
  public void changed(ClusterState state, SchedulingPolicy former, PolicySpec chosen, int decided) {
    changes.changed(state.now());
    if (settings.design().reviewSeconds() > 0) {
      reviews.made(ChangeReview.made(state, former, chosen, decided, penaltyFactor));
    }
  }

  /**
   * A change has just been decided on; it is made, which {@link #changed} is told, or not. What
   * would have become of it is reviewed all the same.
   */
  public void advised(ClusterState state, SchedulingPolicy incumbent, PolicySpec chosen) {
    if (settings.design().reviewSeconds() > 0) {
      reviews.advised(ChangeReview.advised(state, incumbent, chosen, penaltyFactor));
    }
  }

  /** The study has ended without a result. */
  public void abandoned(ClusterState state) {
    reviews.abandoned(settings.design().reviewSeconds(), state.now());
  }

  /** A job has been submitted. */
  public void submitted(ClusterState state, int slot) {
    see(state.now());
    history.submitted(state, slot);
  }

  /** A job is about to leave, completed. */
  public void finished(ClusterState state, int slot) {
    finished(state, slot, state.ranSeconds(slot));
  }

  /** The same with what is learned of its runtime. */
  void finished(ClusterState state, int slot, int runtime) {
    see(state.now());
    history.finished(state.job(slot), runtime);
    scenarioSource.completed(
        new Submission(
            state.submitTime(slot), state.user(slot), state.width(slot), state.estimate(slot)),
        runtime);
    window.finished(state, slot);
    waits.finished(state, slot);
  }

  private void see(int now) {
    if (firstSeen < 0) {
      firstSeen = now;
      nextEvaluation = (now / settings.periodSeconds() + 1) * settings.periodSeconds();
    }
  }

  /** When to look next: at whole periods of the state's clock; -1 before the first event. */
  public int nextEvaluation() {
    return nextEvaluation;
  }

  /** Moves on to the next look after {@code now}. */
  public void evaluated(int now) {
    nextEvaluation = (now / settings.periodSeconds() + 1) * settings.periodSeconds();
  }

  /** The aggregate bounded slowdown that the trigger compares with the threshold. */
  public double observe(ClusterState state) {
    return window.aggregate(state);
  }

  /** Why there is no need or no right to study now, or null. */
  public @Nullable NoChangeReason objection(ClusterState state, double observed) {
    if (observed <= settings.threshold()) {
      return NoChangeReason.BELOW_THRESHOLD;
    }
    return settings.rails().forbids(state.now(), seen(state), changes);
  }

  /** Whether enough has been seen for a change. */
  public boolean warm(ClusterState state) {
    return seen(state) >= settings.rails().warmUpSeconds();
  }

  private int seen(ClusterState state) {
    return firstSeen < 0 ? 0 : state.now() - firstSeen;
  }

  /** The recorded past of a horizon, replayed: lawson2005's future. */
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

  /** The scenarios of an evaluation at the state's second, by the settings. */
  public List<Scenario> scenarios(ClusterState state) {
    return scenarios(state, settings.design().arrivals());
  }

  /** The same with other arrivals. */
  List<Scenario> scenarios(ClusterState state, ArrivalModel arrivals) {
    return scenarioSource.scenarios(state, oldest(state), arrivals, settings.horizonSeconds());
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
   * @param possible whether the scheduler can be set to a policy
   */
  public Evaluation evaluate(
      ClusterState state,
      SchedulingPolicy incumbent,
      List<Scenario> scenarios,
      Predicate<PolicySpec> possible) {
    StudyDesign design = settings.design();
    backtestPending = reviewsChanges();
    ShadowStudy study =
        new ShadowStudy(
            state,
            incumbent,
            alternatives(state, incumbent, possible),
            scenarios,
            settings.horizonSeconds(),
            penalised(),
            evidence(state, incumbent.spec()));
    return new Evaluation(
        study,
        reviewsChanges()
            ? reviews.due(
                design.reviewSeconds(),
                state,
                history,
                () -> scenarioSource.runtimes(state),
                design.criteria())
            : List.of());
  }

  private boolean reviewsChanges() {
    return settings.design().reviewSeconds() > 0;
  }

  /** A study over another horizon that leads to nothing: it changes nothing here. */
  public ShadowStudy whatIf(
      ClusterState state,
      SchedulingPolicy incumbent,
      List<Scenario> scenarios,
      Predicate<PolicySpec> possible,
      int horizonSeconds) {
    return new ShadowStudy(
        state,
        incumbent,
        alternatives(state, incumbent, possible),
        scenarios,
        horizonSeconds,
        penalised(),
        PastEvidence.knowing(() -> history.knownIn(state)));
  }

  /** The same of policies of one's own, judged by mean bounded slowdown alone. */
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
        PastEvidence.knowing(() -> history.knownIn(state)));
  }

  private List<PolicySpec> alternatives(
      ClusterState state, SchedulingPolicy incumbent, Predicate<PolicySpec> possible) {
    return settings.search().alternatives(incumbent, lately(state), possible);
  }

  private StudyDesign penalised() {
    return settings.design().withPenaltyFactor(backtestScores.penaltyFactor());
  }

  private RecordedJobs lately(ClusterState state) {
    return history.recent(
        state.now() - Math.max(TuneSettings.WEEK, settings.periodSeconds()), state.now());
  }

  /**
   * The backtest of the policies, if the last evaluation left one and it is due. Its result is
   * passed to {@link #backtested} before the next event, or it is reported as {@link
   * #backtestAbandoned abandoned}. Returns null when called again before the next evaluation.
   */
  public @Nullable Backtest backtestDue(
      ClusterState state, SchedulingPolicy incumbent, Predicate<PolicySpec> possible) {
    if (!backtestPending) {
      return null;
    }
    backtestPending = false;
    List<PolicySpec> policies = new ArrayList<>(alternatives(state, incumbent, possible));
    policies.add(incumbent.spec());
    return backtestScores.due(Math.max(0, firstSeen), policies, state, history, penalised());
  }

  /** Takes over the result of a backtest. */
  public void backtested(BacktestResult result) {
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
    if (!reviewsChanges()) {
      return PastEvidence.knowing(() -> history.knownIn(state));
    }
    double weight = settings.design().backtestWeight() * settings.horizonSeconds();
    return new PastEvidence(
        reviews.mistakenFor(incumbent, state.now()),
        policy -> weight * backtestScores.costPerSecond(policy),
        () -> history.knownIn(state));
  }

  /**
   * The decision that an evaluation leads to: the last change is rolled back if its review found
   * that it made things worse; otherwise the best alternative is chosen.
   */
  public Decision decide(EvaluationResult result, double observed) {
    StudyResult study = result.study();
    PolicySpec incumbent = study.incumbent().spec();
    penaltyFactor = study.penaltyFactor();
    reviews.reviewed(result.reviews());
    forecasts.reviewed(result.reviews());
    ReviewResult mistake = ChangeReviews.mistake(result.reviews(), incumbent, changes.last());
    Decision decision =
        mistake == null
            ? Selection.decide(result, observed, settings.rails(), null)
            : new Decision(study.time(), observed, incumbent, mistake.from(), null, result);
    PolicySpec chosen = decision.chosen();
    if (chosen != null && !decision.rollsBack()) {
      forecasts.decided(study, chosen);
    }
    return decision;
  }

  /**
   * Returns the tuner's own progress. History, window, changes, reviews, forecasts, backtest
   * scores, waits and the predictor have their own snapshots.
   */
  public Snapshot snapshot() {
    return new Snapshot()
        .put("firstSeen", firstSeen)
        .put("nextEvaluation", nextEvaluation)
        .put("backtestPending", backtestPending)
        .put("backtestAbandonedAt", backtestAbandonedAt)
        .put("penaltyFactor", penaltyFactor);
  }

  /** Restores a {@link #snapshot()}. */
  public void restore(Snapshot snapshot) {
    firstSeen = snapshot.getInt("firstSeen");
    nextEvaluation = snapshot.getInt("nextEvaluation");
    backtestPending = snapshot.getBoolean("backtestPending");
    backtestAbandonedAt = snapshot.getInt("backtestAbandonedAt");
    penaltyFactor = snapshot.getDouble("penaltyFactor");
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
