package io.gnomon.bridge.slurm;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.ReservationRecord;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.slurm.parameter.SchedulerParameters;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a cluster uses of Slurm that Gnomon does not simulate, a sentence each. Most of it came with
 * releases after 22.05. Source: manual pages slurm.conf(5), sbatch(1) and scontrol(1) of 26.05.
 */
final class NotSimulated {
  private static final String PRIORITY = "PRIORITY";

  private final List<String> found = new ArrayList<>();
  private final Map<String, String> slurm;
  private final SlurmState state;

  private NotSimulated(Map<String, String> slurm, SlurmState state) {
    this.slurm = slurm;
    this.state = state;
  }

  /**
   * Lists what is not simulated.
   *
   * @param slurm the output of {@code scontrol show config}
   */
  static List<String> of(Map<String, String> slurm, SlurmState state) {
    NotSimulated all = new NotSimulated(slurm, state);
    all.options();
    all.preemption();
    all.partitions();
    all.jobs();
    all.reservations();
    return all.found;
  }

  private boolean has(String key, String word) {
    return isAmong(slurm.getOrDefault(key, ""), word);
  }

  private static boolean isAmong(String list, String word) {
    return Arrays.stream(list.split(",", -1)).anyMatch(one -> one.strip().equalsIgnoreCase(word));
  }

  private void options() {
    String options =
        SchedulerParameters.parse(slurm.getOrDefault(SchedulerParameters.KEY, ""))
            .options()
            .stream()
            .map(SchedulerParameters.Option::name)
            .filter(name -> SlurmParameter.of(name).filter(row -> !row.isSimulated()).isPresent())
            .collect(Collectors.joining(", "));
    if (!options.isEmpty()) {
      found.add("SchedulerParameters has %s, which is not simulated".formatted(options));
    }
    if (has("SlurmctldParameters", "enable_expedited_requeue")) {
      found.add(
          "jobs may request an expedited requeue; simulated jobs that are requeued wait in order of"
              + " priority");
    }
  }

  private void preemption() {
    boolean preempts = !slurm.getOrDefault("PreemptType", "preempt/none").endsWith("none");
    if (preempts
        && (has("PreemptMode", PRIORITY) || !partitionsWith("PreemptMode", PRIORITY).isEmpty())) {
      found.add(
          "PreemptMode has PRIORITY; simulated jobs also preempt jobs of a higher priority than"
              + " their own");
    }
  }

  private String partitionsWith(String key, String value) {
    return names(partition -> isAmong(partition.get(key), value));
  }

  private String names(Predicate<PartitionRecord> chosen) {
    return state.partitions().stream()
        .filter(chosen)
        .map(PartitionRecord::name)
        .collect(Collectors.joining(", "));
  }

  private void partitions() {
    addPartitions("ExclusiveUser", "jobs of several users share nodes in simulations");
    addPartitions("ExclusiveTopo", "jobs share segments of the network in simulations");
  }

  private void addPartitions(String key, String effect) {
    String names = partitionsWith(key, "YES");
    if (!names.isEmpty()) {
      found.add("%s is set for partition %s; %s".formatted(key, names, effect));
    }
  }

  private void jobs() {
    addJobs(
        job -> job.demand().qos().contains(","),
        "several QOS; they are simulated with the first, which has the highest priority");
    addJobs(
        job -> job.demand().licenses().contains("|"),
        "one of several licences; they are simulated without a licence");
  }

  private void addJobs(Predicate<JobRecord> chosen, String text) {
    long count = state.jobs().stream().filter(chosen).count();
    if (count > 0) {
      found.add("%,d %s %s".formatted(count, count == 1 ? "job requests" : "jobs request", text));
    }
  }

  private void reservations() {
    String names =
        state.reservations().stream()
            .filter(ReservationRecord::limitsQosOrPartitions)
            .map(ReservationRecord::name)
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      found.add(
          "reservation %s is for some QOS or partitions; it is simulated for its users and accounts"
                  .formatted(names)
              + " only");
    }
  }
}
