package io.gnomon.sim.scenario;

/** Who is taken to come in the futures of a study. */
public enum ArrivalModel {
  /** The past comes again, the same in each draw. */
  REPLAY,
  /** Hours of past weeks come again, drawn by hour of the week, other ones in each draw. */
  BOOTSTRAP,
  /** Nobody comes. */
  NONE,
  /** In the first draw and in every other one as {@link #BOOTSTRAP}; nobody in the others. */
  MIXED
}
