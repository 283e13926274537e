package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.slurm.apply.Layout.Queue;
import io.gnomon.bridge.slurm.read.JobRecord;
import io.gnomon.bridge.slurm.read.PartitionRecord;
import io.gnomon.bridge.slurm.read.SlurmState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the steps from what a Slurm has to a layout, in the order in which they are asked for. A
 * partition with running jobs cannot be removed; one that is left over is closed to new jobs and
 * removed later.
 */
final class Planner {
  private static final int AT_ONCE = 100;

  private final String prefix;
  private final SlurmState state;
  private final Layout layout;
  private final List<Step> steps = new ArrayList<>();

  /**
   * A planner.
   *
   * @param prefix of the partitions that Gnomon owns
   * @param state as Slurm is
   */
  Planner(String prefix, SlurmState state, Layout layout) {
    this.prefix = prefix;
    this.state = state;
    this.layout = layout;
  }

  /** The steps so far, in order. */
  List<Step> steps() {
    return List.copyOf(steps);
  }

  /**
   * Writes a file, unless it holds what it shall.
   *
   * @param written what it holds, or null where it does not exist
   * @param wanted what it shall hold
   */
  void write(Path file, @Nullable String written, String wanted) {
    if (!wanted.equals(written)) {
      String path = file.toString();
      steps.add(
          new Step(
              Step.Kind.FILE,
              List.of(path, wanted),
              written == null ? List.of(path) : List.of(path, written),
              false));
    }
  }

  /** Has Slurm read its configuration again after all steps before are undone. */
  void reconfigureWhenUndone() {
    steps.add(Step.reconfigureWhenUndone());
  }

  /** Has Slurm read its configuration again. */
  void reconfigure() {
    steps.add(Step.reconfigure());
  }

  /** Makes the partitions that are not there and changes those that differ. */
  void makePartitions() {
    layout.queues().forEach(this::makeOrChange);
  }

  /** Moves pending jobs to where they belong: single ones many at a time, arrays one by one. */
  void moveJobs() {
    Map<Move, List<String>> together = new LinkedHashMap<>();
    for (JobRecord job : state.jobs()) {
      Move move = moveOf(job);
      if (move == null) {
        continue;
      }
      String name = updatable(job);
      if (job.arrayJob() == 0) {
        together.computeIfAbsent(move, unused -> new ArrayList<>()).add(name);
      } else {
        steps.add(Step.move(name, move.to(), move.from()));
      }
    }
    together.forEach(
        (move, jobs) -> {
          for (int i = 0; i < jobs.size(); i += AT_ONCE) {
            String names = String.join(",", jobs.subList(i, Math.min(i + AT_ONCE, jobs.size())));
            steps.add(Step.move(names, move.to(), move.from()));
          }
        });
  }

  /** Gives jobs nice values. */
  void setNice(NiceValues values) {
    steps.addAll(values.steps());
  }

  /** Closes partitions that are not needed to new jobs. */
  void closePartitions() {
    owned(prefix, state.partitions()).stream()
        .filter(partition -> layout.queue(partition.name()) == null)
        .filter(partition -> partition.get("State").equals("UP"))
        .forEach(
            partition ->
                steps.add(
                    Step.scontrol(
                        update(partition.name(), Map.of("State", "DRAIN")),
                        update(partition.name(), Map.of("State", "UP")))));
  }

  /** The partitions whose names say that Gnomon made them. */
  static List<PartitionRecord> owned(String prefix, List<PartitionRecord> partitions) {
    return partitions.stream()
        .filter(partition -> partition.name().matches(prefix + "\\d+"))
        .toList();
  }

  private void makeOrChange(Queue queue) {
    PartitionRecord present = state.partition(queue.name()).orElse(null);
    if (present == null) {
      List<String> create = new ArrayList<>(List.of("create", "PartitionName=" + queue.name()));
      queue.attributes().forEach((key, value) -> create.add(key + "=" + value));
      steps.add(Step.scontrol(create, List.of("delete", "PartitionName=" + queue.name())));
      return;
    }
    Map<String, String> to = new LinkedHashMap<>();
    Map<String, String> from = new LinkedHashMap<>();
    queue
        .attributes()
        .forEach(
            (key, value) -> {
              if (!present.get(key).equals(value)) {
                to.put(key, value);
                from.put(key, present.get(key));
              }
            });
    if (!to.isEmpty()) {
      steps.add(Step.scontrol(update(queue.name(), to), update(queue.name(), from)));
    }
  }

  private static List<String> update(String partition, Map<String, String> attributes) {
    List<String> arguments = new ArrayList<>(List.of("update", "PartitionName=" + partition));
    attributes.forEach((key, value) -> arguments.add(key + "=" + value));
    return arguments;
  }

  /** From a partition to another. */
  private record Move(String from, String to) {}

  private @Nullable Move moveOf(JobRecord job) {
    boolean ours =
        job.partition().equals(layout.base()) || job.partition().matches(prefix + "\\d+");
    if (!job.is("PENDING") || !ours || job.hetJob() > 0) {
      return null;
    }
    String to = layout.partitionFor(job);
    return to.equals(job.partition()) ? null : new Move(job.partition(), to);
  }

  /** As scontrol takes a job, or those tasks of an array that a record stands for. */
  static String updatable(JobRecord job) {
    if (job.arrayJob() == 0) {
      return Long.toString(job.id());
    }
    return job.arrayTask() >= 0
        ? job.arrayJob() + "_" + job.arrayTask()
        : job.arrayJob() + "_[" + job.arrayTasks().replaceFirst("%.*$", "") + "]";
  }

  /** Where partitions differ from what is expected, a sentence each. */
  static List<String> differences(
      Map<String, Map<String, String>> expected, List<PartitionRecord> partitions) {
    List<String> differences = new ArrayList<>();
    expected.forEach(
        (name, attributes) -> {
          PartitionRecord present =
              partitions.stream()
                  .filter(partition -> partition.name().equals(name))
                  .findFirst()
                  .orElse(null);
          if (present == null) {
            differences.add("partition " + name + " is not there");
            return;
          }
          attributes.forEach(
              (key, value) -> {
                if (!present.get(key).equals(value)) {
                  differences.add(
                      "partition %s has %s=%s instead of %s"
                          .formatted(name, key, present.get(key), value));
                }
              });
        });
    return differences;
  }

  /** Splits what {@code scontrol show hostnames} prints. */
  static List<String> lines(String printed) {
    return Arrays.stream(printed.split("\n", -1))
        .map(String::strip)
        .filter(l -> !l.isEmpty())
        .toList();
  }
}
