package io.gnomon.controller.kafka.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.InvalidEventException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class EventValuesTest {
  private static final int MIB = 1 << 20;

  private final EventValues values = new EventValues();
  private final Headers headers = new RecordHeaders();

  private ConsumerRecord<String, byte[]> read(byte[] value) {
    byte[] kept = values.deserialize("events", headers, ByteBuffer.wrap(value));
    return values.limited(
        new ConsumerRecord<>(
            "events",
            0,
            7,
            0,
            TimestampType.CREATE_TIME,
            1,
            value.length,
            "c",
            kept,
            headers,
            Optional.empty()));
  }

  private static byte[] spaces(int bytes, String start) {
    byte[] spaces = new byte[bytes];
    Arrays.fill(spaces, (byte) ' ');
    byte[] first = start.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(first, 0, spaces, 0, first.length);
    return spaces;
  }

  @Test
  void aValueThatCanBeCopiedIsKeptWhole() {
    byte[] value = spaces(8 * MIB, "");

    assertThat(read(value)).isNotInstanceOf(OversizedRecord.class);
    assertThat(read(value).value()).isEqualTo(value);
  }

  @Test
  void aLargerValueIsKeptWholeIfItsTypeAllowsItsSize() {
    byte[] snapshot = spaces(9 * MIB, "{\"type\":\"io.gnomon.cluster.snapshot.v1\",");

    assertThat(read(snapshot).value()).isEqualTo(snapshot);
  }

  @Test
  void ofALargerValueTheFirstKilobyteSizeAndHashAreKept() {
    // printf '%9437184s' '' | sha256sum
    String hash = "d67f98ccc3496b7b38fbb9ebdbb3400e750015fcd31de42ff20146a881a05ec5";

    ConsumerRecord<String, byte[]> record = read(spaces(9 * MIB, ""));

    assertThat(record).isInstanceOf(OversizedRecord.class);
    OversizedRecord oversized = (OversizedRecord) record;
    assertThat(oversized.offset()).isEqualTo(7);
    assertThat(oversized.valueBytes()).isEqualTo(9_437_184);
    assertThat(oversized.sha256()).isEqualTo(hash);
    assertThat(oversized.value()).isEqualTo(spaces(1_024, ""));
    assertThat(oversized.problem().reason()).isEqualTo(InvalidEventException.Reason.TOO_LARGE);
    assertThat(oversized.problem()).hasMessageContaining("9437184 bytes");
  }

  @Test
  void headersOfMoreThan64KibibytesAreDropped() {
    headers.add("h", new byte[64 << 10]);

    ConsumerRecord<String, byte[]> record = read("{}".getBytes(StandardCharsets.UTF_8));

    assertThat(record).isInstanceOf(OversizedRecord.class);
    assertThat(record.headers()).isEmpty();
    assertThat(((OversizedRecord) record).problem())
        .hasMessageContaining("65537 bytes of headers")
        .hasMessageContaining("at most 65536 bytes");
  }
}
