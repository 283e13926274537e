package io.gnomon.sim.assess.cause;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.PartitionGroups;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.workload.JobLog;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
  private final List<String> names;

  ResourcePools(SimulatedSite setup) {
    JobLog log = setup.log();
    SlurmDefinitions site = setup.slurm();
    ofJob = new int[log.size()];
    gpusOfJob = new int[log.size()];
    if (site == null) {
      cpus = new long[] {setup.processors()};
      gpus = new long[] {0};
      names = List.of("");
      return;
    }
    Machine machine = site.machine();
    int[][] among = new int[log.size()][];
    for (int job = 0; job < log.size(); job++) {
      Request request = log.request(job);
      among[job] = partitions(machine, request);
      gpusOfJob[job] = request == null ? 0 : gpus(request);
    }
    PartitionGroups groups = new PartitionGroups(machine, among);
    for (int job = 0; job < log.size(); job++) {
      ofJob[job] = among[job].length == 0 ? groups.of(0) : groups.of(among[job][0]);
    }
    cpus = new long[groups.count()];
    gpus = new long[groups.count()];
    names = IntStream.range(0, groups.count()).mapToObj(groups::name).toList();
    for (int node = 0; node < machine.nodes(); node++) {
      int group = groups.ofNode(node);
      if (group >= 0) {
        NodeClass kind = machine.nodeClass(node);
        cpus[group] += kind.cpus();
        gpus[group] += kind.gpuCount();
      }
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

  /** The partitions of each pool, with {@code +} between their names. */
  List<String> names() {
    return names;
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
