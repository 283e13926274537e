package io.gnomon.controller.cluster;

import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.change.PendingCommand;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobDescription;
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
import io.gnomon.sim.cluster.ClusterState;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Random event sequences of few jobs on a small cluster. Most events are valid; many contradict
 * earlier ones.
 */
final class EventStories {
  static final int PROCESSORS = 8;
  private static final int JOBS = 12;
  private static final List<String> POLICIES =
      List.of(
          "easy",
          "conservative",
          "multi-queue(partitions=2)",
          "multi-queue(partitions=1)",
          "slack(factor=3)",
          "no-such(policy=1)");
  // a restart of one that suspends places its jobs anew
  private static final List<String> WITH_SUSPENSION =
      Stream.concat(
              POLICIES.stream(),
              Stream.of("selective-suspension(factor=2, tuned=true)", "immediate-service"))
          .toList();

  private final List<String> policies;
  private final SplittableRandom random;
  private final ControllerTestDriver listener;
  private long at = ControllerTestDriver.ORIGIN;

  private EventStories(long seed, List<String> policies) {
    this.policies = policies;
    random = new SplittableRandom(seed);
    listener = new ControllerTestDriver(Mode.APPLY, 1.05).declare(PROCESSORS);
  }

  /** A story of {@code length} events, after the declaration. */
  static List<EventData> of(long seed, int length) {
    return tell(new EventStories(seed, WITH_SUSPENSION), length);
  }

  /** As {@link #of}, with policies only that a restart leaves as they were. */
  static List<EventData> ofSteady(long seed, int length) {
    return tell(new EventStories(seed, POLICIES), length);
  }

  private static List<EventData> tell(EventStories stories, int length) {
    List<EventData> story = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      EventData event = stories.next();
      stories.listener.send(event);
      story.add(event);
    }
    return story;
  }

  private EventData next() {
    at += random.nextInt(3) == 0 ? random.nextInt(0, 400) : 0;
    if (random.nextInt(12) == 0) {
      return any();
    }
    if (listener.controller().state() == ControllerState.DEGRADED) {
      return random.nextInt(3) == 0 ? snapshot(at) : any();
    }
    PendingCommand pending = listener.controller().pending();
    if (pending != null && random.nextInt(3) == 0) {
      ConfigRequested command = pending.command();
      return new ConfigApplied(
          at, command.configuration(), command.command(), command.contentHash());
    }
    return likely();
  }

  /** What could be true of the queue as it stands. */
  private EventData likely() {
    Mirror mirror = listener.tracked().mirror();
    ClusterState state = mirror.state();
    int slot = random.nextInt(Math.max(1, state.slotLimit()));
    if (!state.occupied(slot) || random.nextInt(4) == 0) {
      return submitted("j" + random.nextInt(JOBS), at);
    }
    String job = mirror.name(slot);
    return switch (state.phase(slot)) {
      case HELD -> JobModified.held(job, at, false);
      case WAITING ->
          state.width(slot) <= state.freeProcessors()
              ? new JobStarted(job, at)
              : new ClockAdvanced(at);
      case RUNNING ->
          random.nextInt(5) == 0
              ? new JobSuspended(job, at, null)
              : new JobFinished(job, at, JobOutcome.COMPLETED);
      case SUSPENDED -> new JobResumed(job, at, null);
    };
  }

  /** Anything, most likely wrong. */
  private EventData any() {
    long when = random.nextInt(20) == 0 ? Math.max(0, at - random.nextInt(500)) : at;
    String job = "j" + random.nextInt(JOBS);
    return switch (random.nextInt(13)) {
      case 0 -> submitted(job, when);
      case 1 -> started(job, when);
      case 2 -> new JobFinished(job, when, JobOutcome.COMPLETED);
      case 3 -> new JobCancelled(job, when);
      case 4 -> new JobSuspended(job, when, null);
      case 5 -> new JobResumed(job, when, null);
      case 6 -> new JobRequeued(job, when, null);
      case 7, 8 -> modified(job, when);
      case 9 -> new CapacityChanged(when, random.nextInt(0, PROCESSORS + 3), null);
      case 10 -> configured(when);
      case 11 ->
          new ClusterDeclared(
              when, random.nextInt(1, PROCESSORS + 2), -1, null, listener.capabilities(), null);
      default -> snapshot(when);
    };
  }

  private EventData submitted(String job, long when) {
    return new JobSubmitted(
        job,
        when,
        new JobDescription(
            random.nextInt(1, PROCESSORS + 2),
            random.nextInt(1, 900),
            random.nextBoolean() ? "u" + random.nextInt(3) : null,
            null,
            random.nextBoolean() ? "a" + random.nextInt(3) : null,
            null,
            random.nextInt(-1, 5),
            -1,
            List.of(),
            null),
        random.nextInt(8) == 0);
  }

  private EventData started(String job, long when) {
    boolean molded = random.nextInt(6) == 0;
    return new JobStarted(
        job,
        when,
        molded ? random.nextInt(1, PROCESSORS + 2) : -1,
        random.nextInt(6) == 0 ? random.nextInt(1, 500) : -1,
        random.nextInt(-1, 3));
  }

  private EventData modified(String job, long when) {
    return new JobModified(
        job,
        when,
        random.nextBoolean() ? random.nextInt(1, PROCESSORS + 2) : -1,
        random.nextBoolean() ? random.nextInt(1, 900) : -1,
        random.nextInt(-1, 5),
        null,
        random.nextInt(3) == 0 ? (Boolean) random.nextBoolean() : null,
        null);
  }

  private EventData configured(long when) {
    String command = random.nextBoolean() ? "c-c" + random.nextInt(50) : null;
    if (command != null && random.nextBoolean()) {
      return new ConfigRejected(when, command, ConfigRejectReason.FAILED, null, -1);
    }
    String policy = policies.get(random.nextInt(policies.size()));
    return new ConfigApplied(when, new Configuration(policy, random.nextInt(9)), command, null);
  }

  private EventData snapshot(long when) {
    List<JobSnapshot> jobs = new ArrayList<>();
    for (int i = 0; i < JOBS; i++) {
      if (random.nextBoolean()) {
        jobs.add(job("j" + i, when));
      }
    }
    return new ClusterSnapshot(
        when,
        random.nextInt(0, 4 * PROCESSORS),
        -1,
        random.nextBoolean() ? new Configuration("multi-queue(partitions=1)", 3) : null,
        jobs);
  }

  private JobSnapshot job(String name, long when) {
    JobState state = JobState.values()[random.nextInt(JobState.values().length)];
    boolean started = state == JobState.RUNNING || state == JobState.SUSPENDED;
    long submitted = Math.max(0, when - random.nextInt(-9, 2000));
    return new JobSnapshot(
        name,
        state,
        submitted,
        started ? Math.max(0, when - random.nextInt(-9, 1000)) : -1,
        new JobDescription(
            random.nextInt(1, PROCESSORS + 3),
            random.nextInt(1, 900),
            random.nextBoolean() ? "u" + random.nextInt(3) : null,
            null,
            null,
            null,
            random.nextInt(-1, 3),
            -1,
            List.of(),
            null),
        random.nextBoolean() ? random.nextInt(1, 900) : -1,
        random.nextInt(0, 500),
        random.nextInt(-1, 3),
        List.of());
  }
}
