package io.gnomon.sim.scenario;

/**
 * Random numbers that depend only on a seed, a key and the number of a sample, so that all
 * simulations share them (common random numbers).
 *
 * @param seed a different seed gives different numbers
 */
record KeyedRandom(int seed) {
  /** Random numbers with the default seed. */
  static final KeyedRandom FIRST = new KeyedRandom(0);

  private static final int LEVELS = 4;
  private static final int SPREAD = 1 << LEVELS;

  /**
   * A random number like {@link #chance}, but the samples of one key are stratified: the first two
   * lie in different halves, the first four in different quarters, and so on for up to {@value
   * #SPREAD} samples. Their order is random (van der Corput's sequence with Owen scrambling). One
   * sample of each of many keys is as independent as with {@link #chance}.
   */
  double spread(int key, int sample) {
    // Gray code, so that the even samples do not all lie in one half
    int order = sample ^ (sample >>> 1);
    int place = 1;
    for (int level = 0; level < LEVELS; level++) {
      int half = (order >>> level) & 1;
      boolean swapped = chance(key, -place) >= 0.5;
      place = 2 * place + (swapped ? 1 - half : half);
    }
    return (place - SPREAD + chance(key, sample)) / SPREAD;
  }

  /** A random number from 0 (inclusive) to 1 (exclusive) for one key in one sample. */
  double chance(int key, int sample) {
    long z = seed * 0xA24BAED4963EE407L + key * 0x9E3779B97F4A7C15L + sample * 0xD1B54A32D192ED03L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return ((z ^ (z >>> 31)) >>> 11) * 0x1p-53;
  }
}
