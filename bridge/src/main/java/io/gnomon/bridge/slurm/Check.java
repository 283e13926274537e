package io.gnomon.bridge.slurm;

import io.gnomon.bridge.slurm.SlurmSettings.Key;
import io.gnomon.bridge.slurm.read.JobRecord;
import io.gnomon.bridge.slurm.read.NodeRecord;
import io.gnomon.bridge.slurm.read.Observation;
import io.gnomon.bridge.slurm.read.QueueMapping;
import io.gnomon.bridge.slurm.read.SlurmException;
import io.gnomon.bridge.slurm.read.SlurmReader;
import io.gnomon.bridge.slurm.read.SlurmState;
import io.gnomon.events.job.JobState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells an administrator what the bridge sees of a Slurm, what it cannot follow and what is
 * missing, without changing anything and without Kafka.
 */
final class Check {
  private static final int SPARE_LOOKS = 6;

  private final SlurmSettings settings;
  private final List<String> lines = new ArrayList<>();
  private boolean fit = true;

  Check(SlurmSettings settings) {
    this.settings = settings;
  }

  /** Looks; the report is {@link #lines}, and whether nothing is missing is returned. */
  boolean look() throws SlurmException {
    SlurmReader reader = SlurmBridge.reader(settings);
    Map<String, String> slurm = reader.settings();
    long began = System.nanoTime();
    SlurmState state = reader.read();
    long millis = (System.nanoTime() - began) / 1_000_000;
    boolean wholeNodes = slurm.getOrDefault("SelectType", "").endsWith("linear");
    Observation seen = new QueueMapping(partition -> -1, wholeNodes).observe(state);
    say("Slurm %s, cluster %s", slurm.get("SLURM_VERSION"), slurm.get("ClusterName"));
    say(
        "%d processors in service on %d nodes, %d jobs run, %d wait, %d are held",
        seen.capacity(),
        state.nodes().stream().filter(NodeRecord::open).count(),
        count(seen, JobState.RUNNING),
        count(seen, JobState.WAITING),
        count(seen, JobState.HELD));
    say("one look took %d ms in 3 programs", millis);
    seen.notes().forEach(note -> miss("not mapped: %s", note));
    binding(state);
    age(slurm);
    changing(slurm, state);
    hooks(slurm);
    return fit;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  private void say(String text, @Nullable Object... values) {
    lines.add("  ok  " + text.formatted(values));
  }

  private void miss(String text, @Nullable Object... values) {
    fit = false;
    lines.add("  --  " + text.formatted(values));
  }

  private static long count(Observation seen, JobState state) {
    return seen.active().values().stream().filter(a -> a.job().state() == state).count();
  }

  /** Whether jobs need more of the memory than of the processors, or need GPUs. */
  private void binding(SlurmState state) {
    double processors = 1;
    double memory = 1;
    for (NodeRecord node : state.nodes()) {
      processors += node.processors();
      memory += node.memoryMegabytes();
    }
    double perProcessor = memory / processors;
    long present = 0;
    long greedy = 0;
    long gpus = 0;
    for (JobRecord job : state.jobs()) {
      if (job.is("PENDING") || job.is("RUNNING")) {
        present++;
        double asked =
            job.memoryMegabytes() > 0
                ? (double) job.memoryMegabytes() * Math.max(1, job.nodes())
                : (double) Math.max(0, job.memoryMegabytesPerCpu()) * job.processors();
        greedy += asked > perProcessor * Math.max(1, job.processors()) ? 1 : 0;
        gpus += job.request().contains("gres/gpu") ? 1 : 0;
      }
    }
    if (10 * Math.max(greedy, gpus) > present && present > 0) {
      miss(
          "%d of %d jobs ask for more memory than their processors' share, %d for GPUs: memory and"
              + " GPUs are carried along but not simulated, so where they are short the predictions"
              + " are wrong",
          greedy, present, gpus);
    } else {
      say("processors are what jobs wait for (%d of %d ask for much memory)", greedy, present);
    }
  }

  private void age(Map<String, String> slurm) {
    String age = slurm.getOrDefault("MinJobAge", "").replaceAll("\\D.*", "");
    long seconds = age.isEmpty() ? 300 : Long.parseLong(age);
    long interval = settings.duration(Key.INTERVAL).toSeconds();
    if (seconds < SPARE_LOOKS * interval) {
      miss(
          "MinJobAge is %d s and slurm.interval %d s: ends are lost when a few looks fail; set"
              + " MinJobAge to 300",
          seconds, interval);
    } else {
      say("ended jobs are remembered for %d s (MinJobAge)", seconds);
    }
  }

  private void changing(Map<String, String> slurm, SlurmState state) {
    if (slurm.getOrDefault("ReconfigFlags", "").contains("KeepPartInfo")) {
      say("ReconfigFlags has KeepPartInfo: partitions that Gnomon makes outlive a reconfiguration");
    } else {
      miss(
          "ReconfigFlags has no KeepPartInfo: 'scontrol reconfigure' would take away partitions that"
              + " Gnomon makes; commands will be refused, recommendations work");
    }
    if (settings.path(Key.INCLUDE) == null) {
      miss(
          "no slurm.include: slurmctld would forget partitions that Gnomon makes at its next start;"
              + " commands will be refused, recommendations work");
    } else {
      say("partitions that Gnomon makes are written to %s", settings.text(Key.INCLUDE));
    }
    String partition = settings.text(Key.PARTITION);
    boolean known =
        state.partitions().stream()
            .anyMatch(p -> partition.isEmpty() ? p.isDefault() : p.name().equals(partition));
    if (known) {
      say("the partition to divide is %s", partition.isEmpty() ? "the default one" : partition);
    } else {
      miss("there is no partition to divide; name one with slurm.partition");
    }
    if (settings.text(Key.LUA).isEmpty()
        || !slurm.getOrDefault("JobSubmitPlugins", "").contains("lua")) {
      miss(
          "no slurm.lua, or JobSubmitPlugins without lua: new jobs would not be sent to partitions");
    } else {
      say("new jobs are routed by %s", settings.text(Key.LUA));
    }
  }

  private void hooks(Map<String, String> slurm) {
    Path spool = settings.path(Key.SPOOL);
    boolean set =
        !slurm.getOrDefault("PrologSlurmctld", "(null)").equals("(null)")
            && !slurm.getOrDefault("EpilogSlurmctld", "(null)").equals("(null)");
    if (spool == null || !set || !Files.isDirectory(spool)) {
      say(
          "no hooks: starts and ends are seen at the next look, every %s",
          settings.text(Key.INTERVAL));
    } else {
      say("hooks leave word in %s", spool);
    }
  }
}
