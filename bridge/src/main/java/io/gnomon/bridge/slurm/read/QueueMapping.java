package io.gnomon.bridge.slurm.read;

import io.gnomon.bridge.slurm.read.Observation.Active;
import io.gnomon.bridge.slurm.read.Observation.Ended;
import io.gnomon.events.EventData;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Says in Gnomon's words what a Slurm holds.
 *
 * <p>A task of an array is a job {@code array_task}. The components of a heterogeneous job, which
 * start together, are one job as wide as all of them. A pending job that waits for something else
 * than processors (a dependency, a hold, a begin time, a reservation, a limit of an association or
 * of its array), or that is wider than what is in service, is held. Capacity is the CPUs of open
 * nodes and, on closed ones, those that jobs still hold.
 *
 * <p>Immutable; a call costs O(jobs + nodes).
 */
public final class QueueMapping {
  /** Ends that only a job that ran can come to; on its way there it may hold no node any more. */
  private static final List<String> HAS_RUN =
      List.of("COMPLETED", "COMPLETING", "TIMEOUT", "OUT_OF_MEMORY");

  private final ToIntFunction<String> queues;
  private final boolean wholeNodes;

  /**
   * A mapping.
   *
   * @param queues the number of the configuration's queue that a Slurm partition stands for, or
   *     {@link EventData#NONE}
   * @param wholeNodes whether every job of the cluster gets whole nodes, as with select/linear
   */
  public QueueMapping(ToIntFunction<String> queues, boolean wholeNodes) {
    this.queues = queues;
    this.wholeNodes = wholeNodes;
  }

  /** A job's name in Gnomon. */
  public static String name(JobRecord job) {
    if (job.hetJob() > 0) {
      return Long.toString(job.hetJob());
    }
    return job.arrayJob() > 0 && job.arrayTask() >= 0
        ? job.arrayJob() + "_" + job.arrayTask()
        : Long.toString(job.id());
  }

  /** What {@code state} means. */
  public Observation observe(SlurmState state) {
    return new Pass(state).observation();
  }

  /** One observation being made. */
  private final class Pass {
    private final SlurmState state;
    private final Widths widths;
    private final int open;
    private final List<Active> active = new ArrayList<>();
    private final Map<String, Ended> ended = new LinkedHashMap<>();
    private final Map<Long, Integer> runningTasks = new HashMap<>();
    private final List<String> notes = new ArrayList<>();

    Pass(SlurmState state) {
      this.state = state;
      widths = new Widths(state.partitions(), wholeNodes);
      open = state.nodes().stream().mapToInt(NodeRecord::capacity).sum();
    }

    Observation observation() {
      Map<Long, List<JobRecord>> components = new LinkedHashMap<>();
      for (JobRecord job : state.jobs()) {
        if (job.arrayJob() > 0 && Stage.of(job, state.at()) == Stage.RUNNING) {
          runningTasks.merge(job.arrayJob(), 1, Integer::sum);
        }
      }
      for (JobRecord job : state.jobs()) {
        if (job.hetJob() > 0) {
          components.computeIfAbsent(job.hetJob(), leader -> new ArrayList<>()).add(job);
        } else if (job.arrayJob() > 0 && job.arrayTask() < 0 && !job.arrayTasks().isEmpty()) {
          addTasks(job);
        } else {
          add(name(job), job, Stage.of(job, state.at()), Eligibility.waits(job));
        }
      }
      components.values().forEach(this::addHeterogeneous);
      active.sort(
          Comparator.comparingLong((Active a) -> a.job().submittedAt())
              .thenComparingInt(a -> a.job().job().length())
              .thenComparing(a -> a.job().job()));
      Map<String, Active> byName = new LinkedHashMap<>();
      active.forEach(a -> byName.put(a.job().job(), a));
      return new Observation(state.at(), capacity(), byName, ended, notes);
    }

    private int capacity() {
      int used =
          active.stream()
              .filter(a -> a.job().state() == JobState.RUNNING)
              .mapToInt(a -> a.job().processors())
              .sum();
      return Math.max(open, used);
    }

    private void addTasks(JobRecord job) {
      Stage stage = Stage.of(job, state.at());
      int[] tasks;
      try {
        tasks = ArrayTasks.parse(job.arrayTasks());
      } catch (IllegalArgumentException e) {
        notes.add("array " + job.arrayJob() + " is not mapped: " + e.getMessage());
        return;
      }
      long free =
          job.arrayLimit() == 0
              ? Long.MAX_VALUE
              : job.arrayLimit() - runningTasks.getOrDefault(job.arrayJob(), 0);
      for (int i = 0; i < tasks.length; i++) {
        add(job.arrayJob() + "_" + tasks[i], job, stage, Eligibility.waits(job) && i < free);
      }
    }

    private void addHeterogeneous(List<JobRecord> components) {
      JobRecord leader =
          components.stream().min(Comparator.comparingLong(JobRecord::id)).orElseThrow();
      JobRecord speaker = leader;
      Stage stage = Stage.ENDED;
      for (JobRecord component : components) {
        Stage its = Stage.of(component, state.at());
        if (rank(its) > rank(stage)) {
          stage = its;
          speaker = component;
        }
      }
      boolean pending = stage == Stage.PENDING;
      int width = 0;
      int estimate = 1;
      boolean waits = true;
      for (JobRecord component : components) {
        width += widths.processors(component, pending);
        estimate = Math.max(estimate, widths.estimateSeconds(component));
        waits &= Eligibility.waits(component);
      }
      add(name(leader), speaker, stage, waits, width, estimate);
    }

    private static int rank(Stage stage) {
      return switch (stage) {
        case ENDED, UNKNOWN -> 0;
        case PENDING -> 1;
        case SUSPENDED -> 2;
        case RUNNING -> 3;
      };
    }

    private void add(String name, JobRecord job, Stage stage, boolean waits) {
      int width = widths.processors(job, stage == Stage.PENDING);
      add(name, job, stage, waits, width, widths.estimateSeconds(job));
    }

    private void add(
        String name, JobRecord job, Stage stage, boolean waits, int width, int estimate) {
      if (stage == Stage.UNKNOWN) {
        notes.add("job " + name + " is not mapped: its state " + job.states() + " is not known");
      } else if (stage == Stage.ENDED) {
        boolean ran =
            job.start() > 0 && (!job.hosts().isEmpty() || HAS_RUN.stream().anyMatch(job::is));
        JobSnapshot last =
            snapshot(name, JobState.RUNNING, job, width, estimate, ran ? job.start() : 0, 0);
        ended.put(name, new Ended(last, job.end(), Outcomes.of(job)));
      } else {
        active.add(
            new Active(activeSnapshot(name, job, stage, waits, width, estimate), since(job)));
      }
    }

    private JobSnapshot activeSnapshot(
        String name, JobRecord job, Stage stage, boolean waits, int width, int estimate) {
      if (stage == Stage.PENDING) {
        JobState waiting = waits && width <= open ? JobState.WAITING : JobState.HELD;
        return snapshot(name, waiting, job, width, estimate, 0, 0);
      }
      boolean resumed = stage == Stage.RUNNING && job.ranBefore() > 0 && job.suspend() > 0;
      return snapshot(
          name,
          stage == Stage.RUNNING ? JobState.RUNNING : JobState.SUSPENDED,
          job,
          width,
          estimate,
          resumed ? job.suspend() : job.start(),
          (int) job.ranBefore());
    }

    private static long since(JobRecord job) {
      return job.suspend() > 0 ? job.suspend() : job.restarts() > 0 ? job.submit() : 0;
    }

    private JobSnapshot snapshot(
        String name,
        JobState at,
        JobRecord job,
        int width,
        int estimate,
        long started,
        int consumed) {
      boolean holds = at == JobState.RUNNING || at == JobState.SUSPENDED;
      return new JobSnapshot(
          name,
          at,
          job.submit(),
          started > 0 ? started : EventData.NONE,
          width,
          estimate,
          EventData.NONE,
          consumed,
          holds ? queues.applyAsInt(job.partition()) : EventData.NONE,
          textOrNull(job.user()),
          textOrNull(job.account()),
          textOrNull(job.name()),
          textOrNull(job.partition()),
          job.priority() > 0 ? (int) (job.priority() >>> 1) : EventData.NONE,
          widths.memoryMegabytes(job),
          List.of());
    }

    private static @Nullable String textOrNull(String text) {
      return text.isEmpty() ? null : text;
    }
  }

  /** How jobs end. */
  private static final class Outcomes {
    static JobOutcome of(JobRecord job) {
      if (job.is("TIMEOUT") || job.is("DEADLINE")) {
        return JobOutcome.TIMEOUT;
      }
      if (job.is("CANCELLED") || job.is("NODE_FAIL") || job.is("PREEMPTED") || job.signal() > 0) {
        return JobOutcome.KILLED;
      }
      if (job.exitStatus() > 0 || job.is("FAILED") || job.is("OUT_OF_MEMORY")) {
        return JobOutcome.FAILED;
      }
      return JobOutcome.COMPLETED;
    }
  }
}
