package io.gnomon.sim.limit;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.priority.fairshare.TresBilling;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The amounts of jobs by TRES, in the order of {@link LimitRules#tres()}. Immutable and
 * thread-safe; costs O(nodes of the job + TRES).
 */
public final class JobAmounts {
  private static final String BILLING = "billing";
  private static final String GPUS = "gres/gpu";
  private static final String GPUS_OF_TYPE = "gres/gpu:";

  private final LimitRules rules;
  private final List<String> tres;
  private final Machine machine;
  private final List<TresBilling> billing;

  /**
   * Creates the amounts of a machine's jobs.
   *
   * @param billing by number of the partition
   */
  public JobAmounts(LimitRules rules, Machine machine, List<TresBilling> billing) {
    this.rules = rules;
    tres = rules.tres();
    this.machine = machine;
    this.billing = List.copyOf(billing);
  }

  /** The amounts of the same machine's jobs under other limits. */
  public JobAmounts with(LimitRules others) {
    return new JobAmounts(others, machine, billing);
  }

  /** The limits for which they are counted. */
  public LimitRules rules() {
    return rules;
  }

  /** The machine of the jobs. */
  public Machine machine() {
    return machine;
  }

  /** What a job requests in a partition, on as few nodes as it allows. */
  public long[] requested(Request request, int number) {
    Partition partition = machine.partitions().get(number);
    long nodes = Math.max(request.minNodes(), partition.minNodes());
    long cpus = request.cpus();
    return amounts(
        number,
        name ->
            switch (name) {
              case "cpu" -> cpus;
              case "mem" -> memory(request, partition, nodes, cpus);
              case "node" -> nodes;
              default -> gpus(request, name, nodes) + licenses(request, name);
            });
  }

  private static long memory(Request request, Partition partition, long nodes, long cpus) {
    if (request.memoryPerNode() > 0) {
      return request.memoryPerNode() * nodes;
    }
    if (request.memoryPerCpu() == 0 && partition.defaultMemoryPerNode() > 0) {
      return partition.defaultMemoryPerNode() * nodes;
    }
    long perCpu =
        request.memoryPerCpu() > 0 ? request.memoryPerCpu() : partition.defaultMemoryPerCpu();
    return perCpu * cpus;
  }

  private static long gpus(Request request, String name, long nodes) {
    return nodes * gpus(request.gpusPerNode(), name) + gpus(request.gpusPerJob(), name);
  }

  private static long gpus(Map<String, Integer> byType, String name) {
    if (name.equals(GPUS)) {
      return byType.values().stream().mapToLong(Integer::longValue).sum();
    }
    return name.startsWith(GPUS_OF_TYPE)
        ? byType.getOrDefault(name.substring(GPUS_OF_TYPE.length()), 0)
        : 0;
  }

  /** What a job with that request holds. */
  public long[] held(Request request, Placement placement) {
    return amounts(placement.partition(), name -> held(request, placement, name));
  }

  /** What a job with that request is billed per second. */
  public double billed(Request request, Placement placement) {
    return billing.get(placement.partition()).of(name -> held(request, placement, name));
  }

  private long held(Request request, Placement placement, String name) {
    return switch (name) {
      case "cpu" -> placement.totalCpus();
      case "mem" -> placement.totalMemory();
      case "node" -> placement.size();
      case GPUS -> placement.totalGpus();
      default -> gpus(placement, name) + licenses(request, name);
    };
  }

  private long gpus(Placement placement, String name) {
    int type =
        name.startsWith(GPUS_OF_TYPE)
            ? machine.gpuTypes().indexOf(name.substring(GPUS_OF_TYPE.length()))
            : -1;
    long sum = 0;
    for (int i = 0; type >= 0 && i < placement.size(); i++) {
      sum += placement.gpus(i, type);
    }
    return sum;
  }

  private static long licenses(Request request, String name) {
    String prefix = LimitRules.license("");
    return name.startsWith(prefix)
        ? request.licenses().getOrDefault(name.substring(prefix.length()), 0)
        : 0;
  }

  private long[] amounts(int partition, ToLongFunction<String> amountOf) {
    long[] amounts = new long[tres.size()];
    for (int i = 0; i < amounts.length; i++) {
      String name = tres.get(i);
      amounts[i] =
          name.equals(BILLING)
              ? (long) billing.get(partition).of(amountOf::applyAsLong)
              : amountOf.applyAsLong(name);
    }
    return amounts;
  }
}
