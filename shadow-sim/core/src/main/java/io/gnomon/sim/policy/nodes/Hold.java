package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Resources that are kept from other jobs from {@code start} (inclusive) to {@code end}
 * (exclusive): those of a job with a reservation, or the nodes of a reservation of the machine.
 */
public final class Hold {
  private static final int[] NONE = {};
  private static final int OF_JOB = -1;

  private final int start;
  private final int end;
  private final @Nullable Placement placement;
  private final int[] nodes;
  private final int reservation;

  private Hold(int start, int end, @Nullable Placement placement, int[] nodes, int reservation) {
    this.start = start;
    this.end = end;
    this.placement = placement;
    this.nodes = nodes;
    this.reservation = reservation;
  }

  /** The reservation of a job for {@code seconds} from {@code start} on. */
  public static Hold of(Placement placement, int start, int seconds) {
    return new Hold(
        start, (int) Math.min(Integer.MAX_VALUE, (long) start + seconds), placement, NONE, OF_JOB);
  }

  /** The reservations of a machine that have not ended by {@code now}. */
  public static List<Hold> of(Machine machine, int now) {
    List<Hold> holds = new ArrayList<>();
    for (int i = 0; i < machine.reservations().size(); i++) {
      int start = machine.reservations().get(i).start();
      int end = machine.reservations().get(i).end();
      if (end > now) {
        holds.add(new Hold(start, end, null, machine.reservedNodes(i), i));
      }
    }
    return holds;
  }

  /** What is held from the jobs in a reservation: all but that reservation itself. */
  public static List<Hold> besides(List<Hold> holds, int reservation) {
    return reservation < 0
        ? holds
        : holds.stream().filter(hold -> hold.reservation != reservation).toList();
  }

  /** When it begins. */
  public int start() {
    return start;
  }

  /** When it ends. */
  public int end() {
    return end;
  }

  /** Whether it holds resources at some time from {@code from} (inclusive) to {@code to}. */
  public boolean overlaps(int from, long to) {
    return start < to && end > from;
  }

  /** The nodes of a reservation of the machine; empty for a job. Do not modify. */
  public int[] nodes() {
    return nodes;
  }

  /** Removes what it holds from what is free. */
  public void takeFrom(FreeResources free) {
    if (placement != null) {
      free.take(placement);
    }
    for (int node : nodes) {
      free.setUsable(node, false);
    }
  }
}
