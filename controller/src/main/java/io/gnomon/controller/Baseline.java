package io.gnomon.controller;

import java.util.List;

/** A series to show beside the slowdown that is seen, such as that of the same cluster untuned. */
public interface Baseline {
  /** Nothing to show. */
  Baseline NONE = List::of;

  /**
   * A figure of the series.
   *
   * @param at epoch second of the scheduler's clock
   * @param slowdown aggregate bounded slowdown then
   */
  record Point(long at, double slowdown) {}

  /** The figures so far, oldest first; called on the event loop, so it must not block. */
  List<Point> points();
}
