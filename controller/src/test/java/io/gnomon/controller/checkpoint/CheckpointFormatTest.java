package io.gnomon.controller.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.slurm.value.HostList;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CheckpointFormatTest {
  private static final long OFFSET = 9;

  private final ControllerTestDriver driver =
      new ControllerTestDriver(
          Mode.APPLY,
          1,
          ControllerTestDriver.PERIOD,
          StudyDesign.sampled(4, StudyCriteria.SLOWDOWN));
  private byte[] bytes = {};

  @BeforeEach
  void writeACheckpointAfterADecisionToChange() {
    driver.crowd().send(new JobSubmitted("late", driver.at(1001), 1, 10));
    bytes = CheckpointFormat.write(driver.controller(), OFFSET);
  }

  @Test
  void aControllerIsRestoredAsItWasWritten() {
    CheckpointFormat.Restored restored = CheckpointFormat.read(bytes, driver.settings());

    assertThat(CheckpointFormat.readable(bytes)).isTrue();
    assertThat(CheckpointFormat.nextOffset(bytes)).isEqualTo(OFFSET);
    assertThat(restored.nextOffset()).isEqualTo(OFFSET);
    TrackedCluster tracked = restored.controller().tracked();
    assertThat(tracked.mirror().state().hash()).isEqualTo(driver.tracked().mirror().state().hash());
    assertThat(tracked.decisions()).isEqualTo(driver.tracked().decisions()).isNotEmpty();
    assertThat(tracked.tuner().reviews().open())
        .extracting(review -> review.change().decided())
        .isEqualTo(
            driver.tracked().tuner().reviews().open().stream()
                .map(review -> review.change().decided())
                .toList())
        .isNotEmpty();
    assertThat(CheckpointFormat.write(restored.controller(), OFFSET)).isEqualTo(bytes);
  }

  /**
   * The crowd's pool becomes two nodes of 32 CPUs: the open review of the pool is abandoned, the
   * next jobs have shapes. One of them has ended, so that only the history refers to its shape.
   */
  @Test
  void aControllerOfNodesIsRestoredAsItWasWritten() {
    DeclaredMachine machine =
        new DeclaredMachine(
            List.of(new NodeGroup(HostList.of("n[1-2]"), 32)), List.of(), List.of(), null);
    ResourceRequest oneNode = ResourceRequest.builder().nodes(1, 1).build();
    driver
        .send(
            new ClusterDeclared(
                    driver.at(1002), 64, EventData.NONE, null, driver.capabilities(), null)
                .withMachine(machine))
        .send(
            new ClusterSnapshot(driver.at(1003), 64, EventData.NONE, null, List.of())
                .withMachine(machine))
        .send(new JobSubmitted("ends", driver.at(1004), new JobDescription(3, 10, null, oneNode)))
        .send(new JobStarted("ends", driver.at(1004)))
        .send(new JobFinished("ends", driver.at(1005), JobOutcome.COMPLETED))
        .send(new JobSubmitted("runs", driver.at(1006), 5, 5_000))
        .send(
            new JobStarted("runs", driver.at(1006))
                .withPlacement(List.of(new PlacedNodes(HostList.of("n2"), 5, 0))))
        .send(new JobSubmitted("waits", driver.at(1007), new JobDescription(30, 10, null, oneNode)))
        .send(new ClockAdvanced(driver.at(2_500)));
    byte[] written = CheckpointFormat.write(driver.controller(), OFFSET);

    ClusterController restored = CheckpointFormat.read(written, driver.settings()).controller();

    assertThat(driver.rejected).isEmpty();
    ClusterState state = restored.tracked().mirror().state();
    assertThat(state.nodes().free().cpus(1)).isEqualTo(27); // of 32
    assertThat(state.nodes().shapes().size()).isEqualTo(3);
    assertThat(state.hash()).isEqualTo(driver.tracked().mirror().state().hash());
    assertThat(CheckpointFormat.write(restored, OFFSET)).isEqualTo(written);
  }

  @Test
  void sectionsAndFieldsOfLaterVersionsAreIgnored() {
    Snapshot content = content();
    Snapshot tuner = content.getSection("tuner").put("invented", "later");
    byte[] later =
        checkpoint(with(content, "tuner", tuner).put("inventions", new Snapshot().put("a", 1)));

    CheckpointFormat.Restored restored = CheckpointFormat.read(later, driver.settings());

    assertThat(CheckpointFormat.write(restored.controller(), OFFSET)).isEqualTo(bytes);
  }

  @Test
  void aMissingFieldIsNamedWithItsSection() {
    Snapshot jobs = without(content().getSection("jobs"), "estimate");
    byte[] incomplete = checkpoint(with(content(), "jobs", jobs));

    assertThatThrownBy(() -> CheckpointFormat.read(incomplete, driver.settings()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("field 'estimate' of section 'jobs' is missing; a column of ints is required");
  }

  @Test
  void aMissingSectionIsNamed() {
    byte[] incomplete = checkpoint(without(content(), "policy"));

    assertThatThrownBy(() -> CheckpointFormat.read(incomplete, driver.settings()))
        .hasMessageContaining("field 'policy' of the snapshot is missing; a section is required");
  }

  @Test
  void aNewerVersionOfASectionIsRejectedWithWhatToDo() {
    Snapshot policy = without(content().getSection("policy"), "version").put("version", 2);
    byte[] newer = checkpoint(with(content(), "policy", policy));

    assertThatThrownBy(() -> CheckpointFormat.read(newer, driver.settings()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            "section 'policy'",
            "version 2",
            "reads up to version 1",
            "run the version that wrote it",
            "delete the cluster's checkpoint",
            "docs/upgrade.md");
  }

  @Test
  void aNewerFormatIsRejectedWithWhatToDo() {
    CheckpointEnvelope envelope = CheckpointEnvelope.decode(bytes);
    byte[] newer =
        new CheckpointEnvelope(11, OFFSET, "", envelope.crc32(), envelope.content()).encode();

    assertThat(CheckpointFormat.readable(newer)).isFalse();
    assertThatThrownBy(() -> CheckpointFormat.read(newer, driver.settings()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            "version 11", "up to version 10", "delete the cluster's checkpoint", "upgrade.md");
  }

  @Test
  void aFormatBeforeCborIsRejectedWithWhatToDo() {
    byte[] positional = ByteBuffer.allocate(64).putInt(9).array();

    assertThat(CheckpointFormat.readable(positional)).isFalse();
    assertThatThrownBy(() -> CheckpointFormat.read(positional, driver.settings()))
        .hasMessageContainingAll("format 'unknown'", "delete the cluster's checkpoint");
  }

  @Test
  void aDamagedByteIsDetected() {
    bytes[bytes.length / 2] ^= 1;

    assertThatThrownBy(() -> CheckpointFormat.read(bytes, driver.settings()))
        .hasMessageContaining("damaged");
  }

  @Test
  void whatDoesNotFitIsLeftOutTheLeastImportantFirst() {
    int whole = bytes.length;
    CheckpointFormat.Written fits = CheckpointFormat.write(driver.controller(), OFFSET, whole);
    CheckpointFormat.Written shorter =
        CheckpointFormat.write(driver.controller(), OFFSET, whole - 200);
    CheckpointFormat.Written least = CheckpointFormat.write(driver.controller(), OFFSET, 1);

    assertThat(fits.omitted()).isEmpty();
    assertThat(shorter.omitted()).containsExactly("effect");
    assertThat(shorter.bytes()).hasSizeLessThanOrEqualTo(whole - 200);
    assertThat(CheckpointFormat.read(shorter.bytes(), driver.settings()).controller().tracked())
        .isNotNull();
    assertThat(least.omitted()).contains("effect", "reviews", "decisions", "history", "jobs");
    assertThat(least.omitted()).doesNotContain("operator", "command", "cluster", "sequence");
  }

  @Test
  void withoutItsJobsAClusterIsRestoredAsDegraded() throws Exception {
    driver.operate(new Operation.SetMode(Mode.OBSERVE));
    byte[] least = CheckpointFormat.write(driver.controller(), OFFSET, 1).bytes();

    CheckpointFormat.Restored restored =
        CheckpointFormat.readOrSalvage(ControllerTestDriver.CLUSTER, least, driver.settings(), 7);

    assertThat(restored.nextOffset()).isEqualTo(OFFSET);
    assertThat(restored.controller().state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(restored.controller().health().fault()).contains("'jobs'");
    assertThat(restored.controller().controls().mode()).isEqualTo(Mode.OBSERVE);
    assertThat(restored.controller().tracked().capabilities()).isNotNull();
    assertThat(restored.controller().counters().eventCount())
        .isEqualTo(driver.controller().counters().eventCount());
  }

  @Test
  void withoutTheOperatorsSettingsNothingIsCommanded() {
    byte[] damaged = bytes.clone();
    damaged[damaged.length / 2] ^= 1;

    CheckpointFormat.Restored restored =
        CheckpointFormat.readOrSalvage(ControllerTestDriver.CLUSTER, damaged, driver.settings(), 7);

    assertThat(restored.nextOffset()).isEqualTo(7);
    assertThat(restored.controller().state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(restored.controller().controls().mode()).isEqualTo(Mode.RECOMMEND);
  }

  @Test
  void aLargeCheckpointIsSplitAndJoined() {
    byte[] large = new byte[2 * CheckpointParts.PART_BYTES + 1];
    new SplittableRandom(1).nextBytes(large);
    Map<String, byte[]> records = CheckpointParts.split("c", large);

    assertThat(records.keySet()).containsExactly("#part-0-c", "#part-1-c", "#part-2-c", "c");
    assertThat(records.values())
        .allSatisfy(
            record -> assertThat(record).hasSizeLessThanOrEqualTo(CheckpointParts.PART_BYTES));
    assertThat(CheckpointParts.join("c", records)).isEqualTo(large);
    assertThat(CheckpointParts.split("c", bytes)).containsExactly(Map.entry("c", bytes));
    assertThat(CheckpointParts.join("c", Map.of("c", bytes))).isEqualTo(bytes);
    assertThat(CheckpointParts.join("c", Map.of())).isNull();

    records.remove("#part-1-c");
    assertThat(CheckpointFormat.readable(CheckpointParts.join("c", records))).isFalse();
  }

  private Snapshot content() {
    return SnapshotCodec.decode(CheckpointEnvelope.decode(bytes).content());
  }

  private static byte[] checkpoint(Snapshot content) {
    return CheckpointEnvelope.of(OFFSET, "", SnapshotCodec.encode(content)).encode();
  }

  private static Snapshot with(Snapshot snapshot, String name, Snapshot section) {
    return without(snapshot, name).put(name, section);
  }

  private static Snapshot without(Snapshot snapshot, String name) {
    Snapshot rest = new Snapshot();
    snapshot.fields().stream().filter(field -> !field.name().equals(name)).forEach(rest::put);
    return rest;
  }
}
