package io.gnomon.bridge.slurm.queue;

import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.polling.QueueObservation.Active;
import io.gnomon.bridge.polling.QueueObservation.Ended;
import io.gnomon.bridge.slurm.client.ArrayTasks;
import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.NodeRecord;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.client.SwitchRecord;
import io.gnomon.bridge.slurm.client.Tres;
import io.gnomon.events.EventData;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import io.gnomon.events.machine.Machine;
import io.gnomon.events.machine.MachineReservation;
import io.gnomon.events.machine.PlacedNodes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Maps the state of a Slurm cluster to Gnomon's model.
 *
 * <p>A task of an array is a job with the id {@code array_task}. The components of a heterogeneous
 * job start together and are one job, as wide as all of them. A pending job is <em>held</em> if it
 * waits for anything but processors (a dependency, a hold, a begin time, the start of its
 * reservation, a limit of an association or of its array), or if it is wider than the capacity. The
 * capacity is the CPUs of open nodes, plus the allocated CPUs of closed nodes.
 *
 * <p>With the settings of the cluster, the observation also has its nodes, the jobs' requests
 * (except those of heterogeneous jobs) and their placements.
 *
 * <p>Immutable. An observation costs O(jobs + nodes).
 */
public final class QueueMapping {
  /** States that only a job that has run can reach, even if its node list is already empty. */
  private static final List<String> HAS_RUN =
      List.of("COMPLETED", "COMPLETING", "TIMEOUT", "OUT_OF_MEMORY");

  private final ToIntFunction<String> queues;
  private final boolean wholeNodes;
  private final @Nullable SelectSettings select;
  private final @Nullable String divided;
  private final ToLongFunction<JobRecord> nice;
  private List<SwitchRecord> switches = List.of();
  private Map<String, Integer> licenses = Map.of();

  /**
   * A mapping to processors only.
   *
   * @param queues index of the configuration's queue that a Slurm partition implements, or {@link
   *     EventData#NONE}
   * @param wholeNodes whether every job of the cluster is allocated whole nodes, as with
   *     select/linear
   */
  public QueueMapping(ToIntFunction<String> queues, boolean wholeNodes) {
    this.queues = queues;
    this.wholeNodes = wholeNodes;
    select = null;
    divided = null;
    nice = JobRecord::nice;
  }

  /**
   * A mapping to nodes, requests and placements.
   *
   * @param queues index of the configuration's queue that a Slurm partition implements, or {@link
   *     EventData#NONE}
   * @param divided name of the partition whose jobs the configuration's queues divide, or null for
   *     the default partition
   * @param select how the cluster allocates nodes
   */
  public QueueMapping(
      ToIntFunction<String> queues, @Nullable String divided, SelectSettings select) {
    this(queues, divided, select, JobRecord::nice);
  }

  /**
   * A mapping to nodes, requests and placements.
   *
   * @param nice the nice value of a job apart from what Gnomon has set
   */
  public QueueMapping(
      ToIntFunction<String> queues,
      @Nullable String divided,
      SelectSettings select,
      ToLongFunction<JobRecord> nice) {
    this.queues = queues;
    this.nice = nice;
    this.divided = divided;
    this.wholeNodes = select.wholeNodes();
    this.select = select;
  }

  /** Sets the switches of the machine; none at first. */
  public void setSwitches(List<SwitchRecord> read) {
    switches = List.copyOf(read);
  }

  /** Sets how many licences the cluster has, by name; none at first. */
  public void setLicenses(Map<String, Integer> read) {
    licenses = Map.copyOf(read);
  }

  /** Returns the id of a job in Gnomon. */
  public static String jobId(JobRecord job) {
    if (job.hetJob() > 0) {
      return Long.toString(job.hetJob());
    }
    return job.arrayJob() > 0 && job.arrayTask() >= 0
        ? job.arrayJob() + "_" + job.arrayTask()
        : Long.toString(job.id());
  }

  /** Maps a state. What cannot be mapped is noted in the observation. */
  public QueueObservation observe(SlurmState state) {
    return new Builder(state).observation();
  }

  /** Builds one observation. */
  private final class Builder {
    private final SlurmState state;
    private final JobRequests requests;
    private final int open;
    private final int all;
    private final List<Active> active = new ArrayList<>();
    private final Map<String, Ended> ended = new LinkedHashMap<>();
    private final Map<Long, Integer> runningTasks = new HashMap<>();
    private final List<String> notes = new ArrayList<>();
    private @Nullable Machine machine;
    private Set<String> reservations = Set.of();
    private @Nullable RequestMapping resources;
    private @Nullable PlacementMapping placements;

    Builder(SlurmState state) {
      this.state = state;
      requests = new JobRequests(state.partitions(), wholeNodes);
      open = total(NodeRecord::capacity);
      all = state.nodes().isEmpty() ? Integer.MAX_VALUE : total(Builder::mostHeld);
      SelectSettings rules = select;
      if (rules != null && !state.nodes().isEmpty()) {
        try {
          SitePartitions partitions = new SitePartitions(queues, divided, state);
          machine = new MachineMapping(rules, partitions, switches, licenses).of(state);
          reservations =
              machine.reservations().stream()
                  .filter(one -> !one.users().isEmpty() || !one.accounts().isEmpty())
                  .map(MachineReservation::name)
                  .collect(Collectors.toUnmodifiableSet());
          resources = new RequestMapping(rules, partitions, state.at(), nice, reservations, notes);
          placements = new PlacementMapping(rules, state.nodes());
        } catch (InvalidEventException e) {
          notes.add("the nodes; only processors are published: " + e.getMessage());
        }
      }
    }

    private int total(ToIntFunction<NodeRecord> processors) {
      return (int)
          Math.min(
              Integer.MAX_VALUE,
              state.nodes().stream().mapToLong(node -> processors.applyAsInt(node)).sum());
    }

    private static int mostHeld(NodeRecord node) {
      return Math.max(node.processors(), node.allocated());
    }

    QueueObservation observation() {
      Map<Long, List<JobRecord>> components = new LinkedHashMap<>();
      for (JobRecord job : state.jobs()) {
        if (job.arrayJob() > 0 && JobStage.of(job, state.at()) == JobStage.RUNNING) {
          runningTasks.merge(job.arrayJob(), 1, Integer::sum);
        }
      }
      for (JobRecord job : state.jobs()) {
        if (job.hetJob() > 0) {
          components.computeIfAbsent(job.hetJob(), leader -> new ArrayList<>()).add(job);
        } else if (job.arrayJob() > 0 && job.arrayTask() < 0 && !job.arrayTasks().isEmpty()) {
          addTasks(job);
        } else {
          add(
              jobId(job),
              job,
              JobStage.of(job, state.at()),
              Eligibility.isEligible(job, reservations));
        }
      }
      components.values().forEach(this::addHeterogeneous);
      active.sort(
          Comparator.comparingLong((Active a) -> a.job().submittedAt())
              .thenComparingInt(a -> a.job().job().length())
              .thenComparing(a -> a.job().job()));
      Map<String, Active> byId = new LinkedHashMap<>();
      active.forEach(a -> byId.put(a.job().job(), a));
      return new QueueObservation(state.at(), capacity(), byId, ended, notes, machine);
    }

    private int capacity() {
      long used =
          active.stream()
              .filter(a -> a.job().state() == JobState.RUNNING)
              .mapToLong(a -> a.job().processors())
              .sum();
      return (int) Math.max(open, Math.min(Integer.MAX_VALUE, used));
    }

    private void addTasks(JobRecord job) {
      JobStage stage = JobStage.of(job, state.at());
      int[] tasks;
      try {
        tasks = ArrayTasks.parse(job.arrayTasks());
      } catch (IllegalArgumentException e) {
        notes.add("an array: " + e.getMessage());
        return;
      }
      long free =
          job.arrayLimit() == 0
              ? Long.MAX_VALUE
              : job.arrayLimit() - runningTasks.getOrDefault(job.arrayJob(), 0);
      for (int i = 0; i < tasks.length; i++) {
        add(
            job.arrayJob() + "_" + tasks[i],
            job,
            stage,
            Eligibility.isEligible(job, reservations) && i < free);
      }
    }

    private void addHeterogeneous(List<JobRecord> components) {
      JobRecord leader =
          components.stream().min(Comparator.comparingLong(JobRecord::id)).orElseThrow();
      JobRecord representative = leader;
      JobStage stage = JobStage.ENDED;
      for (JobRecord component : components) {
        JobStage componentStage = JobStage.of(component, state.at());
        if (rank(componentStage) > rank(stage)) {
          stage = componentStage;
          representative = component;
        }
      }
      boolean pending = stage == JobStage.PENDING;
      int width = 0;
      int estimate = 1;
      boolean eligible = true;
      for (JobRecord component : components) {
        width = Tres.sum(width, requests.processors(component, pending));
        estimate = Math.max(estimate, requests.estimateSeconds(component));
        eligible &= Eligibility.isEligible(component, Set.of());
      }
      add(jobId(leader), representative, components, stage, eligible, width, estimate);
    }

    private static int rank(JobStage stage) {
      return switch (stage) {
        case ENDED, UNKNOWN -> 0;
        case PENDING -> 1;
        case SUSPENDED -> 2;
        case RUNNING -> 3;
      };
    }

    private void add(String name, JobRecord job, JobStage stage, boolean eligible) {
      int width = requests.processors(job, stage == JobStage.PENDING);
      add(name, job, List.of(job), stage, eligible, width, requests.estimateSeconds(job));
    }

    private void add(
        String name,
        JobRecord job,
        List<JobRecord> components,
        JobStage stage,
        boolean eligible,
        int width,
        int estimate) {
      if (stage == JobStage.UNKNOWN) {
        notes.add("a job in the unknown state " + job.states());
      } else if (stage != JobStage.PENDING && width > all) {
        notes.add("a job that holds more processors than the cluster has");
      } else if (stage == JobStage.ENDED) {
        boolean ran =
            job.start() > 0 && (!job.hosts().isEmpty() || HAS_RUN.stream().anyMatch(job::is));
        JobSnapshot last =
            snapshot(name, JobState.RUNNING, job, width, estimate, ran ? job.start() : 0, 0);
        ended.put(name, new Ended(onNodes(last, components, ran), job.end(), Outcomes.of(job)));
      } else {
        JobSnapshot now = activeSnapshot(name, job, stage, eligible, width, estimate);
        active.add(new Active(onNodes(now, components, stage != JobStage.PENDING), since(job)));
      }
    }

    /** Adds the request and, if it was allocated nodes, the placement. */
    private JobSnapshot onNodes(JobSnapshot job, List<JobRecord> components, boolean allocated) {
      RequestMapping toRequest = resources;
      PlacementMapping toPlacement = placements;
      if (toRequest == null || toPlacement == null) {
        return job;
      }
      List<PlacedNodes> placement = List.of();
      try {
        placement = allocated ? toPlacement.of(components) : placement;
      } catch (InvalidEventException e) {
        notes.add("the nodes of a job; its placement is unknown: " + e.reason());
      }
      return job.with(
          // the vocabulary of requests has no components of different nodes
          components.size() > 1 ? null : toRequest.of(components.get(0)), placement);
    }

    private JobSnapshot activeSnapshot(
        String name, JobRecord job, JobStage stage, boolean eligible, int width, int estimate) {
      if (stage == JobStage.PENDING) {
        JobState waiting = eligible && width <= open ? JobState.WAITING : JobState.HELD;
        return snapshot(name, waiting, job, width, estimate, 0, 0);
      }
      boolean resumed = stage == JobStage.RUNNING && job.ranBefore() > 0 && job.suspend() > 0;
      return snapshot(
          name,
          stage == JobStage.RUNNING ? JobState.RUNNING : JobState.SUSPENDED,
          job,
          width,
          estimate,
          resumed ? job.suspend() : job.start(),
          (int) Math.min(Integer.MAX_VALUE, job.ranBefore()));
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
          job.priority() > 0
              ? (int) Math.min(Integer.MAX_VALUE, job.priority() >>> 1)
              : EventData.NONE,
          requests.memoryMegabytes(job),
          List.of());
    }

    private static @Nullable String textOrNull(String text) {
      return text.isEmpty() ? null : text;
    }
  }

  /** Derives the outcome of a job from its states and exit code. */
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
