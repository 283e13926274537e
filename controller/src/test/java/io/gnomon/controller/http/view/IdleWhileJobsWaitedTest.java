package io.gnomon.controller.http.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.NodeStateChange;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.machine.NodeState;
import io.gnomon.slurm.value.HostList;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The events of the log of {@code IdleGpusTest}, in which assess counts the same GPU-hours. */
class IdleWhileJobsWaitedTest {
  private static final int HOUR = 3_600;
  private static final int SUNDAY_AT_22 = 431_200; // 2023-11-19, after the origin

  private final ControllerTestDriver driver = new ControllerTestDriver(Mode.OBSERVE, 1e6, 500_000);

  /** Node g1 has 16 CPUs and 4 GPUs, c1 has 16 CPUs. */
  private final DeclaredMachine machine =
      new DeclaredMachine(
          List.of(
              new NodeGroup(
                  HostList.of("g1"), 16, 64_000, a100(4), List.of(), -1, -1, NodeState.UP),
              new NodeGroup(
                  HostList.of("c1"), 16, 64_000, Map.of(), List.of(), -1, -1, NodeState.UP)),
          List.of(
              new MachinePartition("gpu", HostList.of("g1")),
              new MachinePartition("cpu", HostList.of("c1"))),
          List.of(),
          null);

  @BeforeEach
  void declare() {
    driver.declare(32, machine, null);
  }

  private static Map<String, Integer> a100(int count) {
    return Map.of("a100", count);
  }

  private long at(int hour) {
    return driver.at(SUNDAY_AT_22 + hour * HOUR);
  }

  private JobSubmitted submitted(String job, int hour, int gpus) {
    ResourceRequest.Builder request = ResourceRequest.builder();
    request.partitions(List.of(gpus == 0 ? "cpu" : "gpu"));
    if (gpus > 0) {
      request.gpusPerNode(a100(gpus));
    }
    return new JobSubmitted(job, at(hour), new JobDescription(1, 10 * HOUR, null, request.build()));
  }

  private JobStarted started(String job, int hour, String node, int gpus) {
    Map<String, Integer> held = gpus == 0 ? Map.of() : a100(gpus);
    return new JobStarted(job, at(hour))
        .withPlacement(List.of(new PlacedNodes(HostList.of(node), 1, 0, held)));
  }

  private JobFinished finished(String job, int hour) {
    return new JobFinished(job, at(hour), JobOutcome.COMPLETED);
  }

  private JsonArray idle(int week) {
    return new EffectViews()
        .weeks(driver.controller())
        .getJsonArray("weeks")
        .getJsonObject(week)
        .getJsonArray("idleWhileJobsWaited");
  }

  private static JsonObject row(
      String partition, double processors, double ofProcessors, double gpus, double ofGpus) {
    return new JsonObject()
        .put("partition", partition)
        .put("processorHours", processors)
        .put("ofProcessorHours", ofProcessors)
        .put("gpuHours", gpus)
        .put("ofGpuHours", ofGpus);
  }

  /**
   * Job 1 holds one of four GPUs and one of 16 CPUs from 22:00 to 02:00. Job 2 wants four GPUs and
   * waits from 23:00 to 02:00: three GPUs and 15 CPUs are idle for 1 h before midnight and for 2 h
   * after it. Job 3 waits for CPUs from 22:00 to 03:00 while all 16 are idle.
   */
  @Test
  void countsByWeekAndPartitionAndSurvivesARestart() {
    driver
        .send(submitted("1", 0, 1))
        .send(started("1", 0, "g1", 1))
        .send(submitted("3", 0, 0))
        .send(submitted("2", 1, 4))
        .restart()
        .send(new ClockAdvanced(at(3)))
        .restart()
        .send(finished("1", 4))
        .send(started("2", 4, "g1", 4))
        .send(finished("2", 5))
        .send(started("3", 5, "c1", 0))
        .send(finished("3", 6));

    assertThat(idle(1)).containsExactly(row("gpu", 15, 16, 3, 4), row("cpu", 32, 32, 0, 0));
    assertThat(idle(0)).containsExactly(row("gpu", 30, 32, 6, 8), row("cpu", 48, 48, 0, 0));
  }

  /** A job waits for 4 h; g1 is down in the second hour and takes no jobs in the third. */
  @Test
  void nodesThatTakeNoJobsAreNotIdle() {
    driver
        .send(submitted("1", 3, 1))
        .send(state(4, NodeState.DOWN))
        .send(state(5, NodeState.DRAINED))
        .send(state(6, NodeState.UP))
        .send(new ClockAdvanced(at(7)));
    assertThat(idle(0)).containsExactly(row("gpu", 32, 32, 8, 8));
  }

  private CapacityChanged state(int hour, NodeState state) {
    return new CapacityChanged(
        at(hour), EventData.NONE, null, List.of(new NodeStateChange(HostList.of("g1"), state)));
  }

  /**
   * A job waits for 1 h until an event is missing, and for 1 h after the snapshot. Meanwhile the
   * usage of accounts is declared.
   */
  @Test
  void theTimeInWhichTheQueueIsUnknownDoesNotCount() {
    JobSubmitted job = submitted("1", 3, 1);
    driver
        .send(job)
        .send(new ClockAdvanced(at(4)))
        .sendNumbered(99, new ClockAdvanced(at(5)))
        .send(
            new ClusterDeclared(
                at(6),
                32,
                EventData.NONE,
                "test",
                driver.capabilities(),
                new Configuration("easy", 1),
                machine,
                null))
        .send(
            new ClusterSnapshot(
                at(7),
                32,
                EventData.NONE,
                null,
                machine,
                List.of(new JobSnapshot("1", JobState.WAITING, at(3), -1, job.description()))))
        .send(new ClockAdvanced(at(8)));
    assertThat(idle(0)).containsExactly(row("gpu", 32, 32, 8, 8));
  }
}
