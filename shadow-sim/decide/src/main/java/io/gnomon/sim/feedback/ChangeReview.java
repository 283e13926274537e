package io.gnomon.sim.feedback;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.ObservedScenario;
import io.gnomon.sim.scenario.Rerun;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.study.PastEvidence;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/**
 * A change that is to be compared with a simulation without it. It holds the state in which the
 * change was made or, for a recommendation that was not carried out, the state of the decision.
 */
public final class ChangeReview {
  private final Change change;
  private final Rerun rerun;
  private final double penaltyFactor;

  /**
   * A review of a change that is made or recommended now. Takes one fork.
   *
   * @param live the state, only read
   * @param former policy that runs on it, or follows it, until now; only read
   * @param penaltyFactor of the study that chose the change; the review uses the same
   */
  public ChangeReview(
      Change change, ClusterState live, SchedulingPolicy former, double penaltyFactor) {
    this(change, Rerun.from(live, former), penaltyFactor);
  }

  private ChangeReview(Change change, Rerun rerun, double penaltyFactor) {
    this.change = change;
    this.rerun = rerun;
    this.penaltyFactor = penaltyFactor;
  }

  /** The change. */
  public Change change() {
    return change;
  }

  /** The state in which the change was made or recommended; only read it. */
  public ClusterState state() {
    return rerun.state();
  }

  /** The policy in force until then; only read it. */
  public SchedulingPolicy former() {
    return rerun.policy();
  }

  /** The penalty factor of the study that chose the policy; the review uses the same. */
  public double penaltyFactor() {
    return penaltyFactor;
  }

  /** Returns this review with a rebuilt state; see {@link Rerun#rebuilt}. */
  Optional<ChangeReview> rebuilt(UnaryOperator<ClusterState> rebuilt) {
    return rerun.rebuilt(rebuilt).map(other -> new ChangeReview(change, other, penaltyFactor));
  }

  Snapshot snapshot() {
    Snapshot snapshot = new Snapshot().put("change", Fields.written(change, Change::of));
    rerun.write(snapshot, "former");
    return snapshot.put("penaltyFactor", penaltyFactor);
  }

  static ChangeReview restored(Snapshot snapshot, ClusterState live) {
    return new ChangeReview(
        Fields.stored(snapshot.getSection("change"), Change::of),
        Rerun.restored(snapshot, "former", live),
        snapshot.getDouble("penaltyFactor"));
  }

  /** The two simulations of a review. They are independent of the live state. */
  public static final class Simulations {
    private final ChangeReview review;
    private final ShadowStudy study;

    private Simulations(ChangeReview review, ShadowStudy study) {
      this.review = review;
      this.study = study;
    }

    /** Runs each simulation as a task of its own. Call it once. */
    public CompletableFuture<ReviewResult> run(Executor executor) {
      return study
          .run(executor)
          .thenApply(
              result ->
                  new ReviewResult(
                      review.change,
                      review.change.since() + result.horizonSeconds(),
                      result.incumbent().meanCost(),
                      result.alternatives().get(1).meanCost()));
    }

    /** Ends or pauses the running simulations. */
    public RunControl control() {
      return study.control();
    }
  }

  /**
   * The simulations of a review over the time from the change to now.
   *
   * @param live the present state, later than the change's, only read
   * @param history that reaches back to the change, only read
   * @param runtimes of jobs that have not completed
   * @param criteria of studies, with a penalty factor of 1
   */
  public Simulations against(
      ClusterState live, JobHistory history, RuntimeModel runtimes, StudyCriteria criteria) {
    return new Simulations(
        this,
        ShadowStudy.of(
            rerun,
            new ObservedScenario(rerun.since(), live, history, runtimes),
            live.now(),
            List.of(change.to()),
            List.of(),
            StudyDesign.ofEstimates(
                StudyCriteria.of(criteria.withPenaltyFactor(penaltyFactor).objective())),
            PastEvidence.ofExpectedRuntimes(() -> history.completedIn(rerun.state()))));
  }
}
