package io.gnomon.bridge.polling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.polling.QueueObservation.Active;
import io.gnomon.bridge.polling.QueueObservation.Ended;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobEvent;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobRequeued;
import io.gnomon.events.job.JobResumed;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.job.JobSuspended;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Jobs share CPUs, as with OverSubscribe=FORCE, and single jobs are reported in a form that is not
 * valid, or not at all described.
 */
class LeftOutJobsProperties {
  private static final HostList NODES = HostList.of(List.of("n1", "n2", "n3"));
  private static final int CPUS = 4;
  private static final int PERIOD = 60;

  private static DeclaredMachine machine(int cpus) {
    return new DeclaredMachine(
        List.of(
            new NodeGroup(HostList.of(List.of("n1", "n2")), CPUS),
            new NodeGroup(HostList.of("n3"), cpus)),
        List.of(new MachinePartition("p", NODES)),
        List.of(),
        null,
        List.of());
  }

  /** A job of the scheduler. */
  private static final class Job {
    final String name;
    final long submitted;
    final List<PlacedNodes> placement;
    final int width;
    JobState state = JobState.WAITING;
    long started = EventData.NONE;
    long since;
    int ran;
    long ended = EventData.NONE;
    boolean everStarted;

    Job(String name, long submitted, List<PlacedNodes> placement) {
      this.name = name;
      this.submitted = submitted;
      this.placement = placement;
      width = placement.stream().mapToInt(one -> one.cpus() * one.nodes().size()).sum();
    }

    JobSnapshot report(long shift) {
      boolean holds = state == JobState.RUNNING || state == JobState.SUSPENDED;
      return new JobSnapshot(
          name,
          state,
          submitted,
          started == EventData.NONE ? started : started + shift,
          new JobDescription(width, 600),
          EventData.NONE,
          ran,
          EventData.NONE,
          holds ? placement : List.of());
    }
  }

  /** A scheduler that starts jobs whether their nodes are free or not. */
  private static final class Scheduler {
    private final Random random;
    private final List<Job> jobs = new ArrayList<>();
    private long now = 1_000;
    private int cpus = CPUS;
    private int names;

    Scheduler(long seed) {
      random = new Random(seed);
    }

    /** Lets at most one thing happen to each job. */
    QueueObservation poll() {
      now += PERIOD;
      jobs.removeIf(job -> job.ended != EventData.NONE && random.nextBoolean());
      for (Job job : jobs) {
        if (random.nextInt(3) == 0 && job.ended == EventData.NONE) {
          happens(job, now - random.nextInt(PERIOD));
        }
      }
      for (int i = random.nextInt(3); i > 0; i--) {
        submit(now - random.nextInt(PERIOD));
      }
      if (random.nextInt(10) == 0) {
        cpus = cpus == CPUS ? 2 : CPUS;
      }
      return observation();
    }

    private void submit(long at) {
      HostList nodes = HostList.of(NODES.names().get(random.nextInt(NODES.size())));
      Job job =
          new Job(
              "j" + ++names,
              at,
              List.of(new PlacedNodes(nodes, 1 + random.nextInt(CPUS), EventData.NONE)));
      jobs.add(job);
      if (random.nextInt(3) == 0) {
        happens(job, at + random.nextInt((int) (now - at + 1)));
      }
    }

    private void happens(Job job, long at) {
      int kind = random.nextInt(6);
      switch (job.state) {
        case WAITING, HELD -> {
          if (kind == 0) {
            job.state = job.state == JobState.HELD ? JobState.WAITING : JobState.HELD;
          } else if (kind == 1) {
            job.ended = at;
          } else {
            start(job, at);
          }
        }
        case RUNNING -> {
          if (kind == 0) {
            job.state = JobState.SUSPENDED;
            job.ran += (int) (at - job.started);
            job.since = at;
          } else if (kind == 1) {
            job.state = JobState.WAITING;
            job.started = EventData.NONE;
            job.ran = 0;
            job.since = at;
            if (random.nextBoolean()) {
              start(job, at + random.nextInt((int) (now - at + 1)));
            }
          } else {
            job.ended = at;
          }
        }
        case SUSPENDED -> {
          if (kind == 0) {
            job.ended = at;
          } else {
            job.state = JobState.RUNNING;
            job.started = at;
            job.since = at;
          }
        }
      }
    }

    private static void start(Job job, long at) {
      job.state = JobState.RUNNING;
      job.started = at;
      job.everStarted = true;
    }

    private QueueObservation observation() {
      Map<String, Active> active = new LinkedHashMap<>();
      Map<String, Ended> ended = new LinkedHashMap<>();
      Set<String> leftOut = new HashSet<>();
      List<Job> listed = new ArrayList<>(jobs);
      listed.sort(Comparator.comparingLong(job -> job.submitted));
      for (Job job : listed) {
        if (job.ended != EventData.NONE) {
          ended.put(job.name, new Ended(job.report(0), job.ended, JobOutcome.COMPLETED));
        } else if (random.nextInt(8) == 0) {
          leftOut.add(job.name);
        } else {
          long shift = random.nextInt(8) == 0 ? 1_000_000 : 0;
          active.put(job.name, new Active(job.report(shift), job.since));
        }
      }
      return new QueueObservation(
          now, 2 * CPUS + cpus, active, ended, List.of(), machine(cpus), leftOut);
    }
  }

  /** What follows from the events, as in a mirror, which rejects what is not possible. */
  private static final class Mirror {
    private final Map<String, JobSnapshot> jobs = new HashMap<>();
    private final Set<String> running = new HashSet<>();
    private int cpus = CPUS;

    void apply(EventData event) {
      if (event instanceof ClusterSnapshot snapshot) {
        jobs.clear();
        running.clear();
        cpus =
            Objects.requireNonNull(snapshot.machine()).nodes().stream()
                .filter(group -> group.names().names().contains("n3"))
                .mapToInt(NodeGroup::cpus)
                .sum();
        for (JobSnapshot job : snapshot.jobs()) {
          jobs.put(job.job(), job);
          if (job.state() == JobState.RUNNING) {
            running.add(job.job());
          }
        }
      } else if (event instanceof JobEvent change) {
        apply(change);
      }
    }

    private void apply(JobEvent event) {
      String job = event.job();
      assertThat(jobs.containsKey(job)).as("%s", event).isEqualTo(!(event instanceof JobSubmitted));
      boolean runs = running.contains(job);
      if (event instanceof JobSubmitted submitted) {
        jobs.put(
            job,
            new JobSnapshot(
                job, JobState.WAITING, submitted.at(), EventData.NONE, submitted.description()));
      } else if (event instanceof JobStarted started) {
        assertThat(runs).as("%s", event).isFalse();
        JobSnapshot placed = jobs.get(job).with(null, started.placement());
        jobs.put(job, placed);
        run(placed, event);
      } else if (event instanceof JobResumed) {
        assertThat(runs).as("%s", event).isFalse();
        run(jobs.get(job), event);
      } else if (event instanceof JobSuspended) {
        assertThat(running.remove(job)).as("%s", event).isTrue();
      } else if (event instanceof JobRequeued) {
        running.remove(job);
      } else if (event instanceof JobFinished || event instanceof JobCancelled) {
        running.remove(job);
        jobs.remove(job);
      }
    }

    private void run(JobSnapshot job, EventData event) {
      running.add(job.job());
      for (PlacedNodes own : job.placement()) {
        int held =
            running.stream()
                .flatMap(name -> jobs.get(name).placement().stream())
                .filter(other -> other.nodes().equals(own.nodes()))
                .mapToInt(PlacedNodes::cpus)
                .sum();
        assertThat(held)
            .as("CPUs of %s after %s", own.nodes(), event)
            .isLessThanOrEqualTo(own.nodes().names().contains("n3") ? cpus : CPUS);
      }
    }
  }

  @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
  void aListedJobNeverEndsAndTheEventsArePossible(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 12) int polls) {
    Scheduler scheduler = new Scheduler(seed);
    QueueTracker tracker = new QueueTracker();
    Mirror mirror = new Mirror();
    Map<String, Integer> submissions = new HashMap<>();
    for (int poll = 0; poll < polls; poll++) {
      QueueObservation seen = scheduler.poll();
      for (EventData event : tracker.advance(seen, 1, null)) {
        mirror.apply(event);
        if (event instanceof JobSubmitted job) {
          assertThat(submissions.merge(job.job(), 1, Integer::sum)).as("%s", event).isOne();
        } else if (event instanceof JobFinished job) {
          assertThat(seen.active()).doesNotContainKey(job.job());
          assertThat(seen.leftOut()).doesNotContain(job.job());
        } else if (event instanceof JobCancelled job) {
          assertThat(seen.active()).doesNotContainKey(job.job());
          assertThat(seen.leftOut()).doesNotContain(job.job());
        } else if (event instanceof ClusterSnapshot snapshot) {
          snapshot.jobs().forEach(job -> submissions.put(job.job(), 1));
        }
      }
      assertThat(mirror.jobs.keySet())
          .isEqualTo(
              Set.copyOf(tracker.snapshot(1, null).jobs().stream().map(JobSnapshot::job).toList()));
      assertThat(mirror.running)
          .isEqualTo(
              Set.copyOf(
                  tracker.snapshot(1, null).jobs().stream()
                      .filter(job -> job.state() == JobState.RUNNING)
                      .map(JobSnapshot::job)
                      .toList()));
    }
  }
}
