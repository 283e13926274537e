package io.gnomon.sim.priority;

import java.util.Map;

/**
 * What the priority of a waiting job depends on.
 *
 * @param submitSeconds time of submission
 * @param eligibleSeconds time since when it may start; {@link Long#MAX_VALUE} while it may not
 * @param nodes the fewest nodes that it requests; 1 if it requests none
 * @param cpus the CPUs that it requests. For an exclusive job Slurm counts all CPUs of the nodes
 *     that it would use, once it has tried to start the job.
 * @param timeLimitSeconds its time limit, else that of its partition
 * @param partition name of its partition
 * @param qos name of its QOS; empty if it has none
 * @param tres requested amounts by TRES for all of its nodes, memory in MiB
 * @param associationPriority {@code Priority} of its association
 * @param site points of the site factor
 * @param nice points that are taken off
 */
public record PriorityJob(
    long submitSeconds,
    long eligibleSeconds,
    int nodes,
    int cpus,
    long timeLimitSeconds,
    String partition,
    String qos,
    Map<String, Double> tres,
    long associationPriority,
    long site,
    long nice) {
  /** Copies the map. */
  public PriorityJob {
    tres = Map.copyOf(tres);
  }
}
