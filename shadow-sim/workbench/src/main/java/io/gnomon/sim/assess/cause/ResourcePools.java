package io.gnomon.sim.assess.cause;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.workload.JobLog;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Partitions that share nodes, or jobs, as one pool of CPUs and GPUs each; one pool for a machine
 * without nodes. Immutable.
 */
final class ResourcePools {
  private final int[] ofJob;
  private final int[] gpusOfJob;
  private final long[] cpus;
  private final long[] gpus;
  private final String[] names;

  ResourcePools(SimulatedSite setup) {
    JobLog log = setup.log();
    SlurmDefinitions site = setup.slurm();
    ofJob = new int[log.size()];
    gpusOfJob = new int[log.size()];
    if (site == null) {
      cpus = new long[] {setup.processors()};
      gpus = new long[] {0};
      names = new String[] {""};
      return;
    }
    Machine machine = site.machine();
    int partitions = Math.max(1, machine.partitions().size());
    int[] pool = new int[partitions];
    Arrays.setAll(pool, number -> number);
    int[] first = new int[machine.nodes()];
    Arrays.fill(first, -1);
    for (int number = 0; number < machine.partitions().size(); number++) {
      for (int node : machine.nodesOf(number)) {
        if (first[node] < 0) {
          first[node] = number;
        } else {
          join(pool, first[node], number);
        }
      }
    }
    for (int job = 0; job < log.size(); job++) {
      Request request = log.request(job);
      int[] among = partitions(machine, request);
      for (int other : among) {
        join(pool, among[0], other);
      }
      ofJob[job] = among.length == 0 ? 0 : among[0];
      gpusOfJob[job] = request == null ? 0 : gpus(request);
    }
    for (int job = 0; job < log.size(); job++) {
      ofJob[job] = pool[ofJob[job]];
    }
    cpus = new long[partitions];
    gpus = new long[partitions];
    names = new String[partitions];
    Arrays.fill(names, "");
    for (int number = 0; number < machine.partitions().size(); number++) {
      String name = machine.partitions().get(number).name();
      String before = names[pool[number]];
      names[pool[number]] = before.isEmpty() ? name : before + "+" + name;
    }
    for (int node = 0; node < machine.nodes(); node++) {
      if (first[node] >= 0) {
        NodeClass kind = machine.nodeClass(node);
        cpus[pool[first[node]]] += kind.cpus();
        gpus[pool[first[node]]] += kind.gpuCount();
      }
    }
  }

  private static void join(int[] pool, int one, int other) {
    int from = pool[other];
    int to = pool[one];
    for (int i = 0; i < pool.length && from != to; i++) {
      pool[i] = pool[i] == from ? to : pool[i];
    }
  }

  private static int[] partitions(Machine machine, @Nullable Request request) {
    List<String> names = request == null ? List.of() : request.partitions();
    int[] numbers =
        names.isEmpty()
            ? new int[] {machine.defaultPartition()}
            : names.stream().mapToInt(machine::partition).toArray();
    return Arrays.stream(numbers).filter(number -> number >= 0).toArray();
  }

  private static int gpus(Request request) {
    Map<String, Integer> perNode = request.gpusPerNode();
    int nodes = perNode.isEmpty() ? 0 : request.minNodes();
    return nodes * sum(perNode) + sum(request.gpusPerJob());
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(count -> count).sum();
  }

  int count() {
    return cpus.length;
  }

  int of(int job) {
    return ofJob[job];
  }

  /** The partitions of a pool, with {@code +} between their names. */
  String name(int pool) {
    return names[pool];
  }

  int gpus(int job) {
    return gpusOfJob[job];
  }

  long cpusOf(int pool) {
    return cpus[pool];
  }

  long gpusOf(int pool) {
    return gpus[pool];
  }

  long allCpus() {
    return Math.max(1, Arrays.stream(cpus).sum());
  }

  long allGpus() {
    return Arrays.stream(gpus).sum();
  }
}
