package io.gnomon.bridge.slurm.read;

import java.util.List;

/** A Slurm that could not be asked, did not answer in time, refused, or answered nonsense. */
public final class SlurmException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean unanswered;
  private final String said;

  /** A failure, told with the program, its exit status and what it said. */
  public SlurmException(String message) {
    this(message, false, "");
  }

  /** A failure with its cause. */
  public SlurmException(String message, Throwable cause) {
    super(message, cause);
    unanswered = false;
    said = "";
  }

  private SlurmException(String message, boolean unanswered, String said) {
    super(message);
    this.unanswered = unanswered;
    this.said = said;
  }

  static SlurmException refused(String message, String said) {
    return new SlurmException(message, false, said);
  }

  /** What a program that ended with a failure said on standard error, a line each. */
  public List<String> complaints() {
    return said.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  static SlurmException unanswered(String message) {
    return new SlurmException(message, true, "");
  }

  /** Whether it is unknown if what was asked for has been done. */
  public boolean isUnanswered() {
    return unanswered;
  }
}
