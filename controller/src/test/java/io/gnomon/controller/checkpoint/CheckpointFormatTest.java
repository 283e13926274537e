package io.gnomon.controller.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.feedback.ChangeReview;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CheckpointFormatTest {
  private static final long OFFSET = 9;

  private final ControllerTestDriver driver =
      new ControllerTestDriver(
          Mode.APPLY,
          1,
          ControllerTestDriver.PERIOD,
          StudyDesign.ofTheQueue(4, StudyCriteria.SLOWDOWN));
  private byte[] bytes = {};

  @BeforeEach
  void writeACheckpointAfterADecisionToChange() {
    driver.crowd().send(new JobSubmitted("late", driver.at(1001), 1, 10));
    bytes = CheckpointFormat.write(driver.controller(), OFFSET);
  }

  @Test
  void aCheckpointIsReadAsItWasWritten() {
    CheckpointFormat.Restored restored = CheckpointFormat.read(bytes, driver.settings());

    assertThat(CheckpointFormat.readable(bytes)).isTrue();
    assertThat(CheckpointFormat.nextOffset(bytes)).isEqualTo(OFFSET);
    assertThat(restored.nextOffset()).isEqualTo(OFFSET);
    TrackedCluster followed = restored.controller().followed();
    assertThat(followed.mirror().state().hash())
        .isEqualTo(driver.followed().mirror().state().hash());
    assertThat(followed.decisions()).isEqualTo(driver.followed().decisions()).isNotEmpty();
    assertThat(followed.tuner().reviews().open())
        .extracting(ChangeReview::decided)
        .isEqualTo(
            driver.followed().tuner().reviews().open().stream().map(ChangeReview::decided).toList())
        .isNotEmpty();
    assertThat(CheckpointFormat.write(restored.controller(), OFFSET)).isEqualTo(bytes);
  }

  @Test
  void anotherFormatIsRejectedWithWhatToDo() {
    bytes[3]--;

    assertThat(CheckpointFormat.readable(bytes)).isFalse();
    assertThatThrownBy(() -> CheckpointFormat.read(bytes, driver.settings()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            "format 8", "reads format 9 only", "delete the cluster's checkpoint", "upgrade.md");
  }

  @Test
  void aDamagedByteIsNoticed() {
    bytes[bytes.length / 2] ^= 1;

    assertThatThrownBy(() -> CheckpointFormat.read(bytes, driver.settings()))
        .hasMessageContaining("damaged");
  }
}
