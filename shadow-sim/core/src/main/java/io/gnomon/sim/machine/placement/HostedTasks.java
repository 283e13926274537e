package io.gnomon.sim.machine.placement;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.Selection;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import org.jspecify.annotations.Nullable;

/**
 * How many tasks of a job a node can host, and what the job then holds there: by whole cores if
 * these are the unit of the machine's {@linkplain Machine#selection() selection}, and within its
 * memory if that is selected too. O(GPU types) for each answer, without allocation.
 */
final class HostedTasks {
  private final Selection selection;
  private final int types;
  private final int[] classCpus;
  private final int[] classMemory;
  private final int[] threadsPerCore;

  HostedTasks(Machine machine) {
    selection = machine.selection();
    types = machine.gpuTypes().size();
    int nodes = machine.nodes();
    classCpus = new int[nodes];
    classMemory = new int[nodes];
    threadsPerCore = new int[nodes];
    boolean unitIsCore = selection.unit() == AllocationUnit.CORE;
    for (int node = 0; node < nodes; node++) {
      NodeClass kind = machine.nodeClass(node);
      classCpus[node] = kind.cpus();
      classMemory[node] = kind.memory();
      threadsPerCore[node] = unitIsCore ? kind.threadsPerCore() : 1;
    }
  }

  /** The number of tasks that can start on a node. */
  int most(Shape shape, Shape.Option option, FreeResources free, int node) {
    int cpus = free.cpus(node);
    if (cpus < shape.cpusPerTask
        || !free.isUsable(node)
        || (option.exclusive && free.jobs(node) > 0)) {
      return 0;
    }
    int threads = threadsPerCore[node];
    int hosted = Math.min(shape.tasksPerNode, (cpus - cpus % threads) / shape.cpusPerTask);
    int memory = selection.memory() ? free.memory(node) : classMemory[node];
    if (option.memoryPerNode > 0) {
      if (memory < option.memoryPerNode) {
        return 0;
      }
    } else if (option.memoryPerCpu > 0) {
      hosted = withinMemory(shape, option, hosted, memory, threads, node);
    }
    return shape.needsGpus && !hasGpus(shape, free, node) ? 0 : hosted;
  }

  private int withinMemory(
      Shape shape, Shape.Option option, int hosted, int memory, int threads, int node) {
    int cpus = memory / option.memoryPerCpu;
    if (option.exclusive) {
      return cpus >= classCpus[node] ? hosted : 0;
    }
    return Math.min(hosted, (cpus - cpus % threads) / shape.cpusPerTask);
  }

  private boolean hasGpus(Shape shape, FreeResources free, int node) {
    int left = 0;
    for (int type = 0; type < types; type++) {
      int unclaimed = free.gpus(node, type) - shape.gpusPerNode[type];
      if (unclaimed < 0) {
        return false;
      }
      left += unclaimed;
    }
    return left >= shape.anyGpusPerNode;
  }

  private boolean hasGpusForJob(Shape shape, FreeResources free, int node) {
    int left = 0;
    for (int type = 0; type < types; type++) {
      int unclaimed = free.gpus(node, type) - shape.gpusPerJob[type];
      if (unclaimed < 0) {
        return false;
      }
      left += unclaimed;
    }
    return left >= shape.anyGpusPerJob;
  }

  /** Whether a node can host all tasks, with the GPUs of the whole job. */
  boolean all(Shape shape, Shape.Option option, FreeResources free, int node) {
    return most(shape, option, free, node) >= shape.tasks
        && (!shape.needsGpus || hasGpusForJob(shape, free, node));
  }

  /** The CPUs that some tasks hold on a node. */
  int cpus(Shape shape, Shape.Option option, int node, int tasks) {
    int threads = threadsPerCore[node];
    int wanted = tasks * shape.cpusPerTask;
    return option.exclusive ? classCpus[node] : (wanted + threads - 1) / threads * threads;
  }

  /** The memory that a job with {@code cpus} on a node holds there. */
  int memory(Shape.Option option, int cpus) {
    if (!selection.memory()) {
      return 0;
    }
    return option.memoryPerNode > 0 ? option.memoryPerNode : option.memoryPerCpu * cpus;
  }

  /** See {@link Placer#tasks}. */
  int tasks(Shape shape, int i, FreeResources free, int node) {
    int hosted = Math.min(shape.tasks, most(shape, shape.options[i], free, node));
    return shape.isForOneNode(i) && (hosted < shape.tasks || !hasGpusForJob(shape, free, node))
        ? 0
        : hosted;
  }

  /** See {@link Placer#leastTasks}. */
  int leastTasks(Shape shape, int i) {
    return shape.isForOneNode(i) ? shape.tasks : leastTasks(shape, shape.options[i]);
  }

  /** The fewest tasks on a node of a job that runs on as many nodes as it may. */
  private int leastTasks(Shape shape, Shape.Option option) {
    if (option.maxNodes > option.nodes.length) {
      return 1;
    }
    int most = 0;
    for (int node : option.nodes) {
      most = Math.max(most, Math.min(shape.tasksPerNode, classCpus[node] / shape.cpusPerTask));
    }
    return (int) Math.max(1, shape.tasks - (option.maxNodes - 1L) * most);
  }

  /** See {@link Placer#need}. */
  @Nullable NodeNeed need(Shape shape, int i, int node) {
    Shape.Option option = shape.options[i];
    boolean whole = shape.isForOneNode(i);
    int hosted = leastTasks(shape, i);
    int threads = threadsPerCore[node];
    long cpus = ((long) hosted * shape.cpusPerTask + threads - 1) / threads * threads;
    long memory = option.memoryPerNode;
    if (memory == 0) {
      memory = option.memoryPerCpu * (option.exclusive ? classCpus[node] : cpus);
    }
    if (!option.mayUse(node)
        || hosted > shape.tasksPerNode
        || cpus > classCpus[node]
        || memory > classMemory[node]) {
      return null;
    }
    int[] byType = new int[shape.needsGpus ? types : 0];
    int onNode = shape.anyGpusPerNode;
    int ofJob = whole ? shape.anyGpusPerJob : 0;
    for (int type = 0; type < byType.length; type++) {
      onNode += shape.gpusPerNode[type];
      ofJob += whole ? shape.gpusPerJob[type] : 0;
      byType[type] = Math.max(shape.gpusPerNode[type], whole ? shape.gpusPerJob[type] : 0);
    }
    return new NodeNeed(
        (int) cpus,
        selection.memory() ? (int) memory : 0,
        option.exclusive ? 0 : NodeNeed.ANY_JOBS,
        Math.max(onNode, ofJob),
        byType);
  }
}
