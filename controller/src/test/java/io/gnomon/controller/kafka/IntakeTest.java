package io.gnomon.controller.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.kafka.input.FetchedRecords;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IntakeTest {
  private static final int MANY_JOBS = 2_000; // 200 kB

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final AtomicInteger decoded = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final List<Long> done = new ArrayList<>();
  private final Intake intake = new Intake(vertx, null, decoded::incrementAndGet, failure::set);

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
    assertThat(failure.get()).isNull();
  }

  private static byte[] clock(int at) {
    return encoded(new ClockAdvanced(at));
  }

  private static byte[] snapshot() {
    JobDescription description = new JobDescription(1, 600, "user", null);
    return encoded(
        new ClusterSnapshot(
            9,
            8,
            EventData.NONE,
            null,
            IntStream.range(0, MANY_JOBS)
                .mapToObj(
                    job ->
                        new JobSnapshot(
                            "job" + job, JobState.WAITING, 1, EventData.NONE, description))
                .toList()));
  }

  private static byte[] encoded(EventData data) {
    return new EventCodec().encodeStructured(GnomonEvent.of("c", "e", -1, null, data)).value();
  }

  private void offer(long first, byte[]... values) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    for (byte[] value : values) {
      records.add(new ConsumerRecord<>("events", 0, first + records.size(), "c", value));
    }
    onContext(
        () -> {
          intake.add(new FetchedRecords(records, () -> done.add(first)));
          return true;
        });
  }

  /** All of it happens on the owner's context. */
  private <T extends @Nullable Object> T onContext(Supplier<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    context.runOnContext(now -> result.complete(work.get()));
    return result.join();
  }

  private RecordDecoder.@Nullable Decoded next(long from) {
    return onContext(() -> intake.next(from));
  }

  @Test
  void recordsComeInOrderAndALargeOneWhenItIsDecoded() {
    offer(5, clock(1), snapshot(), clock(2));

    RecordDecoder.Decoded first = next(5);
    assertThat(first).isNotNull();
    assertThat(first.record().offset()).isEqualTo(5);
    assertThat(next(6)).as("it is being decoded").isNull();
    assertThat(onContext(intake::isEmpty)).isFalse();

    await().atMost(Duration.ofMinutes(2)).until(() -> decoded.get() == 1);
    RecordDecoder.Decoded second = next(6);
    assertThat(second).isNotNull();
    assertThat(second.record().offset()).isEqualTo(6);
    assertThat(second.event()).isNotNull();
    assertThat(((ClusterSnapshot) second.event().data()).jobs()).hasSize(MANY_JOBS);
    assertThat(done).isEmpty();
    RecordDecoder.Decoded third = next(7);
    assertThat(third).isNotNull();
    assertThat(third.record().offset()).isEqualTo(7);
    assertThat(done).containsExactly(5L);
    assertThat(next(8)).isNull();
    assertThat(onContext(intake::ready)).isFalse();
  }

  @Test
  void recordsThatWereProcessedBeforeAreNotDecoded() {
    offer(0, snapshot(), "no event".getBytes(UTF_8), clock(2));

    RecordDecoder.Decoded only = next(2);

    assertThat(only).isNotNull();
    assertThat(only.record().offset()).isEqualTo(2);
    assertThat(decoded).hasValue(0);
  }

  @Test
  void aLargeRecordThatCannotBeUsedSaysWhy() {
    offer(0, " ".repeat(1 << 18).getBytes(UTF_8), clock(2));
    assertThat(next(0)).isNull();

    await().atMost(Duration.ofMinutes(2)).until(() -> decoded.get() == 1);
    RecordDecoder.Decoded invalid = next(0);

    assertThat(invalid).isNotNull();
    assertThat(invalid.event()).isNull();
    assertThat(invalid.rejected()).isEqualTo(RejectReason.INVALID);
    assertThat(invalid.detail()).isNotEmpty();
    assertThat(next(1)).isNotNull();
  }
}
