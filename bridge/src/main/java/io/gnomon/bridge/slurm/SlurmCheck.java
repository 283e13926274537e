package io.gnomon.bridge.slurm;

import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.slurm.accounting.AccountingTracker;
import io.gnomon.bridge.slurm.client.NodeRecord;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.policy.ObservedPolicy;
import io.gnomon.bridge.slurm.queue.QueueMapping;
import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.config.KafkaKeys;
import io.gnomon.events.job.JobState;
import io.gnomon.events.signature.SigningKeys;
import io.gnomon.text.Durations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reports to an administrator what the bridge reads from Slurm, what Gnomon does not simulate, and
 * which settings are missing. It changes nothing and does not need Kafka. Immutable.
 */
public final class SlurmCheck {
  private static final int MIN_POLLS_PER_JOB_AGE = 6;
  private static final long DEFAULT_MIN_JOB_AGE_SECONDS = 300;
  private static final String WEIGHT = "PriorityWeight";

  private final EffectiveConfiguration config;
  private final Map<String, String> slurm;
  private final List<Finding> findings = new ArrayList<>();

  /** What a finding is about. */
  public enum Subject {
    /** The cluster and its queue. */
    CLUSTER,
    /** How the queue is read. */
    READING,
    /** What the simulation includes. */
    MODEL,
    /** The prerequisites of changes; recommendations do not need them. */
    CHANGES
  }

  /**
   * One line of the report.
   *
   * @param ok false if something is missing
   * @param text what was found; if something is missing, also its effect
   */
  public record Finding(Subject subject, boolean ok, String text) {
    /** Returns the line as {@code --check} prints it. */
    public String line() {
      return (ok ? "  ok  " : "  --  ") + text;
    }
  }

  /** Checks a cluster with these settings, in the form of {@code scontrol show config}. */
  SlurmCheck(
      EffectiveConfiguration config, Map<String, String> slurm, SlurmState state, long pollMillis) {
    this.config = config;
    this.slurm = slurm;
    QueueObservation seen =
        new QueueMapping(partition -> -1, null, SelectSettings.of(slurm)).observe(state);
    describe(state, seen);
    ok(Subject.READING, "reading the queue took %d ms", pollMillis);
    seen.notes().stream().distinct().forEach(note -> missing(Subject.MODEL, "cannot map %s", note));
    describeModel(state);
    NotSimulated.of(slurm, state).forEach(one -> missing(Subject.MODEL, "%s", one));
    checkPriority();
    checkJobAge();
    checkChanges(state);
    checkHooks();
  }

  /**
   * Reads the Slurm cluster in the settings and checks it.
   *
   * @throws SlurmException if Slurm does not answer
   */
  public static SlurmCheck read(EffectiveConfiguration config) throws SlurmException {
    SlurmReader reader = SlurmBridge.reader(config);
    Map<String, String> slurm = reader.settings();
    long from = System.nanoTime();
    SlurmState state = reader.read();
    SlurmCheck check = new SlurmCheck(config, slurm, state, (System.nanoTime() - from) / 1_000_000);
    reader.source().limits().forEach(limit -> check.ok(Subject.READING, "%s", limit));
    reader.source().warnings().forEach(one -> check.missing(Subject.READING, "%s", one));
    check.checkAccounts(SlurmBridge.accounts(config, reader));
    return check;
  }

  private void checkAccounts(AccountingTracker accounts) {
    accounts.readNow(System.nanoTime());
    accounts
        .limits()
        .forEach(limit -> missing(Subject.MODEL, "not read from the accounts: %s", limit));
  }

  /** Returns the cluster's id in Gnomon. */
  public String cluster() {
    return SlurmBridge.cluster(config, slurm);
  }

  /** Returns all findings, in the order of the report. */
  public List<Finding> findings() {
    return List.copyOf(findings);
  }

  /**
   * Returns whether the bridge can do what it is set to. What changes need counts only with {@code
   * slurm.apply: apply}.
   */
  public boolean complete() {
    boolean applies = config.get(SlurmKeys.APPLY).equals("apply");
    return findings.stream()
        .allMatch(one -> one.ok() || (one.subject() == Subject.CHANGES && !applies));
  }

  private String setting(String key) {
    return slurm.getOrDefault(key, "");
  }

  private void ok(Subject subject, String text, @Nullable Object... values) {
    findings.add(new Finding(subject, true, text.formatted(values)));
  }

  private void missing(Subject subject, String text, @Nullable Object... values) {
    findings.add(new Finding(subject, false, text.formatted(values)));
  }

  private void describe(SlurmState state, QueueObservation seen) {
    ok(
        Subject.CLUSTER,
        "Slurm %s, cluster %s",
        slurm.get("SLURM_VERSION"),
        slurm.get("ClusterName"));
    ok(
        Subject.CLUSTER,
        "%d processors in service on %d nodes; jobs: %d running, %d waiting, %d not eligible",
        seen.capacity(),
        state.nodes().stream().filter(NodeRecord::isOpen).count(),
        count(seen, JobState.RUNNING),
        count(seen, JobState.WAITING),
        count(seen, JobState.HELD));
  }

  private static long count(QueueObservation seen, JobState state) {
    return seen.active().values().stream().filter(a -> a.job().state() == state).count();
  }

  /** Says what jobs are placed by. */
  private void describeModel(SlurmState state) {
    boolean memory = SelectSettings.of(slurm).memory();
    ok(
        Subject.MODEL,
        "jobs are simulated on nodes of %d partitions with CPUs, GPUs%s",
        state.partitions().size(),
        memory
            ? ", features and memory"
            : " and features, not memory, which Slurm does not allocate");
  }

  /** Checks whether jobs start in another order than that of their submission. */
  private void checkPriority() {
    checkPreemption();
    if (!setting("PriorityType").endsWith("multifactor")) {
      return;
    }
    String weights =
        slurm.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(WEIGHT))
            .filter(entry -> !entry.getValue().matches("0|\\(null\\)|"))
            .map(entry -> entry.getKey().substring(WEIGHT.length()))
            .sorted()
            .collect(Collectors.joining(", "));
    String order = weights.isEmpty() ? "weights that are all 0" : weights;
    if (!config.get(SlurmKeys.POLICY).startsWith(ObservedPolicy.NAME)) {
      missing(
          Subject.MODEL,
          "priority/multifactor orders jobs by %s, and slurm.policy is %s, which simulates another"
              + " order. Set slurm.policy to slurm to simulate priorities",
          order,
          config.get(SlurmKeys.POLICY));
    } else if (setting("AccountingStorageType").endsWith("slurmdbd")) {
      ok(
          Subject.MODEL,
          "priority/multifactor orders jobs by %s, which is simulated with the accounts",
          order);
    } else {
      ok(
          Subject.MODEL,
          "priority/multifactor orders jobs by %s, which is simulated; without slurmdbd, Slurm has"
              + " no fair share, accounts and QOS",
          order);
    }
    String site = setting("PrioritySiteFactorPlugin");
    if (!site.isEmpty() && !site.equals("(null)")) {
      missing(
          Subject.MODEL,
          "PrioritySiteFactorPlugin is %s; the points that it adds are not simulated",
          site);
    }
  }

  private void checkPreemption() {
    String type = setting("PreemptType");
    if (type.isEmpty() || type.endsWith("none")) {
      return;
    }
    boolean simulated = type.endsWith("partition_prio") || type.endsWith("qos");
    if (simulated && config.get(SlurmKeys.POLICY).startsWith(ObservedPolicy.NAME)) {
      ok(Subject.MODEL, "PreemptType is %s, which is simulated", type);
    } else {
      missing(
          Subject.MODEL,
          "PreemptType is %s; preemption is not simulated%s",
          type,
          simulated ? ". Set slurm.policy to slurm to simulate it" : "");
    }
  }

  private void checkJobAge() {
    String age = setting("MinJobAge").replaceAll("\\D.*", "");
    long seconds = age.isEmpty() ? DEFAULT_MIN_JOB_AGE_SECONDS : Long.parseLong(age);
    long interval = config.get(SlurmKeys.INTERVAL).toSeconds();
    if (seconds < MIN_POLLS_PER_JOB_AGE * interval) {
      missing(
          Subject.READING,
          "MinJobAge is %d s and slurm.interval is %d s; ends of jobs are lost if a few polls fail;"
              + " set MinJobAge to 300",
          seconds,
          interval);
    } else {
      ok(Subject.READING, "slurmctld keeps ended jobs for %d s (MinJobAge)", seconds);
    }
  }

  private void checkChanges(SlurmState state) {
    if (setting("ReconfigFlags").contains("KeepPartInfo")) {
      ok(
          Subject.CHANGES,
          "ReconfigFlags contains KeepPartInfo; Gnomon's partitions survive a reconfiguration");
    } else {
      missing(
          Subject.CHANGES,
          "ReconfigFlags does not contain KeepPartInfo; 'scontrol reconfigure' would remove"
              + " Gnomon's partitions. Recommendations work, commands are rejected");
    }
    Optional<Path> include = config.get(SlurmKeys.INCLUDE);
    if (include.isEmpty()) {
      missing(
          Subject.CHANGES,
          "slurm.include is not set; slurmctld would lose Gnomon's partitions when it restarts."
              + " Recommendations work, commands are rejected");
    } else {
      ok(Subject.CHANGES, "Gnomon's partitions are written to %s", include.get());
    }
    checkPartition(state);
    checkRouting();
    checkCommandKeys();
  }

  private void checkCommandKeys() {
    Optional<Path> file = config.get(KafkaKeys.COMMANDS_KEY_FILE);
    if (file.isEmpty()) {
      missing(
          Subject.CHANGES,
          "commands.key-file is not set; commands are not authenticated, and slurm.apply: apply is"
              + " refused");
      return;
    }
    try {
      SigningKeys.read(file.get());
      ok(Subject.CHANGES, "commands must be signed with a key in %s", file.get());
    } catch (IllegalArgumentException noKeys) {
      missing(Subject.CHANGES, "%s", noKeys.getMessage());
    }
  }

  private void checkPartition(SlurmState state) {
    @Nullable String partition = config.get(SlurmKeys.PARTITION).orElse(null);
    if (PartitionRecord.find(state.partitions(), partition).isPresent()) {
      ok(
          Subject.CHANGES,
          "the partition to divide is %s",
          partition == null ? "the default one" : partition);
    } else if (partition == null) {
      missing(
          Subject.CHANGES,
          "Slurm has no default partition; set slurm.partition to the partition to divide");
    } else {
      missing(
          Subject.CHANGES, "slurm.partition is '%s', and Slurm has no such partition", partition);
    }
  }

  private void checkRouting() {
    Optional<Path> script = config.get(SlurmKeys.LUA);
    if (script.isEmpty()) {
      missing(
          Subject.CHANGES,
          "slurm.lua is not set; new jobs would not be routed to Gnomon's partitions");
    } else if (!setting("JobSubmitPlugins").contains("lua")) {
      missing(
          Subject.CHANGES,
          "JobSubmitPlugins does not contain lua; new jobs would not be routed to Gnomon's"
              + " partitions");
    } else {
      ok(Subject.CHANGES, "new jobs are routed by %s", script.get());
    }
  }

  private void checkHooks() {
    @Nullable Path spool = config.get(SlurmKeys.SPOOL).orElse(null);
    boolean hooked =
        !slurm.getOrDefault("PrologSlurmctld", "(null)").equals("(null)")
            && !slurm.getOrDefault("EpilogSlurmctld", "(null)").equals("(null)");
    if (spool == null || !hooked || !Files.isDirectory(spool)) {
      ok(
          Subject.READING,
          "no hooks; starts and ends are detected by polling every %s",
          Durations.print(config.get(SlurmKeys.INTERVAL)));
    } else {
      ok(Subject.READING, "hooks write to %s", spool);
    }
  }
}
