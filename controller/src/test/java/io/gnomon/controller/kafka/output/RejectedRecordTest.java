package io.gnomon.controller.kafka.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.RejectHeaders;
import io.gnomon.events.RejectReason;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class RejectedRecordTest {
  @Test
  void leavesOutHeadersWithoutAValue() {
    ConsumerRecord<String, byte[]> record =
        new ConsumerRecord<>("events", 0, 7, "kth", "{".getBytes(StandardCharsets.UTF_8));
    record.headers().add("empty", null).add("kept", new byte[] {1});

    OutgoingRecord rejected = RejectedRecord.of(record, 7, RejectReason.UNKNOWN_JOB, "no event");

    assertThat(rejected.headers().get("kept")).containsExactly(1);
    assertThat(rejected.headers()).doesNotContainKey("empty").containsKey(RejectHeaders.OFFSET);
  }
}
