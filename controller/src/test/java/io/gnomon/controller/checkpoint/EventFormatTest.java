package io.gnomon.controller.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.EventData;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.Configuration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventFormatTest {
  @Test
  void checkpointsOfSeveralPartitionsAreReadAtTheSameTime() {
    List<EventData> events =
        IntStream.range(0, 20_000)
            .<EventData>mapToObj(
                i -> new ConfigApplied(i, new Configuration("easy", i), "command " + i, null))
            .toList();

    List<EventData> read =
        events.parallelStream()
            .map(event -> EventFormat.read(EventFormat.write("c", event)))
            .toList();

    assertThat(read).isEqualTo(events);
  }
}
