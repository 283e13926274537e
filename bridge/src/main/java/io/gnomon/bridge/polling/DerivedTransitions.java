package io.gnomon.bridge.polling;

import io.gnomon.bridge.polling.QueueObservation.Active;
import io.gnomon.bridge.polling.QueueObservation.Ended;
import io.gnomon.events.EventData;
import io.gnomon.events.job.JobCancelled;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Derives what has happened to one job between two observations, in order. If several histories
 * lead to the same state, it returns the shortest.
 */
final class DerivedTransitions {
  private final String job;
  private final long now;
  private final List<EventData> events = new ArrayList<>();
  private long clock;

  /**
   * The events of one job, before any has been derived.
   *
   * @param clock no event is earlier than this epoch second
   * @param now epoch second of the observation, not before the clock
   */
  DerivedTransitions(String job, long clock, long now) {
    this.job = job;
    this.clock = clock;
    this.now = now;
  }

  /** Returns the events of a job that has not ended. */
  List<EventData> to(@Nullable JobSnapshot before, Active after) {
    active(before, after);
    return events;
  }

  /** Returns the events of a job that has ended. */
  List<EventData> to(@Nullable JobSnapshot before, Ended end) {
    end(before, end);
    return events;
  }

  /** Returns the event of a job that the scheduler no longer knows. */
  List<EventData> purged(JobSnapshot before) {
    return List.of(
        before.state() == JobState.RUNNING
            ? new JobFinished(job, now, JobOutcome.UNKNOWN)
            : new JobCancelled(job, now));
  }

  /** Returns the time of the next event, which is not before that of the last one. */
  private long next(long at) {
    clock = Math.max(clock, at);
    return clock;
  }

  private void active(@Nullable JobSnapshot before, Active to) {
    JobSnapshot after = to.job();
    if (before == null) {
      submitted(after, after.state() == JobState.HELD);
      fromWaiting(after, after.processors(), to.since());
      return;
    }
    switch (before.state()) {
      case WAITING, HELD -> {
        boolean stillWaits = waits(after);
        modified(before, after, stillWaits, stillWaits ? now : after.startedAt());
        fromWaiting(after, before.processors(), to.since());
      }
      case RUNNING -> fromRunning(before, after, to.since());
      case SUSPENDED -> fromSuspended(before, after, to.since());
    }
  }

  /** Returns whether a job has not started. */
  static boolean waits(JobSnapshot job) {
    return job.state() == JobState.WAITING || job.state() == JobState.HELD;
  }

  private void fromWaiting(JobSnapshot after, int width, long since) {
    if (waits(after)) {
      return;
    }
    long first = after.consumedSeconds() > 0 ? 0 : after.startedAt();
    started(after, width, first > 0 ? first : after.startedAt() - after.consumedSeconds());
    if (after.state() == JobState.SUSPENDED) {
      events.add(new JobSuspended(job, next(orNow(since)), null));
    } else if (after.consumedSeconds() > 0) {
      events.add(new JobSuspended(job, next(after.startedAt()), null));
      events.add(new JobResumed(job, next(after.startedAt()), null));
    }
  }

  private void fromRunning(JobSnapshot before, JobSnapshot after, long since) {
    switch (after.state()) {
      case RUNNING -> {
        if (after.consumedSeconds() > before.consumedSeconds()) {
          events.add(new JobSuspended(job, next(ranUntil(before, after)), null));
          events.add(new JobResumed(job, next(after.startedAt()), null));
        } else if (after.startedAt() != before.startedAt()) {
          events.add(new JobRequeued(job, next(Math.min(orNow(since), after.startedAt())), null));
          modified(before, after, false, after.startedAt());
          started(after, before.processors(), after.startedAt());
          return;
        }
        modified(before, after, false, now);
      }
      case SUSPENDED -> {
        modified(before, after, false, orNow(since));
        events.add(new JobSuspended(job, next(orNow(since)), null));
      }
      case WAITING, HELD -> requeued(before, after, since);
    }
  }

  private void fromSuspended(JobSnapshot before, JobSnapshot after, long since) {
    switch (after.state()) {
      case RUNNING -> {
        if (after.consumedSeconds() < before.consumedSeconds()) {
          events.add(new JobRequeued(job, next(Math.min(orNow(since), after.startedAt())), null));
          started(after, before.processors(), after.startedAt());
        } else {
          events.add(new JobResumed(job, next(after.startedAt()), null));
        }
        modified(before, after, false, now);
      }
      case SUSPENDED -> {
        if (after.consumedSeconds() > before.consumedSeconds()) {
          int ran = after.consumedSeconds() - before.consumedSeconds();
          events.add(new JobResumed(job, next(orNow(since) - ran), null));
          events.add(new JobSuspended(job, next(orNow(since)), null));
        }
        modified(before, after, false, now);
      }
      case WAITING, HELD -> requeued(before, after, since);
    }
  }

  private static long ranUntil(JobSnapshot before, JobSnapshot after) {
    return Math.min(
        after.startedAt(), before.startedAt() + after.consumedSeconds() - before.consumedSeconds());
  }

  private void requeued(JobSnapshot before, JobSnapshot after, long since) {
    events.add(new JobRequeued(job, next(orNow(since)), null));
    modified(waiting(before), after, true, orNow(since));
  }

  private void end(@Nullable JobSnapshot before, Ended end) {
    JobSnapshot last = end.job();
    boolean ran = last.startedAt() != EventData.NONE;
    if (before == null && !ran) {
      // as held and without its request: Slurm may have refused it as one that can never run
      submitted(last.with(null, List.of()), true);
    } else if (before == null) {
      submitted(last, false);
    } else if (before.state() == JobState.SUSPENDED) {
      events.add(new JobCancelled(job, next(end.at())));
      return;
    } else if (before.state() == JobState.RUNNING) {
      boolean restarted =
          ran && last.startedAt() > before.startedAt() && before.consumedSeconds() == 0;
      if (!restarted) {
        events.add(new JobFinished(job, next(end.at()), end.outcome()));
        return;
      }
      events.add(new JobRequeued(job, next(last.startedAt()), null));
    }
    if (ran) {
      int width = before == null ? last.processors() : before.processors();
      started(last, width, last.startedAt());
      events.add(new JobFinished(job, next(end.at()), end.outcome()));
    } else {
      events.add(new JobCancelled(job, next(end.at())));
    }
  }

  private void submitted(JobSnapshot as, boolean held) {
    events.add(new JobSubmitted(job, next(as.submittedAt()), as.description(), held));
  }

  private void started(JobSnapshot as, int width, long at) {
    int processors = as.processors() == width ? EventData.NONE : as.processors();
    events.add(
        new JobStarted(job, next(at), processors, EventData.NONE, as.partition(), as.placement()));
  }

  /**
   * Adds the change of a job's request. The width and the request of nodes of a started job do not
   * change.
   */
  private void modified(JobSnapshot before, JobSnapshot after, boolean stillWaits, long at) {
    int width =
        stillWaits && after.processors() != before.processors()
            ? after.processors()
            : EventData.NONE;
    int estimate =
        after.estimateSeconds() == before.estimateSeconds()
            ? EventData.NONE
            : after.estimateSeconds();
    String queue = Objects.equals(before.queue(), after.queue()) ? null : after.queue();
    Boolean held =
        stillWaits && after.state() != before.state() ? after.state() == JobState.HELD : null;
    ResourceRequest request =
        stillWaits && !Objects.equals(before.request(), after.request()) ? after.request() : null;
    if (width != EventData.NONE
        || estimate != EventData.NONE
        || queue != null
        || held != null
        || request != null) {
      events.add(
          new JobModified(job, next(at), width, estimate, EventData.NONE, queue, held, request));
    }
  }

  private long orNow(long since) {
    return since > 0 ? since : now;
  }

  /** Returns a job that runs now as it was before it was started or resumed. */
  static JobSnapshot stopped(JobSnapshot before, JobSnapshot after) {
    if (before.state() != JobState.RUNNING) {
      return before;
    }
    return after.consumedSeconds() > before.consumedSeconds()
        ? new JobSnapshot(
            before.job(),
            JobState.SUSPENDED,
            before.submittedAt(),
            before.startedAt(),
            before.description(),
            EventData.NONE,
            after.consumedSeconds(),
            before.partition(),
            before.placement())
        : waiting(before);
  }

  private static JobSnapshot waiting(JobSnapshot job) {
    return new JobSnapshot(
        job.job(), JobState.WAITING, job.submittedAt(), EventData.NONE, job.description());
  }
}
