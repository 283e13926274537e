package io.gnomon.sim.workload;

import java.util.Locale;

/** The treatment of jobs that run past their estimate. */
public enum OverrunRule {
  /**
   * The job keeps its runtime and estimate. Once the estimate has passed, the scheduler expects the
   * end at the next second.
   */
  EXTEND,
  /** The job is killed at its estimate. */
  KILL,
  /** The estimate is raised to the runtime before the job is submitted. */
  KNOWN;

  /**
   * The rule of that name, ignoring case.
   *
   * @throws IllegalArgumentException listing the allowed names
   */
  public static OverrunRule parse(String text) {
    for (OverrunRule rule : values()) {
      if (rule.name().equalsIgnoreCase(text)) {
        return rule;
      }
    }
    throw new IllegalArgumentException(
        "overrun rule '" + text + "' is not known: allowed are extend, kill, known");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
