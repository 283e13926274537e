package io.gnomon.controller.checkpoint;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.codec.SizeLimits;
import java.nio.charset.StandardCharsets;

/** Encodes the events in a checkpoint as structured CloudEvents in JSON. Thread-safe. */
final class EventFormat {
  // several partitions can be restored at the same time; a codec is not thread-safe
  private static final ThreadLocal<EventCodec> CODEC =
      ThreadLocal.withInitial(() -> new EventCodec(SizeLimits.UNLIMITED));

  private EventFormat() {}

  static String write(String cluster, EventData data) {
    return new String(
        CODEC
            .get()
            .encodeStructured(GnomonEvent.of(cluster, "checkpoint", EventData.NONE, null, data))
            .value(),
        StandardCharsets.UTF_8);
  }

  static EventData read(String json) {
    return CODEC.get().decode(json.getBytes(StandardCharsets.UTF_8)).data();
  }
}
