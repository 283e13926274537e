package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.order.NiceAssignment;
import io.gnomon.bridge.slurm.partition.PartitionLayout;
import io.gnomon.bridge.slurm.partition.PartitionLayout.OwnedPartition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the steps that lead from the present state of Slurm to a layout, in the order of the
 * calls.
 *
 * <p>Slurm cannot remove a partition with running jobs. A partition that is no longer needed is
 * closed to new jobs here, and removed later by the reconciler.
 */
final class StepBuilder {
  private static final int JOBS_PER_MOVE = 100;

  private final String prefix;
  private final SlurmState state;
  private final PartitionLayout layout;
  private final List<Step> steps = new ArrayList<>();

  /**
   * A builder without steps.
   *
   * @param prefix of the names of partitions that Gnomon owns
   * @param state the present state
   * @param layout the layout to reach
   */
  StepBuilder(String prefix, SlurmState state, PartitionLayout layout) {
    this.prefix = prefix;
    this.state = state;
    this.layout = layout;
  }

  /** Returns the steps so far. */
  List<Step> steps() {
    return List.copyOf(steps);
  }

  /**
   * Writes a file, unless it has the wanted content.
   *
   * @param present content of the file, or null if it does not exist
   */
  void write(Path file, @Nullable String present, String wanted) {
    if (!wanted.equals(present)) {
      String path = file.toString();
      steps.add(
          new Step(
              Step.Kind.FILE,
              List.of(path, wanted),
              present == null ? List.of(path) : List.of(path, present),
              false));
    }
  }

  /** Makes Slurm read its configuration again after all following steps have been undone. */
  void reconfigureWhenUndone() {
    steps.add(Step.reconfigureWhenUndone());
  }

  /** Makes Slurm read its configuration again. */
  void reconfigure() {
    steps.add(Step.reconfigure());
  }

  /** Creates the partitions that do not exist and updates those that differ. */
  void createPartitions() {
    layout.partitions().forEach(this::createOrUpdate);
  }

  /**
   * Moves pending jobs to the partitions of their time limits: single jobs up to 100 per call of
   * scontrol, arrays one by one.
   */
  void moveJobs() {
    Map<Move, List<String>> together = new LinkedHashMap<>();
    for (JobRecord job : state.jobs()) {
      Move move = moveOf(job);
      if (move == null) {
        continue;
      }
      if (job.arrayJob() == 0) {
        together.computeIfAbsent(move, unused -> new ArrayList<>()).add(job.scontrolId());
      } else {
        steps.add(Step.move(job.scontrolId(), move.to(), move.from()));
      }
    }
    together.forEach(
        (move, jobs) -> {
          for (int i = 0; i < jobs.size(); i += JOBS_PER_MOVE) {
            String ids =
                String.join(",", jobs.subList(i, Math.min(i + JOBS_PER_MOVE, jobs.size())));
            steps.add(Step.move(ids, move.to(), move.from()));
          }
        });
  }

  /** Adds steps. */
  void add(List<Step> further) {
    steps.addAll(further);
  }

  /** Sets the nice values of jobs. */
  void setNice(NiceAssignment assignment) {
    assignment.changes().stream().map(Step::nice).forEach(steps::add);
  }

  /** Closes owned partitions that the layout does not need to new jobs. */
  void closePartitions() {
    PartitionLayout.owned(prefix, state.partitions()).stream()
        .filter(partition -> layout.partition(partition.name()) == null)
        .filter(partition -> partition.get("State").equals("UP"))
        .forEach(
            partition ->
                steps.add(
                    Step.scontrol(
                        update(partition.name(), Map.of("State", "DRAIN")),
                        update(partition.name(), Map.of("State", "UP")))));
  }

  private void createOrUpdate(OwnedPartition wanted) {
    PartitionRecord present = state.partition(wanted.name()).orElse(null);
    if (present == null) {
      List<String> create = new ArrayList<>(List.of("create", "PartitionName=" + wanted.name()));
      create.addAll(wanted.assignments());
      steps.add(Step.scontrol(create, List.of("delete", "PartitionName=" + wanted.name())));
      return;
    }
    Map<String, String> to = new LinkedHashMap<>();
    Map<String, String> from = new LinkedHashMap<>();
    wanted
        .attributes()
        .forEach(
            (key, value) -> {
              if (!present.get(key).equals(value)) {
                to.put(key, value);
                from.put(key, present.get(key));
              }
            });
    if (!to.isEmpty()) {
      steps.add(Step.scontrol(update(wanted.name(), to), update(wanted.name(), from)));
    }
  }

  private static List<String> update(String partition, Map<String, String> attributes) {
    List<String> arguments = new ArrayList<>(List.of("update", "PartitionName=" + partition));
    attributes.forEach((key, value) -> arguments.add(key + "=" + value));
    return arguments;
  }

  private record Move(String from, String to) {}

  private @Nullable Move moveOf(JobRecord job) {
    boolean divided =
        job.partition().equals(layout.base()) || PartitionLayout.isOwned(prefix, job.partition());
    if (!job.is("PENDING") || !divided || job.hetJob() > 0) {
      return null;
    }
    String to = layout.partitionFor(job);
    return to.equals(job.partition()) ? null : new Move(job.partition(), to);
  }
}
