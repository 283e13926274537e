package io.gnomon.sim.cluster;

import org.jspecify.annotations.Nullable;

/**
 * The needs of waiting jobs by position, with a pruned search for the next job that fits.
 *
 * <p>Positions are filled in order; a cleared position stays empty. Short ranges are scanned
 * linearly with one test per position; a sentinel after the last position ends the scan. Longer
 * ranges use a {@link NeedTree}, which the first such search builds.
 */
final class NeedIndex {
  /** The capacity is a multiple of this number. */
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

  /** Copies the positions from {@code base} to {@code end} into a new index. */
  NeedIndex copy(int base, int end, int capacity) {
    long[] copied = new long[capacity + 1];
    System.arraycopy(needs, base, copied, 0, end - base);
    return new NeedIndex(copied, end - base);
  }

  /** The need of the job at {@code p}. */
  long at(int p) {
    return needs[p];
  }

  /** Sets position {@code p}, which becomes the last. */
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

  /** Sets any position; {@link #end(int)} must follow. */
  void set(int p, long need) {
    needs[p] = need;
    if (tree != null) {
      tree.changed(p);
    }
  }

  /** Sets the end of the used positions. */
  void end(int end) {
    needs[end] = Need.ALWAYS;
  }

  /**
   * The first position from {@code from} on whose job is at most {@code width} wide and either at
   * most {@code seconds} long or at most {@code narrow} wide.
   *
   * @param first no job stands before this position
   * @param end one after the last position
   * @param narrow at most {@code width}
   * @return at least {@code end} if no job fits
   */
  int find(int first, int from, int end, int width, int seconds, int narrow) {
    if (end - from > SHORT) {
      // starting at a block boundary takes fewer steps than starting inside a block
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
