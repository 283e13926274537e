package io.gnomon.events.codec;

import static io.gnomon.events.codec.Ranges.LAST_SECOND;
import static io.gnomon.events.codec.Ranges.MAX_COUNT;
import static io.gnomon.events.codec.Ranges.MAX_EXACT;
import static io.gnomon.events.codec.Ranges.MAX_JOBS;
import static io.gnomon.events.codec.Ranges.MAX_PARTITION;
import static io.gnomon.events.codec.Ranges.MAX_WIDTHS;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.codec.value.IntegerCodec;
import io.gnomon.events.codec.value.ListCodec;
import io.gnomon.events.codec.value.RecordCodec;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;

/** The codecs of events about one job. */
final class JobCodecs {
  private JobCodecs() {}

  /** Starts the codec of an event about one job. */
  static <T extends Record> RecordCodec.Builder<T> job(Class<T> type) {
    return RecordCodec.of(type).required("job").integer("at", 0, LAST_SECOND);
  }

  /** The codec of an event about one job for which the scheduler may state a reason. */
  static <T extends Record> RecordCodec<T> withReason(Class<T> type) {
    return job(type).optional("reason", StringCodec.LONG).build();
  }

  /** Adds the fields of a description from the user to the widths. */
  private static <T> RecordCodec.Builder<T> description(RecordCodec.Builder<T> job) {
    return job.optional("user", "group", "application", "queue")
        .optionalInteger("priority", 0, Integer.MAX_VALUE)
        .optionalInteger("memoryMegabytes", 0, MAX_EXACT)
        .optional("widths", new ListCodec<>(new IntegerCodec(1, MAX_COUNT), MAX_WIDTHS));
  }

  static RecordCodec<JobSubmitted> submitted() {
    RecordCodec.Builder<JobSubmitted> job =
        job(JobSubmitted.class)
            .inlined("description")
            .integer("processors", 1, MAX_COUNT)
            .integer("estimateSeconds", 1, MAX_COUNT);
    return description(job).optional("held").optional("request", RequestCodecs.request()).build();
  }

  static RecordCodec<JobModified> modified() {
    return job(JobModified.class)
        .optionalInteger("processors", 1, MAX_COUNT)
        .optionalInteger("estimateSeconds", 1, MAX_COUNT)
        .optionalInteger("priority", 0, Integer.MAX_VALUE)
        .optional("queue", "held")
        .optional("request", RequestCodecs.request())
        .build();
  }

  static RecordCodec<JobStarted> started() {
    return job(JobStarted.class)
        .optionalInteger("processors", 1, MAX_COUNT)
        .optionalInteger("limitSeconds", 1, MAX_COUNT)
        .optionalInteger("partition", 0, MAX_PARTITION)
        .optional("placement", RequestCodecs.placement())
        .check(job -> RequestCodecs.check(job.placement()))
        .build();
  }

  static ListCodec<JobSnapshot> snapshots() {
    return new ListCodec<>(snapshot(), MAX_JOBS);
  }

  static RecordCodec<JobSnapshot> snapshot() {
    RecordCodec.Builder<JobSnapshot> job =
        RecordCodec.of(JobSnapshot.class)
            .inlined("description")
            .required("job", "state")
            .integer("submittedAt", 0, LAST_SECOND)
            .optionalInteger("startedAt", 0, LAST_SECOND)
            .integer("processors", 1, MAX_COUNT)
            .integer("estimateSeconds", 1, MAX_COUNT)
            .optionalInteger("limitSeconds", 1, MAX_COUNT)
            .optionalInteger("consumedSeconds", 0, MAX_COUNT)
            .optionalInteger("partition", 0, MAX_PARTITION);
    return description(job)
        .optional("request", RequestCodecs.request())
        .optional("placement", RequestCodecs.placement())
        .check(JobCodecs::check)
        .build();
  }

  private static void check(JobSnapshot job) {
    RequestCodecs.check(job.placement());
    boolean started = job.state() == JobState.RUNNING || job.state() == JobState.SUSPENDED;
    if (started && job.startedAt() == EventData.NONE) {
      throw new InvalidEventException(
          Reason.MISSING_FIELD,
          "/startedAt",
          "no value",
          "a time, because job " + job.job() + " is " + job.state().wireName());
    }
  }
}
