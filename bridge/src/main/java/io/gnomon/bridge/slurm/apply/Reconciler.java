package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.order.NiceAssignment;
import io.gnomon.bridge.slurm.order.NiceChange;
import io.gnomon.bridge.slurm.partition.IncludeFile;
import io.gnomon.bridge.slurm.partition.PartitionLayout;
import io.gnomon.bridge.slurm.plan.AppliedConfiguration;
import io.gnomon.bridge.slurm.plan.ChangeSettings;
import io.gnomon.bridge.slurm.plan.Step;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.bridge.slurm.programs.SlurmPrograms;
import io.gnomon.bridge.storage.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps Slurm consistent with the configuration in force: removes partitions that are no longer
 * needed once they are empty, and orders jobs that were submitted since. Not thread-safe.
 */
final class Reconciler {
  private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

  private final ChangeSettings settings;
  private final SlurmPrograms programs;
  private final StepExecutor executor;

  Reconciler(ChangeSettings settings, SlurmPrograms programs, StepExecutor executor) {
    this.settings = settings;
    this.programs = programs;
    this.executor = executor;
  }

  /**
   * Removes closed partitions without jobs, and their lines in the include file.
   *
   * @throws IOException if the include file cannot be written
   */
  void removeDrainedPartitions(SlurmState state, AppliedConfiguration applied) throws IOException {
    List<PartitionRecord> draining = new ArrayList<>();
    boolean removed = false;
    for (PartitionRecord partition : PartitionLayout.owned(settings.prefix(), state.partitions())) {
      boolean closed =
          !applied.of(Aspect.PARTITIONS).containsKey(partition.name())
              && partition.get("State").equals("DRAIN");
      boolean used = state.jobs().stream().anyMatch(job -> isIn(job, partition.name()));
      if (closed && !used && remove(partition.name())) {
        removed = true;
      } else if (closed) {
        draining.add(partition);
      }
    }
    Path include = settings.include();
    if (removed && include != null) {
      String content =
          IncludeFile.content(applied.settings(), applied.values(Aspect.PARTITIONS), draining);
      AtomicFile.replace(include, content.getBytes(StandardCharsets.UTF_8));
    }
  }

  private boolean remove(String partition) {
    try {
      programs.run("scontrol", "delete", "PartitionName=" + partition);
      LOG.info("removed partition {}, which is empty and no longer needed", partition);
      return true;
    } catch (SlurmException stillInUse) {
      LOG.info(
          "partition {} cannot be removed yet, trying again at the next poll: {}",
          partition,
          stillInUse.getMessage());
      return false;
    }
  }

  private static boolean isIn(JobRecord job, String partition) {
    boolean present =
        job.is("PENDING") || job.is("RUNNING") || job.is("SUSPENDED") || job.is("COMPLETING");
    return present && job.partition().equals(partition);
  }

  /** Returns the nice values to set on jobs submitted since, and those to restore. */
  NiceAssignment assignment(SlurmState state, AppliedConfiguration applied) {
    String partition =
        PartitionRecord.find(state.partitions(), settings.partition())
            .map(PartitionRecord::name)
            .orElse("");
    return new NiceAssignment(partition, state, applied.order(), applied.nice());
  }

  /**
   * Sets nice values. What Slurm refuses is left to the next poll, and so is the rest if slurmctld
   * does not answer.
   */
  void setNice(NiceAssignment assignment) {
    List<String> failures = new ArrayList<>();
    for (NiceChange change : assignment.changes()) {
      try {
        executor.apply(Step.nice(change));
      } catch (SlurmException e) {
        failures.add(change.scontrolId() + ": " + e.getMessage());
        if (!e.isRefusal()) {
          break;
        }
      }
    }
    if (!failures.isEmpty()) {
      LOG.warn(
          "cannot set nice values, trying again at the next poll; {} failed, first job {}",
          failures.size(),
          failures.get(0));
    }
  }
}
