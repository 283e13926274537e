package io.gnomon.controller.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import io.gnomon.sim.snapshot.Snapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotCodecTest {
  private final Snapshot snapshot =
      new Snapshot()
          .put("now", -7)
          .put("total", 1L << 40)
          .put("factor", 0.1)
          .put("never", Double.NEGATIVE_INFINITY)
          .put("compress", true)
          .put("policy", "easy(order=größte)")
          .put("job", new int[] {Integer.MIN_VALUE, 0, Integer.MAX_VALUE})
          .put("none", new int[0])
          .put("weights", new double[] {1.5, -0.0})
          .put("jobs", new Snapshot().putStrings("name", List.of("a", "", "c")))
          .putSections("reviews", List.of(new Snapshot().put("made", false), new Snapshot()));

  @Test
  void aSnapshotIsDecodedAsItWasEncoded() {
    assertThat(SnapshotCodec.decode(SnapshotCodec.encode(snapshot))).isEqualTo(snapshot);
  }

  @Test
  void valuesOfUnknownKindsAreIgnored() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (CBORGenerator out = new CBORFactory().createGenerator(bytes)) {
      out.writeStartObject();
      out.writeNullField("nothing");
      out.writeFieldName("halves");
      out.writeTag(80); // an array of half-precision floats
      out.writeBinary(new byte[] {1, 2});
      out.writeNumberField("now", 3);
      out.writeEndObject();
    }

    assertThat(SnapshotCodec.decode(bytes.toByteArray())).isEqualTo(new Snapshot().put("now", 3));
  }

  @Test
  void bytesThatAreNotOneMapAreRejected() {
    byte[] bytes = SnapshotCodec.encode(snapshot);
    byte[] truncated = Arrays.copyOf(bytes, bytes.length - 1);
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);

    assertThatThrownBy(() -> SnapshotCodec.decode(truncated))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("are not CBOR");
    assertThatThrownBy(() -> SnapshotCodec.decode(longer)).hasMessageContaining("unexpected bytes");
    assertThatThrownBy(() -> SnapshotCodec.decode(new byte[] {0}))
        .hasMessageContaining("1 bytes are not a CBOR map");
  }
}
