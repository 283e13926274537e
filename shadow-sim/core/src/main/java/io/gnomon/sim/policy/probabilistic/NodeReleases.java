package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.nodes.Hold;
import java.util.Arrays;
import java.util.List;

/**
 * What becomes free for a head on nodes, in tasks of the head. On each node, events count in their
 * expected order: a task can start once the events up to the first after which it fits have all
 * happened. Tasks that wait for the same events, on whatever nodes, are released together; others
 * are treated as independent. On nodes of one CPU, a release is therefore that of one running job.
 *
 * <p>Limits of a head as a whole, such as GPUs for all of its nodes together, are not considered. A
 * node in a reservation of the machine that a head cannot use now counts from the end of that
 * reservation on.
 *
 * <p>Cost: a walk over the nodes of all running jobs.
 */
final class NodeReleases extends Releases {
  private static final int NONE = -1;

  private final ExpectedReleases events;
  private final Placer placer;
  private final FreeResources later;
  private final int[] tasks; // of the head by node, NONE if it cannot use the node
  private final int[] chainOf; // by node: the events that have happened there
  private final int[] reopening; // by node: the event before which reservations close it
  private int free;

  // chains of events, each with the one before its last event; chain 0 is empty
  private int[] before = new int[16];
  private int[] lastEvent = new int[16];
  private int[] released = new int[16]; // tasks
  private int[] next = new int[16]; // the last chain made from a chain
  private int chains;
  private long[] releasing = new long[16]; // chains that release tasks, by event
  private int count;
  private final double[][] happened = {new double[0], new double[0]}; // at two points, by chain
  private final int[] points = {NONE, NONE};

  NodeReleases(ExpectedReleases events, Placer placer, FreeResources like) {
    this.events = events;
    this.placer = placer;
    later = like.copy();
    int nodes = like.machine().nodes();
    tasks = new int[nodes];
    chainOf = new int[nodes];
    reopening = new int[nodes];
  }

  /**
   * Computes the releases for a head.
   *
   * @param i number of the partition of its shape in which it is expected to start
   * @param until the end of the head if it started now
   * @param now what is free now
   */
  void compute(Nodes nodes, Shape head, int i, long until, FreeResources now) {
    later.set(now);
    close(head, until);
    chains = 0;
    chain(NONE, NONE);
    Arrays.fill(tasks, NONE);
    free = 0;
    int least = placer.leastTasks(head, i);
    for (int node : head.nodes(i)) {
      tasks[node] = tasks(head, i, node, least);
      chainOf[node] = 0;
      free += tasks[node];
    }
    for (int k = 0; k < events.count(); k++) {
      int event = events.event(k);
      if (events.isJob(event)) {
        Placement placement = nodes.placement(events.slot(event));
        later.give(placement);
        for (int n = 0; n < placement.size(); n++) {
          happens(event, head, i, placement.node(n), least);
        }
      } else {
        for (int node : events.reservation(event).nodes()) {
          if (reopening[node] == event) {
            later.setUsable(node, nodes.takesJobs(node));
            happens(event, head, i, node, least);
          }
        }
      }
    }
    collect();
  }

  /** Closes the nodes of reservations that the head cannot use now. */
  private void close(Shape head, long until) {
    Arrays.fill(reopening, NONE);
    List<Hold> reservations = events.reservations();
    for (int r = 0; r < reservations.size(); r++) {
      if (reservations.get(r).start() < until) {
        for (int node : reservations.get(r).nodes()) {
          later.setUsable(node, false);
          int known = reopening[node];
          if (known == NONE || events.reservation(known).end() < reservations.get(r).end()) {
            reopening[node] = events.endOf(r);
          }
        }
      }
    }
  }

  private int tasks(Shape head, int i, int node, int least) {
    int hosted = placer.tasks(head, i, later, node);
    return hosted < least ? 0 : hosted;
  }

  private void happens(int event, Shape head, int i, int node, int least) {
    if (tasks[node] == NONE) {
      return;
    }
    int chain = chainOf[node];
    int after = next[chain];
    if (after == NONE || lastEvent[after] != event) {
      after = chain(chain, event);
      next[chain] = after;
    }
    chainOf[node] = after;
    int hosted = tasks(head, i, node, least);
    if (hosted > tasks[node]) {
      released[after] += hosted - tasks[node];
      tasks[node] = hosted;
    }
  }

  private int chain(int parent, int event) {
    if (chains == before.length) {
      before = Arrays.copyOf(before, 2 * chains);
      lastEvent = Arrays.copyOf(lastEvent, 2 * chains);
      released = Arrays.copyOf(released, 2 * chains);
      next = Arrays.copyOf(next, 2 * chains);
    }
    before[chains] = parent;
    lastEvent[chains] = event;
    released[chains] = 0;
    next[chains] = NONE;
    return chains++;
  }

  /** Collects the chains that release tasks, in the order of the events' numbers. */
  private void collect() {
    if (releasing.length < chains) {
      releasing = new long[2 * chains];
    }
    count = 0;
    for (int chain = 1; chain < chains; chain++) {
      if (released[chain] > 0) {
        releasing[count++] = (long) lastEvent[chain] << 32 | chain;
      }
    }
    Arrays.sort(releasing, 0, count);
    Arrays.fill(points, NONE);
    findUnit();
  }

  /** The tasks that can start now. */
  int free() {
    return free;
  }

  /** Whether as much is released after the same events. */
  boolean isSame(NodeReleases other) {
    if (count != other.count) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      if (amount(i) != other.amount(i)
          || !waitsForSame((int) releasing[i], other, (int) other.releasing[i])) {
        return false;
      }
    }
    return true;
  }

  private boolean waitsForSame(int chain, NodeReleases other, int others) {
    int mine = chain;
    int its = others;
    while (mine != 0 && its != 0 && lastEvent[mine] == other.lastEvent[its]) {
      mine = before[mine];
      its = other.before[its];
    }
    return mine == 0 && its == 0;
  }

  @Override
  int count() {
    return count;
  }

  @Override
  int amount(int i) {
    return released[(int) releasing[i]];
  }

  @Override
  double happened(int i, int point) {
    int row = point & 1;
    if (points[row] != point) {
      points[row] = point;
      computeHappened(row, point);
    }
    return happened[row][(int) releasing[i]];
  }

  /** The probability of each chain, as if its events were independent. */
  private void computeHappened(int row, int point) {
    if (happened[row].length < chains) {
      happened[row] = new double[2 * chains];
    }
    double[] all = happened[row];
    all[0] = 1;
    for (int chain = 1; chain < chains; chain++) {
      double earlier = all[before[chain]];
      all[chain] = earlier == 0 ? 0 : earlier * events.happened(lastEvent[chain], point);
    }
  }
}
