package io.gnomon.bridge.slurm.queue;

import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.polling.QueueObservation.Active;
import io.gnomon.bridge.polling.QueueObservation.Ended;
import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.NodeRecord;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.client.SwitchRecord;
import io.gnomon.events.EventData;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.slurm.value.ArrayTasks;
import io.gnomon.slurm.value.InvalidHostListException;
import io.gnomon.slurm.value.Tres;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Maps the state of a Slurm cluster to Gnomon's model.
 *
 * <p>A task of an array is a job with the id {@code array_task}. The components of a heterogeneous
 * job start together and are one job, as wide as all of them. A pending job is <em>held</em> if it
 * waits for anything but processors, published licences and published limits on what jobs have
 * together (a dependency, a hold, a begin time, the start of its reservation, the limit of its
 * array, a limit on a job or on used minutes), or if it is wider than the capacity. The capacity is
 * the CPUs of open nodes, plus the allocated CPUs of closed nodes.
 *
 * <p>With the settings of the cluster, the observation also has its nodes, the jobs' requests
 * (except those of heterogeneous jobs) and their placements.
 *
 * <p>Immutable. An observation costs O(jobs + nodes).
 */
public final class QueueMapping {
  private final ToIntFunction<String> queues;
  private final boolean wholeNodes;
  private final @Nullable SelectSettings select;
  private final @Nullable String divided;
  private final ToLongFunction<JobRecord> nice;
  private List<SwitchRecord> switches = List.of();
  private Map<String, Integer> licenses = Map.of();
  private boolean limits;

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

  /** A mapping to nodes, requests and placements in which Gnomon has set no nice values. */
  public QueueMapping(
      ToIntFunction<String> queues, @Nullable String divided, SelectSettings select) {
    this(queues, divided, select, JobRecord::nice);
  }

  /**
   * A mapping to nodes, requests and placements.
   *
   * @param queues index of the configuration's queue that a Slurm partition implements, or {@link
   *     EventData#NONE}
   * @param divided name of the partition whose jobs the configuration's queues divide, or null for
   *     the default partition
   * @param select how the cluster allocates nodes
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

  /**
   * Sets whether the limits of accounts and QOS are published with the nodes, so that a job that
   * one on what jobs have together holds back waits; at first they are not, and such a job is held.
   */
  public void setLimitsPublished(boolean published) {
    limits = published;
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
    private final JobMapping jobs;
    private final int open;
    private final int all;
    private final List<Active> active = new ArrayList<>();
    private final Map<String, Ended> ended = new LinkedHashMap<>();
    private final Map<Long, Integer> runningTasks = new HashMap<>();
    private final List<String> notes = new ArrayList<>();
    private final Set<String> leftOut = new HashSet<>();
    private @Nullable DeclaredMachine machine;
    private Eligibility eligibility = Eligibility.UNPUBLISHED;
    private @Nullable RequestMapping resources;
    private @Nullable PlacementMapping placements;

    Builder(SlurmState state) {
      this.state = state;
      requests = new JobRequests(state.partitions(), wholeNodes);
      open = total(NodeRecord::capacity);
      jobs = new JobMapping(queues, requests, open);
      all =
          state.nodes().isEmpty()
              ? Integer.MAX_VALUE
              : total(node -> Math.max(node.processors(), node.allocated()));
      SelectSettings rules = select;
      if (rules != null && !state.nodes().isEmpty()) {
        try {
          SitePartitions partitions = new SitePartitions(queues, divided, state);
          machine = new MachineMapping(rules, partitions, switches, licenses).of(state);
          Set<String> reservations = MachineMapping.usableReservations(machine);
          eligibility = new Eligibility(reservations, limits, licenses.keySet());
          resources = new RequestMapping(rules, partitions, state.at(), nice, reservations, notes);
          placements = new PlacementMapping(rules, state.nodes());
        } catch (InvalidHostListException e) {
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
          add(jobId(job), job, JobStage.of(job, state.at()), eligibility.of(job));
        }
      }
      components.values().forEach(this::addHeterogeneous);
      active.sort(
          Comparator.comparingLong((Active a) -> a.job().submittedAt())
              .thenComparingInt(a -> a.job().job().length())
              .thenComparing(a -> a.job().job()));
      Map<String, Active> byId = new LinkedHashMap<>();
      active.forEach(a -> byId.put(a.job().job(), a));
      return new QueueObservation(state.at(), capacity(), byId, ended, notes, machine, leftOut);
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
        leftOut.add(Long.toString(job.arrayJob()));
        return;
      }
      long free =
          job.arrayLimit() == 0
              ? Long.MAX_VALUE
              : job.arrayLimit() - runningTasks.getOrDefault(job.arrayJob(), 0);
      for (int i = 0; i < tasks.length; i++) {
        add(job.arrayJob() + "_" + tasks[i], job, stage, eligibility.of(job) && i < free);
      }
    }

    private void addHeterogeneous(List<JobRecord> components) {
      JobRecord leader =
          components.stream().min(Comparator.comparingLong(JobRecord::id)).orElseThrow();
      JobRecord representative = leader;
      JobStage stage = JobStage.ENDED;
      for (JobRecord component : components) {
        JobStage componentStage = JobStage.of(component, state.at());
        if (componentStage.compareTo(stage) > 0) {
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
        // without a request, it has no account to which published limits could apply
        eligible &= Eligibility.UNPUBLISHED.of(component);
      }
      add(jobId(leader), representative, components, stage, eligible, width, estimate);
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
      boolean unknown = stage == JobStage.UNKNOWN;
      if (unknown || (stage != JobStage.PENDING && width > all)) {
        notes.add(
            unknown
                ? "a job in the unknown state " + job.states()
                : "a job that holds more processors than the cluster has");
        if (stage != JobStage.ENDED) {
          leftOut.add(name);
        }
      } else if (stage == JobStage.ENDED) {
        JobSnapshot last =
            onNodes(jobs.ended(name, job, width, estimate), components, JobMapping.hasRun(job));
        ended.put(name, new Ended(last, job.end(), JobMapping.outcome(job)));
      } else {
        JobSnapshot now = jobs.active(name, job, stage, eligible, width, estimate);
        active.add(
            new Active(onNodes(now, components, stage != JobStage.PENDING), JobMapping.since(job)));
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
      } catch (InvalidHostListException e) {
        notes.add("the nodes of a job; its placement is unknown: its list is not a host list");
      }
      return job.with(
          // the vocabulary of requests has no components of different nodes
          components.size() > 1 ? null : toRequest.of(components.get(0)), placement);
    }
  }
}
