package io.gnomon.controller.counterfactual;

import java.util.List;

/** A series to show beside the slowdown that is seen: that of the same cluster untuned. */
public interface Baseline {
  /**
   * A figure of the series.
   *
   * @param at epoch second of the scheduler's clock
   * @param slowdown aggregate bounded slowdown then
   */
  record Point(long at, double slowdown) {}

  /**
   * The figures of a cluster so far, oldest first; called on the event loop, so it must not block.
   */
  List<Point> points(String cluster);
}
