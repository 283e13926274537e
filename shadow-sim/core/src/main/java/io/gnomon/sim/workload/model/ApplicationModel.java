package io.gnomon.sim.workload.model;

import java.util.SplittableRandom;

/** The distribution of the applications of a machine. */
interface ApplicationModel {
  /**
   * Draws an application.
   *
   * @param number from 1, in order of first use
   * @param user from 1
   */
  Application draw(int number, int user, SplittableRandom random);

  /** The capacity of the machine, in the unit of {@link Application#held}. */
  double capacity();
}
