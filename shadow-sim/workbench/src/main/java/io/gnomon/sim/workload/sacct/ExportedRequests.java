package io.gnomon.sim.workload.sacct;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.slurm.value.RequestedMemory;
import io.gnomon.slurm.value.RequestedMemory.Per;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the jobs of an export requested.
 *
 * <p>Accounting has less than the submission. From Slurm 21.08 it has the memory of the whole job:
 * it is taken to be per node if the job got what it requested on the number of nodes that it
 * requested, else per CPU or per node, whichever explains what it got. The largest number of nodes
 * is that requested unless the job got more.
 */
final class ExportedRequests {
  private static final int LARGEST = 1 << 30;

  private final Optional<Machine> machine;

  ExportedRequests(Optional<Machine> machine) {
    this.machine = machine;
  }

  /** The request of a job; empty if no CPUs are recorded. */
  Optional<Request> of(SacctRecord job, IssueCounts issues) {
    int cpus = first(job.requestedCpus(), job.requested().cpus(), job.cpus());
    int nodes = Math.max(1, first(job.requestedNodes(), job.requested().nodes(), job.nodes()));
    if (cpus == 0 || cpus > LARGEST || nodes > LARGEST) {
      return Optional.empty();
    }
    boolean flexible = job.nodes() > nodes;
    Request.Builder request =
        new Request.Builder()
            .nodes(nodes, flexible ? Partition.UNLIMITED : nodes)
            .tasks(cpus)
            .features(features(job, issues))
            .partitions(job.partition().isEmpty() ? List.of() : List.of(job.partition()))
            .licenses(job.requested().licenses())
            .exclusive(hadWholeNodes(job, cpus));
    memory(request, job, nodes, cpus);
    gpus(request, job, nodes, flexible);
    return Optional.of(request.build());
  }

  private static int first(int... counts) {
    for (int count : counts) {
      if (count > 0) {
        return count;
      }
    }
    return 0;
  }

  private static void memory(Request.Builder request, SacctRecord job, int nodes, int cpus) {
    RequestedMemory memory = job.memory();
    if (memory.per() == Per.NODE) {
      request.memoryPerNode(limited(memory.mebibytes()));
      return;
    } else if (memory.per() == Per.CPU) {
      request.memoryPerCpu(limited(memory.mebibytes()));
      return;
    }
    long all = memory.mebibytes() > 0 ? memory.mebibytes() : job.requested().memory();
    long allocated = job.allocated().memory();
    boolean explainedPerNode = allocated * nodes == all * job.nodes();
    boolean explainedPerCpu = allocated * cpus == all * job.cpus();
    if (explainedPerCpu && !explainedPerNode) {
      request.memoryPerCpu(limited(divided(all, cpus)));
    } else {
      request.memoryPerNode(limited(divided(all, nodes)));
    }
  }

  private static long divided(long amount, int by) {
    return (amount + by - 1) / by;
  }

  private static int limited(long amount) {
    return (int) Math.min(LARGEST, amount);
  }

  private static void gpus(Request.Builder request, SacctRecord job, int nodes, boolean flexible) {
    Map<String, Integer> all =
        job.requested().gpus().isEmpty() ? job.allocated().gpus() : job.requested().gpus();
    boolean even = all.values().stream().allMatch(count -> count % nodes == 0);
    if (all.isEmpty()) {
      return;
    }
    if (even && !flexible) {
      Map<String, Integer> perNode = new HashMap<>(all);
      perNode.replaceAll((type, count) -> count / nodes);
      request.gpusPerNode(perNode);
    } else {
      request.gpusPerJob(all);
    }
  }

  private static Features features(SacctRecord job, IssueCounts issues) {
    try {
      return Features.parse(job.constraints());
    } catch (IllegalArgumentException unknown) {
      issues.add(SacctIssue.UNKNOWN_FEATURES, job.line(), 1, "'" + job.constraints() + "'");
      return Features.ANY;
    }
  }

  /** Whether it had all CPUs of its nodes and had requested fewer. */
  private boolean hadWholeNodes(SacctRecord job, int cpus) {
    if (machine.isEmpty() || job.cpus() <= cpus || job.nodeList().isEmpty()) {
      return false;
    }
    Machine site = machine.get();
    if (neverShares(site, job.partition())) {
      return false; // the site gives whole nodes, whatever the job requests
    }
    int[] nodes;
    try {
      nodes = site.nodes(job.nodeList());
    } catch (IllegalArgumentException cut) {
      return false; // not the names of nodes of the machine
    }
    int all = 0;
    int threads = 1;
    for (int node : nodes) {
      all += site.nodeClass(node).cpus();
      threads = Math.max(threads, site.nodeClass(node).threadsPerCore());
    }
    return job.cpus() == all && job.cpus() - cpus >= threads * nodes.length;
  }

  private static boolean neverShares(Machine site, String partition) {
    int number = site.partition(partition);
    return site.selection().unit() == AllocationUnit.NODE
        || (number >= 0 && site.partitions().get(number).exclusive());
  }
}
