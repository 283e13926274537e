package io.gnomon.sim.policy.backfill;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.CompressibleProfile;
import io.gnomon.sim.policy.order.OrderedSlots;
import java.util.Arrays;

/**
 * The waiting jobs side by side in the order of the queue, with their reservations, and from when
 * on each may find an earlier start by what has become free since it had its earliest.
 *
 * <p>A job gains by an opening only if it is too wide for what was free there before and not for
 * what is free now, and either fits into the hole around it or has its start in it. Jobs stand in
 * blocks of {@value #BLOCK} with bounds of what they need; those of a block in which some may gain
 * are tested at once, without branches.
 *
 * <p>Jobs that leave make gaps, which are closed when there are many. What is told of jobs that
 * have left in other ways does no harm.
 */
final class ReservedQueue implements CompressibleProfile.Holes {
  private static final int BLOCK = 64;
  private static final int GAP = -1; // in place of a slot

  private int[] slots = new int[BLOCK];
  private int[] starts = new int[BLOCK];
  private int[] widths = new int[BLOCK]; // NEVER without a start
  private int[] seconds = new int[BLOCK];
  private int[] chances = new int[BLOCK]; // the beginning of the first hole to try, or NEVER
  private ReservedQueueBounds[] blocks = {new ReservedQueueBounds()};
  private int size;
  private int gaps;
  private int firstNew; // before it all have reservations
  private int firstStart = NEVER;
  private long widthsPresent;
  private boolean current;
  private boolean anyChance;
  private int last; // the end of what has opened in this round of moves
  private int lastBefore; // and in the one before

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

  /** Whether these are the waiting jobs in their order, apart from those that arrived last. */
  boolean isCurrent() {
    return current;
  }

  /** Other jobs may wait, in another order, or with other reservations. */
  void outdate() {
    current = false;
  }

  /** Anything may have become free for anybody, whoever waits when they line up the next time. */
  void openWhole() {
    current = false;
    anyChance = true;
  }

  /** The jobs of {@code order} line up, with the chances that they had. */
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
      last = chance == 0 ? NEVER : last; // anything may have opened for it
      add(slot);
      if (reservations.start(slot) != Reservations.NONE) {
        reserved(i, reservations);
        chances[i] = widths[i] == NEVER ? NEVER : chance;
      }
    }
    current = true;
    anyChance = false;
  }

  /** Leaves the chances with the reservations. */
  private void keep(Reservations reservations) {
    for (int i = 0; i < size; i++) {
      if (slots[i] != GAP) {
        reservations.setChance(slots[i], anyChance ? 0 : chances[i]);
      }
    }
  }

  /** A job without a reservation comes last. */
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

  /** Takes over what is reserved for the {@code i}-th job, its earliest start. */
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

  /** The time before which the job need not try. */
  int chance(int i) {
    return chances[i];
  }

  /** The time from which on none of the jobs that have a chance need try. */
  int last() {
    return Math.max(last, lastBefore);
  }

  /** All jobs that had a chance have tried since the last round; they may have had others since. */
  void endRound() {
    lastBefore = last;
    last = 0;
  }

  /** The job has its earliest start. */
  void settle(int i, int start) {
    chances[i] = NEVER;
    if (start != starts[i]) {
      starts[i] = start;
      firstStart = Math.min(firstStart, start);
      blocks[i / BLOCK].starts(start);
    }
  }

  /** The {@code i}-th job leaves. */
  void leave(int i) {
    slots[i] = GAP;
    starts[i] = NEVER;
    widths[i] = NEVER;
    chances[i] = NEVER;
    gaps++;
  }

  /**
   * Some have left, the others start from {@code first} on: closes the gaps where there are many.
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

  /** Jobs and gaps. */
  int size() {
    return size;
  }

  /** The first that may be without a reservation. */
  int firstNew() {
    return firstNew;
  }

  /** All have reservations. */
  void noneNew() {
    firstNew = size;
  }

  /** Whether no job stands here any more. */
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

  /** The earliest start that is reserved, {@link #NEVER} if there is none. */
  int firstStart() {
    return firstStart;
  }
}
