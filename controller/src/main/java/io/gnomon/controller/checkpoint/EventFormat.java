package io.gnomon.controller.checkpoint;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.codec.SizeLimits;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What events a checkpoint holds, in their own JSON form behind their length. */
final class EventFormat {
  // checkpoints of several partitions are read at once
  private static final ThreadLocal<EventCodec> CODEC =
      ThreadLocal.withInitial(() -> new EventCodec(new SizeLimits(1 << 26, 1 << 26)));

  private EventFormat() {}

  static void writeOptional(String cluster, @Nullable EventData data, DataOutputStream out)
      throws IOException {
    out.writeBoolean(data != null);
    if (data != null) {
      write(cluster, data, out);
    }
  }

  static @Nullable EventData readOptional(DataInputStream in) throws IOException {
    return in.readBoolean() ? read(in) : null;
  }

  static void write(String cluster, EventData data, DataOutputStream out) throws IOException {
    byte[] json =
        CODEC
            .get()
            .encodeStructured(GnomonEvent.of(cluster, "checkpoint", EventData.NONE, null, data))
            .value();
    out.writeInt(json.length);
    out.write(json);
  }

  static EventData read(DataInputStream in) throws IOException {
    return CODEC.get().decode(in.readNBytes(in.readInt())).data();
  }
}
