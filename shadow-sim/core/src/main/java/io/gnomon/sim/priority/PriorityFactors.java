package io.gnomon.sim.priority;

import java.util.Map;

/**
 * The priority of a job by factor, in points: weight times factor, as {@code sprio} shows it.
 *
 * @param tres points by TRES
 * @param site points that the site adds
 * @param nice points that are taken off
 */
public record PriorityFactors(
    double age,
    double association,
    double fairShare,
    double jobSize,
    double partition,
    double qos,
    Map<String, Double> tres,
    long site,
    long nice) {
  private static final long LARGEST = 4294967294L;

  /** Copies the map. */
  public PriorityFactors {
    tres = Map.copyOf(tres);
  }

  /**
   * The priority, from 1 to 2<sup>32</sup> − 2: the sum rounded down, less {@code nice}. 0 is that
   * of held jobs.
   */
  public long priority() {
    return priority(fixed(), age, fairShare, nice);
  }

  /** The points that stay the same while a job waits: all but those for age and fair share. */
  public double fixed() {
    double sum = association + jobSize + partition + qos + site;
    for (double points : tres.values()) {
      sum += points;
    }
    return sum;
  }

  /** The priority of a job with these points, see {@link #fixed()}. */
  public static long priority(double fixed, double age, double fairShare, long nice) {
    double points = fixed + age + fairShare;
    return Math.max(1, Math.min(LARGEST, (long) Math.floor(points) - nice));
  }
}
