package io.gnomon.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.events.InvalidEventException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BoundedRecordsTest {
  private static final int MIB = 1 << 20;

  private final BoundedRecords records = new BoundedRecords("c"::equals, ValueLimit.events());

  private final List<ConsumerRecord<String, byte[]>> parsed = new ArrayList<>();

  /** Parses a record as the client does. */
  private void parse(@Nullable String key, byte @Nullable [] value, Headers headers) {
    byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
    String keptKey =
        keyBytes == null
            ? null
            : records.keys().deserialize("events", headers, ByteBuffer.wrap(keyBytes));
    byte[] kept =
        value == null
            ? null
            : records.values().deserialize("events", headers, ByteBuffer.wrap(value));
    parsed.add(
        new ConsumerRecord<>(
            "events",
            0,
            parsed.size(),
            0,
            TimestampType.CREATE_TIME,
            keyBytes == null ? -1 : keyBytes.length,
            value == null ? -1 : value.length,
            keptKey,
            kept,
            headers,
            Optional.empty()));
  }

  private List<ConsumerRecord<String, byte[]>> polled() {
    return records
        .limited(new ConsumerRecords<>(Map.of(new TopicPartition("events", 0), parsed), Map.of()))
        .records(new TopicPartition("events", 0));
  }

  private ConsumerRecord<String, byte[]> read(byte[] value) {
    return read(value, new RecordHeaders());
  }

  private ConsumerRecord<String, byte[]> read(byte[] value, Headers headers) {
    records.begin();
    parsed.clear();
    parse("c", value, headers);
    return polled().get(0);
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
    assertThat(oversized.valueBytes()).isEqualTo(9_437_184);
    assertThat(oversized.value()).isEmpty();
    assertThat(oversized.sha256()).isEqualTo(hash);
    assertThat(oversized.start()).isEqualTo(spaces(1_024, ""));
    assertThat(oversized.problem().reason()).isEqualTo(InvalidEventException.Reason.TOO_LARGE);
    assertThat(oversized.problem()).hasMessageContaining("9437184 bytes");
  }

  @Test
  void headersOfMoreThan64KibibytesAreDropped() {
    Headers headers = new RecordHeaders().add("h", new byte[64 << 10]);

    ConsumerRecord<String, byte[]> record = read("{}".getBytes(StandardCharsets.UTF_8), headers);

    assertThat(record).isInstanceOf(OversizedRecord.class);
    assertThat(record.headers()).isEmpty();
    assertThat(((OversizedRecord) record).problem())
        .hasMessageContaining("65537 bytes of headers")
        .hasMessageContaining("at most 65536 bytes");
  }

  @Test
  void valuesUnderAForeignKeyAreNotKeptAndTheirRecordsNotHandedOut() {
    records.begin();
    parse("other", spaces(MIB, ""), new RecordHeaders());
    parse("c", spaces(1, ""), new RecordHeaders());
    assertThat(parsed.get(0).value()).isEmpty();
    assertThat(polled()).extracting(ConsumerRecord::offset).containsExactly(1L);
  }

  @Test
  void aRecordWithoutAKeyIsNotTakenForOneOfTheForeignKeyBefore() {
    records.begin();
    parse("other", null, new RecordHeaders());
    parse(null, spaces(7, ""), new RecordHeaders());
    assertThat(polled()).extracting(record -> record.value().length).containsExactly(7);
  }

  @Test
  void aPollTakes4MebibytesOrOneRecord() {
    records.begin();
    parse("c", spaces(5 * MIB, ""), new RecordHeaders());
    assertThatThrownBy(() -> parse("c", spaces(1, ""), new RecordHeaders()))
        .isInstanceOf(SerializationException.class);
    records.begin();
    for (int i = 0; i < 3; i++) {
      parse("c".repeat(512 << 10), spaces(MIB / 2, ""), new RecordHeaders());
    }
    assertThatThrownBy(() -> parse("c".repeat(MIB), spaces(MIB, ""), new RecordHeaders()))
        .as("keys and headers count")
        .isInstanceOf(SerializationException.class);
    assertThatThrownBy(() -> parse("c", null, new RecordHeaders().add("h", new byte[2 * MIB])))
        .isInstanceOf(SerializationException.class);
  }

  @Test
  void aKeyIsCutAfterOneKilobyte() {
    records.begin();
    parse("k".repeat(5_000), null, new RecordHeaders());
    assertThat(parsed.get(0).key()).hasSize(1_024);
  }

  @Test
  void aUserCanLowerTheBoundsOfTheClientButNotRaiseThem() {
    Map<String, Object> properties =
        BoundedConsumer.bounded(
            Map.of(
                "max.poll.records", "500",
                "fetch.max.bytes", "1000",
                "isolation.level", "read_uncommitted",
                "enable.auto.commit", "true"),
            Map.of("isolation.level", "read_committed"));

    assertThat(properties)
        .containsEntry("max.poll.records", "200")
        .containsEntry("fetch.max.bytes", "1000")
        .containsEntry("max.partition.fetch.bytes", "1048576")
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("enable.auto.commit", "false");
  }
}
