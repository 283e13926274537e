package io.gnomon.sim.tune;

import java.util.Arrays;

/**
 * How long jobs have run that have ended, so that the runtimes of live jobs can be drawn from them.
 *
 * <p>Users ask for the same again: a job's runtime is drawn from the latest of the same user with
 * the same estimate; where there are too few, from the fractions of their estimates that the user's
 * jobs ran, then from those of all jobs, then it is the estimate. Of each only those count that are
 * possible: more than the job has run already and not more than its estimate. Immutable in use; a
 * draw costs O(kept).
 */
public final class PastRuntimes implements RuntimeModel {
  private static final int KEPT = 16;
  private static final int KEPT_OF_ALL = 256;
  private static final int LEAST_OF_ESTIMATE = 2;
  private static final int LEAST_FRACTIONS = 4;
  private static final double UNIT = 1e6;

  private final RuntimeRings sameEstimate = new RuntimeRings(KEPT);
  private final RuntimeRings sameUser = new RuntimeRings(KEPT);
  private final RuntimeRings everyone = new RuntimeRings(KEPT_OF_ALL);

  /** One more job has ended. */
  void ended(int user, int estimate, int runtime) {
    int fraction = (int) Math.min(Integer.MAX_VALUE, UNIT * runtime / Math.max(1, estimate));
    sameEstimate.add(key(user, estimate), runtime);
    sameUser.add(user, fraction);
    everyone.add(0, fraction);
  }

  @Override
  public int draw(int user, int width, int estimate, int elapsed, double chance) {
    return draw(user, estimate, elapsed, chance);
  }

  /**
   * A possible runtime of a live job, whatever its width.
   *
   * @param elapsed seconds that it has run, 0 for a job that waits
   * @param chance from 0, exclusive of 1; the same chance always gives the same runtime
   * @return more than {@code elapsed}, and at most the estimate unless that has passed
   */
  public int draw(int user, int estimate, int elapsed, double chance) {
    int most = Math.max(estimate, elapsed + 1);
    int drawn = sameEstimate.draw(key(user, estimate), 1, elapsed, most, LEAST_OF_ESTIMATE, chance);
    double scale = estimate / UNIT;
    if (drawn < 0) {
      drawn = sameUser.draw(user, scale, elapsed, most, LEAST_FRACTIONS, chance);
    }
    if (drawn < 0) {
      drawn = everyone.draw(0, scale, elapsed, most, LEAST_FRACTIONS, chance);
    }
    return drawn < 0 ? most : drawn;
  }

  private static long key(int user, int estimate) {
    return ((long) user << 32) | (estimate & 0xFFFFFFFFL);
  }

  /** The latest numbers by key, in an open hash table of rings. */
  private static final class RuntimeRings {
    private final int kept;
    private long[] keys = new long[64];
    private int[] heads = new int[64];
    private int[][] rings = new int[64][];
    private int size;

    RuntimeRings(int kept) {
      this.kept = kept;
    }

    void add(long key, int number) {
      int at = find(key);
      if (rings[at] == null) {
        if (2 * size >= keys.length) {
          grow();
          at = find(key);
        }
        keys[at] = key;
        rings[at] = new int[4];
        size++;
      }
      int count = heads[at]++;
      if (count < kept && count == rings[at].length) {
        rings[at] = Arrays.copyOf(rings[at], Math.min(kept, 2 * count));
      }
      rings[at][count % kept] = number;
    }

    int draw(long key, double scale, int above, int most, int least, double chance) {
      int at = find(key);
      int[] ring = rings[at];
      if (ring == null) {
        return -1;
      }
      int count = Math.min(heads[at], kept);
      int possible = 0;
      for (int i = 0; i < count; i++) {
        int number = (int) (ring[i] * scale);
        possible += number > above && number <= most ? 1 : 0;
      }
      if (possible < least) {
        return -1;
      }
      int pick = (int) (chance * possible);
      for (int i = 0; i < count; i++) {
        int number = (int) (ring[i] * scale);
        if (number > above && number <= most && pick-- == 0) {
          return number;
        }
      }
      return -1;
    }

    private int find(long key) {
      long mixed = key * 0x9E3779B97F4A7C15L;
      int at = (int) (mixed >>> 32) & (keys.length - 1);
      while (rings[at] != null && keys[at] != key) {
        at = (at + 1) & (keys.length - 1);
      }
      return at;
    }

    private void grow() {
      long[] oldKeys = keys;
      int[] oldHeads = heads;
      int[][] oldRings = rings;
      keys = new long[2 * oldKeys.length];
      heads = new int[keys.length];
      rings = new int[keys.length][];
      for (int i = 0; i < oldKeys.length; i++) {
        if (oldRings[i] != null) {
          int at = find(oldKeys[i]);
          keys[at] = oldKeys[i];
          heads[at] = oldHeads[i];
          rings[at] = oldRings[i];
        }
      }
    }
  }
}
