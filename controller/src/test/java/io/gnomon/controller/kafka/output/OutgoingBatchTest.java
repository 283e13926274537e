package io.gnomon.controller.kafka.output;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.events.RejectHeaders;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.cluster.SnapshotRequested;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OutgoingBatchTest {
  private static final int MIB = 1 << 20;

  private final OutgoingBatch batch = new OutgoingBatch(0, null, OwnerListener.NONE);

  private OutgoingRecord rejected(byte[] value) {
    batch.begin(new ConsumerRecord<>("events", 0, 5, "c", value));
    batch.reject(5, RejectReason.INVALID, "why");
    List<OutgoingRecord> records = batch.take().records();
    return records.get(records.size() - 1);
  }

  private static String header(OutgoingRecord record, String name) {
    byte[] value = record.headers().get(name);
    return value == null ? "" : new String(value, StandardCharsets.UTF_8);
  }

  @Test
  void isFullAfterEightMebibytesHoweverFewTheRecords() {
    batch.begin(new ConsumerRecord<>("events", 0, 5, "c", new byte[3 * MIB]));
    batch.reject(5, RejectReason.INVALID, "why");
    batch.reject(5, RejectReason.INVALID, "why");
    assertThat(batch.full()).isFalse();

    batch.reject(5, RejectReason.INVALID, "why");

    assertThat(batch.full()).isTrue();
    batch.take();
    assertThat(batch.full()).isFalse();
  }

  @Test
  void deletionsCountTowardsTheBytesOfATransaction() {
    for (int part = 0; part < 7; part++) {
      batch.checkpoint("", "k".repeat(MIB), null);
    }
    assertThat(batch.full()).isFalse();
    batch.checkpoint("", "k".repeat(MIB), null);
    assertThat(batch.full()).isTrue();
  }

  @Test
  void theOutputOfAClusterIsHeldDuringItsStudy() {
    batch.begin(new ConsumerRecord<>("events", 0, 5, "c", new byte[1]));
    batch.reject(5, RejectReason.INVALID, "no event");
    batch.begin(new ConsumerRecord<>("events", 0, 6, "a", new byte[] {42}));
    batch.beginEvent("a");
    batch.reject(4, RejectReason.DUPLICATE, "before the study");
    batch.publish("a", "a-1", requested());
    batch.hold("a");
    batch.begin(new ConsumerRecord<>("events", 0, 7, "b", new byte[1]));
    batch.beginEvent("b");
    batch.publish("b", "b-1", requested());

    assertThat(batch.hasOutputOf("a")).isFalse();
    OutgoingBatch.Taken taken = batch.take();
    assertThat(taken.clusters()).containsExactly("b");
    assertThat(taken.records()).extracting(OutgoingRecord::key).containsExactly("c", "a", "b");
    assertThat(batch.isEmpty()).isTrue();
    assertThat(batch.urgent()).isFalse();

    batch.resume("a"); // with the record that began the study, not that of "b"
    batch.reject(6, RejectReason.DUPLICATE, "of a");
    batch.release("a");
    List<OutgoingRecord> records = batch.take().records();
    assertThat(records).extracting(OutgoingRecord::key).containsExactly("a", "a");
    assertThat(records.get(1).value()).containsExactly(42);
  }

  @Test
  void rejectionsOfAClusterThatWasBehindAreNotTakenForPublished() {
    batch.published(10, Map.of("behind", 7L));
    for (String cluster : List.of("", "behind")) {
      for (int offset : new int[] {6, 8, 10}) {
        batch.begin(new ConsumerRecord<>("events", 0, offset, cluster, new byte[1]));
        batch.beginEvent(cluster);
        batch.reject(offset, RejectReason.INVALID, "why");
      }
    }

    assertThat(batch.take().records())
        .extracting(record -> record.key() + header(record, RejectHeaders.OFFSET))
        .containsExactly("10", "behind8", "behind10");
  }

  private static SnapshotRequested requested() {
    return new SnapshotRequested(1, SnapshotReason.GAP, 5, "why");
  }

  @Test
  void aRejectedValueIsCopiedUpToEightMebibytesAndDescribedAbove() {
    OutgoingRecord whole = rejected(new byte[8 * MIB]);
    OutgoingRecord described = rejected(new byte[8 * MIB + 1]);

    assertThat(whole.value()).hasSize(8 * MIB);
    assertThat(header(whole, RejectHeaders.SIZE)).isEmpty();
    assertThat(described.value()).hasSize(1_024);
    assertThat(header(described, RejectHeaders.SIZE)).isEqualTo("8388609");
    assertThat(header(described, RejectHeaders.OFFSET)).isEqualTo("5");
  }

  @Test
  void aCopyThatDoesNotFitIsShortened() {
    ConsumerRecord<String, byte[]> record =
        new ConsumerRecord<>(
            "events",
            0,
            5,
            "k".repeat(1_000),
            "abc".repeat(1_000).getBytes(StandardCharsets.UTF_8));
    record.headers().add("large", new byte[5_000]);
    record.headers().add(RejectHeaders.SHA256, new byte[1]);
    batch.begin(record);
    batch.reject(5, RejectReason.TOO_WIDE, "w".repeat(3_000));

    OutgoingRecord whole = batch.take().records().get(0);
    OutgoingRecord shortened = RejectedRecord.shortened(whole);

    assertThat(header(whole, RejectHeaders.SHA256)).as("the producer's own").isEmpty();
    assertThat(whole.headers()).containsKey("large");
    assertThat(shortened.bytes()).isLessThan(3_000);
    assertThat(shortened.headers())
        .containsOnlyKeys(
            RejectHeaders.REASON,
            RejectHeaders.DETAIL,
            RejectHeaders.OFFSET,
            RejectHeaders.SIZE,
            RejectHeaders.SHA256);
    assertThat(header(shortened, RejectHeaders.SIZE)).isEqualTo("3000");
    // for i in $(seq 1000); do printf abc; done | sha256sum
    assertThat(header(shortened, RejectHeaders.SHA256))
        .isEqualTo("328de8f1895f8bb09f6e6b4c2012ef2b2a6f067cd002794b750aa040a6f6d8bd");
    assertThat(RejectedRecord.shortened(shortened).bytes()).isEqualTo(shortened.bytes());
  }

  @Test
  void theLogHasOneLineForEachReasonAndPeriodAndCountsTheOthers() {
    Logger logger = (Logger) LoggerFactory.getLogger(RejectionLog.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    logger.setAdditive(false);
    try {
      AtomicLong now = new AtomicLong();
      RejectionLog log = new RejectionLog(3, now::get);
      for (int offset = 0; offset < 1_000; offset++) {
        log.rejected(offset, RejectReason.INVALID, "bad");
      }
      log.rejected(1_000, RejectReason.DUPLICATE, "again");
      now.addAndGet(RejectionLog.PERIOD.minus(Duration.ofNanos(1)).toNanos());
      log.report();
      now.addAndGet(1);
      log.rejected(1_001, RejectReason.INVALID, "bad");
      log.rejected(1_002, RejectReason.INVALID, "bad");
      now.addAndGet(RejectionLog.PERIOD.toNanos());
      log.report();
      log.report();
    } finally {
      logger.detachAppender(lines);
      logger.setAdditive(true);
    }

    List<String> printed = new ArrayList<>();
    lines.list.forEach(line -> printed.add(line.getFormattedMessage()));
    assertThat(printed)
        .containsExactly(
            "partition 3 offset 0: INVALID: bad",
            "partition 3 offset 1000: DUPLICATE: again",
            "partition 3 offset 1001: INVALID: bad (and 999 more since the last such line)",
            "partition 3: INVALID: 1 more since the last such line");
  }
}
