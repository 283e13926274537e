package io.gnomon.sim.scenario;

/**
 * Chances that depend on what they are for alone, so that simulations share their luck.
 *
 * @param seed another one, other luck
 */
record KeyedRandom(int seed) {
  /** The luck of who does not ask for another. */
  static final KeyedRandom FIRST = new KeyedRandom(0);

  private static final int LEVELS = 4;
  private static final int SPREAD = 1 << LEVELS;

  /**
   * As {@link #chance}, but the draws of one thing are spread evenly: the first two lie in
   * different halves, the first four in different quarters, up to {@value #SPREAD} draws. Which
   * comes first is by chance (van der Corput's sequence, scrambled as Owen does). One draw of many
   * things is as independent as chances are.
   */
  double spread(int thing, int draw) {
    int order = draw ^ (draw >>> 1); // so that a half is not that of the even draws
    int place = 1;
    for (int level = 0; level < LEVELS; level++) {
      int half = (order >>> level) & 1;
      boolean swapped = chance(thing, -place) >= 0.5;
      place = 2 * place + (swapped ? 1 - half : half);
    }
    return (place - SPREAD + chance(thing, draw)) / SPREAD;
  }

  /** From 0, exclusive of 1: that of one thing in one draw. */
  double chance(int thing, int draw) {
    long z = seed * 0xA24BAED4963EE407L + thing * 0x9E3779B97F4A7C15L + draw * 0xD1B54A32D192ED03L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return ((z ^ (z >>> 31)) >>> 11) * 0x1p-53;
  }
}
