package io.gnomon.sim.scenario;

/** The arrivals that a study's scenarios assume. */
public enum ArrivalModel {
  /** The past repeats, the same in each sample. */
  REPLAY,
  /** Hours of past weeks repeat, sampled by hour of the week; different ones in each sample. */
  BOOTSTRAP,
  /** No jobs arrive. */
  NONE,
  /** {@link #BOOTSTRAP} in the first sample and every other one, {@link #NONE} in the rest. */
  MIXED
}
