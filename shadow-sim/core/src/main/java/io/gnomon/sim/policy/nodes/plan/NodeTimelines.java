package io.gnomon.sim.policy.nodes.plan;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * What is free in each place of a cluster over time, beside running jobs, reservations of the
 * machine and the reservations of waiting jobs.
 */
final class NodeTimelines {
  private static final int CLOSED = 1 << 24; // CPUs taken from a node that takes no jobs

  private final NodeGroups groups;
  private final FreeResources idle;
  private final Timeline[] timelines;
  private final int[] versions;
  private final FreeResources window; // only the places shown are usable
  private final int[] least;
  private final int[] gpus;
  private final int[] noGpus;
  private int[] shown = new int[16];
  private int shownCount;

  NodeTimelines(Machine machine) {
    this(machine, new NodeGroups(machine, true, false));
  }

  /** Timelines of these places of the machine. */
  NodeTimelines(Machine machine, NodeGroups groups) {
    this(groups, new FreeResources(machine));
    int types = machine.gpuTypes().size();
    Arrays.setAll(timelines, place -> new Timeline(types));
  }

  private NodeTimelines(NodeGroups groups, FreeResources idle) {
    this.groups = groups;
    this.idle = idle;
    timelines = new Timeline[groups.size()];
    versions = new int[groups.size()];
    window = idle.copy();
    int types = idle.machine().gpuTypes().size();
    least = new int[3 + types];
    gpus = new int[types];
    noGpus = new int[types];
    for (int node = 0; node < idle.machine().nodes(); node++) {
      window.setUsable(node, false);
    }
  }

  NodeTimelines copy() {
    NodeTimelines copy = new NodeTimelines(groups, idle);
    Arrays.setAll(copy.timelines, place -> timelines[place].copy());
    System.arraycopy(versions, 0, copy.versions, 0, versions.length);
    return copy;
  }

  /** Copies the steps of {@code other}, of the same machine, into this. */
  void set(NodeTimelines other) {
    for (int place = 0; place < timelines.length; place++) {
      timelines[place].set(other.timelines[place]);
      versions[place]++;
    }
  }

  NodeGroups groups() {
    return groups;
  }

  Timeline at(int place) {
    return timelines[place];
  }

  /** A number that changes when resources of a place are {@linkplain #take taken}. */
  int version(int place) {
    return versions[place];
  }

  /** Starts anew with the running jobs and the reservations of the machine. */
  void reset(ClusterState state) {
    RunningSet running = state.running();
    int next = state.now() + 1;
    reset(state, i -> Math.max(running.end(i), next));
  }

  /**
   * Starts anew with the running jobs and the reservations of the machine.
   *
   * @param ends the expected end of the {@code i}-th running job, after now; ascending
   */
  void reset(ClusterState state, IntUnaryOperator ends) {
    Nodes nodes = state.nodes();
    int now = state.now();
    FreeResources free = nodes.free();
    for (int place = 0; place < timelines.length; place++) {
      int[] members = groups.nodes(place);
      int first = members[0];
      versions[place]++;
      if (groups.isCounted(place)) {
        int unused = 0;
        for (int node : members) {
          unused += nodes.takesJobs(node) ? 1 - free.jobs(node) : 0;
        }
        timelines[place].reset(now, unused, 0, 0, noGpus);
      } else {
        for (int type = 0; type < gpus.length; type++) {
          gpus[type] = free.gpus(first, type);
        }
        int cpus = free.cpus(first) - (nodes.takesJobs(first) ? 0 : CLOSED);
        timelines[place].reset(now, cpus, free.memory(first), free.jobs(first), gpus);
      }
    }
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      release(nodes, nodes.placement(running.slot(i)), ends.applyAsInt(i));
    }
    close(nodes.machine(), now);
  }

  private void release(Nodes nodes, Placement placement, int end) {
    for (int i = 0; i < placement.size(); i++) {
      int node = placement.node(i);
      int place = groups.placeOf(node);
      readGpus(placement, i);
      boolean isUp = nodes.takesJobs(node);
      release(placement, i, place, isUp, end);
      for (int copy : groups.copies(place)) {
        release(placement, i, copy, isUp, end);
      }
    }
  }

  private void release(Placement placement, int i, int place, boolean isUp, int end) {
    if (!groups.isCounted(place)) {
      timelines[place].release(end, placement.cpus(i), placement.memory(i), 1, gpus);
    } else if (isUp) {
      timelines[place].release(end, 1, 0, 0, noGpus);
    }
  }

  private void readGpus(Placement placement, int i) {
    for (int type = 0; type < gpus.length; type++) {
      gpus[type] = placement.gpus(i, type);
    }
  }

  /** Keeps all jobs off the nodes of a placement. */
  void close(Placement placement, int from, int to) {
    for (int i = 0, run; i < placement.size(); i += run) {
      run = groups.run(placement, i);
      int place = groups.placeOf(placement.node(i));
      int cpus = groups.isCounted(place) ? run : CLOSED;
      close(place, from, to, cpus);
      versions[place]++;
      for (int copy : groups.copies(place)) {
        close(copy, from, to, cpus);
        versions[copy]++;
      }
    }
  }

  private void close(Machine machine, int now) {
    for (int i = 0; i < machine.reservations().size(); i++) {
      int from = Math.max(now, machine.reservations().get(i).start());
      int to = machine.reservations().get(i).end();
      for (int place : groups.placesOf(machine.reservedNodes(i))) {
        if (to > from) {
          close(place, from, to, CLOSED);
          for (int copy : groups.copies(place)) {
            if (groups.isClosedBy(i, copy)) {
              close(copy, from, to, CLOSED);
            }
          }
        }
      }
    }
  }

  private void close(int place, int from, int to, int cpus) {
    timelines[place].add(from, to, cpus, 0, 0, gpus, gpus.length, -1);
  }

  /** Gives back what a running job holds. */
  void ended(Nodes nodes, int slot, int from, int to) {
    addRunning(nodes, slot, from, to, 1);
  }

  /** Takes again what has just been given back for a running job. */
  void undoEnded(Nodes nodes, int slot, int from, int to) {
    addRunning(nodes, slot, from, to, -1);
  }

  private void addRunning(Nodes nodes, int slot, int from, int to, int sign) {
    Placement placement = nodes.placement(slot);
    for (int i = 0; i < placement.size(); i++) {
      int node = placement.node(i);
      if (!groups.isCounted(groups.placeOf(node)) || nodes.takesJobs(node)) {
        add(placement, i, 1, from, to, sign);
      }
    }
  }

  /** Takes resources for a reservation. */
  void take(Placement placement, int from, int to) {
    undoGive(placement, from, to);
    for (int i = 0; i < placement.size(); i++) {
      int place = groups.placeOf(placement.node(i));
      versions[place]++;
      for (int copy : groups.copies(place)) {
        versions[copy]++;
      }
    }
  }

  /** Gives back the resources of a reservation. */
  void give(Placement placement, int from, int to) {
    for (int i = 0, run; i < placement.size(); i += run) {
      run = groups.run(placement, i);
      add(placement, i, run, from, to, 1);
    }
  }

  /** Takes again what has just been given back. */
  void undoGive(Placement placement, int from, int to) {
    for (int i = 0, run; i < placement.size(); i += run) {
      run = groups.run(placement, i);
      add(placement, i, run, from, to, -1);
    }
  }

  private void add(Placement placement, int i, int run, int from, int to, int sign) {
    int place = groups.placeOf(placement.node(i));
    readGpus(placement, i);
    add(placement, i, run, place, from, to, sign);
    for (int copy : groups.copies(place)) {
      add(placement, i, run, copy, from, to, sign);
    }
  }

  private void add(Placement placement, int i, int run, int place, int from, int to, int sign) {
    if (groups.isCounted(place)) {
      timelines[place].add(from, to, run, 0, 0, gpus, gpus.length, sign);
      return;
    }
    timelines[place].add(from, to, placement.cpus(i), placement.memory(i), -1, gpus, 0, sign);
  }

  /** Forgets the past. */
  void moveTo(int now) {
    for (Timeline timeline : timelines) {
      timeline.moveTo(now);
    }
  }

  /** Whether the resources are free from {@code from} to {@code to}. */
  boolean fits(Placement placement, int from, int to) {
    for (int i = 0, run; i < placement.size(); i += run) {
      run = groups.run(placement, i);
      int place = groups.placeOf(placement.node(i));
      timelines[place].read(from, to, least);
      if (groups.isCounted(place)) {
        if (least[0] < run) {
          return false;
        }
      } else if (least[0] < placement.cpus(i) || least[1] < placement.memory(i)) {
        return false;
      }
      for (int type = 0; type < gpus.length && !groups.isCounted(place); type++) {
        if (least[3 + type] < placement.gpus(i, type)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Shows what is free in a place from {@code from} to {@code to} in the {@link #window}. */
  void show(int place, int from, int to) {
    int[] nodes = groups.nodes(place);
    if (groups.isCounted(place)) {
      int free = Math.min(nodes.length, timelines[place].leastCpus(from, to));
      for (int i = 0; i < free; i++) {
        window.setToLesser(nodes[i], idle, idle);
        shown(nodes[i]);
      }
    } else {
      timelines[place].read(from, to, least);
      window.set(nodes[0], least[0], least[1], least[2], least, 3);
      window.setUsable(nodes[0], true);
      shown(nodes[0]);
    }
  }

  private void shown(int node) {
    if (shownCount == shown.length) {
      shown = Arrays.copyOf(shown, 2 * shownCount);
    }
    shown[shownCount++] = node;
  }

  /** The places shown since it was last cleared; the nodes of others are not usable. */
  FreeResources window() {
    return window;
  }

  /** Clears the window. */
  void clearWindow() {
    while (shownCount > 0) {
      window.setUsable(shown[--shownCount], false);
    }
  }

  /** The end of a reservation. */
  static int end(int start, int seconds) {
    return (int) Math.min(NEVER - 1L, (long) start + seconds);
  }
}
