package io.gnomon.sim.cluster;

/** Counts of waiting jobs by width, in classes of powers of two. All operations O(1). */
final class WidthClasses {
  private final int[] counts;
  private int occupied; // a bit for each power of two

  WidthClasses() {
    this(new int[Integer.SIZE], 0);
  }

  private WidthClasses(int[] counts, int occupied) {
    this.counts = counts;
    this.occupied = occupied;
  }

  WidthClasses copy() {
    return new WidthClasses(counts.clone(), occupied);
  }

  void add(int width) {
    int power = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(width);
    counts[power]++;
    occupied |= 1 << power;
  }

  void remove(int width) {
    int power = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(width);
    if (--counts[power] == 0) {
      occupied &= ~(1 << power);
    }
  }

  /**
   * The minimum width rounded down to a power of two, {@link Integer#MAX_VALUE} if there is no job.
   */
  int least() {
    return occupied == 0 ? Integer.MAX_VALUE : Integer.lowestOneBit(occupied);
  }
}
