package io.gnomon.sim.tune;

/** Chances that depend on what they are for alone, so that simulations share their luck. */
final class Draws {
  private Draws() {}

  /** From 0, exclusive of 1: that of one thing in one draw. */
  static double chance(int thing, int draw) {
    long z = thing * 0x9E3779B97F4A7C15L + draw * 0xD1B54A32D192ED03L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return ((z ^ (z >>> 31)) >>> 11) * 0x1p-53;
  }
}
