package io.gnomon.sim.workload;

import java.util.Locale;

/** What to do with a job that runs past its estimate. */
public enum OverrunRule {
  /**
   * The job keeps its runtime and its estimate. The scheduler believes the estimate and, once that
   * has passed, expects the end at the next second.
   */
  EXTEND,
  /** The job is cut at its estimate. */
  KILL,
  /** The estimate is raised to the runtime before the job is submitted. */
  KNOWN;

  /**
   * The rule of that name, in any case.
   *
   * @throws IllegalArgumentException naming what is allowed
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
