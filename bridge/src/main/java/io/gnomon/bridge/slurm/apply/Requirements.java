package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.events.ConfigRejection;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a Slurm must have for a change, and what to do where it does not. */
final class Requirements {
  private static final String BACKFILL = "sched/backfill";

  private final Map<String, String> slurm;
  private final SiteConf conf;
  private final @Nullable Path include;
  private final String confFile;

  /**
   * The requirements.
   *
   * @param slurm what {@code scontrol show config} prints
   * @param conf the site's slurm.conf
   * @param include the file that Gnomon owns, or null
   */
  Requirements(Map<String, String> slurm, SiteConf conf, @Nullable Path include) {
    this.slurm = slurm;
    this.conf = conf;
    this.include = include;
    confFile = slurm.getOrDefault("SLURM_CONF", "slurm.conf");
  }

  /** What is missing for partitions of Gnomon's, or nothing. */
  Optional<String> missingForPartitions() {
    if (!keepsPartitions()) {
      return Optional.of(
          "slurm.conf has no ReconfigFlags=KeepPartInfo, so the next 'scontrol reconfigure' would"
              + " take back what Gnomon changes of partitions; add it and reconfigure");
    }
    if (include == null || !conf.includesOwn()) {
      return Optional.of(
          "slurmctld forgets partitions that were made while it ran when it is started again, and"
              + " kills the jobs in them; set slurm.include to a file and write 'Include FILE' into "
              + confFile);
    }
    return Optional.empty();
  }

  /** What is missing for SchedulerParameters of Gnomon's, or nothing. */
  Optional<String> missingForParameters() {
    String scheduler = slurm.getOrDefault("SchedulerType", "");
    if (!scheduler.equals(BACKFILL)) {
      return Optional.of(
          "SchedulerType is %s; only %s has these parameters, and it takes a restart of slurmctld"
              .formatted(scheduler, BACKFILL));
    }
    if (include == null || !conf.includesOwn()) {
      return Optional.of(
          "SchedulerParameters are read from slurm.conf alone; set slurm.include to a file and write"
              + " 'Include FILE' into "
              + confFile);
    }
    if (!keepsPartitions()) {
      return Optional.of(
          "slurm.conf has no ReconfigFlags=KeepPartInfo, so the 'scontrol reconfigure' that new"
              + " SchedulerParameters need would take back what was changed of partitions while"
              + " slurmctld ran; add it and reconfigure");
    }
    if (conf.setsAfterOwn(SchedulerParameters.KEY)) {
      return Optional.of(
          "%s sets SchedulerParameters after it includes %s, and the last one wins; write the Include"
                  .formatted(confFile, include)
              + " after it");
    }
    return Optional.empty();
  }

  /**
   * Refuses where slurm.conf holds what slurmctld has not read yet, which the reconfiguration for
   * Gnomon's change would put in force as well.
   *
   * @param read digest of slurm.conf when slurmctld had last read it as it is, or empty
   */
  void requireNoEdits(String read) throws CannotApplyException {
    boolean edited = !isRead() && (read.isEmpty() || !read.equals(conf.digest()));
    if (edited) {
      throw new CannotApplyException(
          ConfigRejection.NOT_CAPABLE,
          confFile
              + " was changed since slurmctld read it (HASH_VAL of 'scontrol show config'); the"
              + " reconfiguration for Gnomon's change would put that in force too. Run 'scontrol"
              + " reconfigure' yourself first");
    }
  }

  /** Whether slurmctld has read slurm.conf as it is here. */
  boolean isRead() {
    return !slurm.getOrDefault("HASH_VAL", "").startsWith("Different");
  }

  /** Refuses with what is missing. */
  static void require(Optional<String> missing) throws CannotApplyException {
    if (missing.isPresent()) {
      throw new CannotApplyException(ConfigRejection.NOT_CAPABLE, missing.get());
    }
  }

  private boolean keepsPartitions() {
    return slurm.getOrDefault("ReconfigFlags", "").contains("KeepPartInfo");
  }
}
