package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.tune.ChangeReview;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.Judgement;
import io.gnomon.sim.tune.SearchSpace;
import io.gnomon.sim.tune.StudyDesign;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.Tuner;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class CheckpointFormatTest {
  private static final int PERIOD = ControllerTestDriver.PERIOD;
  private static final ControlSettings SETTINGS =
      new ControlSettings(
          Mode.APPLY,
          500,
          1,
          new TuneSettings(
              1,
              PERIOD,
              PERIOD,
              SearchSpace.partitions(2),
              GuardRails.NONE,
              StudyDesign.ofTheQueue(4, Judgement.SLOWDOWN)));

  /** A crowd whose controller has made a change, as the version with format 5 wrote it. */
  private static byte[] ofFormat5() throws IOException {
    return kept("/checkpoints/format-5.bin");
  }

  /** The same crowd, as the version with format 6 wrote it. */
  private static byte[] ofFormat6() throws IOException {
    return kept("/checkpoints/format-6.bin");
  }

  /** And that, as the version with format 7 wrote it again. */
  private static byte[] ofFormat7() throws IOException {
    return kept("/checkpoints/format-7.bin");
  }

  private static byte[] kept(String name) throws IOException {
    try (InputStream in = CheckpointFormatTest.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  @Test
  void ofTheFormatBeforeAllChangesThatWaitForAReviewWereMade() throws IOException {
    CheckpointFormat.Restored restored = CheckpointFormat.read(ofFormat6(), SETTINGS);

    assertThat(restored.nextOffset()).isEqualTo(9);
    Followed followed = restored.controller().followed();
    assertThat(followed.mirror().state().hash()).isEqualTo(-2732497862558301690L);
    assertThat(followed.tuner().reviews().open()).hasSize(1).allMatch(ChangeReview::made);
    assertThat(followed.tuner().forecasts().open()).hasSize(1);
    assertThat(followed.tuner().trialGivenUpAt()).isNegative();
    byte[] now = CheckpointFormat.write(restored.controller(), 9);
    assertThat(CheckpointFormat.write(CheckpointFormat.read(now, SETTINGS).controller(), 9))
        .isEqualTo(now);
  }

  @Test
  void theFormatBeforeThatIsReadAsIfNoForecastHadBeenChecked() throws IOException {
    CheckpointFormat.Restored restored = CheckpointFormat.read(ofFormat5(), SETTINGS);

    ClusterController controller = restored.controller();
    assertThat(restored.nextOffset()).isEqualTo(10);
    assertThat(controller.life()).isEqualTo(Life.VERIFYING);
    Followed followed = controller.followed();
    assertThat(followed.mirror().state().hash()).isEqualTo(7325404459984290767L);
    assertThat(followed.decisions()).hasSize(1);
    assertThat(followed.tuner().reviews().open()).hasSize(1).allMatch(ChangeReview::made);
    assertThat(followed.tuner().forecasts().checked()).isZero();
    assertThat(followed.tuner().forecasts().open()).isEmpty();
  }

  @Test
  void ofTheFormatBeforeThisNobodyIsOwedAnything() throws IOException {
    CheckpointFormat.Restored restored = CheckpointFormat.read(ofFormat7(), SETTINGS);

    assertThat(restored.nextOffset()).isEqualTo(9);
    Followed followed = restored.controller().followed();
    assertThat(followed.mirror().state().hash()).isEqualTo(-2732497862558301690L);
    assertThat(followed.tuner().reviews().open()).hasSize(1);
    assertThat(followed.tuner().forecasts().open()).hasSize(1);
    assertThat(followed.tuner().owed().memory())
        .isEqualTo(new Tuner(SETTINGS.tuning()).owed().memory());
    byte[] now = CheckpointFormat.write(restored.controller(), 9);
    assertThat(CheckpointFormat.write(CheckpointFormat.read(now, SETTINGS).controller(), 9))
        .isEqualTo(now);
  }

  @Test
  void whatWasReadFromAnOlderFormatIsWrittenInTheNewOne() throws IOException {
    byte[] now =
        CheckpointFormat.write(CheckpointFormat.read(ofFormat5(), SETTINGS).controller(), 10);

    byte[] again = CheckpointFormat.write(CheckpointFormat.read(now, SETTINGS).controller(), 10);

    assertThat(now[3]).isEqualTo((byte) CheckpointFormat.WITH_OWED);
    assertThat(again).isEqualTo(now);
  }

  @Test
  void anotherFormatIsRefusedWithThoseThatCanBeRead() throws IOException {
    byte[] bytes = ofFormat5();
    bytes[3] = 4;

    assertThatThrownBy(() -> CheckpointFormat.read(bytes, SETTINGS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("format 4", "5 to 8");
  }

  @Test
  void aDamagedByteIsNoticed() throws IOException {
    byte[] bytes = ofFormat5();
    bytes[bytes.length / 2] ^= 1;

    assertThatThrownBy(() -> CheckpointFormat.read(bytes, SETTINGS))
        .hasMessageContaining("damaged");
  }
}
