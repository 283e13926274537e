package io.gnomon.sim.assess.change;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * What one simulation runs: jobs, a machine and a configuration. Immutable.
 *
 * @param log the jobs, prepared for the machine
 * @param processors of the machine
 * @param slurm what the site declares; null for a pool of processors
 * @param policy the scheduler's configuration
 */
public record SimulatedSite(
    JobLog log, int processors, @Nullable SlurmDefinitions slurm, Spec policy) {
  /** Jobs on a pool of processors. */
  public static SimulatedSite pool(JobLog log, int processors, Spec policy) {
    return new SimulatedSite(log, processors, null, policy);
  }

  /** Jobs at a site with Slurm. */
  public static SimulatedSite slurm(JobLog log, SlurmDefinitions site, Spec policy) {
    return new SimulatedSite(log, site.machine().cpus(), site, policy);
  }

  /** The same with other jobs. */
  public SimulatedSite with(JobLog other) {
    return new SimulatedSite(other, processors, slurm, policy);
  }

  /** The same with another configuration. */
  public SimulatedSite with(Spec other) {
    return new SimulatedSite(log, processors, slurm, other);
  }

  /** The same at a site with other declarations. */
  public SimulatedSite with(SlurmDefinitions other) {
    return new SimulatedSite(log, other.machine().cpus(), other, policy);
  }

  /** The same with another number of processors of a pool. */
  public SimulatedSite withProcessors(int count) {
    return new SimulatedSite(log, count, slurm, policy);
  }

  /** Whether the jobs request nodes. */
  public boolean hasNodes() {
    return slurm != null;
  }

  /** An empty cluster. */
  public ClusterState cluster() {
    SlurmDefinitions site = slurm;
    if (site == null) {
      return new ClusterState(processors);
    }
    ClusterState empty = site.cluster();
    if (empty.hasAccounting()) {
      empty.accounting().date(log.originEpochSecond(), ZoneOffset.UTC);
    }
    return empty;
  }

  /** Simulates all jobs from an empty cluster until nothing is left to happen. */
  public Schedule simulate() {
    ClusterState state = cluster();
    ScheduleListener listener = new ScheduleListener(log.size());
    new Simulation(state, Policies.create(policy, state), new LogArrivals(log, state), listener)
        .run();
    return listener.schedule();
  }
}
