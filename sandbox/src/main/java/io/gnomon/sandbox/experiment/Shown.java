package io.gnomon.sandbox.experiment;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the dashboard of the tuned site shows; waits in seconds, NaN if not known.
 *
 * @param jobs that the effect compares
 * @param meanWait of the site
 * @param untunedWait estimate of the mean wait without Gnomon
 * @param reasons number of decisions by reason
 * @param changes the changes that were made, the latest first
 */
record Shown(
    int jobs,
    double meanWait,
    double untunedWait,
    Map<String, Integer> reasons,
    List<Made> changes) {
  /** Copies. */
  Shown {
    reasons = Collections.unmodifiableMap(new TreeMap<>(reasons));
    changes = List.copyOf(changes);
  }

  /**
   * A change.
   *
   * @param to the configuration
   * @param gain predicted, a fraction of the cost
   * @param low lower end of the 80 % interval of the gain in mean slowdown, a fraction of it
   * @param high upper end of that interval
   */
  record Made(String to, double gain, double low, double high) {}
}
