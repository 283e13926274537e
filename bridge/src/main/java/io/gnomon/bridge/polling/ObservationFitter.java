package io.gnomon.bridge.polling;

import io.gnomon.bridge.CauseLog;
import io.gnomon.bridge.polling.QueueObservation.Active;
import io.gnomon.bridge.polling.QueueObservation.Ended;
import io.gnomon.events.EventData;
import io.gnomon.events.codec.EventFitter;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.ResourceRequest;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Makes an observation valid: every job has the form that events allow, or is left out; the others
 * stand as they are. Each cause is counted and logged, see {@link CauseLog}. Not thread-safe.
 *
 * <p>A job is also left out if it started more than ten years ago or is to have started more than
 * an hour ahead of the observation, for its time would be that of the cluster. If the requests of
 * all jobs have more than 16 Mi characters, long ones are left out.
 */
final class ObservationFitter {
  private static final long MAX_SKEW = Duration.ofHours(1).toSeconds();
  private static final long MAX_AGE = Duration.ofDays(3650).toSeconds();
  private static final long MAX_TEXT = 1L << 24;
  private static final int LONG_TEXT = 1000;

  private final CauseLog causes = new CauseLog(LoggerFactory.getLogger(ObservationFitter.class));
  private final EventFitter fitter = new EventFitter(causes::count);

  /** Returns what was changed or left out, and how often. */
  Map<String, Long> causes() {
    return causes.counts();
  }

  /** Returns the valid form of an observation. */
  QueueObservation fit(QueueObservation seen) {
    return new Fit(seen).observation();
  }

  /** Counts that a job is left out because its nodes are not free. */
  void leftOutWithoutNodes() {
    causes.count("a job left out, for the running jobs hold more than the nodes have");
  }

  private final class Fit {
    private final QueueObservation seen;
    private final Map<String, Active> active = new LinkedHashMap<>();
    private final Map<String, Ended> ended = new LinkedHashMap<>();
    private final Set<String> leftOut;
    private final @Nullable DeclaredMachine machine;
    private long text;

    Fit(QueueObservation seen) {
      this.seen = seen;
      leftOut = new HashSet<>(seen.leftOut());
      DeclaredMachine reported = seen.machine();
      machine = reported == null ? null : fitter.fit(reported);
    }

    QueueObservation observation() {
      seen.notes().forEach(note -> causes.count("cannot map " + note));
      seen.active().values().forEach(this::add);
      seen.ended().values().forEach(this::add);
      return new QueueObservation(
          seen.at(),
          Math.max(0, Math.min(FreeNodes.MAX_PROCESSORS, seen.capacity())),
          active,
          ended,
          seen.notes(),
          machine,
          leftOut);
    }

    private void add(Active one) {
      JobSnapshot job = fit(one.job());
      if (job == null) {
        causes.count("a job left out");
        leftOut.add(one.job().job());
        return;
      }
      active.put(job.job(), new Active(job, notAhead(one.since())));
    }

    private void add(Ended one) {
      boolean ran = one.job().startedAt() != EventData.NONE;
      JobSnapshot last = ran ? one.job() : one.job().at(one.job().submittedAt(), seen.at());
      JobSnapshot job = fit(last);
      if (job == null) {
        causes.count("a job that has ended left out");
      } else if (active.containsKey(job.job()) || leftOut.contains(job.job())) {
        causes.count("the end of a job left out, for a job of this id is active");
      } else {
        JobSnapshot as = ran ? job : job.at(job.submittedAt(), EventData.NONE);
        ended.put(job.job(), new Ended(as, notAhead(one.at()), one.outcome()));
      }
    }

    private @Nullable JobSnapshot fit(JobSnapshot reported) {
      long submitted = Math.max(seen.at() - MAX_AGE, notAhead(reported.submittedAt()));
      long started = reported.startedAt();
      if (submitted != reported.submittedAt()) {
        causes.count("/submittedAt: moved, as it is ahead or more than ten years ago");
      }
      if (started != EventData.NONE
          && (started > seen.at() + MAX_SKEW || started < seen.at() - MAX_AGE)) {
        causes.count("/startedAt: ahead of the observation, or more than ten years ago");
        return null;
      }
      JobSnapshot job =
          fitter.fit(
              submitted == reported.submittedAt() ? reported : reported.at(submitted, started));
      ResourceRequest request = job == null ? null : job.request();
      if (job == null || request == null) {
        return job;
      }
      int length = length(request);
      text += length;
      if (text <= MAX_TEXT || length <= LONG_TEXT) {
        return job;
      }
      causes.count("/request: left out, for the requests of all jobs are too long");
      return job.with(null, job.placement());
    }

    private long notAhead(long time) {
      return time > seen.at() + MAX_SKEW ? seen.at() : time;
    }
  }

  private static int length(ResourceRequest request) {
    String features = request.features();
    String dependency = request.dependency();
    int length = features == null ? 0 : features.length();
    length += dependency == null ? 0 : dependency.length();
    for (String partition : request.partitions()) {
      length += partition.length();
    }
    for (String license : request.licenses().keySet()) {
      length += license.length();
    }
    return length;
  }
}
