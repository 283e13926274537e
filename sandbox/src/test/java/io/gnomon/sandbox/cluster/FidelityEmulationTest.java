package io.gnomon.sandbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sandbox.TestClusters;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The gate on generated workloads of 600 jobs: on emulated clusters that do what they report, on
 * those whose passes are at other times, and on those with a hidden limit. The controller's core
 * watches them without a broker. {@code -Dgnomon.fidelity.logs=100} runs as many workloads.
 */
class FidelityEmulationTest {
  private static final int SEEDS = Integer.getInteger("gnomon.fidelity.logs", 20);
  private static final int FEW = SEEDS / 20;
  private static final int PROCESSORS = 64;
  private static final int JOBS = 600;
  private static final double LOAD = 0.8;
  private static final int REQUIRED = 100;

  private static List<WatchedCluster> emulations(HiddenRules rules) {
    return IntStream.rangeClosed(1, SEEDS).mapToObj(seed -> emulation(seed, rules).run()).toList();
  }

  private static WatchedCluster emulation(long seed, HiddenRules rules) {
    JobLog log = TestClusters.workload(JOBS, PROCESSORS, LOAD, seed);
    return new WatchedCluster(
        new EmulatedCluster(
            log, new ClusterState(PROCESSORS), WorkloadGenerator.ORIGIN_EPOCH_SECOND, rules),
        REQUIRED);
  }

  /**
   * How often the gate opened, after how many compared and submitted jobs, and how often it closed
   * again.
   */
  private record Openings(int opened, int compared, int submitted, int closings) {
    static Openings of(List<WatchedCluster> emulations) {
      List<WatchedCluster> opened =
          emulations.stream()
              .filter(one -> one.openedAfter() > 0)
              .sorted(Comparator.comparingInt(WatchedCluster::submittedBefore))
              .toList();
      WatchedCluster median = opened.isEmpty() ? null : opened.get(opened.size() / 2);
      return new Openings(
          opened.size(),
          median == null ? 0 : median.openedAfter(),
          median == null ? 0 : median.submittedBefore(),
          emulations.stream().mapToInt(WatchedCluster::closings).sum());
    }
  }

  private static double largestError(List<WatchedCluster> emulations) {
    return emulations.stream()
        .mapToDouble(one -> one.fidelity().total().error())
        .max()
        .orElseThrow();
  }

  @Test
  void aClusterThatDoesWhatItReportsIsPredictedToTheSecondAndOpensTheGate() {
    List<WatchedCluster> emulations = emulations(HiddenRules.NONE);

    Openings openings = Openings.of(emulations);
    System.out.println("no hidden rule: " + openings);
    assertThat(openings.opened()).isEqualTo(SEEDS);
    assertThat(openings.closings()).isZero();
    assertThat(openings.compared()).isBetween(REQUIRED, REQUIRED + 30);
    assertThat(largestError(emulations)).isZero();
  }

  @Test
  void passesAtOtherTimesThanAssumedOpenTheGateAndHardlyEverCloseIt() {
    Openings openings = Openings.of(emulations(new HiddenRules(0, 60)));

    System.out.println("passes each minute: " + openings);
    assertThat(openings.opened()).isEqualTo(SEEDS);
    assertThat(openings.closings()).isLessThanOrEqualTo(FEW);
  }

  @Test
  void aHiddenLimitOfRunningJobsKeepsTheGateClosed() {
    Openings openings = Openings.of(emulations(new HiddenRules(2, 0)));

    System.out.println("two running jobs of a user: " + openings);
    assertThat(openings.opened()).isLessThanOrEqualTo(FEW);
  }
}
