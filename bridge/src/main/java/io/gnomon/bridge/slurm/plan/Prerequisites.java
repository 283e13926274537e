package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.slurm.parameter.ChangeMethod;
import io.gnomon.slurm.parameter.Place;
import io.gnomon.slurm.parameter.SchedulerParameters;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether Slurm is configured so that a change is possible and safe. Each check returns what
 * is missing and what to do about it.
 */
public final class Prerequisites {
  private static final String BACKFILL = "sched/backfill";
  private static final String STORAGE = "AccountingStorageType";
  private static final String SLURMDBD = "accounting_storage/slurmdbd";
  private static final String ENFORCE = "AccountingStorageEnforce";
  private static final String BASIC = "priority/basic";
  private static final String MULTIFACTOR = "priority/multifactor";
  private static final Set<String> ENFORCED = Set.of("limits", "safe", "all");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");

  private final Map<String, String> slurm;
  private final SiteConfiguration site;
  private final @Nullable Path include;
  private final String confFile;
  private final boolean prepared;

  /**
   * The prerequisites in one Slurm cluster.
   *
   * @param slurm the output of {@code scontrol show config}
   * @param site the site's slurm.conf
   * @param include the included file that Gnomon owns, or null
   */
  public Prerequisites(Map<String, String> slurm, SiteConfiguration site, @Nullable Path include) {
    this(slurm, site, include, false);
  }

  private Prerequisites(
      Map<String, String> slurm, SiteConfiguration site, @Nullable Path include, boolean prepared) {
    this.slurm = slurm;
    this.site = site;
    this.include = include;
    this.prepared = prepared;
    confFile = slurm.getOrDefault("SLURM_CONF", "slurm.conf");
  }

  /**
   * Returns the prerequisites as if the administrator had prepared Slurm for changes. What is
   * missing then is due to how Slurm schedules.
   */
  public Prerequisites whenPrepared() {
    return new Prerequisites(slurm, site, include, true);
  }

  /** Returns what is missing to create partitions. */
  public Optional<String> missingForPartitions() {
    if (!keepsPartitions()) {
      return Optional.of(
          "slurm.conf does not set ReconfigFlags=KeepPartInfo, so the next 'scontrol reconfigure'"
              + " would discard Gnomon's changes of partitions; set it and run 'scontrol"
              + " reconfigure'");
    }
    if (!isIncluded()) {
      return Optional.of(
          "slurmctld loses partitions that were created at run time when it restarts, and kills the"
              + " jobs in them; set slurm.include to a file and add 'Include FILE' to "
              + confFile);
    }
    return Optional.empty();
  }

  /** Returns what is missing to set SchedulerParameters. */
  public Optional<String> missingForParameters() {
    String scheduler = slurm.getOrDefault("SchedulerType", "");
    return scheduler.equals(BACKFILL)
        ? missingForSettings(List.of(SchedulerParameters.KEY))
        : Optional.of(
            "SchedulerType is %s; only %s has these parameters. Set it and restart slurmctld"
                .formatted(scheduler, BACKFILL));
  }

  /** Returns what is missing to set weights and other settings of priority/multifactor. */
  public Optional<String> missingForPriorities() {
    return isMultifactor()
        ? missingForSettings(
            SlurmParameter.in(Place.SLURM_CONF, ChangeMethod.RECONFIGURE)
                .map(SlurmParameter::printed)
                .toList())
        : Optional.of(
            "PriorityType is %s; only %s has weights. Set it and restart slurmctld"
                .formatted(slurm.getOrDefault("PriorityType", ""), MULTIFACTOR));
  }

  /** Returns what is missing to set or restore any setting of slurm.conf. */
  Optional<String> missingForSettings() {
    return missingForSettings(List.of());
  }

  /** Returns what is missing to set these settings of slurm.conf. */
  private Optional<String> missingForSettings(List<String> keys) {
    if (!isIncluded()) {
      return Optional.of(
          "SchedulerParameters and Priority* can be set in slurm.conf only; set slurm.include to a"
              + " file and add 'Include FILE' to "
              + confFile);
    }
    if (!keepsPartitions()) {
      return Optional.of(
          "slurm.conf does not set ReconfigFlags=KeepPartInfo, so the 'scontrol reconfigure' that"
              + " new parameters need would discard changes of partitions made at run time;"
              + " set it and run 'scontrol reconfigure'");
    }
    return keys.stream()
        .filter(key -> !prepared && site.overridesOwned(key))
        .findFirst()
        .map(
            key ->
                "%s sets %s after it includes %s, and Slurm uses the last one; move the"
                        .formatted(confFile, key, include)
                    + " Include line below it");
  }

  /**
   * Returns what is missing to order jobs by nice values.
   *
   * @param hasScript whether the bridge writes the job_submit.lua that slurmctld runs for new jobs
   */
  public Optional<String> missingForOrders(boolean hasScript) {
    String type = slurm.getOrDefault("PriorityType", "");
    boolean basic = isBasic();
    if (!basic && !isMultifactor()) {
      return Optional.of(
          "PriorityType is %s; nice values order jobs under %s and %s only"
              .formatted(type, BASIC, MULTIFACTOR));
    }
    if (slurm.getOrDefault("PriorityFlags", "").contains("INCR_ONLY")) {
      return Optional.of(
          "PriorityFlags contains INCR_ONLY, so no priority could be lowered; remove it");
    }
    boolean lua = slurm.getOrDefault("JobSubmitPlugins", "").contains("lua");
    if (basic && !prepared && !(hasScript && lua)) {
      return Optional.of(
          "under priority/basic a new job would be first in the queue until the next poll of the"
              + " bridge; set slurm.lua and JobSubmitPlugins=lua, so that new jobs start at the end"
              + " of the queue");
    }
    return Optional.empty();
  }

  /** Returns what is missing to set a limit of a QOS or partition, or for it to have an effect. */
  public Optional<String> missingFor(SiteLimit limit) {
    if (limit.isPriority() && !isMultifactor()) {
      return Optional.of(
          "PriorityType is %s; %s has an effect only under %s. Set it and restart slurmctld"
              .formatted(slurm.getOrDefault("PriorityType", ""), limit.parameter(), MULTIFACTOR));
    }
    if (!limit.isOfQos()) {
      return keepsPartitions()
          ? Optional.empty()
          : Optional.of(
              "slurm.conf does not set ReconfigFlags=KeepPartInfo, so the next 'scontrol"
                  + " reconfigure' would discard "
                  + limit.parameter()
                  + "; set it and run 'scontrol reconfigure'");
    }
    String storage = slurm.getOrDefault(STORAGE, "");
    if (!storage.equals(SLURMDBD)) {
      return Optional.of(
          "AccountingStorageType is %s; a QOS exists only with %s".formatted(storage, SLURMDBD));
    }
    String enforced = slurm.getOrDefault(ENFORCE, "");
    boolean enforces =
        Arrays.stream(enforced.split(",")).map(String::strip).anyMatch(ENFORCED::contains);
    return enforces || limit.isPriority()
        ? Optional.empty()
        : Optional.of(
            "AccountingStorageEnforce is %s; %s has an effect only if it contains limits"
                .formatted(enforced, limit.parameter()));
  }

  /** Returns why the shares of partitions are sets of nodes and not limits of a QOS. */
  String whyNodeSets() {
    String storage = slurm.getOrDefault(STORAGE, "");
    String enforced = slurm.getOrDefault(ENFORCE, "");
    if (!storage.equals(SLURMDBD) || !enforced.contains("limits")) {
      return "GrpTRES of a QOS is enforced only with slurmdbd and AccountingStorageEnforce=limits;"
          + " this cluster has AccountingStorageType=%s and AccountingStorageEnforce=%s"
              .formatted(storage, enforced);
    }
    return "a QOS is stored in the accounting database, which other clusters may share; Gnomon"
        + " changes there only what slurm.ranges declares";
  }

  /** Whether the priority plugin is priority/basic, where each new job gets a lower priority. */
  boolean isBasic() {
    return slurm.getOrDefault("PriorityType", "").equals(BASIC);
  }

  private boolean isMultifactor() {
    return slurm.getOrDefault("PriorityType", "").equals(MULTIFACTOR);
  }

  /** Returns the highest priority that priority/multifactor can give a job, plus one. */
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

  /** Whether every job of the cluster is allocated whole nodes. */
  boolean allocatesWholeNodes() {
    return slurm.getOrDefault("SelectType", "").endsWith("linear");
  }

  /**
   * Rejects a change if slurm.conf has edits that slurmctld has not loaded, because the
   * reconfiguration for the change would load them too.
   *
   * @param loadedDigest digest of slurm.conf when slurmctld last had it loaded unchanged, or empty
   * @throws CannotApplyException if there are such edits
   */
  void requireNoEdits(String loadedDigest) throws CannotApplyException {
    boolean edited = !isLoaded() && (loadedDigest.isEmpty() || !loadedDigest.equals(site.digest()));
    if (edited) {
      throw new CannotApplyException(
          ConfigRejectReason.NOT_CAPABLE,
          confFile
              + " was changed since slurmctld read it (HASH_VAL of 'scontrol show config'); the"
              + " reconfiguration for Gnomon's change would put that change in force too. Run"
              + " 'scontrol reconfigure' first");
    }
  }

  /** Whether slurmctld has loaded slurm.conf as it is on this machine. */
  boolean isLoaded() {
    return !slurm.getOrDefault("HASH_VAL", "").startsWith("Different");
  }

  /**
   * Rejects a change if something is missing.
   *
   * @throws CannotApplyException with the reason
   */
  static void require(Optional<String> missing) throws CannotApplyException {
    if (missing.isPresent()) {
      throw new CannotApplyException(ConfigRejectReason.NOT_CAPABLE, missing.get());
    }
  }

  private boolean isIncluded() {
    return prepared || include != null && site.includesOwned();
  }

  private boolean keepsPartitions() {
    return prepared || slurm.getOrDefault("ReconfigFlags", "").contains("KeepPartInfo");
  }
}
