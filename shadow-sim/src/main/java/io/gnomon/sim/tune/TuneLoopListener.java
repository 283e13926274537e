package io.gnomon.sim.tune;

import io.gnomon.sim.engine.Simulation;

/** Hears what a closed loop does while it runs; all calls come from the loop's thread. */
@FunctionalInterface
public interface TuneLoopListener {
  /** It has looked at the cluster at this second, and done what it decided. */
  void evaluated(int time);

  /** It begins a study. */
  default void studying() {}

  /**
   * A study has ended.
   *
   * @param live the simulation that is tuned, only to be read, before what was decided is done
   */
  default void studied(Simulation live, Decision decision) {}

  /** Tells several. */
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
