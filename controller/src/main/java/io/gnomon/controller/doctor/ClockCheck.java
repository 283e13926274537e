package io.gnomon.controller.doctor;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * A comparison of this machine's clock with that of the Kafka controller.
 *
 * <p>Nothing is written: the leader of a KRaft quorum reports the present time as the time at which
 * it was up to date itself (KIP-836). If that is not available, the newest event's timestamp must
 * not be in the future.
 */
final class ClockCheck {
  private static final String NAME = "clock";
  private static final Duration TOLERANCE = Duration.ofSeconds(2);
  private static final String SYNCHRONIZE =
      "Synchronize the clocks of this machine, the brokers and the schedulers with NTP.";

  private ClockCheck() {}

  static Check of(Admin admin, String events, Clock clock) throws InterruptedException {
    long before = clock.millis();
    try {
      QuorumInfo quorum = admin.describeMetadataQuorum().quorumInfo().get();
      long after = clock.millis();
      OptionalLong broker =
          quorum.voters().stream()
              .filter(voter -> voter.replicaId() == quorum.leaderId())
              .findFirst()
              .map(QuorumInfo.ReplicaState::lastCaughtUpTimestamp)
              .orElse(OptionalLong.empty());
      if (broker.isPresent() && broker.getAsLong() > 0) {
        return compared(before, broker.getAsLong(), after);
      }
    } catch (ExecutionException e) {
      return ofEvents(admin, events, clock, reason(e));
    }
    return ofEvents(admin, events, clock, "the quorum reports no time");
  }

  /** The broker's time must lie between those at which the question was sent and answered. */
  static Check compared(long before, long broker, long after) {
    long ahead = broker > after ? broker - after : Math.min(0, broker - before);
    String found =
        "differs by %.1f s from that of the Kafka controller".formatted(Math.abs(ahead) / 1e3);
    return Math.abs(ahead) > TOLERANCE.toMillis()
        ? Check.failed(NAME, found, SYNCHRONIZE)
        : Check.ok(NAME, found);
  }

  private static Check ofEvents(Admin admin, String events, Clock clock, String reason)
      throws InterruptedException {
    TopicPartition partition = new TopicPartition(events, 0);
    String unchecked = "cannot be compared with the Kafka controller's (" + reason + ")";
    try {
      long newest =
          admin
              .listOffsets(Map.of(partition, OffsetSpec.maxTimestamp()))
              .partitionResult(partition)
              .get()
              .timestamp();
      long ahead = newest - clock.millis();
      if (ahead > TOLERANCE.toMillis()) {
        return Check.failed(
            NAME, "the newest event is %.1f s in the future".formatted(ahead / 1e3), SYNCHRONIZE);
      }
      return Check.warning(
          NAME,
          unchecked + (newest < 0 ? "" : "; no event is in the future"),
          "Allow Describe on the Kafka cluster to check it.");
    } catch (ExecutionException e) {
      return Check.warning(NAME, unchecked, "Allow Describe on the Kafka cluster to check it.");
    }
  }

  private static String reason(ExecutionException failure) {
    Throwable cause = failure.getCause();
    return (cause == null ? failure : cause).getClass().getSimpleName();
  }
}
