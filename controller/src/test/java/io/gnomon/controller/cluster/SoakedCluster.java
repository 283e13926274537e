package io.gnomon.controller.cluster;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.effect.ShadowStep;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler that runs for years without using a name twice: each job has an id, a user, a group,
 * a queue and an application of its own. It carries out all commands, cancels jobs, loses events,
 * and sends snapshots and declarations. It keeps nothing but the active jobs.
 */
final class SoakedCluster {
  static final int PROCESSORS = 64;
  static final int JOBS_PER_DAY = 130;
  private static final int DAY = 86_400;
  private static final String PADDING = "-" + "x".repeat(150);

  private final TuneSettings tuning =
      new TuneSettingsBuilder(Search.LIBRARY)
          .threshold(1.5)
          .period(Duration.ofHours(8))
          .samples(2)
          .runtimes("user-width")
          .candidates(
              List.of(
                  Spec.parse("easy"),
                  Spec.parse("easy(order=shortest)"),
                  Spec.parse("easy(order=widest)")))
          .build();
  private final ControlSettings settings = new ControlSettings(Mode.APPLY, 3600, tuning.reviewed());
  private final SplittableRandom random = new SplittableRandom(20261);
  private final Map<RejectReason, Integer> rejected = new EnumMap<>(RejectReason.class);
  private final ArrayDeque<ConfigRequested> commands = new ArrayDeque<>();
  private final ArrayDeque<Job> waiting = new ArrayDeque<>();
  private final PriorityQueue<Job> running = new PriorityQueue<>(Comparator.comparing(Job::until));
  private Configuration configuration = new Configuration("easy", 1);
  private ClusterController controller = new ClusterController("soaked", settings);
  private boolean snapshotRequested;
  private int free = PROCESSORS;
  private long at = ControllerTestDriver.ORIGIN;
  private long offset;
  private long sequence;
  private int jobs;

  private record Job(
      String name, String user, int width, int estimate, int runtime, long from, long until) {
    Job started(long now) {
      return new Job(name, user, width, estimate, runtime, now, now + runtime);
    }
  }

  SoakedCluster() {
    declare();
  }

  ClusterController controller() {
    return controller;
  }

  int jobs() {
    return jobs;
  }

  Map<RejectReason, Integer> rejected() {
    return rejected;
  }

  byte[] checkpoint() {
    return CheckpointFormat.write(controller, offset);
  }

  /** Another owner takes over. */
  void restart() {
    controller = CheckpointFormat.read(checkpoint(), settings).controller();
  }

  /** Runs for some days. */
  void run(int days) {
    for (int day = 0; day < days; day++) {
      long until = at + DAY;
      while (at < until) {
        advance(at + random.nextInt(2 * DAY / JOBS_PER_DAY));
        submit();
      }
      if (random.nextInt(7) == 0) {
        sequence += random.nextInt(3); // a gap, or only a snapshot that confirms
        send(new ClockAdvanced(at));
        sendSnapshot();
      }
      if (random.nextInt(30) == 0) {
        declare();
        send(new CapacityChanged(at, PROCESSORS, null));
      }
    }
  }

  private void declare() {
    send(
        new ClusterDeclared(
            at,
            PROCESSORS,
            ControllerTestDriver.ORIGIN,
            "soaked",
            new Capabilities(
                List.of(
                    new PolicyCapability(
                        "easy", List.of(new ParameterRange("order", null, null, List.of())))),
                false,
                false,
                false),
            configuration));
  }

  private void advance(long to) {
    while (!running.isEmpty() && running.element().until() <= to) {
      Job done = running.remove();
      at = done.until();
      free += done.width();
      send(new JobFinished(done.name(), at, JobOutcome.COMPLETED));
      start();
    }
    at = to;
  }

  private void submit() {
    String own = jobs++ + PADDING;
    int runtime = 60 + random.nextInt(130) * random.nextInt(130);
    int width = 1 + random.nextInt(random.nextInt(4) == 0 ? PROCESSORS / 2 : 8);
    Job job =
        new Job("j" + own, "u" + own, width, runtime * (1 + random.nextInt(4)), runtime, 0, 0);
    send(
        new JobSubmitted(
            job.name(),
            at,
            new JobDescription(
                width,
                job.estimate(),
                job.user(),
                "g" + own,
                "a" + own,
                "q" + own,
                -1,
                -1,
                List.of(),
                null)));
    waiting.add(job);
    if (random.nextInt(50) == 0) {
      Job last = waiting.removeLast();
      send(new JobCancelled(last.name(), at));
    }
    start();
  }

  private void start() {
    boolean shortest = configuration.policy().contains("shortest");
    List<Job> order = new ArrayList<>(waiting);
    if (shortest) {
      order.sort(Comparator.comparingInt(Job::estimate));
    }
    for (Job job : order) {
      if (job.width() <= free) {
        waiting.remove(job);
        free -= job.width();
        running.add(job.started(at));
        send(new JobStarted(job.name(), at));
      }
    }
  }

  private void sendSnapshot() {
    List<JobSnapshot> active = new ArrayList<>();
    waiting.forEach(job -> active.add(snapshot(job, JobState.WAITING)));
    running.forEach(job -> active.add(snapshot(job, JobState.RUNNING)));
    snapshotRequested = false;
    send(new ClusterSnapshot(at, PROCESSORS, -1, configuration, active));
  }

  private JobSnapshot snapshot(Job job, JobState state) {
    return new JobSnapshot(
        job.name(),
        state,
        state == JobState.RUNNING ? job.from() : at,
        state == JobState.RUNNING ? job.from() : -1,
        new JobDescription(job.width(), job.estimate(), job.user(), null));
  }

  private void send(EventData data) {
    long number = ++sequence;
    ClusterTask task =
        controller.take(
            offset,
            data.at() * 1000,
            GnomonEvent.of("soaked", "e" + number, number, null, data),
            outbox);
    while (task != null) {
      task =
          task.<@Nullable ClusterTask>match(
              evaluation -> controller.conclude(evaluation.run(), outbox),
              backtest -> controller.conclude(backtest.run(), outbox),
              replacement -> controller.conclude(replacement.run(), outbox));
    }
    offset++;
    simulateShadows();
    if (!commands.isEmpty()) {
      ConfigRequested command = commands.remove();
      configuration = command.configuration();
      send(new ConfigApplied(at, configuration, command.command(), command.contentHash()));
    }
    if (snapshotRequested) {
      sendSnapshot();
    }
  }

  private void simulateShadows() {
    TrackedCluster tracked = controller.tracked();
    if (tracked == null) {
      return;
    }
    tracked.effect().simulate();
    for (ShadowStep step = tracked.effect().nextStep();
        step != null;
        step = tracked.effect().nextStep()) {
      tracked.effect().completed(step, step.step().run(Runnable::run).join());
    }
  }

  private final Outbox outbox =
      new Outbox() {
        @Override
        public void publish(String cluster, String id, EventData data) {
          if (data instanceof ConfigRequested command) {
            commands.add(command);
          }
          snapshotRequested |= data instanceof SnapshotRequested;
        }

        @Override
        public void reject(long at, RejectReason reason, String detail) {
          rejected.merge(reason, 1, Integer::sum);
        }
      };
}
