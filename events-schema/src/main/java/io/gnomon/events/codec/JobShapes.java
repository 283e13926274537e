package io.gnomon.events.codec;

import static io.gnomon.events.codec.Ranges.EXACT;
import static io.gnomon.events.codec.Ranges.JOBS;
import static io.gnomon.events.codec.Ranges.LAST_SECOND;
import static io.gnomon.events.codec.Ranges.MOST;
import static io.gnomon.events.codec.Ranges.PARTITIONS;
import static io.gnomon.events.codec.Ranges.WIDTHS;

import io.gnomon.events.EventData;
import io.gnomon.events.JobCancelled;
import io.gnomon.events.JobEvent;
import io.gnomon.events.JobFinished;
import io.gnomon.events.JobModified;
import io.gnomon.events.JobOutcome;
import io.gnomon.events.JobRequeued;
import io.gnomon.events.JobResumed;
import io.gnomon.events.JobSnapshot;
import io.gnomon.events.JobStarted;
import io.gnomon.events.JobState;
import io.gnomon.events.JobSubmitted;
import io.gnomon.events.JobSuspended;
import io.gnomon.events.codec.InvalidEventException.Reason;
import java.util.List;

/** The shapes of what is said about jobs. */
final class JobShapes {
  private JobShapes() {}

  private static <T extends JobEvent> Shape.Builder<T> job() {
    return new Shape.Builder<T>()
        .value("job", JobEvent::job, TextForm.NAME)
        .whole("at", JobEvent::at, 0, LAST_SECOND);
  }

  private static ListForm<Integer> widths() {
    return new ListForm<>(new IntegerForm(1, MOST), WIDTHS);
  }

  static Shape<JobSubmitted> submitted() {
    return JobShapes.<JobSubmitted>job()
        .whole("processors", JobSubmitted::processors, 1, MOST)
        .whole("estimateSeconds", JobSubmitted::estimateSeconds, 1, MOST)
        .optional("user", JobSubmitted::user, TextForm.NAME)
        .optional("group", JobSubmitted::group, TextForm.NAME)
        .optional("application", JobSubmitted::application, TextForm.NAME)
        .optional("queue", JobSubmitted::queue, TextForm.NAME)
        .optionalWhole("priority", JobSubmitted::priority, 0, Integer.MAX_VALUE)
        .optionalWhole("memoryMegabytes", JobSubmitted::memoryMegabytes, 0, EXACT)
        .optional("widths", JobSubmitted::widths, widths(), List.of())
        .optional("held", JobSubmitted::held, FlagForm.FLAG, false)
        .build(
            v ->
                new JobSubmitted(
                    v.text(),
                    v.whole(),
                    v.integer(),
                    v.integer(),
                    v.optionalText(),
                    v.optionalText(),
                    v.optionalText(),
                    v.optionalText(),
                    v.integer(),
                    v.whole(),
                    v.list(),
                    v.take(Boolean.class)));
  }

  static Shape<JobModified> modified() {
    return JobShapes.<JobModified>job()
        .optionalWhole("processors", JobModified::processors, 1, MOST)
        .optionalWhole("estimateSeconds", JobModified::estimateSeconds, 1, MOST)
        .optionalWhole("priority", JobModified::priority, 0, Integer.MAX_VALUE)
        .optional("queue", JobModified::queue, TextForm.NAME)
        .optional("held", JobModified::held, FlagForm.FLAG)
        .build(
            v ->
                new JobModified(
                    v.text(),
                    v.whole(),
                    v.integer(),
                    v.integer(),
                    v.integer(),
                    v.optionalText(),
                    v.optional(Boolean.class)));
  }

  static Shape<JobStarted> started() {
    return JobShapes.<JobStarted>job()
        .optionalWhole("processors", JobStarted::processors, 1, MOST)
        .optionalWhole("limitSeconds", JobStarted::limitSeconds, 1, MOST)
        .optionalWhole("partition", JobStarted::partition, 0, PARTITIONS)
        .build(v -> new JobStarted(v.text(), v.whole(), v.integer(), v.integer(), v.integer()));
  }

  static Shape<JobSuspended> suspended() {
    return JobShapes.<JobSuspended>job()
        .optional("reason", JobSuspended::reason, TextForm.LONG)
        .build(v -> new JobSuspended(v.text(), v.whole(), v.optionalText()));
  }

  static Shape<JobResumed> resumed() {
    return JobShapes.<JobResumed>job()
        .optional("reason", JobResumed::reason, TextForm.LONG)
        .build(v -> new JobResumed(v.text(), v.whole(), v.optionalText()));
  }

  static Shape<JobRequeued> requeued() {
    return JobShapes.<JobRequeued>job()
        .optional("reason", JobRequeued::reason, TextForm.LONG)
        .build(v -> new JobRequeued(v.text(), v.whole(), v.optionalText()));
  }

  static Shape<JobFinished> finished() {
    return JobShapes.<JobFinished>job()
        .value("outcome", JobFinished::outcome, new WordForm<>(JobOutcome.class))
        .build(v -> new JobFinished(v.text(), v.whole(), v.take(JobOutcome.class)));
  }

  static Shape<JobCancelled> cancelled() {
    return JobShapes.<JobCancelled>job().build(v -> new JobCancelled(v.text(), v.whole()));
  }

  static ListForm<JobSnapshot> snapshots() {
    return new ListForm<>(snapshot(), JOBS);
  }

  private static Shape<JobSnapshot> snapshot() {
    return new Shape.Builder<JobSnapshot>()
        .value("job", JobSnapshot::job, TextForm.NAME)
        .value("state", JobSnapshot::state, new WordForm<>(JobState.class))
        .whole("submittedAt", JobSnapshot::submittedAt, 0, LAST_SECOND)
        .optionalWhole("startedAt", JobSnapshot::startedAt, 0, LAST_SECOND)
        .whole("processors", JobSnapshot::processors, 1, MOST)
        .whole("estimateSeconds", JobSnapshot::estimateSeconds, 1, MOST)
        .optionalWhole("limitSeconds", JobSnapshot::limitSeconds, 1, MOST)
        .optionalWhole("consumedSeconds", JobSnapshot::consumedSeconds, 0, MOST)
        .optionalWhole("partition", JobSnapshot::partition, 0, PARTITIONS)
        .optional("user", JobSnapshot::user, TextForm.NAME)
        .optional("group", JobSnapshot::group, TextForm.NAME)
        .optional("application", JobSnapshot::application, TextForm.NAME)
        .optional("queue", JobSnapshot::queue, TextForm.NAME)
        .optionalWhole("priority", JobSnapshot::priority, 0, Integer.MAX_VALUE)
        .optionalWhole("memoryMegabytes", JobSnapshot::memoryMegabytes, 0, EXACT)
        .optional("widths", JobSnapshot::widths, widths(), List.of())
        .build(JobShapes::snapshot);
  }

  private static JobSnapshot snapshot(Values v) {
    JobSnapshot job =
        new JobSnapshot(
            v.text(),
            v.take(JobState.class),
            v.whole(),
            v.whole(),
            v.integer(),
            v.integer(),
            v.integer(),
            v.integer(),
            v.integer(),
            v.optionalText(),
            v.optionalText(),
            v.optionalText(),
            v.optionalText(),
            v.integer(),
            v.whole(),
            v.list());
    boolean started = job.state() == JobState.RUNNING || job.state() == JobState.SUSPENDED;
    if (started && job.startedAt() == EventData.NONE) {
      throw new InvalidEventException(
          Reason.MISSING_FIELD,
          "/startedAt",
          "nothing",
          "a second, since job " + job.job() + " is " + job.state().word());
    }
    return job;
  }
}
