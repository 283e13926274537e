package io.gnomon.controller.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.EventData;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.Configuration;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventFormatTest {
  private static EventData writtenAndRead(EventData data) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      EventFormat.write("c", data, new DataOutputStream(bytes));
      return EventFormat.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void checkpointsOfSeveralPartitionsAreReadAtOnce() {
    List<EventData> events =
        IntStream.range(0, 20_000)
            .<EventData>mapToObj(
                i -> new ConfigApplied(i, new Configuration("easy", i), "command " + i, null))
            .toList();

    assertThat(events.parallelStream().map(EventFormatTest::writtenAndRead).toList())
        .isEqualTo(events);
  }
}
