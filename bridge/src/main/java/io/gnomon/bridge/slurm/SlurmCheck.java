package io.gnomon.bridge.slurm;

import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.NodeRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.queue.QueueMapping;
import io.gnomon.config.Configuration;
import io.gnomon.events.job.JobState;
import io.gnomon.text.Durations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reports to an administrator what the bridge reads from Slurm, what it cannot map, and which
 * settings are missing. It changes nothing and does not need Kafka.
 */
final class SlurmCheck {
  private static final int MIN_POLLS_PER_JOB_AGE = 6;
  private static final long DEFAULT_MIN_JOB_AGE_SECONDS = 300;

  private final Configuration config;
  private final List<String> lines = new ArrayList<>();
  private boolean complete = true;

  SlurmCheck(Configuration config) {
    this.config = config;
  }

  /**
   * Runs the checks. The report is in {@link #lines}.
   *
   * @return whether nothing is missing
   * @throws SlurmException if Slurm does not answer
   */
  boolean run() throws SlurmException {
    SlurmReader reader = SlurmBridge.reader(config);
    Map<String, String> slurm = reader.settings();
    long from = System.nanoTime();
    SlurmState state = reader.read();
    long millis = (System.nanoTime() - from) / 1_000_000;
    boolean wholeNodes = slurm.getOrDefault("SelectType", "").endsWith("linear");
    QueueObservation seen = new QueueMapping(partition -> -1, wholeNodes).observe(state);
    ok("Slurm %s, cluster %s", slurm.get("SLURM_VERSION"), slurm.get("ClusterName"));
    ok(
        "%d processors in service on %d nodes; jobs: %d running, %d waiting, %d held",
        seen.capacity(),
        state.nodes().stream().filter(NodeRecord::isOpen).count(),
        count(seen, JobState.RUNNING),
        count(seen, JobState.WAITING),
        count(seen, JobState.HELD));
    ok("one poll took %d ms and ran 3 programs", millis);
    seen.notes().forEach(note -> missing("cannot map %s", note));
    checkResources(state);
    checkJobAge(slurm);
    checkChanges(slurm, state);
    checkHooks(slurm);
    return complete;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  private void ok(String text, @Nullable Object... values) {
    lines.add("  ok  " + text.formatted(values));
  }

  private void missing(String text, @Nullable Object... values) {
    complete = false;
    lines.add("  --  " + text.formatted(values));
  }

  private static long count(QueueObservation seen, JobState state) {
    return seen.active().values().stream().filter(a -> a.job().state() == state).count();
  }

  /** Checks whether jobs need more memory per processor than the nodes have, or need GPUs. */
  private void checkResources(SlurmState state) {
    double processors = 1;
    double memory = 1;
    for (NodeRecord node : state.nodes()) {
      processors += node.processors();
      memory += node.memoryMegabytes();
    }
    double perProcessor = memory / processors;
    long active = 0;
    long largeMemory = 0;
    long gpus = 0;
    for (JobRecord job : state.jobs()) {
      if (job.is("PENDING") || job.is("RUNNING")) {
        active++;
        double requested =
            job.memoryMegabytes() > 0
                ? (double) job.memoryMegabytes() * Math.max(1, job.nodes())
                : (double) Math.max(0, job.memoryMegabytesPerCpu()) * job.processors();
        largeMemory += requested > perProcessor * Math.max(1, job.processors()) ? 1 : 0;
        gpus += job.request().contains("gres/gpu") ? 1 : 0;
      }
    }
    if (10 * Math.max(largeMemory, gpus) > active && active > 0) {
      missing(
          "of %d jobs, %d request more memory than their processors' share and %d request GPUs;"
              + " memory and GPUs are not simulated, so predictions are wrong where they are scarce",
          active, largeMemory, gpus);
    } else {
      ok("jobs wait for processors (%d of %d request much memory)", largeMemory, active);
    }
  }

  private void checkJobAge(Map<String, String> slurm) {
    String age = slurm.getOrDefault("MinJobAge", "").replaceAll("\\D.*", "");
    long seconds = age.isEmpty() ? DEFAULT_MIN_JOB_AGE_SECONDS : Long.parseLong(age);
    long interval = config.get(SlurmKeys.INTERVAL).toSeconds();
    if (seconds < MIN_POLLS_PER_JOB_AGE * interval) {
      missing(
          "MinJobAge is %d s and slurm.interval is %d s; ends of jobs are lost if a few polls fail;"
              + " set MinJobAge to 300",
          seconds, interval);
    } else {
      ok("slurmctld keeps ended jobs for %d s (MinJobAge)", seconds);
    }
  }

  private void checkChanges(Map<String, String> slurm, SlurmState state) {
    if (slurm.getOrDefault("ReconfigFlags", "").contains("KeepPartInfo")) {
      ok("ReconfigFlags contains KeepPartInfo; Gnomon's partitions survive a reconfiguration");
    } else {
      missing(
          "ReconfigFlags does not contain KeepPartInfo; 'scontrol reconfigure' would remove Gnomon's"
              + " partitions. Recommendations work, commands are rejected");
    }
    Optional<Path> include = config.get(SlurmKeys.INCLUDE);
    if (include.isEmpty()) {
      missing(
          "slurm.include is not set; slurmctld would lose Gnomon's partitions when it restarts."
              + " Recommendations work, commands are rejected");
    } else {
      ok("Gnomon's partitions are written to %s", include.get());
    }
    String partition = config.get(SlurmKeys.PARTITION).orElse("");
    boolean exists =
        state.partitions().stream()
            .anyMatch(p -> partition.isEmpty() ? p.isDefault() : p.name().equals(partition));
    if (exists) {
      ok("the partition to divide is %s", partition.isEmpty() ? "the default one" : partition);
    } else if (partition.isEmpty()) {
      missing("Slurm has no default partition; set slurm.partition to the partition to divide");
    } else {
      missing("slurm.partition is '%s', and Slurm has no such partition", partition);
    }
    Optional<Path> script = config.get(SlurmKeys.LUA);
    if (script.isEmpty()) {
      missing("slurm.lua is not set; new jobs would not be routed to Gnomon's partitions");
    } else if (!slurm.getOrDefault("JobSubmitPlugins", "").contains("lua")) {
      missing(
          "JobSubmitPlugins does not contain lua; new jobs would not be routed to Gnomon's"
              + " partitions");
    } else {
      ok("new jobs are routed by %s", script.get());
    }
  }

  private void checkHooks(Map<String, String> slurm) {
    @Nullable Path spool = config.get(SlurmKeys.SPOOL).orElse(null);
    boolean hooked =
        !slurm.getOrDefault("PrologSlurmctld", "(null)").equals("(null)")
            && !slurm.getOrDefault("EpilogSlurmctld", "(null)").equals("(null)");
    if (spool == null || !hooked || !Files.isDirectory(spool)) {
      ok(
          "no hooks; starts and ends are detected by polling every %s",
          Durations.print(config.get(SlurmKeys.INTERVAL)));
    } else {
      ok("hooks write to %s", spool);
    }
  }
}
