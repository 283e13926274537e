package io.gnomon.bridge.slurm.client;

import java.util.List;
import java.util.function.Predicate;

/** A Slurm program could not be run, timed out, failed, or printed something unreadable. */
public final class SlurmException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean timeout;
  private final String errorOutput;

  /** A failure; the message names the program, its exit status and its error output. */
  public SlurmException(String message) {
    this(message, false, "");
  }

  /** A failure with its cause. */
  public SlurmException(String message, Throwable cause) {
    super(message, cause);
    timeout = false;
    errorOutput = "";
  }

  private SlurmException(String message, boolean timeout, String errorOutput) {
    super(message);
    this.timeout = timeout;
    this.errorOutput = errorOutput;
  }

  /** A failure with what a program printed to standard error. */
  public static SlurmException failed(String message, String errorOutput) {
    return new SlurmException(message, false, errorOutput);
  }

  /** Returns the lines that a failed program printed to standard error. */
  public List<String> errorLines() {
    return errorOutput.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  /** Returns whether slurmctld has answered, and refused this one request. */
  public boolean isRefusal() {
    return isOnly(line -> !line.contains("Unable to contact") && !line.contains("timed out"));
  }

  /** Returns whether the program printed errors, and only such. */
  public boolean isOnly(Predicate<String> such) {
    return !errorLines().isEmpty() && errorLines().stream().allMatch(such);
  }

  /** A failure after which it is unknown what has been done. */
  public static SlurmException timeout(String message) {
    return new SlurmException(message, true, "");
  }

  /** Returns whether the program timed out, so that it is unknown what it has done. */
  public boolean isTimeout() {
    return timeout;
  }
}
