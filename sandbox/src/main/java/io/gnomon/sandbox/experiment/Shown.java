package io.gnomon.sandbox.experiment;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the dashboard of the tuned site shows of the time in which Gnomon tuned it; waits in seconds
 * of the site, NaN if not known.
 *
 * @param jobs that the effect compares
 * @param meanWait of these jobs
 * @param untunedWait estimate of their mean wait without Gnomon
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
   * @param second of the site after which it was decided, from the time that Gnomon may tune
   * @param to the configuration
   * @param gain predicted, a fraction of the cost or, of advice, of the geometric mean of wait and
   *     slowdown
   * @param low lower end of the interval in which a realised gain is expected, NaN if not known: of
   *     80 % and wider than that of the mean over simulations or, of advice, of 95 %
   * @param high upper end of that interval
   */
  record Made(long second, String to, double gain, double low, double high) {}
}
