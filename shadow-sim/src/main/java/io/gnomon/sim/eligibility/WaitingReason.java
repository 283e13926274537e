package io.gnomon.sim.eligibility;

/**
 * Why a job waits although resources may be free. The text is the reason that {@code squeue} of
 * Slurm prints.
 *
 * <p>Source: manual of squeue, job reason codes.
 */
public enum WaitingReason {
  /** Its user holds it. */
  HELD_BY_USER("JobHeldUser"),
  /** An administrator holds it. */
  HELD_BY_ADMINISTRATOR("JobHeldAdmin"),
  /** Its earliest start is in the future. */
  BEGIN_TIME("BeginTime"),
  /** It waits for another job. */
  DEPENDENCY("Dependency"),
  /** It waits for another job that has ended in another way than required. */
  DEPENDENCY_NEVER_SATISFIED("DependencyNeverSatisfied"),
  /** As many tasks of its array as allowed have started. */
  ARRAY_TASK_LIMIT("JobArrayTaskLimit");

  private final String text;

  WaitingReason(String text) {
    this.text = text;
  }

  /** The reason as {@code squeue} prints it. */
  public String text() {
    return text;
  }
}
