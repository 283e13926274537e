package io.gnomon.bridge.slurm.queue;

import io.gnomon.bridge.slurm.client.JobDemand;
import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.events.EventData;
import io.gnomon.events.machine.ArrayTask;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.slurm.value.Tres;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Maps what jobs request of a machine. GPUs per task or socket are mapped to GPUs of the job, and
 * memory per GPU to memory per node. One instance maps the jobs of one observation, and equal
 * requests are one object. Not thread-safe.
 */
final class RequestMapping {
  private static final long MAX_COUNT = (1 << 30) - 1;
  private static final long MAX_NICE = Integer.MAX_VALUE - 2;

  private static final String TERM = "[a-zA-Z]++(?::[^,?:\\s]++)*+";
  private static final Pattern DEPENDENCY = Pattern.compile(TERM + "(?:[,?]" + TERM + ")*+");
  private static final Pattern LICENSE = Pattern.compile("([^,;:*=()]+)(?:[:*=](\\d{1,8}))?");

  private final SelectSettings select;
  private final SitePartitions partitions;
  private final long at;
  private final ToLongFunction<JobRecord> nice;
  private final Set<String> reservations;
  private final List<String> notes;
  private final Map<ResourceRequest, ResourceRequest> known = new HashMap<>();

  /**
   * A mapping.
   *
   * @param at epoch second of the observation
   * @param nice the nice value of a job apart from what Gnomon has set
   * @param reservations the names of those that are published
   * @param notes receives what cannot be mapped
   */
  RequestMapping(
      SelectSettings select,
      SitePartitions partitions,
      long at,
      ToLongFunction<JobRecord> nice,
      Set<String> reservations,
      List<String> notes) {
    this.notes = notes;
    this.reservations = reservations;
    this.select = select;
    this.nice = nice;
    this.partitions = partitions;
    this.at = at;
  }

  /** Maps the request of a job that is no component of a heterogeneous job. */
  ResourceRequest of(JobRecord job) {
    JobDemand demand = job.demand();
    long requested = Tres.amount(job.request(), "node").orElse(0);
    long nodes = Math.max(1, requested > 0 ? requested : job.nodes());
    ResourceRequest.Builder request =
        ResourceRequest.builder()
            .nodes(count(nodes), maxNodes(demand, nodes))
            .tasks(countOrNone(demand.tasks()))
            .tasksPerNode(countOrNone(demand.tasksPerNode()))
            .cpusPerTask(cpusPerTask(job))
            .cpusPerNode(demand.cpusPerNode() > 1 ? count(demand.cpusPerNode()) : EventData.NONE)
            .features(Constraint.of(demand.features(), notes))
            .partitions(partitions.of(job.partition()))
            .exclusive(job.wholeNodes())
            .account(textOrNull(job.account()))
            .qos(textOrNull(demand.qos().replaceFirst(",.*", "")))
            .beginTime(job.eligible() > at ? job.eligible() : EventData.NONE)
            .dependency(dependency(job.dependency()))
            .array(array(job))
            .nice((int) Math.max(-MAX_NICE, Math.min(MAX_NICE, nice.applyAsLong(job))));
    request.licenses(licenses(demand.licenses()));
    request.reservation(reservations.contains(job.reservation()) ? job.reservation() : null);
    if ((double) demand.tasks() * cpusPerTask(job) > MAX_COUNT) {
      notes.add("requests for more than 2^30 CPUs; their number of tasks is left out");
      request.tasks(EventData.NONE);
    }
    addMemory(job, nodes, request);
    addGpus(job, request);
    return known.computeIfAbsent(request.build(), same -> same);
  }

  /** Licences by name; of alternatives, which Slurm separates by {@code |}, none. */
  static Map<String, Integer> licenses(String list) {
    Map<String, Integer> licenses = new HashMap<>();
    if (!list.contains("|")) {
      Matcher matcher = LICENSE.matcher(list);
      while (matcher.find()) {
        String count = matcher.group(2);
        licenses.merge(matcher.group(1), count == null ? 1 : Integer.parseInt(count), Tres::sum);
      }
    }
    return licenses;
  }

  /** A job that requests tasks per node but no number of nodes gets no more than it needs. */
  private static int maxNodes(JobDemand demand, long nodes) {
    if (demand.maxNodes() > 0) {
      return count(Math.max(nodes, demand.maxNodes()));
    }
    return demand.tasks() > 0 && demand.tasksPerNode() > 0
        ? count(Math.max(nodes, (demand.tasks() - 1) / demand.tasksPerNode() + 1))
        : EventData.NONE;
  }

  /** Slurm 22.05 does not print the CPUs per task; they follow from the requested CPUs. */
  private static int cpusPerTask(JobRecord job) {
    long printed = job.demand().cpusPerTask();
    long tasks = job.demand().tasks();
    long cpus = Tres.amount(job.request(), "cpu").orElse(0);
    if (printed <= 0 && tasks > 0 && cpus > tasks && cpus % tasks == 0) {
      return count(cpus / tasks);
    }
    return printed > 1 && printed <= MAX_COUNT ? count(printed) : EventData.NONE;
  }

  /** A job without requested or default memory is allocated all memory of its nodes. */
  private void addMemory(JobRecord job, long nodes, ResourceRequest.Builder request) {
    if (!select.memory()) {
      return;
    }
    if (isAmount(job.memoryMegabytesPerCpu())) {
      request.memoryPerCpuMb(job.memoryMegabytesPerCpu());
    } else if (isAmount(job.memoryMegabytes())) {
      request.memoryPerNodeMb(job.memoryMegabytes());
    } else {
      long sum =
          job.demand().memoryPerTres().isEmpty() ? 0 : Tres.amount(job.request(), "mem").orElse(0);
      request.memoryPerNodeMb((sum + nodes - 1) / nodes);
    }
  }

  private static boolean isAmount(long megabytes) {
    return megabytes > 0 && megabytes != JobRecord.UNLIMITED;
  }

  private static void addGpus(JobRecord job, ResourceRequest.Builder request) {
    JobDemand demand = job.demand();
    Map<String, Integer> perNode = gpus(demand.perNode());
    Map<String, Integer> perJob = gpus(demand.perJob());
    if (perNode.isEmpty() && perJob.isEmpty()) {
      perJob = gpus(demand.perTask());
      int tasks = count(Math.max(1, demand.tasks()));
      perJob.replaceAll((type, each) -> count((long) each * tasks));
    }
    if (perNode.isEmpty() && perJob.isEmpty()) {
      long sum = Tres.amount(job.request(), "gres/gpu").orElse(0);
      perJob = sum > 0 ? Map.of(ResourceRequest.ANY_GPU, count(sum)) : Map.of();
    }
    request.gpusPerNode(perNode).gpusPerJob(perJob);
  }

  private static Map<String, Integer> gpus(String tres) {
    return Tres.requestedGpus(tres, ResourceRequest.ANY_GPU);
  }

  /** Removes what Slurm adds to a dependency, such as {@code (unfulfilled)}. */
  private @Nullable String dependency(String printed) {
    String expression = printed.replaceAll("\\([a-z]+\\)", "");
    if (expression.isEmpty() || DEPENDENCY.matcher(expression).matches()) {
      return textOrNull(expression);
    }
    notes.add("dependencies that are not written as afterok:12:13,singleton; they are left out");
    return null;
  }

  private static @Nullable ArrayTask array(JobRecord job) {
    return job.arrayJob() == 0
        ? null
        : new ArrayTask(Long.toString(job.arrayJob()), countOrNone(job.arrayLimit()));
  }

  private static int countOrNone(long number) {
    return number > 0 ? count(number) : EventData.NONE;
  }

  private static int count(long number) {
    return (int) Math.min(MAX_COUNT, number);
  }

  private static @Nullable String textOrNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
