package io.gnomon.sim.workload.model;

import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What applications request of one class of nodes.
 *
 * <ul>
 *   <li>Nodes with GPUs: the GPUs of a job are 1, 2, 4, 8 or 16 with the {@link #GPU_SHARES}, so
 *       that most jobs use one; jobs that need more than a node has get whole nodes. Half of the
 *       applications name the type. There is a task for each GPU, with 1, 2, 4, … CPUs up to twice
 *       those of a node for each GPU.
 *   <li>Nodes with much memory, see {@link NodeKind}: a job uses one node, and its memory is
 *       log-uniform from what no other node has, or from a quarter, up to the memory of the node,
 *       with 1, 2, 4, … CPUs.
 *   <li>Other nodes: the CPUs are a width of {@link LublinModel}. A job that needs several nodes
 *       requests whole nodes or, as often, tasks on any number of nodes; on one node it has tasks
 *       or, as often, one task with many CPUs.
 * </ul>
 *
 * <p>The memory per CPU is log-uniform from an eighth of the node's up to all of it, and for
 * {@value #HEAVY} of the applications on one node up to four times it. {@value #WITH_FEATURE} of
 * the applications name a feature of the nodes. Amounts of memory are 1 or 1.5 times a power of
 * two, so that different applications often have the same request. Runtimes are those of {@link
 * LublinModel} for the CPUs or GPUs. Immutable.
 */
final class RequestModel {
  /** The shares of jobs with 1, 2, 4, 8 and 16 GPUs. */
  static final double[] GPU_SHARES = {0.66, 0.14, 0.12, 0.06, 0.02};

  private static final double TYPED = 0.5;
  private static final double HEAVY = 0.1;
  private static final double WITH_FEATURE = 0.1;
  private static final double HALF = 0.5;

  private final NodeClass node;
  private final NodeKind kind;
  private final int nodes;
  private final int memory;
  private final int otherMemory;
  private final String gpuType;
  private final List<String> features;
  private final LublinModel model;

  /**
   * A request.
   *
   * @param builder without partitions
   * @param nodes the fewest nodes that it takes
   * @param held the nodes that it fills
   * @param runtime seconds
   */
  record Draw(Request.Builder builder, int nodes, double held, int runtime) {}

  /**
   * The requests for nodes of a class.
   *
   * @param nodes the most of them that a job may use
   * @param classes of the machine
   */
  RequestModel(NodeClass node, int nodes, List<NodeClass> classes) {
    this.node = node;
    this.nodes = nodes;
    double leanest =
        classes.stream()
            .filter(other -> other.gpuCount() == 0)
            .mapToDouble(NodeKind::memoryPerCpu)
            .min()
            .orElse(0);
    kind = NodeKind.of(node, leanest);
    memory = NodeKind.memory(node);
    otherMemory =
        classes.stream()
            .filter(other -> NodeKind.of(other, leanest) == NodeKind.CPU)
            .mapToInt(NodeKind::memory)
            .max()
            .orElse(0);
    gpuType =
        new TreeMap<>(node.gpus())
            .entrySet().stream()
                .max(Map.Entry.comparingByValue(Comparator.naturalOrder()))
                .map(Map.Entry::getKey)
                .orElse(Request.ANY_GPU);
    features = List.copyOf(new TreeSet<>(node.features()));
    model = new LublinModel(nodes * (kind == NodeKind.GPU ? node.gpuCount() : node.cpus()));
  }

  /** The kind of the nodes. */
  NodeKind kind() {
    return kind;
  }

  /** Draws a request. */
  Draw draw(SplittableRandom random) {
    Draw drawn =
        switch (kind) {
          case CPU -> forCpus(random);
          case MEMORY -> forMemory(random);
          case GPU -> forGpus(random);
        };
    if (!features.isEmpty() && random.nextDouble() < WITH_FEATURE) {
      drawn.builder().features(new Features.Has(features.get(index(features.size(), random))));
    }
    return drawn;
  }

  private Draw forCpus(SplittableRandom random) {
    int width = model.width(random);
    int runtime = model.runtime(width, random);
    int used = (width + node.cpus() - 1) / node.cpus();
    boolean first = random.nextDouble() < HALF;
    Request.Builder request = new Request.Builder();
    if (used == 1) {
      request.nodes(1, 1).tasks(first ? width : 1).cpusPerTask(first ? 1 : width);
    } else if (first) {
      request.nodes(used, used).tasksPerNode(node.cpus()).tasks(used * node.cpus());
    } else {
      request.tasks(width);
    }
    double cpus = used > 1 && first ? used * node.cpus() : width;
    boolean heavy = used == 1 && random.nextDouble() < HEAVY;
    int perCpu = memoryPerCpu(heavy, width, random);
    request.memoryPerCpu(perCpu);
    return new Draw(request, used, cpus * share(perCpu), runtime);
  }

  private Draw forMemory(SplittableRandom random) {
    int least = Math.max(otherMemory + 1, memory / 4);
    int rounded = round(logUniform(least, memory, random));
    int wanted = rounded < least ? memory : rounded;
    int cpus = 1 << index(32 - Integer.numberOfLeadingZeros(node.cpus()), random);
    Request.Builder request =
        new Request.Builder().nodes(1, 1).cpusPerTask(cpus).memoryPerNode(wanted);
    double held = Math.max((double) cpus / node.cpus(), (double) wanted / memory);
    return new Draw(request, 1, held, model.runtime(cpus, random));
  }

  private Draw forGpus(SplittableRandom random) {
    boolean typed = random.nextDouble() < TYPED;
    String type = typed ? gpuType : Request.ANY_GPU;
    int perNode = typed ? node.gpus().get(gpuType) : node.gpuCount();
    int gpus = Math.min(gpus(random), nodes * perNode);
    int runtime = model.runtime(gpus, random);
    int used = (gpus + perNode - 1) / perNode;
    int each = used == 1 ? gpus : perNode;
    int most = Math.max(1, Math.min(2 * node.cpus() / node.gpuCount(), node.cpus() / each));
    int cpus = 1 << index(32 - Integer.numberOfLeadingZeros(most), random);
    int perCpu = memoryPerCpu(false, each * cpus, random);
    Request.Builder request =
        new Request.Builder()
            .nodes(used, used)
            .tasksPerNode(each)
            .tasks(used * each)
            .cpusPerTask(cpus)
            .memoryPerCpu(perCpu)
            .gpusPerNode(Map.of(type, each));
    double held = Math.max((double) each / node.gpuCount(), each * cpus * share(perCpu));
    return new Draw(request, used, used * held, runtime);
  }

  private static int gpus(SplittableRandom random) {
    double left = random.nextDouble();
    int chosen = 0;
    while (chosen < GPU_SHARES.length - 1 && left >= GPU_SHARES[chosen]) {
      left -= GPU_SHARES[chosen++];
    }
    return 1 << chosen;
  }

  /** MiB for each CPU of a job that has {@code cpus} on a node; 0 if the node's are not known. */
  private int memoryPerCpu(boolean heavy, int cpus, SplittableRandom random) {
    double own = (double) memory / node.cpus();
    double wanted = logUniform(own / 8, heavy ? 4 * own : own, random);
    return memory == 0 ? 0 : round(Math.min(wanted, (double) memory / Math.min(cpus, node.cpus())));
  }

  /** The share of a node that a CPU with that memory takes. */
  private double share(int memoryPerCpu) {
    double ofMemory = memory == 0 ? 0 : (double) memoryPerCpu / memory;
    return Math.max(1.0 / node.cpus(), ofMemory);
  }

  private static double logUniform(double from, double to, SplittableRandom random) {
    return from * StrictMath.pow(to / from, random.nextDouble());
  }

  /** The largest 2^n or 1.5 * 2^n up to {@code amount}, at least 1. */
  private static int round(double amount) {
    int power = Integer.highestOneBit(Math.max(1, (int) amount));
    return power + power / 2 <= amount ? power + power / 2 : power;
  }

  private static int index(int size, SplittableRandom random) {
    return (int) (random.nextDouble() * size);
  }
}
