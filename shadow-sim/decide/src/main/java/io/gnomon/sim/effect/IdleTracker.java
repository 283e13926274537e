package io.gnomon.sim.effect;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.PartitionGroups;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.metric.IdleResources;
import io.gnomon.sim.metric.IdleResources.Resource;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures what was {@linkplain IdleResources idle while jobs waited} on a live cluster in the
 * latest {@value #WEEKS} weeks with waiting, by the partitions that share nodes. A job that may run
 * in several groups of partitions waits in each. What is free on nodes that take no jobs is not
 * idle. A pool of processors is one group, {@value #ALL}, without GPUs.
 *
 * <p>A change of a job costs O(its nodes and partitions), time O(groups), and {@link #follow}
 * O(active jobs + nodes). Not thread-safe.
 */
public final class IdleTracker implements Saved {
  /** How many weeks are kept. */
  public static final int WEEKS = 5;

  static final String ALL = "all";

  /** More groups are counted as one, so that time costs little. */
  private static final int MOST_GROUPS = 64;

  private final IdleResources measured = new IdleResources(WEEKS);
  private @Nullable PartitionGroups groups; // null for a pool of processors
  private @Nullable Waiting[] waiting = new Waiting[0]; // by slot
  private int[] idleCpus = new int[0]; // by node, as the following
  private int[] idleGpus = new int[0];
  private int[] allCpus = new int[0];
  private int[] allGpus = new int[0];
  private int idleProcessors;
  private int processors;

  /** Where a job waits, and for what. */
  private record Waiting(int[] groups, boolean gpus) {}

  /** What was counted of a resource; the earliest week first. */
  public List<IdleResources.Row> rows(Resource resource) {
    return measured.rows(resource);
  }

  /** Takes over a state, or one that has changed as a whole; the time before does not count. */
  public void follow(ClusterState state, long epochSecond) {
    Arrays.fill(waiting, null);
    groups = state.hasNodes() ? new PartitionGroups(state.nodes().machine()) : null;
    int nodes = state.hasNodes() ? state.nodes().machine().nodes() : 0;
    idleCpus = new int[nodes];
    idleGpus = new int[nodes];
    allCpus = new int[nodes];
    allGpus = new int[nodes];
    idleProcessors = 0;
    processors = 0;
    measured.begin(names());
    measured.skipTo(epochSecond);
    resized(state);
    state.forEachActive(slot -> changed(state, slot));
  }

  private List<String> names() {
    PartitionGroups of = groups;
    if (of == null) {
      return List.of(ALL);
    }
    List<String> names = new ArrayList<>();
    for (int group = 0; group < of.count() && group < MOST_GROUPS; group++) {
      names.add(of.name(group));
    }
    if (of.count() > MOST_GROUPS) {
      names.add(IdleResources.OTHERS);
    }
    return names;
  }

  /** Counts the time up to a second in which the state did not change. */
  public void advanceTo(long epochSecond) {
    measured.advanceTo(epochSecond);
  }

  /** Takes over that the capacity has changed, or the state of nodes. O(nodes). */
  public void resized(ClusterState state) {
    if (state.hasNodes()) {
      for (int node = 0; node < idleCpus.length; node++) {
        changedNode(state.nodes(), node);
      }
    } else {
      changedPool(state);
    }
  }

  /**
   * Takes over that the job in a slot has changed in any way, or has left.
   *
   * @param before what it held or was to hold again before, or null
   */
  public void changed(ClusterState state, int slot, @Nullable Placement before) {
    changed(state, slot);
    if (!state.hasNodes()) {
      changedPool(state);
      return;
    }
    changedNodes(state.nodes(), before);
    if (state.occupied(slot) && state.nodes().isPlaced(slot)) {
      changedNodes(state.nodes(), state.nodes().placement(slot));
    }
  }

  private void changed(ClusterState state, int slot) {
    if (slot >= waiting.length) {
      waiting = Arrays.copyOf(waiting, Math.max(slot + 1, 2 * waiting.length));
    }
    count(waiting[slot], -1);
    boolean waits = state.occupied(slot) && state.phase(slot) == JobPhase.WAITING;
    waiting[slot] = waits ? waiting(state, slot) : null;
    count(waiting[slot], 1);
  }

  private Waiting waiting(ClusterState state, int slot) {
    PartitionGroups of = groups;
    if (of == null) {
      return new Waiting(new int[1], false);
    }
    Shape shape = state.nodes().shape(slot);
    Request request = shape.request();
    int[] in = new int[shape.partitions()];
    Arrays.setAll(in, i -> Math.min(MOST_GROUPS, of.of(shape.partition(i))));
    return new Waiting(
        Arrays.stream(in).distinct().toArray(),
        !request.gpusPerNode().isEmpty() || !request.gpusPerJob().isEmpty());
  }

  private void count(@Nullable Waiting job, int change) {
    if (job != null) {
      for (int group : job.groups) {
        measured.waits(group, Resource.PROCESSORS, change);
        if (job.gpus) {
          measured.waits(group, Resource.GPUS, change);
        }
      }
    }
  }

  private void changedPool(ClusterState state) {
    int idle = Math.max(0, state.freeProcessors());
    measured.change(0, Resource.PROCESSORS, idle - idleProcessors, state.processors() - processors);
    idleProcessors = idle;
    processors = state.processors();
  }

  private void changedNodes(Nodes nodes, @Nullable Placement placement) {
    for (int i = 0; placement != null && i < placement.size(); i++) {
      changedNode(nodes, placement.node(i));
    }
  }

  private void changedNode(Nodes nodes, int node) {
    PartitionGroups of = groups;
    int group = of == null ? -1 : of.ofNode(node);
    if (group >= 0) {
      boolean open = nodes.takesJobs(node);
      int cpus = open ? Math.max(0, nodes.free().cpus(node)) : 0;
      int gpus = open ? Math.max(0, nodes.free().gpus(node)) : 0;
      int ofCpus = cpus + nodes.machine().nodeClass(node).cpus() - nodes.free().cpus(node);
      int ofGpus = gpus + nodes.machine().nodeClass(node).gpuCount() - nodes.free().gpus(node);
      int in = Math.min(MOST_GROUPS, group);
      measured.change(in, Resource.PROCESSORS, cpus - idleCpus[node], ofCpus - allCpus[node]);
      measured.change(in, Resource.GPUS, gpus - idleGpus[node], ofGpus - allGpus[node]);
      idleCpus[node] = cpus;
      idleGpus[node] = gpus;
      allCpus[node] = ofCpus;
      allGpus[node] = ofGpus;
    }
  }

  /** Lists what was counted and up to when; restore it after {@link #follow}. */
  @Override
  public void fields(Fields fields) {
    measured.fields(fields);
  }
}
