package io.gnomon.controller.fault;

import org.jspecify.annotations.Nullable;

/**
 * Faults: what a defect of Gnomon, or of a policy, predictor or objective that a site has added,
 * throws. A fault concerns the work that threw it. Other errors, such as {@link OutOfMemoryError},
 * concern the process and are not contained.
 */
public final class Faults {
  private static final int LONGEST = 500;

  private Faults() {}

  /** The class and the message of a fault, in one line of at most 500 characters. */
  public static String brief(Throwable fault) {
    String text = fault.toString().replaceAll("\\p{Cntrl}+", " ");
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
  }

  /** Runs work and returns its fault, or null if there was none. */
  public static @Nullable Throwable in(Runnable work) {
    try {
      work.run();
      return null;
    } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError fault) {
      return fault;
    }
  }
}
