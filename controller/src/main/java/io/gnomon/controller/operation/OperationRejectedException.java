package io.gnomon.controller.operation;

/** A person's request that cannot be carried out; nothing has changed. */
public final class OperationRejectedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Of what kind the obstacle is. */
  public enum Kind {
    /** There is no such thing. */
    UNKNOWN,
    /** It does not go with the cluster as it is now. */
    CONFLICT,
    /** It is not a sensible request, whatever the cluster is like. */
    INVALID
  }

  private final Kind kind;

  public OperationRejectedException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** Of what kind the obstacle is. */
  public Kind kind() {
    return kind;
  }
}
