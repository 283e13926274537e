package io.gnomon.sim.tune;

import io.gnomon.sim.engine.Simulation;

/** A listener to the events of a closed loop. All calls come from the thread of the loop. */
@FunctionalInterface
public interface TuneLoopListener {
  /** The cluster has been evaluated at this second and the decision has been carried out. */
  void evaluated(int time);

  /** A study begins. */
  default void studying() {}

  /**
   * A study has ended and its decision has not been carried out yet.
   *
   * @param live the simulation that is tuned; only read it
   */
  default void studied(Simulation live, Decision decision) {}

  /** A listener that forwards each call to {@code listeners} in their order. */
  static TuneLoopListener all(TuneLoopListener... listeners) {
    return new TuneLoopListener() {
      @Override
      public void evaluated(int time) {
        for (TuneLoopListener one : listeners) {
          one.evaluated(time);
        }
      }

      @Override
      public void studying() {
        for (TuneLoopListener one : listeners) {
          one.studying();
        }
      }

      @Override
      public void studied(Simulation live, Decision decision) {
        for (TuneLoopListener one : listeners) {
          one.studied(live, decision);
        }
      }
    };
  }
}
