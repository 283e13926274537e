package io.gnomon.controller.kafka.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class ProgressTest {
  @Test
  void isReadAsItWasWritten() {
    String topic = new Uuid(3, 4).toString();
    for (Checkpoints.Progress progress :
        new Checkpoints.Progress[] {
          new Checkpoints.Progress("", 12), new Checkpoints.Progress(topic, 13)
        }) {
      assertThat(Checkpoints.Progress.decode(progress.encode())).isEqualTo(progress);
    }
  }

  @Test
  void ofTheWrongLengthIsNone() {
    for (int length : new int[] {0, 1, 7, 9, 23, 25}) {
      assertThat(Checkpoints.Progress.decode(new byte[length]))
          .isEqualTo(Checkpoints.Progress.NONE);
    }
  }
}
