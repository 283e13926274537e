package io.gnomon.sim.tune;

import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.prior.Basis;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyResult;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one evaluation of a cluster: a change to {@code chosen}, or a reason for none.
 * Exactly one of the two is not null.
 *
 * @param time second of the state
 * @param observedSlowdown aggregate bounded slowdown that was compared with the threshold
 * @param incumbent policy in force
 * @param chosen policy to put in force, or null
 * @param reason for no change, or null
 * @param evaluation the simulations, or null if there were none
 * @param rollbackCause the review because of which the change in force is rolled back, or null
 * @param basis what the choice rests on, or what excluded a better policy; null without a posterior
 */
public record Decision(
    int time,
    double observedSlowdown,
    Spec incumbent,
    @Nullable Spec chosen,
    @Nullable NoChangeReason reason,
    @Nullable EvaluationResult evaluation,
    @Nullable ReviewResult rollbackCause,
    @Nullable Basis basis) {

  /** Checks that exactly one of choice and reason is given, and that a rollback is an inverse. */
  public Decision {
    if ((chosen == null) == (reason == null)) {
      throw new IllegalArgumentException(
          "a decision has either a choice or a reason for none, not " + chosen + " and " + reason);
    }
    if (rollbackCause != null && !isUndone(rollbackCause, incumbent, chosen)) {
      throw new IllegalArgumentException(
          "a change from " + incumbent + " to " + chosen + " does not roll back " + rollbackCause);
    }
  }

  /** A decision that is no rollback. */
  public Decision(
      int time,
      double observedSlowdown,
      Spec incumbent,
      @Nullable Spec chosen,
      @Nullable NoChangeReason reason,
      @Nullable EvaluationResult evaluation) {
    this(time, observedSlowdown, incumbent, chosen, reason, evaluation, null, null);
  }

  /** The decision to undo a change that its review has found to be mistaken. */
  static Decision rollback(
      int time, double observedSlowdown, ReviewResult cause, EvaluationResult evaluation) {
    Change change = cause.change();
    return new Decision(
        time, observedSlowdown, change.to(), change.from(), null, evaluation, cause, null);
  }

  private static boolean isUndone(ReviewResult cause, Spec incumbent, @Nullable Spec chosen) {
    Change change = cause.change();
    return cause.mistaken()
        && change.made()
        && change.to().equals(incumbent)
        && change.from().equals(chosen);
  }

  /** The study of the alternatives, or null if there was none. */
  public @Nullable StudyResult study() {
    return evaluation == null ? null : evaluation.study();
  }

  /** Whether it rolls back the change in force, because a review found it to be mistaken. */
  public boolean rollsBack() {
    return rollbackCause != null;
  }

  /** The same decision at another second. */
  Decision at(int second) {
    return new Decision(
        second, observedSlowdown, incumbent, chosen, reason, evaluation, rollbackCause, basis);
  }

  /** Whether it changes the policy. */
  public boolean changes() {
    return chosen != null;
  }
}
