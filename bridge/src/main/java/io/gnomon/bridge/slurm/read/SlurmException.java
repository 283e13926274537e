package io.gnomon.bridge.slurm.read;

/** A Slurm that could not be asked, did not answer in time, refused, or answered nonsense. */
public final class SlurmException extends Exception {
  private static final long serialVersionUID = 1L;

  /** A failure, told with the program, its exit status and what it said. */
  public SlurmException(String message) {
    super(message);
  }

  /** A failure with its cause. */
  public SlurmException(String message, Throwable cause) {
    super(message, cause);
  }
}
