package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.slurm.read.JobRecord;
import io.gnomon.bridge.slurm.read.PartitionRecord;
import io.gnomon.bridge.slurm.read.SlurmException;
import io.gnomon.bridge.slurm.read.SlurmPrograms;
import io.gnomon.bridge.slurm.read.SlurmState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what is left to do while a configuration is in force: removes partitions that are not needed
 * any more once they are empty, and puts jobs that have come since to their places. Not
 * thread-safe.
 */
final class Upkeep {
  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

  private final SlurmConfigurator.Settings settings;
  private final SlurmPrograms programs;
  private final Administrator administrator;

  Upkeep(SlurmConfigurator.Settings settings, SlurmPrograms programs, Administrator administrator) {
    this.settings = settings;
    this.programs = programs;
    this.administrator = administrator;
  }

  /** Removes partitions that were left over, once no job is in them. */
  void tidy(SlurmState state, InForce last) throws IOException {
    List<PartitionRecord> left = new ArrayList<>();
    boolean removed = false;
    for (PartitionRecord partition : Planner.owned(settings.prefix(), state.partitions())) {
      boolean leftOver =
          !last.partitions().containsKey(partition.name())
              && partition.get("State").equals("DRAIN");
      boolean used = state.jobs().stream().anyMatch(job -> holds(job, partition.name()));
      if (leftOver && !used && isRemoved(partition.name())) {
        removed = true;
      } else if (leftOver) {
        left.add(partition);
      }
    }
    Path include = settings.include();
    if (removed && include != null) {
      KeptFile.replace(include, IncludeFile.of(last, left).getBytes(StandardCharsets.UTF_8));
    }
  }

  private boolean isRemoved(String partition) {
    try {
      programs.text("scontrol", "delete", "PartitionName=" + partition);
      LOG.info("removed partition {}, which was left over", partition);
      return true;
    } catch (SlurmException stillInUse) {
      LOG.info("partition {} is not removed yet: {}", partition, stillInUse.getMessage());
      return false;
    }
  }

  private static boolean holds(JobRecord job, String partition) {
    boolean present =
        job.is("PENDING") || job.is("RUNNING") || job.is("SUSPENDED") || job.is("COMPLETING");
    return present && job.partition().equals(partition);
  }

  /** The places of jobs that have come since, and what is to be given back. */
  NiceValues places(SlurmState state, InForce last) {
    @Nullable String named = settings.partition();
    String partition =
        state.partitions().stream()
            .filter(p -> named == null ? p.isDefault() : p.name().equals(named))
            .map(PartitionRecord::name)
            .findFirst()
            .orElse("");
    return new NiceValues(partition, state, last.ordering(), last.nice());
  }

  /** Puts jobs to their places; what fails is tried again at the next look. */
  void put(NiceValues values) {
    for (Step step : values.steps()) {
      try {
        administrator.apply(step);
      } catch (SlurmException refused) {
        LOG.warn("a job is not put to its place yet: {}", refused.getMessage());
        return;
      }
    }
  }
}
