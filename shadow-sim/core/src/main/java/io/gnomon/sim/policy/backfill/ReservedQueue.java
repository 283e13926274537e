package io.gnomon.sim.policy.backfill;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.profile.CompressibleProfile;
import io.gnomon.sim.policy.order.OrderedSlots;
import java.util.Arrays;

/**
 * The waiting jobs in queue order with their reservations, and for each the time from which an
 * earlier start may be possible because processors have become free since its last search.
 *
 * <p>A job benefits from an opening only if it is wider than what was free there before and not
 * wider than what is free now, and either fits into the surrounding hole or has its start in it.
 * Jobs are stored in blocks of {@value #BLOCK} with bounds of their needs; the jobs of a block in
 * which some may benefit are tested together, branch-free.
 *
 * <p>Jobs that leave make gaps, which are closed when there are many. Updates for jobs that have
 * left in other ways have no effect.
 */
final class ReservedQueue implements CompressibleProfile.Holes {
  private static final int BLOCK = 64;
  private static final int GAP = -1; // placeholder for a slot

  private int[] slots = new int[BLOCK];
  private int[] starts = new int[BLOCK];
  private int[] widths = new int[BLOCK]; // NEVER without a reservation
  private int[] seconds = new int[BLOCK];
  private int[] chances = new int[BLOCK]; // the beginning of the first hole to try, or NEVER
  private ReservedQueueBounds[] blocks = {new ReservedQueueBounds()};
  private int size;
  private int gaps;
  private int firstNew; // all jobs before it have reservations
  private int firstStart = NEVER;
  private long widthsPresent;
  private boolean current;
  private boolean anyChance;
  private int last; // end of the intervals opened in this round of moves
  private int lastBefore; // and in the previous round

  ReservedQueue copy() {
    ReservedQueue copy = new ReservedQueue();
    copy.slots = slots.clone();
    copy.starts = starts.clone();
    copy.widths = widths.clone();
    copy.seconds = seconds.clone();
    copy.chances = chances.clone();
    copy.blocks = new ReservedQueueBounds[blocks.length];
    Arrays.setAll(copy.blocks, block -> blocks[block].copy());
    copy.size = size;
    copy.gaps = gaps;
    copy.firstNew = firstNew;
    copy.firstStart = firstStart;
    copy.widthsPresent = widthsPresent;
    copy.current = current;
    copy.anyChance = anyChance;
    copy.last = last;
    copy.lastBefore = lastBefore;
    return copy;
  }

  /** Whether this contains the waiting jobs in order, except for the latest arrivals. */
  boolean isCurrent() {
    return current;
  }

  /**
   * Marks the content as outdated: other jobs may wait, in another order or with other
   * reservations.
   */
  void outdate() {
    current = false;
  }

  /** Marks all start times as possibly improvable, for all jobs of the next {@link #gather}. */
  void openWhole() {
    current = false;
    anyChance = true;
  }

  /** Takes over the jobs of {@code order} with their chances. */
  void gather(OrderedSlots order, Reservations reservations) {
    keep(reservations);
    size = 0;
    gaps = 0;
    firstNew = 0;
    firstStart = NEVER;
    widthsPresent = 0;
    for (int i = 0; i < order.size(); i++) {
      int slot = order.slot(i);
      int chance = anyChance ? 0 : reservations.takeChance(slot);
      last = chance == 0 ? NEVER : last; // an earlier start may be possible at any time
      add(slot);
      if (reservations.start(slot) != Reservations.NONE) {
        reserved(i, reservations);
        chances[i] = widths[i] == NEVER ? NEVER : chance;
      }
    }
    current = true;
    anyChance = false;
  }

  /** Saves the chances with the reservations. */
  private void keep(Reservations reservations) {
    for (int i = 0; i < size; i++) {
      if (slots[i] != GAP) {
        reservations.setChance(slots[i], anyChance ? 0 : chances[i]);
      }
    }
  }

  /** Appends a job without a reservation. */
  void add(int slot) {
    if (size == slots.length) {
      grow();
    }
    int i = size++;
    if (i % BLOCK == 0) {
      blocks[i / BLOCK].clear();
    }
    slots[i] = slot;
    starts[i] = Reservations.NONE;
    widths[i] = NEVER;
    seconds[i] = NEVER;
    chances[i] = NEVER;
  }

  /** Takes over the reservation of the {@code i}-th job, its earliest start. */
  void reserved(int i, Reservations reservations) {
    int slot = slots[i];
    starts[i] = reservations.start(slot);
    widths[i] = starts[i] == NEVER ? NEVER : reservations.processors(slot);
    seconds[i] = reservations.seconds(slot);
    chances[i] = NEVER;
    firstStart = Math.min(firstStart, starts[i]);
    widthsPresent |= blocks[i / BLOCK].add(widths[i], seconds[i], starts[i]);
  }

  private void grow() {
    int length = 2 * slots.length;
    slots = Arrays.copyOf(slots, length);
    starts = Arrays.copyOf(starts, length);
    widths = Arrays.copyOf(widths, length);
    seconds = Arrays.copyOf(seconds, length);
    chances = Arrays.copyOf(chances, length);
    int known = blocks.length;
    blocks = Arrays.copyOf(blocks, length / BLOCK);
    for (int i = known; i < blocks.length; i++) {
      blocks[i] = new ReservedQueueBounds();
    }
  }

  @Override
  public boolean isRelevant(int before, int free) {
    return (widthsPresent & ReservedQueueBounds.widths(before, free)) != 0;
  }

  @Override
  public void open(int time, int before, int free, int from, int until, int to) {
    int length = until - from;
    long classes = ReservedQueueBounds.widths(before, free);
    last = Math.max(last, to);
    for (int begin = 0; begin < size; begin += BLOCK) {
      if (blocks[begin / BLOCK].mayGain(classes, time, length, until)) {
        open(begin, Math.min(size, begin + BLOCK), time, before, free, from, until);
      }
    }
  }

  private void open(int begin, int end, int time, int before, int free, int from, int until) {
    int length = until - from;
    for (int i = begin; i < end; i++) {
      int never =
          (free - widths[i])
              | (widths[i] - before - 1)
              | (starts[i] - time - 1)
              | ((length - seconds[i]) & (until - starts[i]));
      int earlier = from - chances[i];
      chances[i] += earlier & (earlier & ~never) >> 31;
    }
  }

  /** The next job from {@code i} on that has a chance, or the number of jobs. */
  int next(int i) {
    int at = i;
    while (at < size && chances[at] == NEVER) {
      at++;
    }
    return at;
  }

  /** The time before which the job need not search. */
  int chance(int i) {
    return chances[i];
  }

  /** The time from which on no job with a chance needs to search. */
  int last() {
    return Math.max(last, lastBefore);
  }

  /**
   * Ends a round in which all jobs with a chance have searched; some may have new chances since.
   */
  void endRound() {
    lastBefore = last;
    last = 0;
  }

  /** Records that the job has its earliest start. */
  void settle(int i, int start) {
    chances[i] = NEVER;
    if (start != starts[i]) {
      starts[i] = start;
      firstStart = Math.min(firstStart, start);
      blocks[i / BLOCK].starts(start);
    }
  }

  /** Removes the {@code i}-th job. */
  void leave(int i) {
    slots[i] = GAP;
    starts[i] = NEVER;
    widths[i] = NEVER;
    chances[i] = NEVER;
    gaps++;
  }

  /**
   * Closes the gaps if there are many, after jobs have left and the others start from {@code first}
   * on.
   */
  void settled(int first) {
    firstStart = first;
    if (gaps > 8 && gaps > size / 4) {
      closeGaps();
    }
  }

  private void closeGaps() {
    int end = size;
    size = 0;
    gaps = 0;
    firstNew = 0;
    widthsPresent = 0;
    for (int i = 0; i < end; i++) {
      if (slots[i] != GAP) {
        int at = size++;
        if (at % BLOCK == 0) {
          blocks[at / BLOCK].clear();
        }
        slots[at] = slots[i];
        starts[at] = starts[i];
        widths[at] = widths[i];
        seconds[at] = seconds[i];
        chances[at] = chances[i];
        widthsPresent |= blocks[at / BLOCK].add(widths[at], seconds[at], starts[at]);
      }
    }
  }

  /** Number of jobs and gaps. */
  int size() {
    return size;
  }

  /** The first job that may be without a reservation. */
  int firstNew() {
    return firstNew;
  }

  /** Records that all jobs have reservations. */
  void noneNew() {
    firstNew = size;
  }

  /** Whether the place is a gap. */
  boolean isGap(int i) {
    return slots[i] == GAP;
  }

  int slot(int i) {
    return slots[i];
  }

  int start(int i) {
    return starts[i];
  }

  int width(int i) {
    return widths[i];
  }

  int seconds(int i) {
    return seconds[i];
  }

  /** The earliest reserved start, {@link #NEVER} if there is none. */
  int firstStart() {
    return firstStart;
  }
}
