package io.gnomon.sim.cluster;

/** A transition that the state does not allow; nothing was changed. */
public final class IllegalTransitionException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  IllegalTransitionException(int job, Object phase, String transition, String allowed) {
    super("job " + job + " is " + phase + " and cannot " + transition + "; " + allowed);
  }
}
