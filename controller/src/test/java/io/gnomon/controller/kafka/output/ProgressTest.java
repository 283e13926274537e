package io.gnomon.controller.kafka.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.kafka.output.Checkpoints.Progress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final Uuid TOPIC = new Uuid(7, 8);

  @Test
  void isReadAsItWasWritten() {
    for (String topic : new String[] {"", TOPIC.toString()}) {
      for (Map<String, Long> behind : List.of(Map.<String, Long>of(), Map.of("a", 95L, "ü", 97L))) {
        Progress progress = new Progress(topic, 100, 90, behind);

        assertThat(Progress.decode(progress.encode())).isEqualTo(progress);
      }
    }
  }

  @Test
  void ofAnOlderVersionCoversNothing() {
    byte[] withoutTopic = ByteBuffer.allocate(8).putLong(100).array();
    byte[] withTopic = ByteBuffer.allocate(24).putLong(100).putLong(7).putLong(8).array();

    assertThat(Progress.decode(withoutTopic)).isEqualTo(new Progress("", 100, 0, Map.of()));
    assertThat(Progress.decode(withTopic))
        .isEqualTo(new Progress(TOPIC.toString(), 100, 0, Map.of()));
  }

  @Test
  void aClusterContinuesWhereTheCheckpointsCoverAllEvents() {
    Progress progress = new Progress(TOPIC.toString(), 100, 90, Map.of());

    assertThat(progress.position(TOPIC.toString(), 50)).isEqualTo(90);
    assertThat(progress.position(TOPIC.toString(), 95)).isEqualTo(95);
    assertThat(progress.position("another topic", 50)).isEqualTo(50);
  }

  @Test
  void ofTheWrongLengthIsNone() {
    for (int length : new int[] {0, 1, 7, 9, 23, 25, 31, 33, 40}) {
      assertThat(Progress.decode(new byte[length])).isEqualTo(Progress.NONE);
    }
  }
}
