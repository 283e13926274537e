package io.gnomon.events.codec;

import static io.gnomon.events.codec.Limits.LAST_SECOND;
import static io.gnomon.events.codec.Limits.MAX_COUNT;
import static io.gnomon.events.codec.Limits.MAX_EXACT;
import static io.gnomon.events.codec.Limits.MAX_JOBS;
import static io.gnomon.events.codec.Limits.MAX_PARTITION;
import static io.gnomon.events.codec.Limits.MAX_WIDTHS;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.codec.value.BooleanCodec;
import io.gnomon.events.codec.value.EnumCodec;
import io.gnomon.events.codec.value.FieldValues;
import io.gnomon.events.codec.value.IntegerCodec;
import io.gnomon.events.codec.value.ListCodec;
import io.gnomon.events.codec.value.ObjectCodec;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.job.DescribedJob;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobEvent;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobRequeued;
import io.gnomon.events.job.JobResumed;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.job.JobSuspended;
import io.gnomon.events.machine.ResourceRequest;
import java.util.List;

/** The codecs of events about one job. */
final class JobCodecs {
  private JobCodecs() {}

  private static <T extends JobEvent> ObjectCodec.Builder<T> job() {
    return new ObjectCodec.Builder<T>()
        .required("job", JobEvent::job, StringCodec.NAME)
        .integer("at", JobEvent::at, 0, LAST_SECOND);
  }

  private static ListCodec<Integer> widths() {
    return new ListCodec<>(new IntegerCodec(1, MAX_COUNT), MAX_WIDTHS);
  }

  /** Adds the fields of a description from the user to the widths. */
  private static <T extends DescribedJob> ObjectCodec.Builder<T> description(
      ObjectCodec.Builder<T> job) {
    return job.optional("user", DescribedJob::user, StringCodec.NAME)
        .optional("group", DescribedJob::group, StringCodec.NAME)
        .optional("application", DescribedJob::application, StringCodec.NAME)
        .optional("queue", DescribedJob::queue, StringCodec.NAME)
        .optionalInteger("priority", DescribedJob::priority, 0, Integer.MAX_VALUE)
        .optionalInteger("memoryMegabytes", DescribedJob::memoryMegabytes, 0, MAX_EXACT)
        .optional("widths", DescribedJob::widths, widths(), List.of());
  }

  private static JobDescription description(int processors, int estimateSeconds, FieldValues v) {
    return new JobDescription(
        processors,
        estimateSeconds,
        v.nextStringOrNull(),
        v.nextStringOrNull(),
        v.nextStringOrNull(),
        v.nextStringOrNull(),
        v.nextInt(),
        v.nextLong(),
        v.nextList(),
        null);
  }

  static ObjectCodec<JobSubmitted> submitted() {
    ObjectCodec.Builder<JobSubmitted> job =
        JobCodecs.<JobSubmitted>job()
            .integer("processors", JobSubmitted::processors, 1, MAX_COUNT)
            .integer("estimateSeconds", JobSubmitted::estimateSeconds, 1, MAX_COUNT);
    return description(job)
        .optional("held", JobSubmitted::held, BooleanCodec.BOOLEAN, false)
        .optional("request", JobSubmitted::request, RequestCodecs.request())
        .build(JobCodecs::submitted);
  }

  private static JobSubmitted submitted(FieldValues v) {
    String job = v.nextString();
    long at = v.nextLong();
    JobDescription description = description(v.nextInt(), v.nextInt(), v);
    boolean held = v.next(Boolean.class);
    return new JobSubmitted(
        job, at, description.withRequest(v.nextOrNull(ResourceRequest.class)), held);
  }

  static ObjectCodec<JobModified> modified() {
    return JobCodecs.<JobModified>job()
        .optionalInteger("processors", JobModified::processors, 1, MAX_COUNT)
        .optionalInteger("estimateSeconds", JobModified::estimateSeconds, 1, MAX_COUNT)
        .optionalInteger("priority", JobModified::priority, 0, Integer.MAX_VALUE)
        .optional("queue", JobModified::queue, StringCodec.NAME)
        .optional("held", JobModified::held, BooleanCodec.BOOLEAN)
        .optional("request", JobModified::request, RequestCodecs.request())
        .build(
            v ->
                new JobModified(
                    v.nextString(),
                    v.nextLong(),
                    v.nextInt(),
                    v.nextInt(),
                    v.nextInt(),
                    v.nextStringOrNull(),
                    v.nextOrNull(Boolean.class),
                    v.nextOrNull(ResourceRequest.class)));
  }

  static ObjectCodec<JobStarted> started() {
    return JobCodecs.<JobStarted>job()
        .optionalInteger("processors", JobStarted::processors, 1, MAX_COUNT)
        .optionalInteger("limitSeconds", JobStarted::limitSeconds, 1, MAX_COUNT)
        .optionalInteger("partition", JobStarted::partition, 0, MAX_PARTITION)
        .optional("placement", JobStarted::placement, RequestCodecs.placement(), List.of())
        .build(
            v ->
                new JobStarted(
                    v.nextString(),
                    v.nextLong(),
                    v.nextInt(),
                    v.nextInt(),
                    v.nextInt(),
                    RequestCodecs.checked(v.nextList())));
  }

  static ObjectCodec<JobSuspended> suspended() {
    return JobCodecs.<JobSuspended>job()
        .optional("reason", JobSuspended::reason, StringCodec.LONG)
        .build(v -> new JobSuspended(v.nextString(), v.nextLong(), v.nextStringOrNull()));
  }

  static ObjectCodec<JobResumed> resumed() {
    return JobCodecs.<JobResumed>job()
        .optional("reason", JobResumed::reason, StringCodec.LONG)
        .build(v -> new JobResumed(v.nextString(), v.nextLong(), v.nextStringOrNull()));
  }

  static ObjectCodec<JobRequeued> requeued() {
    return JobCodecs.<JobRequeued>job()
        .optional("reason", JobRequeued::reason, StringCodec.LONG)
        .build(v -> new JobRequeued(v.nextString(), v.nextLong(), v.nextStringOrNull()));
  }

  static ObjectCodec<JobFinished> finished() {
    return JobCodecs.<JobFinished>job()
        .required("outcome", JobFinished::outcome, new EnumCodec<>(JobOutcome.class))
        .build(v -> new JobFinished(v.nextString(), v.nextLong(), v.next(JobOutcome.class)));
  }

  static ObjectCodec<JobCancelled> cancelled() {
    return JobCodecs.<JobCancelled>job().build(v -> new JobCancelled(v.nextString(), v.nextLong()));
  }

  static ListCodec<JobSnapshot> snapshots() {
    return new ListCodec<>(snapshot(), MAX_JOBS);
  }

  static ObjectCodec<JobSnapshot> snapshot() {
    ObjectCodec.Builder<JobSnapshot> job =
        new ObjectCodec.Builder<JobSnapshot>()
            .required("job", JobSnapshot::job, StringCodec.NAME)
            .required("state", JobSnapshot::state, new EnumCodec<>(JobState.class))
            .integer("submittedAt", JobSnapshot::submittedAt, 0, LAST_SECOND)
            .optionalInteger("startedAt", JobSnapshot::startedAt, 0, LAST_SECOND)
            .integer("processors", JobSnapshot::processors, 1, MAX_COUNT)
            .integer("estimateSeconds", JobSnapshot::estimateSeconds, 1, MAX_COUNT)
            .optionalInteger("limitSeconds", JobSnapshot::limitSeconds, 1, MAX_COUNT)
            .optionalInteger("consumedSeconds", JobSnapshot::consumedSeconds, 0, MAX_COUNT)
            .optionalInteger("partition", JobSnapshot::partition, 0, MAX_PARTITION);
    return description(job)
        .optional("request", JobSnapshot::request, RequestCodecs.request())
        .optional("placement", JobSnapshot::placement, RequestCodecs.placement(), List.of())
        .build(JobCodecs::snapshot);
  }

  private static JobSnapshot snapshot(FieldValues v) {
    String id = v.nextString();
    JobState state = v.next(JobState.class);
    long submittedAt = v.nextLong();
    long startedAt = v.nextLong();
    int processors = v.nextInt();
    int estimateSeconds = v.nextInt();
    int limitSeconds = v.nextInt();
    int consumedSeconds = v.nextInt();
    int partition = v.nextInt();
    JobDescription description =
        description(processors, estimateSeconds, v)
            .withRequest(v.nextOrNull(ResourceRequest.class));
    JobSnapshot job =
        new JobSnapshot(
            id,
            state,
            submittedAt,
            startedAt,
            description,
            limitSeconds,
            consumedSeconds,
            partition,
            RequestCodecs.checked(v.nextList()));
    boolean started = job.state() == JobState.RUNNING || job.state() == JobState.SUSPENDED;
    if (started && job.startedAt() == EventData.NONE) {
      throw new InvalidEventException(
          Reason.MISSING_FIELD,
          "/startedAt",
          "no value",
          "a time, because job " + job.job() + " is " + job.state().wireName());
    }
    return job;
  }
}
