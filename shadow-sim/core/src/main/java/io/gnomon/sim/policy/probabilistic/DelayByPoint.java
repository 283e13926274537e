package io.gnomon.sim.policy.probabilistic;

/** The probability that a candidate delays the queue's first job, as time goes on. */
interface DelayByPoint {
  /**
   * The probability by {@code point}, computed from that by the point before it.
   *
   * @param width what the candidate takes of what the first job could use now
   */
  double by(int point, int width, double before);
}
