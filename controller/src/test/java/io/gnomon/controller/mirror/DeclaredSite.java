package io.gnomon.controller.mirror;

import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.limits.ResourceLimit;
import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.slurm.value.HostList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Machines and accounts as the events of tests declare them. */
public final class DeclaredSite {
  private static final int NONE = EventData.NONE;

  private DeclaredSite() {}

  /** Nodes of 16 CPUs in the partition batch. */
  public static DeclaredMachine machine(String nodes, Map<String, Integer> licenses) {
    return new DeclaredMachine(
        List.of(new NodeGroup(HostList.of(nodes), 16)),
        List.of(new MachinePartition("batch", HostList.of(nodes))),
        List.of(),
        null,
        List.of(),
        licenses);
  }

  /** Accounts without usage. */
  public static Accounting accounting(
      PriorityWeights weights, List<Association> associations, Qos... qos) {
    return new Accounting(associations, List.of(qos), priority(weights, List.of(), Map.of()), null);
  }

  /** Priorities without a decay of usage, which are calculated every minute. */
  public static PriorityParameters priority(
      PriorityWeights weights, List<PriorityFlag> flags, Map<String, Integer> partitions) {
    return new PriorityParameters(
        new PrioritySettings(
            weights,
            PrioritySettings.DEFAULT_SECONDS,
            0,
            60,
            false,
            1,
            UsageReset.NONE,
            new LinkedHashSet<>(flags)),
        partitions);
  }

  /** An account below the root. */
  public static Association account(String name, ResourceLimit... limits) {
    return new Association(name, "", "", 1, NONE, new Limits(List.of(limits)));
  }

  /** A user of an account. */
  public static Association user(String account, String name, ResourceLimit... limits) {
    return new Association(account, name, "", 1, NONE, new Limits(List.of(limits)));
  }

  /** The last start of each job, by its number, in a simulation from a state on. */
  static Map<Integer, Integer> starts(ClusterState state, String policy) {
    Map<Integer, Integer> starts = new HashMap<>();
    ClusterState fork = state.fork();
    new Simulation(
            fork,
            Policies.create(policy, fork),
            new LogArrivals(JobLog.builder().build()),
            new SimulationListener() {
              @Override
              public void started(ClusterState cluster, int slot) {
                starts.put(cluster.job(slot), cluster.now());
              }
            })
        .run();
    return starts;
  }
}
