package io.gnomon.sim.assess.cause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Grouping;
import io.gnomon.sim.assess.figure.JobGroups;
import io.gnomon.sim.assess.figure.Sums;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WaitCauseTest {
  private static final int HOUR = 3600;

  /**
   * Ten processors. The first job uses all of them until 100, the second waits for it until 100,
   * the third waits from 100 to 200 while the second uses six: half of the waiting is on a full
   * machine. Work: (10 + 6 + 6) × 100 processor-seconds, in 100 s with 10 processors.
   */
  @Test
  void dividesTheWaitingByWhatIsShort() {
    JobLogBuilder log = JobLog.builder();
    log.job(1, 0, 100, 100, 10).job(2, 0, 100, 100, 6).job(3, 100, 100, 100, 6);
    SimulatedSite site = SimulatedSite.pool(log.build(), 10, Spec.of("easy"));

    WaitingTime time = WaitingTime.of(site, site.simulate());

    assertThat(time).isEqualTo(new WaitingTime(0, 0, 0.5, 0.5, 2.2, 0));
  }

  /** Two nodes, one of them with a GPU, for which two of the jobs wait while CPUs are free. */
  @Test
  void findsThatGpusAreShort() {
    JobLogBuilder log = JobLog.builder();
    for (int job = 0; job < 3; job++) {
      log.job(job + 1, job, 100, 100, 1)
          .request(new Request.Builder().tasks(1).gpusPerNode(Map.of("a100", 1)).build());
    }
    Machine machine =
        new Machine.Builder()
            .node("c1", NodeClass.of(16, 64_000))
            .node("g1", new NodeClass(16, 1, 64_000, Map.of("a100", 1), Set.of(), 1))
            .partition(
                new Partition(
                    "all", List.of("c1", "g1"), HOUR, HOUR, 1, 2, 1, false, 0, true, true))
            .build();
    SimulatedSite site =
        SimulatedSite.slurm(
            log.build(), new SlurmDefinitions(machine, null, null, Map.of(), ""), Spec.of("slurm"));

    WaitingTime time = WaitingTime.of(site, site.simulate());

    assertThat(time.gpus()).isGreaterThan(0.8);
    assertThat(time.cpus()).isZero();
    assertThat(WaitCause.of(time, figures(300, 0), Map.of()))
        .first()
        .extracting(WaitCause::kind)
        .isEqualTo(WaitCause.Kind.GPUS);
  }

  @Test
  void attributesWaitingOnAFreeMachineToWhatItFallsWithout() {
    WaitingTime time = new WaitingTime(0.05, 0, 0.2, 0.75, 0.5, 0);
    Map<RemovedCause, ConfigurationFigures> without =
        Map.of(
            RemovedCause.NO_LIMITS, figures(60, 0), // 40 % less
            RemovedCause.EXACT_TIMES, figures(80, 0), // 20 % less
            RemovedCause.SHARED_NODES, figures(100, 0));

    List<WaitCause> causes = WaitCause.of(time, figures(100, 0), without);

    assertThat(causes)
        .extracting(WaitCause::kind)
        .containsExactly(
            WaitCause.Kind.LIMITS, // 0.4
            WaitCause.Kind.CAPACITY, // 0.2
            WaitCause.Kind.ESTIMATES, // 0.2
            WaitCause.Kind.FRAGMENTATION, // the remaining 0.15
            WaitCause.Kind.ELIGIBILITY);
    assertThat(causes.get(1).evidence())
        .isEqualTo(
            "at these times at least 90 % of the processors are in use; over the whole record, the"
                + " submitted work is 50 % of what the machine can do");
    assertThat(causes.stream().mapToDouble(WaitCause::share).sum()).isCloseTo(1, within(1e-9));
  }

  /** Whole nodes are "in use" for a fifth of the waiting, and with shared nodes 60 % of it goes. */
  @Test
  void wholeNodesComeBeforeProcessorsInUse() {
    WaitingTime time = new WaitingTime(0, 0, 0.2, 0.8, 0.5, 0);

    assertThat(
            WaitCause.of(time, figures(100, 0), Map.of(RemovedCause.SHARED_NODES, figures(40, 0))))
        .extracting(WaitCause::kind)
        .containsExactly(WaitCause.Kind.WHOLE_NODES, WaitCause.Kind.FRAGMENTATION);
  }

  /** Account a waits 90 of 100 seconds and has a quarter of the work. */
  @Test
  void saysWhyOneAccountHasMostOfTheWaiting() {
    JobLogBuilder log = JobLog.builder();
    for (int job = 0; job < 8; job++) {
      String account = job < 2 ? "a" : "b";
      log.job(job + 1, job * HOUR, 100, 100, 1).jobAccount(new JobAccount("u", account, "", 0));
    }
    SimulatedSite site = SimulatedSite.pool(log.build(), 10, Spec.of("easy"));
    JobGroups groups = new JobGroups(site);
    ConfigurationFigures inForce = accounts(groups, 90, 10);

    assertThat(
            BusiestAccount.of(
                site, groups, inForce, Map.of(RemovedCause.NO_LIMITS, accounts(groups, 20, 10))))
        .hasValueSatisfying(
            busiest -> {
              assertThat(busiest.name()).isEqualTo("a");
              assertThat(busiest.waiting()).isEqualTo(0.9);
              assertThat(busiest.work()).isEqualTo(0.25);
              assertThat(busiest.reason()).isEqualTo(BusiestAccount.Reason.LIMITS);
              assertThat(busiest.without()).isEqualTo(10);
            });
    assertThat(
            BusiestAccount.of(
                site,
                groups,
                inForce,
                Map.of(RemovedCause.NO_PRIORITIES, accounts(groups, 40, 60))))
        .map(BusiestAccount::reason)
        .hasValue(BusiestAccount.Reason.PRIORITY);
    assertThat(BusiestAccount.of(site, groups, accounts(groups, 30, 30), Map.of()))
        .as("no account has more than half")
        .isEqualTo(Optional.empty());
  }

  private static ConfigurationFigures accounts(JobGroups groups, long a, long b) {
    List<String> names = groups.names(Grouping.ACCOUNT);
    Sums[] sums = {Sums.NONE, Sums.NONE, Sums.NONE};
    sums[names.indexOf("a")] = new Sums(2, a, 2);
    sums[names.indexOf("b")] = new Sums(6, b, 6);
    long all = a == b ? 4 * a : a + b;
    return new ConfigurationFigures(
        List.of(new Sums(8, all, 8)), Map.of(Grouping.ACCOUNT, List.of(sums)), 0, 0);
  }

  private static ConfigurationFigures figures(long wait, double slowdown) {
    return new ConfigurationFigures(List.of(new Sums(1, wait, slowdown)), Map.of(), 0, 0);
  }
}
