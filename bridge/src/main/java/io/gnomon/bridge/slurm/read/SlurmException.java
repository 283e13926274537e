package io.gnomon.bridge.slurm.read;

/** A Slurm that could not be asked, did not answer in time, refused, or answered nonsense. */
public final class SlurmException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean unanswered;

  /** A failure, told with the program, its exit status and what it said. */
  public SlurmException(String message) {
    super(message);
    unanswered = false;
  }

  /** A failure with its cause. */
  public SlurmException(String message, Throwable cause) {
    super(message, cause);
    unanswered = false;
  }

  private SlurmException(String message, boolean unanswered) {
    super(message);
    this.unanswered = unanswered;
  }

  static SlurmException unanswered(String message) {
    return new SlurmException(message, true);
  }

  /** Whether it is unknown if what was asked for has been done. */
  public boolean isUnanswered() {
    return unanswered;
  }
}
