package io.gnomon.controller.counterfactual;

import java.util.List;

/** The slowdown of a cluster without changes by Gnomon, as a time series. */
public interface Baseline {
  /**
   * A point of the series.
   *
   * @param at epoch second of the scheduler's clock
   * @param slowdown mean bounded slowdown at that time
   */
  record Point(long at, double slowdown) {}

  /** Returns the points of a cluster, oldest first. Called on the event loop; must not block. */
  List<Point> points(String cluster);
}
