package io.gnomon.controller.mirror;

/** An event that cannot be used, with the reason; nothing was changed. */
public final class RefusedEventException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  /** A refusal with what was found and what would have been allowed. */
  public RefusedEventException(Refusal refusal, String detail) {
    super(detail);
    this.refusal = refusal;
  }

  /** The reason. */
  public Refusal refusal() {
    return refusal;
  }
}
