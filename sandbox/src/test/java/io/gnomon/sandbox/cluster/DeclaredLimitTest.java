package io.gnomon.sandbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.mirror.DeclaredState;
import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.sandbox.TestClusters;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The gate of fidelity on clusters of 16 nodes under the policy {@code slurm}, whose users may have
 * two running jobs each. They first declare their accounts without that limit, then with it.
 */
class DeclaredLimitTest {
  private static final int NODES = 16;
  private static final int CPUS = 4;
  private static final int JOBS = 600;
  private static final int REQUIRED = 100;
  private static final double LOAD = 0.8;
  private static final String ACCOUNT = "site";
  private static final String POLICY = "slurm(bf_interval=30s, sched_interval=30s)";
  private static final long ORIGIN = WorkloadGenerator.ORIGIN_EPOCH_SECOND;
  private static final Limits TWO_JOBS = Limits.NONE.with(LimitKind.JOBS, 2);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aLimitKeepsTheGateClosedUntilItIsDeclared(long seed) throws Exception {
    JobLog log = log(seed);
    EmulatedCluster cluster = cluster(log);
    WatchedCluster watched = new WatchedCluster(cluster, REQUIRED);

    watched.declare(cluster.declare().withAccounting(accounting(log, Limits.NONE)));
    watched.runUntilSubmitted(JOBS / 2);
    assertThat(watched.openedAfter()).as("the limit is hidden").isZero();
    assertThat(watched.fidelity().total().jobs()).isGreaterThan(REQUIRED);

    watched.declare(cluster.declare().withAccounting(accounting(log, TWO_JOBS)));
    watched.runUntilSubmitted(JOBS);
    assertThat(watched.isTrusted()).as("the limit is declared").isTrue();
    assertThat(watched.closings()).isZero();
  }

  private static EmulatedCluster cluster(JobLog log) throws Exception {
    DeclaredMachine machine =
        MachineDescription.machine(
            new ClusterState(Machine.of(NODES, NodeClass.of(CPUS, 0))).nodes(), ORIGIN);
    ClusterState state = DeclaredState.empty(ORIGIN, 1, machine, accounting(log, TWO_JOBS));
    EmulatedCluster cluster = new EmulatedCluster(log, state, ORIGIN);
    cluster.apply(new Configuration(POLICY, 1));
    return cluster;
  }

  /** Generated jobs of users who are known in one account. */
  private static JobLog log(long seed) {
    JobLog generated = TestClusters.workload(JOBS, NODES * CPUS, LOAD, seed);
    JobLogBuilder log = JobLog.builder();
    for (int job = 0; job < generated.size(); job++) {
      int user = generated.user(job);
      log.job(
              generated.jobId(job),
              generated.submit(job),
              generated.runtime(job),
              generated.estimate(job),
              generated.width(job))
          .by(user, 0, 0)
          .request(Request.ofCpus(generated.width(job)))
          .jobAccount(new JobAccount("user" + user, ACCOUNT, "", 0));
    }
    return log.build();
  }

  private static Accounting accounting(JobLog log, Limits limits) {
    List<Association> associations = new ArrayList<>();
    associations.add(new Association(ACCOUNT, "", "", 1, EventData.NONE));
    IntStream.range(0, log.size())
        .map(log::user)
        .distinct()
        .mapToObj(user -> new Association(ACCOUNT, "user" + user, "", 1, EventData.NONE, limits))
        .forEach(associations::add);
    return new Accounting(
        associations,
        List.of(Qos.of("normal", 0)),
        new PriorityParameters(
            new PrioritySettings(
                new PriorityWeights(1000, 0, 0, 0, 0, 0, Map.of()),
                PrioritySettings.DEFAULT_SECONDS,
                0,
                300,
                false,
                1,
                UsageReset.NONE,
                Set.of()),
            Map.of()),
        null);
  }
}
