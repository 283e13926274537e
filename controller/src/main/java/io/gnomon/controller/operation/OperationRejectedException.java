package io.gnomon.controller.operation;

/** An operator's request was rejected. Nothing has changed. */
public final class OperationRejectedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The kind of rejection. */
  public enum Kind {
    /** The proposal or freeze does not exist. */
    UNKNOWN,
    /** The request conflicts with the current state of the cluster. */
    CONFLICT,
    /** The request is never valid. */
    INVALID
  }

  private final Kind kind;

  public OperationRejectedException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** The kind of rejection. */
  public Kind kind() {
    return kind;
  }
}
