package io.gnomon.sim.policy.backfill;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.CompressibleProfile;
import io.gnomon.sim.policy.order.OrderedSlots;
import java.util.Arrays;

/**
 * Which waiting jobs may start earlier than they are reserved for, by what has become free since
 * each had its earliest start. Jobs stand side by side in the order of the queue.
 *
 * <p>A job gains by an opening only if it is too wide for what was free there before and not for
 * what is free now, and either fits into the hole around it or has its start at the end of that
 * hole. Jobs stand in blocks of {@value #BLOCK} with bounds of what they need; those of a block in
 * which some may gain are tested at once, without branches.
 */
final class Prospects implements CompressibleProfile.Holes {
  /** A job may fit into a hole, or slide into the one before its start. */
  static final int ANY = 0;

  /** A job has no prospects. */
  static final int NONE = 3;

  private static final int NO_HOLE = 2;
  private static final int BLOCK = 64;

  private int[] slots = new int[BLOCK];
  private int[] starts = new int[BLOCK];
  private int[] widths = new int[BLOCK];
  private int[] seconds = new int[BLOCK];
  private int[] prospects = new int[BLOCK];
  private Bounds[] blocks = {new Bounds()};
  private int size;

  /** Of the jobs of a block. */
  private static final class Bounds {
    private int narrowest;
    private int widest;
    private int shortest;
    private int earliest;
    private int latest;

    private boolean mayGain(int from, int before, int free, int until, int length) {
      return narrowest <= free
          && widest > before
          && latest > from
          && (shortest <= length || earliest <= until);
    }
  }

  /**
   * Takes in the jobs of {@code order}, and the prospects that are kept with their reservations.
   */
  void gather(OrderedSlots order, Reservations reservations) {
    size = order.size();
    if (size > slots.length) {
      grow();
    }
    for (int i = 0; i < size; i++) {
      int slot = order.slot(i);
      int start = reservations.start(slot);
      slots[i] = slot;
      starts[i] = start;
      if (start == Reservations.NONE || start == NEVER) {
        widths[i] = NEVER;
        seconds[i] = NEVER;
        prospects[i] = NONE;
      } else {
        widths[i] = reservations.processors(slot);
        seconds[i] = reservations.seconds(slot);
        prospects[i] = reservations.takeProspect(slot);
      }
    }
    for (int begin = 0; size > BLOCK && begin < size; begin += BLOCK) {
      bound(blocks[begin / BLOCK], begin, Math.min(size, begin + BLOCK));
    }
  }

  private void bound(Bounds block, int begin, int end) {
    int narrowest = NEVER;
    int widest = 0;
    int shortest = NEVER;
    int earliest = NEVER;
    int latest = 0;
    for (int i = begin; i < end; i++) {
      narrowest = Math.min(narrowest, widths[i]);
      widest = Math.max(widest, widths[i]);
      shortest = Math.min(shortest, seconds[i]);
      earliest = Math.min(earliest, starts[i]);
      latest = Math.max(latest, starts[i]);
    }
    block.narrowest = narrowest;
    block.widest = widest;
    block.shortest = shortest;
    block.earliest = earliest;
    block.latest = latest;
  }

  private void grow() {
    int count = 2 * (size / BLOCK + 1);
    slots = new int[count * BLOCK];
    starts = new int[count * BLOCK];
    widths = new int[count * BLOCK];
    seconds = new int[count * BLOCK];
    prospects = new int[count * BLOCK];
    int known = blocks.length;
    blocks = Arrays.copyOf(blocks, count);
    for (int i = known; i < count; i++) {
      blocks[i] = new Bounds();
    }
  }

  /** Leaves with the reservations which jobs still have prospects. */
  void keep(Reservations reservations) {
    for (int i = next(0); i < size; i = next(i + 1)) {
      reservations.setProspect(slots[i], prospects[i]);
    }
  }

  @Override
  public void open(int from, int before, int free, int until, int length) {
    if (size <= BLOCK) {
      open(0, size, from, before, free, until, length);
      return;
    }
    for (int begin = 0; begin < size; begin += BLOCK) {
      if (blocks[begin / BLOCK].mayGain(from, before, free, until, length)) {
        open(begin, Math.min(size, begin + BLOCK), from, before, free, until, length);
      }
    }
  }

  private void open(int begin, int end, int from, int before, int free, int until, int length) {
    for (int i = begin; i < end; i++) {
      int never = (free - widths[i]) | (widths[i] - before - 1) | (starts[i] - from - 1);
      int noHole = (never | (length - seconds[i])) >>> 31;
      int noSlide = (never | (until - starts[i])) >>> 31;
      prospects[i] &= noHole << 1 | noSlide;
    }
  }

  /** The next job from {@code i} on that has prospects, or the number of jobs. */
  int next(int i) {
    int at = i;
    while (at < size && prospects[at] == NONE) {
      at++;
    }
    return at;
  }

  /** Whether the job may do no more than slide. */
  boolean slides(int i) {
    return (prospects[i] & NO_HOLE) != 0;
  }

  int size() {
    return size;
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

  /** The job has its earliest start. */
  void settle(int i, int start) {
    starts[i] = start;
    prospects[i] = NONE;
    blocks[i / BLOCK].earliest = Math.min(blocks[i / BLOCK].earliest, start);
  }
}
