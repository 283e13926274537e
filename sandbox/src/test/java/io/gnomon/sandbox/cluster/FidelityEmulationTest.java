package io.gnomon.sandbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterTask;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.cluster.Outbox;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.fidelity.Fidelity;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The gate on 100 generated workloads of 600 jobs: on emulated clusters that do what they report,
 * on those whose passes are at other times, and on those with a hidden limit. The controller's core
 * watches them without a broker.
 */
class FidelityEmulationTest {
  private static final int SEEDS = 100;
  private static final int PROCESSORS = 64;
  private static final int JOBS = 600;
  private static final double LOAD = 0.8;
  private static final int REQUIRED = 100;
  private static final int HOUR = 3600;

  private static List<Emulation> emulations(HiddenRules rules) {
    return IntStream.rangeClosed(1, SEEDS)
        .mapToObj(seed -> new Emulation(seed, rules).run())
        .toList();
  }

  /**
   * How often the gate opened, after how many compared and submitted jobs, and how often it closed
   * again.
   */
  private record Openings(int opened, int compared, int submitted, int closings) {
    static Openings of(List<Emulation> emulations) {
      List<Emulation> opened =
          emulations.stream()
              .filter(one -> one.openedAfter > 0)
              .sorted(Comparator.comparingInt(one -> one.submittedBefore))
              .toList();
      Emulation median = opened.isEmpty() ? null : opened.get(opened.size() / 2);
      return new Openings(
          opened.size(),
          median == null ? 0 : median.openedAfter,
          median == null ? 0 : median.submittedBefore,
          emulations.stream().mapToInt(one -> one.closings).sum());
    }
  }

  private static double largestError(List<Emulation> emulations) {
    return emulations.stream()
        .mapToDouble(one -> one.fidelity().total().error())
        .max()
        .orElseThrow();
  }

  @Test
  void aClusterThatDoesWhatItReportsIsPredictedToTheSecondAndOpensTheGate() {
    List<Emulation> emulations = emulations(HiddenRules.NONE);

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
    assertThat(openings.closings()).isLessThanOrEqualTo(5);
  }

  @Test
  void aHiddenLimitOfRunningJobsKeepsTheGateClosed() {
    Openings openings = Openings.of(emulations(new HiddenRules(2, 0)));

    System.out.println("two running jobs of a user: " + openings);
    assertThat(openings.opened()).isLessThanOrEqualTo(5);
  }

  /** One workload on one cluster, watched by the controller's core without a broker. */
  private static final class Emulation implements Outbox {
    private final EmulatedCluster cluster;
    private final ClusterController controller;
    private long sequence;
    private int submitted;
    private boolean trusted;
    // compared and submitted jobs when the gate first opened; 0 if it never did
    private int openedAfter;
    private int submittedBefore;
    private int closings;

    Emulation(long seed, HiddenRules rules) {
      JobLog log =
          new Preparation(PROCESSORS, OverrunRule.KNOWN)
              .prepare(WorkloadGenerator.generate(JOBS, PROCESSORS, LOAD, seed))
              .log();
      cluster =
          new EmulatedCluster(
              log, new ClusterState(PROCESSORS), WorkloadGenerator.ORIGIN_EPOCH_SECOND, rules);
      TuneSettings withoutStudies =
          new TuneSettings(1e9, HOUR, HOUR, SearchSpace.partitions(2), GuardRails.NONE);
      controller =
          new ClusterController(
              "c",
              new ControlSettings(
                  Mode.APPLY,
                  HOUR,
                  withoutStudies.withFidelity(
                      new FidelitySettings(
                          FidelitySettings.SPAN_SECONDS, REQUIRED, FidelitySettings.MOST_ERROR))));
    }

    Fidelity fidelity() {
      return Objects.requireNonNull(controller.tracked()).tuner().fidelity();
    }

    Emulation run() {
      take(cluster.declare());
      while (!cluster.done()) {
        cluster.runUntil(cluster.nextEventTime() + HOUR);
        List<EventData> events = new ArrayList<>();
        cluster.changes(0, events::add);
        events.forEach(this::take);
      }
      return this;
    }

    private void take(EventData data) {
      sequence++;
      submitted += data instanceof JobSubmitted ? 1 : 0;
      GnomonEvent event = GnomonEvent.of("c", "e" + sequence, sequence, null, data);
      ClusterTask task = controller.take(sequence, 1000 * data.at(), event, this);
      while (task != null) {
        task =
            task.<@Nullable ClusterTask>match(
                evaluation -> controller.conclude(evaluation.run(), this),
                backtest -> controller.conclude(backtest.run(), this));
      }
      if (fidelity().trusted() != trusted) {
        trusted = !trusted;
        closings += trusted ? 0 : 1;
        if (trusted && openedAfter == 0) {
          openedAfter = fidelity().total().jobs();
          submittedBefore = submitted;
        }
      }
    }

    @Override
    public void publish(String of, String id, EventData data) {}

    @Override
    public void reject(long offset, RejectReason reason, String detail) {
      throw new AssertionError(reason + ": " + detail);
    }
  }
}
