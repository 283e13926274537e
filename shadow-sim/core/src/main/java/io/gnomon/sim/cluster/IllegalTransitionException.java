package io.gnomon.sim.cluster;

/** Thrown for a transition that the job's phase does not allow. The state is unchanged. */
public final class IllegalTransitionException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  IllegalTransitionException(int job, Object phase, String transition, String allowed) {
    super("job " + job + " is " + phase + " and cannot " + transition + "; " + allowed);
  }
}
