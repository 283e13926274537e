package io.gnomon.benchmarks.load;

import static java.util.Objects.requireNonNull;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.controller.mirror.DeclaredState;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.config.Configuration;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A cluster of nodes whose users are in three accounts with 1, 2 and 3 shares, and whose jobs
 * Slurm's policy orders by age and fair share.
 *
 * @param cluster it has reported nothing yet
 * @param declared its declaration, with the accounts
 */
record AccountedCluster(EmulatedCluster cluster, ClusterDeclared declared) {
  private static final int ACCOUNTS = 3;
  private static final String POLICY = "slurm";
  private static final double AGE = 1_000;
  private static final double FAIR_SHARE = 10_000;

  /** The cluster that runs the jobs of a log, which have requests and users. */
  static AccountedCluster of(JobLog log, Machine machine) {
    long origin = log.originEpochSecond();
    ClusterDeclared withoutAccounts =
        new EmulatedCluster(log, new ClusterState(machine), origin).declare();
    Accounting accounting = accounting(log);
    try {
      EmulatedCluster cluster =
          new EmulatedCluster(
              inAccounts(log),
              DeclaredState.empty(origin, machine.cpus(), withoutAccounts.machine(), accounting),
              origin);
      cluster.apply(new Configuration(POLICY, 1));
      return new AccountedCluster(cluster, cluster.declare().withAccounting(accounting));
    } catch (RejectedEventException | CannotApplyException e) {
      throw new IllegalArgumentException("a cluster with accounts cannot be emulated", e);
    }
  }

  private static String account(int user) {
    return "account" + user % ACCOUNTS;
  }

  private static JobLog inAccounts(JobLog log) {
    JobLogBuilder builder = JobLog.builder(log.originEpochSecond());
    for (int job = 0; job < log.size(); job++) {
      int user = log.user(job);
      builder
          .job(log.jobId(job), log.submit(job), log.runtime(job), log.estimate(job), log.width(job))
          .by(user, log.group(job), log.application(job))
          .request(requireNonNull(log.request(job)))
          .jobAccount(new JobAccount("user" + user, account(user), "", 0));
    }
    return builder.build();
  }

  private static Accounting accounting(JobLog log) {
    List<Association> associations = new ArrayList<>();
    for (int number = 0; number < ACCOUNTS; number++) {
      associations.add(new Association(account(number), "", "", 1 + number, Association.INHERITED));
    }
    IntStream.range(0, log.size())
        .map(log::user)
        .distinct()
        .mapToObj(
            user -> new Association(account(user), "user" + user, "", 1, Association.INHERITED))
        .forEach(associations::add);
    return new Accounting(
        associations,
        List.of(Qos.of("normal", 0)),
        new PriorityParameters(
            new PrioritySettings(new PriorityWeights(AGE, 0, FAIR_SHARE, 0, 0, 0, Map.of())),
            Map.of()),
        null);
  }
}
