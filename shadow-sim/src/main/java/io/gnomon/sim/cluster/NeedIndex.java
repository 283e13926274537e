package io.gnomon.sim.cluster;

import org.jspecify.annotations.Nullable;

/**
 * The needs of waiting jobs by position, with a pruned search for the next that fits.
 *
 * <p>Positions are filled in order; one that is cleared stays empty. A short stretch is searched
 * straight on, with one test for each position, because a need that always fits stands after the
 * last. Longer ones are searched with a {@link NeedTree}, which the first of them makes.
 */
final class NeedIndex {
  /** A multiple of this many positions is a capacity. */
  static final int FAN = NeedTree.FAN;

  private static final int SHORT = 8 * FAN;

  private final long[] needs;
  private @Nullable NeedTree tree;

  /** An index with room for {@code capacity} needs, a multiple of {@link #FAN}. */
  NeedIndex(int capacity) {
    this(new long[capacity + 1], 0);
  }

  private NeedIndex(long[] needs, int filled) {
    this.needs = needs;
    end(filled);
  }

  /** The positions from {@code base} to {@code end} in an index of their own. */
  NeedIndex copy(int base, int end, int capacity) {
    long[] copied = new long[capacity + 1];
    System.arraycopy(needs, base, copied, 0, end - base);
    return new NeedIndex(copied, end - base);
  }

  /** What the job at {@code p} needs. */
  long at(int p) {
    return needs[p];
  }

  /** Sets position {@code p}, after which there is none. */
  void append(int p, long need) {
    set(p, need);
    end(p + 1);
  }

  /** Clears a position. */
  void clear(int p) {
    if (tree != null) {
      tree.clear(p);
    }
    needs[p] = Need.NONE;
  }

  /** Sets a position whatever stands after it; {@link #end(int)} must follow. */
  void set(int p, long need) {
    needs[p] = need;
    if (tree != null) {
      tree.changed(p);
    }
  }

  /** Says that the positions before {@code end} are all there are. */
  void end(int end) {
    needs[end] = Need.ALWAYS;
  }

  /**
   * The first position from {@code from} on of a job that is at most {@code width} wide, and at
   * most {@code seconds} long or {@code narrow} wide.
   *
   * @param first before which there is nobody
   * @param end after the last position
   * @param narrow at most {@code width}
   * @return at least {@code end} if none fits
   */
  int find(int first, int from, int end, int width, int seconds, int narrow) {
    if (end - from > SHORT) {
      // from the beginning of the largest blocks it is a shorter way than from within the smallest
      return findFar(from <= first ? 0 : from, end, width, seconds, narrow);
    }
    long limit = Need.limit(width, seconds);
    long narrower = Need.narrow(narrow);
    int p = from;
    while (!Need.fits(needs[p], limit, narrower)) {
      p++;
    }
    return p;
  }

  private int findFar(int from, int end, int width, int seconds, int narrow) {
    if (tree == null) {
      tree = new NeedTree(needs);
    }
    return tree.find(from, end, width, seconds, narrow);
  }
}
