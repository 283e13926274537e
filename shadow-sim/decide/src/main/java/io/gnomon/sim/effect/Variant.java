package io.gnomon.sim.effect;

/** The clusters that are compared. */
public enum Variant {
  /** The live cluster. */
  ACTUAL,
  /** The cluster without any change by Gnomon. */
  UNTUNED,
  /** The cluster as if every recommendation had been followed at once. */
  ADVISED;

  /** The number of variants. */
  static final int COUNT = values().length;
}
