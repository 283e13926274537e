package io.gnomon.sim.machine.placement;

import io.gnomon.sim.machine.Machine;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The default rules of Slurm's {@code select/cons_tres}: nodes with the smallest weight first, and
 * among those the ones on which the fewest CPUs are free but suffice.
 *
 * <p>A job that fits on one node gets one node. Otherwise nodes are added in the order of weight
 * and then of the tasks that they can host, most first, until all tasks have a place; if that takes
 * more nodes than the job accepts, the nodes that can host most are used regardless of weight.
 * Tasks fill a node before the next one is used. If that suffices, only nodes are used that have
 * room for an equal part of the tasks on as many nodes as the job may have or, without such a
 * limit, for all tasks that it may have on a node.
 *
 * <p>If the machine {@linkplain Machine#placesBySwitch() has switches}, all nodes of a job are
 * below one top switch. Nodes come in the order of {@link LeafSwitches}, and on one leaf switch by
 * number rather than by what is free; a job that accepts several nodes may get several, also if one
 * would do.
 *
 * <p>Source: manuals of slurm.conf ({@code SelectTypeParameters}, {@code Weight}) and
 * topology.conf. Cost: O(nodes that the shape can use) for a job on one node, with a sort of those
 * that are free for others.
 */
public final class ConsTres implements Placer {
  private static final int[] NO_GPUS = {};
  private static final int LAST = 1 << 30;

  private final HostedTasks hosts;
  private final boolean spreads;
  private final int types;
  private final int[] weights;
  private final @Nullable LeafSwitches switches;

  private @Nullable FreeResources freeNow; // while nodes for a later start are chosen

  // the nodes chosen last
  private int[] chosen = new int[16];
  private int[] tasks = new int[16];
  private int count;

  // candidates for jobs on several nodes
  private int[] candidates = new int[16];
  private int[] order = new int[16];
  private long[] ranked = new long[16];
  private final int[] capacities;
  private final int[] onLeaf; // by leaf switch, candidates for jobs on one node
  private final int[] firstOnLeaf;

  // GPUs of the whole job that it still needs while nodes are chosen
  private final int[] jobGpus;
  private int anyJobGpus;

  /** Rules for {@code machine}, with its {@link Machine#selection()}. */
  public ConsTres(Machine machine) {
    hosts = new HostedTasks(machine);
    spreads = machine.selection().spread();
    types = machine.gpuTypes().size();
    weights = new int[machine.nodes()];
    for (int node = 0; node < weights.length; node++) {
      weights[node] = machine.nodeClass(node).weight();
    }
    capacities = new int[weights.length];
    jobGpus = new int[types];
    switches = machine.placesBySwitch() ? new LeafSwitches(machine, weights) : null;
    onLeaf = new int[machine.topology().size()];
    firstOnLeaf = new int[onLeaf.length];
  }

  @Override
  public boolean fits(Shape shape, FreeResources free) {
    for (Shape.Option option : shape.options) {
      if (switches != null && shape.isForOneNode(option)
          ? hasNode(shape, option, free)
          : chooses(shape, option, free)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public @Nullable Placement place(Shape shape, FreeResources free, boolean[] closed) {
    int option = option(shape, free, closed);
    return option < 0 ? null : placement(shape, shape.options[option], free);
  }

  @Override
  public @Nullable Placement reserve(Shape shape, FreeResources free, FreeResources now) {
    freeNow = now;
    try {
      return place(shape, free, ALL_OPEN);
    } finally {
      freeNow = null;
    }
  }

  @Override
  public boolean mayFitWith(Shape shape, FreeResources free, int node) {
    for (Shape.Option option : shape.options) {
      if (option.mayUse(node)) {
        int hosted = hosts.most(shape, option, free, node);
        if (hosted >= shape.tasks || (hosted > 0 && option.maxNodes > 1)) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public @Nullable NodeNeed need(Shape shape, int i, int node) {
    return hosts.need(shape, i, node);
  }

  @Override
  public int tasks(Shape shape, int i, FreeResources free, int node) {
    return hosts.tasks(shape, i, free, node);
  }

  @Override
  public int leastTasks(Shape shape, int i) {
    return hosts.leastTasks(shape, i);
  }

  /** The first option in which the shape fits, with its nodes in {@link #chosen}; -1 for none. */
  private int option(Shape shape, FreeResources free, boolean[] closed) {
    for (int i = 0; i < shape.options.length; i++) {
      Shape.Option option = shape.options[i];
      boolean open = option.partition >= closed.length || !closed[option.partition];
      if (open && chooses(shape, option, free)) {
        return i;
      }
    }
    return -1;
  }

  private boolean chooses(Shape shape, Shape.Option option, FreeResources free) {
    if (switches != null) {
      return (!shape.isForOneNode(option) && choosesSeveral(shape, option, free))
          || (option.minNodes == 1 && choosesOnLeaf(switches, shape, option, free));
    }
    return (option.minNodes == 1 && choosesOne(shape, option, free))
        || (option.maxNodes > 1 && choosesSeveral(shape, option, free));
  }

  /** Whether a node has as much free now as it will have when a reserved job starts. */
  private boolean gainsNothing(FreeResources free, int node) {
    return freeNow != null && freeNow.cpus(node) >= free.cpus(node);
  }

  private boolean hasNode(Shape shape, Shape.Option option, FreeResources free) {
    for (int node : option.nodes) {
      if (hosts.all(shape, option, free, node)) {
        return true;
      }
    }
    return false;
  }

  /** Of the nodes with the smallest weight, the first on the leaf switch with the fewest. */
  private boolean choosesOnLeaf(
      LeafSwitches by, Shape shape, Shape.Option option, FreeResources free) {
    Arrays.fill(onLeaf, 0);
    int leaf = -1;
    int weight = 0;
    for (int node : option.nodes) {
      if (leaf >= 0 && weights[node] > weight) {
        break;
      }
      if (hosts.all(shape, option, free, node)) {
        leaf = by.leafOf(node);
        weight = weights[node];
        if (onLeaf[leaf]++ == 0
            || (gainsNothing(free, firstOnLeaf[leaf]) && !gainsNothing(free, node))) {
          firstOnLeaf[leaf] = node;
        }
      }
    }
    if (leaf < 0) {
      return false;
    }
    for (int other = 0; other < onLeaf.length; other++) {
      if (onLeaf[other] > 0
          && (onLeaf[other] < onLeaf[leaf] || (onLeaf[other] == onLeaf[leaf] && other < leaf))) {
        leaf = other;
      }
    }
    chosen[0] = firstOnLeaf[leaf];
    tasks[0] = shape.tasks;
    count = 1;
    return true;
  }

  private boolean choosesOne(Shape shape, Shape.Option option, FreeResources free) {
    int best = -1;
    int bestRank = 0;
    for (int node : option.nodes) {
      if (best >= 0 && weights[node] > weights[best]) {
        break;
      }
      int cpus = spreads ? -free.cpus(node) : free.cpus(node);
      int rank = gainsNothing(free, node) ? cpus + LAST : cpus;
      if ((best < 0 || rank < bestRank) && hosts.all(shape, option, free, node)) {
        best = node;
        bestRank = rank;
      }
    }
    if (best < 0) {
      return false;
    }
    chosen[0] = best;
    tasks[0] = shape.tasks;
    count = 1;
    return true;
  }

  private boolean choosesSeveral(Shape shape, Shape.Option option, FreeResources free) {
    return choosesSeveral(shape, option, free, shape.fullTasks)
        || (shape.fullTasks > 1 && choosesSeveral(shape, option, free, 1));
  }

  /** Chooses among the nodes that have room for {@code least} tasks. */
  private boolean choosesSeveral(Shape shape, Shape.Option option, FreeResources free, int least) {
    if (ranked.length < option.nodes.length) {
      ranked = new long[option.nodes.length];
      candidates = new int[option.nodes.length];
      order = new int[option.nodes.length];
    }
    int found = 0;
    long most = 0;
    for (int node : option.nodes) {
      int capacity = hosts.most(shape, option, free, node);
      if (capacity >= least && (shape.anyGpusPerJob == 0 || free.gpus(node) > 0)) {
        capacities[node] = Math.min(capacity, shape.tasks);
        most += capacities[node];
        candidates[found++] = node;
      }
    }
    if (found < option.minNodes || most < shape.tasks) {
      return false;
    }
    if (switches == null) {
      return fills(shape, option, free, found);
    }
    for (int tree = 0; tree < switches.size(); tree++) {
      if (switches.isTree(tree) && fillsTree(switches, tree, shape, option, free, found)) {
        return true;
      }
    }
    return false;
  }

  /** Takes candidates below the switch {@code tree}, in the order of leaf switches if it can. */
  private boolean fillsTree(
      LeafSwitches by, int tree, Shape shape, Shape.Option option, FreeResources free, int found) {
    int inTree = 0;
    long most = 0;
    for (int i = 0; i < found; i++) {
      int node = candidates[i];
      if (by.tree(node) == tree) {
        candidates[i] = candidates[inTree];
        candidates[inTree++] = node;
        most += capacities[node];
      }
    }
    if (inTree < option.minNodes || most < shape.tasks) {
      return false;
    }
    for (int i = 0; i < inTree; i++) {
      ranked[i] = rank(free, candidates[i], Math.min(weights[candidates[i]], 0x3fffff), 0);
    }
    sortInto(order, inTree);
    int usable = by.order(order, inTree, capacities, option.minNodes, shape.tasks);
    return takes(shape, option, free, usable) || fills(shape, option, free, inTree);
  }

  /** Takes candidates in the order of what they can host, by weight or else regardless of it. */
  private boolean fills(Shape shape, Shape.Option option, FreeResources free, int found) {
    for (boolean byWeight : new boolean[] {true, false}) {
      for (int i = 0; i < found; i++) {
        int node = candidates[i];
        int unused = 0xfffff - Math.min(capacities[node], 0xfffff);
        ranked[i] =
            byWeight
                ? rank(free, node, Math.min(weights[node], 0x3fffff), unused)
                : rank(free, node, unused, 0);
      }
      sortInto(order, found);
      if (takes(shape, option, free, found)) {
        return true;
      }
    }
    return false;
  }

  /** Nodes that gain nothing come last among those that are equally {@code good}. */
  private long rank(FreeResources free, int node, long good, long unused) {
    long last = gainsNothing(free, node) ? 1 : 0;
    return good << 41 | last << 40 | unused << 20 | node;
  }

  private void sortInto(int[] nodes, int found) {
    Arrays.sort(ranked, 0, found);
    for (int i = 0; i < found; i++) {
      nodes[i] = (int) ranked[i] & 0xfffff;
    }
  }

  /** Takes nodes in {@link #order} until the job is complete. */
  private boolean takes(Shape shape, Shape.Option option, FreeResources free, int found) {
    int left = shape.tasks;
    int gpusLeft = startGpus(shape);
    count = 0;
    for (int i = 0; i < found && count < option.maxNodes; i++) {
      int node = order[i];
      int others = Math.max(0, option.minNodes - count - 1); // each needs at least one task
      choose(node, Math.max(1, Math.min(capacities[node], left - others)));
      left -= tasks[count - 1];
      gpusLeft = gpusLeft == 0 ? 0 : gpusLeftBeside(shape, free, node);
      if (left <= 0 && gpusLeft == 0 && count >= option.minNodes) {
        return true;
      }
    }
    return false;
  }

  private int startGpus(Shape shape) {
    int sum = shape.anyGpusPerJob;
    for (int type = 0; type < types; type++) {
      jobGpus[type] = shape.gpusPerJob[type];
      sum += jobGpus[type];
    }
    anyJobGpus = shape.anyGpusPerJob;
    return sum;
  }

  /** The GPUs that the job still needs in all after it has also taken those of {@code node}. */
  private int gpusLeftBeside(Shape shape, FreeResources free, int node) {
    int unclaimed = -shape.anyGpusPerNode;
    int left = 0;
    for (int type = 0; type < types; type++) {
      int available = free.gpus(node, type) - shape.gpusPerNode[type];
      int taken = Math.min(jobGpus[type], available);
      jobGpus[type] -= taken;
      left += jobGpus[type];
      unclaimed += available - taken;
    }
    anyJobGpus = Math.max(0, anyJobGpus - Math.max(0, unclaimed));
    return left + anyJobGpus;
  }

  private void choose(int node, int hosted) {
    if (count == chosen.length) {
      chosen = Arrays.copyOf(chosen, 2 * count);
      tasks = Arrays.copyOf(tasks, 2 * count);
    }
    chosen[count] = node;
    tasks[count++] = hosted;
  }

  private Placement placement(Shape shape, Shape.Option option, FreeResources free) {
    int[] nodes = Arrays.copyOf(chosen, count);
    int[] cpus = new int[count];
    int[] memory = new int[count];
    int[] gpus =
        shape.needsGpus || (option.exclusive && types > 0) ? new int[count * types] : NO_GPUS;
    int[] typedLeft = shape.gpusPerJob.clone();
    int anyLeft = shape.anyGpusPerJob;
    for (int i = 0; i < count; i++) {
      int node = nodes[i];
      cpus[i] = hosts.cpus(shape, option, node, tasks[i]);
      memory[i] = hosts.memory(option, cpus[i]);
      if (gpus.length > 0) {
        if (option.exclusive) {
          for (int type = 0; type < types; type++) {
            gpus[i * types + type] = free.gpus(node, type);
          }
        } else {
          anyLeft -= takeGpus(shape, free, node, gpus, i * types, typedLeft, anyLeft);
        }
      }
    }
    return new Placement(option.partition, nodes, cpus, memory, gpus);
  }

  /** Takes the GPUs of one node; returns how many of the job's GPUs of any type it has taken. */
  private int takeGpus(
      Shape shape, FreeResources free, int node, int[] gpus, int at, int[] typedLeft, int anyLeft) {
    int any = shape.anyGpusPerNode;
    int anyOfJob = anyLeft;
    for (int type = 0; type < types; type++) {
      int available = free.gpus(node, type);
      int typed = shape.gpusPerNode[type];
      int ofJob = Math.min(typedLeft[type], available - typed);
      typedLeft[type] -= ofJob;
      int other = Math.min(any, available - typed - ofJob);
      any -= other;
      int otherOfJob = Math.min(anyOfJob, available - typed - ofJob - other);
      anyOfJob -= otherOfJob;
      gpus[at + type] = typed + ofJob + other + otherOfJob;
    }
    return anyLeft - anyOfJob;
  }
}
