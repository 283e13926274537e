package io.gnomon.sim.policy.slurm.priority;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.FairShareAccounting;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.priority.MultifactorPriority;
import io.gnomon.sim.priority.PriorityFactors;
import io.gnomon.sim.priority.PriorityJob;
import io.gnomon.sim.priority.ResolvedAccount;
import java.util.HashMap;
import java.util.Map;

/**
 * The multifactor priority of waiting jobs on nodes, in two steps: what stays the same while a job
 * waits, and what changes at recalculations.
 */
public final class JobPriorities {
  private static final ResolvedAccount UNKNOWN =
      new ResolvedAccount(ResolvedAccount.NONE, "", 0, 0);

  private final ClusterState state;
  private final FairShareAccounting accounting;
  private final Machine machine;
  private MultifactorPriority priority;
  private double fairShareWeight;
  private int version = -1;

  public JobPriorities(ClusterState state) {
    this.state = state;
    accounting = state.accounting();
    machine = state.nodes().machine();
    priority = new MultifactorPriority(accounting.settings(), accounting.basis());
  }

  /** Whether priorities have changed since the last call: all of them must be computed again. */
  public boolean refresh() {
    if (version == accounting.recalculations()) {
      return false;
    }
    version = accounting.recalculations();
    priority = new MultifactorPriority(accounting.settings(), accounting.basis());
    fairShareWeight = accounting.settings().weights().fairShare();
    return true;
  }

  /** The points of an entry without age, fair share and nice. */
  public double fixed(int slot, Shape part) {
    return priority.of(job(slot, part), 0, Long.MIN_VALUE).fixed();
  }

  /** The priority of an entry with these points, as of the last recalculation. */
  public long of(int slot, double fixed) {
    ResolvedAccount account = account(slot);
    double age =
        priority.agePoints(
            state.submitTime(slot), state.eligibleTime(slot), accounting.recalculatedAt());
    double fairShare = fairShareWeight * accounting.fairShare(account.association());
    return PriorityFactors.priority(fixed, age, fairShare, account.nice());
  }

  /** The priority of a job by factor, as of the last recalculation and in its first partition. */
  public PriorityFactors factors(int slot) {
    double fairShare = accounting.fairShare(account(slot).association());
    return priority.of(
        job(slot, state.nodes().shape(slot)), fairShare, accounting.recalculatedAt());
  }

  private ResolvedAccount account(int slot) {
    return accounting.hasAccount(slot) ? accounting.account(slot) : UNKNOWN;
  }

  private PriorityJob job(int slot, Shape part) {
    Request request = part.request();
    ResolvedAccount account = account(slot);
    int nodes = request.minNodes();
    int cpus = request.exclusive() ? part.width() : request.cpus();
    Map<String, Double> tres = new HashMap<>();
    tres.put("cpu", (double) cpus);
    tres.put("node", (double) nodes);
    tres.put("mem", part.memory(cpus));
    double gpus = (double) nodes * sum(request.gpusPerNode()) + sum(request.gpusPerJob());
    tres.put("gres/gpu", gpus);
    return new PriorityJob(
        state.submitTime(slot),
        state.eligibleTime(slot),
        nodes,
        cpus,
        state.estimate(slot),
        machine.partitions().get(part.partition(0)).name(),
        account.qos(),
        tres,
        account.associationPriority(),
        0,
        account.nice());
  }

  private static double sum(Map<String, Integer> gpus) {
    return gpus.values().stream().mapToInt(Integer::intValue).sum();
  }
}
