package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.CompressibleProfile;
import java.util.Arrays;

/**
 * What has become free since the last compression, step by step of a profile, for the jobs whose
 * {@link Prospects} depend on it.
 */
final class Openings implements CompressibleProfile.Holes {
  private static final int FIELDS = 5;

  private int[] openings = new int[16 * FIELDS];
  private int size;
  private boolean whole;

  Openings copy() {
    Openings copy = new Openings();
    copy.openings = openings.clone();
    copy.size = size;
    copy.whole = whole;
    return copy;
  }

  /** Anything may have become free. */
  void openWhole() {
    whole = true;
    size = 0;
  }

  /** Whether anything may have become free. */
  boolean isWhole() {
    return whole;
  }

  /** Begins anew. */
  void clear() {
    size = 0;
    whole = false;
  }

  /** {@code processors} have been given back in {@code profile}. */
  void open(CompressibleProfile profile, int from, int to, int processors) {
    if (!whole) {
      profile.forEachHole(from, to, processors, this);
    }
  }

  @Override
  public void open(int from, int before, int free, int until, int length) {
    int at = size++ * FIELDS;
    if (at == openings.length) {
      openings = Arrays.copyOf(openings, 2 * at);
    }
    openings[at] = from;
    openings[at + 1] = before;
    openings[at + 2] = free;
    openings[at + 3] = until;
    openings[at + 4] = length;
  }

  /** Tells all to the jobs. */
  void tell(Prospects prospects) {
    for (int at = 0; at < size * FIELDS; at += FIELDS) {
      prospects.open(
          openings[at], openings[at + 1], openings[at + 2], openings[at + 3], openings[at + 4]);
    }
  }
}
