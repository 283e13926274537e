package io.gnomon.sim.cluster.demand;

import org.jspecify.annotations.Nullable;

/**
 * The demands of waiting jobs by position, with a pruned search for the next job that fits.
 *
 * <p>Positions are filled in order; a cleared position stays empty. Short ranges are scanned
 * linearly with one test per position; a sentinel after the last position ends the scan. Longer
 * ranges use a {@link DemandTree}, which the first such search builds.
 */
public final class DemandIndex {
  /** The capacity is a multiple of this number. */
  public static final int FAN = DemandTree.FAN;

  private static final int SHORT = 8 * FAN;

  private final long[] demands;
  private @Nullable DemandTree tree;

  /** An index with room for {@code capacity} demands, a multiple of {@link #FAN}. */
  public DemandIndex(int capacity) {
    this(new long[capacity + 1], 0);
  }

  private DemandIndex(long[] demands, int filled) {
    this.demands = demands;
    end(filled);
  }

  /** Copies the positions from {@code base} to {@code end} into a new index. */
  public DemandIndex copy(int base, int end, int capacity) {
    long[] copied = new long[capacity + 1];
    System.arraycopy(demands, base, copied, 0, end - base);
    return new DemandIndex(copied, end - base);
  }

  /** The demand of the job at {@code p}. */
  public long at(int p) {
    return demands[p];
  }

  /** Sets position {@code p}, which becomes the last. */
  public void append(int p, long demand) {
    set(p, demand);
    end(p + 1);
  }

  /** Clears a position. */
  public void clear(int p) {
    if (tree != null) {
      tree.clear(p);
    }
    demands[p] = Demand.NONE;
  }

  /** Sets any position; {@link #end(int)} must follow. */
  public void set(int p, long demand) {
    demands[p] = demand;
    if (tree != null) {
      tree.changed(p);
    }
  }

  /** Sets the end of the used positions. */
  public void end(int end) {
    demands[end] = Demand.ALWAYS;
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
  public int find(int first, int from, int end, int width, int seconds, int narrow) {
    if (end - from > SHORT) {
      // starting at a block boundary takes fewer steps than starting inside a block
      return findFar(from <= first ? 0 : from, end, width, seconds, narrow);
    }
    long limit = Demand.limit(width, seconds);
    long narrower = Demand.narrow(narrow);
    int p = from;
    while (!Demand.fits(demands[p], limit, narrower)) {
      p++;
    }
    return p;
  }

  private int findFar(int from, int end, int width, int seconds, int narrow) {
    if (tree == null) {
      tree = new DemandTree(demands);
    }
    return tree.find(from, end, width, seconds, narrow);
  }
}
