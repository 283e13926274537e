package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.events.config.ConfigRejectReason;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a Slurm must have for a change, and what to do where it does not. */
final class Requirements {
  private static final String BACKFILL = "sched/backfill";
  private static final String BASIC = "priority/basic";
  private static final String MULTIFACTOR = "priority/multifactor";
  private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");

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
   * What is missing for an order of Gnomon's, or nothing.
   *
   * @param routed whether the bridge writes a script that slurmctld runs for new jobs
   */
  Optional<String> missingForOrders(boolean routed) {
    String type = slurm.getOrDefault("PriorityType", "");
    boolean basic = isBasic();
    if (!basic && !type.equals(MULTIFACTOR)) {
      return Optional.of(
          "PriorityType is %s; nice values are known to order jobs under %s and %s only"
              .formatted(type, BASIC, MULTIFACTOR));
    }
    if (slurm.getOrDefault("PriorityFlags", "").contains("INCR_ONLY")) {
      return Optional.of("PriorityFlags has INCR_ONLY, so no priority could be taken back");
    }
    boolean lua = slurm.getOrDefault("JobSubmitPlugins", "").contains("lua");
    if (basic && !(routed && lua)) {
      return Optional.of(
          "under priority/basic a new job would stand at the head of the queue until the bridge looks"
              + " again; set slurm.lua and JobSubmitPlugins=lua, so that it waits below for its"
              + " place");
    }
    return Optional.empty();
  }

  /** Why shares of partitions are sets of nodes. */
  String whyNodeSets() {
    String storage = slurm.getOrDefault("AccountingStorageType", "");
    String enforced = slurm.getOrDefault("AccountingStorageEnforce", "");
    if (!storage.equals("accounting_storage/slurmdbd") || !enforced.contains("limits")) {
      return "GrpTRES of a QOS holds only with slurmdbd and AccountingStorageEnforce=limits; here are"
          + " AccountingStorageType=%s and AccountingStorageEnforce=%s"
              .formatted(storage, enforced);
    }
    return "a QOS stands in the accounting database, which other clusters may share and Gnomon does"
        + " not write to";
  }

  /** Whether priorities fall with each submission. */
  boolean isBasic() {
    return slurm.getOrDefault("PriorityType", "").equals(BASIC);
  }

  /** The most that priority/multifactor can give a job, and one more. */
  long aboveAllPriorities() {
    long sum = 1;
    for (Map.Entry<String, String> setting : slurm.entrySet()) {
      if (setting.getKey().startsWith("PriorityWeight")) {
        Matcher number = NUMBER.matcher(setting.getValue());
        while (number.find()) {
          sum += Long.parseLong(number.group());
        }
      }
    }
    return sum;
  }

  /** Whether each job of the cluster gets whole nodes. */
  boolean givesWholeNodes() {
    return slurm.getOrDefault("SelectType", "").endsWith("linear");
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
          ConfigRejectReason.NOT_CAPABLE,
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
      throw new CannotApplyException(ConfigRejectReason.NOT_CAPABLE, missing.get());
    }
  }

  private boolean keepsPartitions() {
    return slurm.getOrDefault("ReconfigFlags", "").contains("KeepPartInfo");
  }
}
