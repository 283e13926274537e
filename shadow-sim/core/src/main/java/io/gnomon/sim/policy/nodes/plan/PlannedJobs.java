package io.gnomon.sim.policy.nodes.plan;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.machine.placement.Placement;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The reservation of each waiting job by slot: its start and what it will hold, and whether it may
 * start earlier because something has become free before its start where it will run. The
 * reservations in each place are listed.
 */
final class PlannedJobs {
  /** The start of a job without a reservation. */
  static final int NONE = -1;

  private int[] starts = new int[0];
  private @Nullable Placement[] placements = new Placement[0];
  private @Nullable PlannedKind[] kinds = new PlannedKind[0];
  private boolean[] gains = new boolean[0];
  private final NodeGroups groups;
  private final int[][] residents;
  private final int[] counts;

  PlannedJobs(NodeGroups groups) {
    this.groups = groups;
    residents = new int[groups.size()][4];
    counts = new int[groups.size()];
  }

  /** A copy without the kinds, which the caller must set. */
  PlannedJobs copy() {
    PlannedJobs copy = new PlannedJobs(groups);
    copy.starts = starts.clone();
    copy.placements = placements.clone();
    copy.kinds = new PlannedKind[kinds.length];
    copy.gains = gains.clone();
    Arrays.setAll(copy.residents, place -> residents[place].clone());
    System.arraycopy(counts, 0, copy.counts, 0, counts.length);
    return copy;
  }

  /** Makes room for slots below {@code limit}. */
  void reach(int limit) {
    int known = starts.length;
    if (limit > known) {
      int length = Math.max(limit, 2 * known);
      starts = Arrays.copyOf(starts, length);
      Arrays.fill(starts, known, length, NONE);
      placements = Arrays.copyOf(placements, length);
      kinds = Arrays.copyOf(kinds, length);
      gains = Arrays.copyOf(gains, length);
    }
  }

  /** Removes the lists of places, to which jobs are then added again. */
  void clearPlaces() {
    Arrays.fill(counts, 0);
  }

  /** Reserves for a job; {@link io.gnomon.sim.policy.SchedulingPolicy#NEVER} if it cannot start. */
  void set(int slot, PlannedKind kind, int start, @Nullable Placement placement) {
    starts[slot] = start;
    kinds[slot] = kind;
    placements[slot] = placement;
    gains[slot] = false;
    if (placement != null) {
      list(slot, placement);
    }
  }

  private void list(int slot, Placement placement) {
    for (int i = 0, run; i < placement.size(); i += run) {
      run = groups.run(placement, i);
      int place = groups.placeOf(placement.node(i));
      if (counts[place] == residents[place].length) {
        residents[place] = Arrays.copyOf(residents[place], 2 * counts[place]);
      }
      residents[place][counts[place]++] = slot;
    }
  }

  /** Removes a job with its reservation. */
  void remove(int slot) {
    if (slot < starts.length) {
      unlist(slot);
      forget(slot);
    }
  }

  /** Removes a job from all but the lists of places. */
  void forget(int slot) {
    starts[slot] = NONE;
    placements[slot] = null;
    kinds[slot] = null;
  }

  /** Removes the job from the lists of places. */
  void unlist(int slot) {
    Placement placement = placements[slot];
    for (int i = 0, run; placement != null && i < placement.size(); i += run) {
      run = groups.run(placement, i);
      unlist(slot, groups.placeOf(placement.node(i)));
    }
  }

  private void unlist(int slot, int place) {
    int[] here = residents[place];
    for (int i = 0; i < counts[place]; i++) {
      if (here[i] == slot) {
        here[i] = here[--counts[place]];
        return;
      }
    }
  }

  /** Restores a reservation, whose kind is not known yet. */
  void restore(int slot, int start, @Nullable Placement placement) {
    starts[slot] = start;
    placements[slot] = placement;
  }

  int start(int slot) {
    return slot < starts.length ? starts[slot] : NONE;
  }

  @Nullable Placement placement(int slot) {
    return placements[slot];
  }

  /** What a job with a start will hold. */
  Placement placed(int slot) {
    Placement placement = placements[slot];
    if (placement == null) {
      throw new IllegalStateException("slot " + slot + " has no reservation");
    }
    return placement;
  }

  @Nullable PlannedKind kind(int slot) {
    return kinds[slot];
  }

  void setKind(int slot, @Nullable PlannedKind kind) {
    kinds[slot] = kind;
  }

  boolean gains(int slot) {
    return gains[slot];
  }

  void setGains(int slot, boolean whether) {
    gains[slot] = whether;
  }

  /**
   * Marks the jobs of a place that may start earlier after resources have become free there from
   * {@code from} to {@code to}.
   */
  void opened(NodeTimelines timelines, int place, int now, int from, int to) {
    int[] here = residents[place];
    for (int i = 0; i < counts[place]; i++) {
      int slot = here[i];
      int start = starts[slot];
      PlannedKind kind = kinds[slot];
      if (start > now
          && start != NEVER
          && !gains[slot]
          && kind != null
          && (!kind.isLocal() || kind.needs().at(place).length > 1 || (start > from && start <= to))
          && kind.meets(timelines, place, start - 1)) {
        gains[slot] = true;
      }
    }
  }
}
