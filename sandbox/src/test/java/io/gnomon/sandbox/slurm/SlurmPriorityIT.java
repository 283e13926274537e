package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.model.machine.PreemptMode;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.sandbox.slurm.PrioritySamples.Sample;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.priority.MultifactorPriority;
import io.gnomon.sim.priority.PriorityFactors;
import io.gnomon.sim.priority.PriorityJob;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import io.gnomon.sim.priority.fairshare.DecayedUsage;
import io.gnomon.sim.priority.fairshare.FairTree;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.sacct.SacctExport;
import io.gnomon.sim.workload.sacct.SacctField;
import io.gnomon.sim.workload.sacct.SacctOptions;
import io.gnomon.sim.workload.slurm.ConfFiles;
import io.gnomon.sim.workload.slurm.SlurmAssociations;
import io.gnomon.sim.workload.slurm.SlurmMachine;
import io.gnomon.sim.workload.slurm.SlurmPriority;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs of six users in three accounts wait and run on a real Slurm. The factors of sprio, and usage
 * and fair share of sshare, are compared with those computed from Slurm's configuration and from
 * the starts and ends of the jobs. Then what sacct and scontrol print is read and compared with the
 * submissions and the configuration.
 */
@Tag("slurm")
class SlurmPriorityIT {
  private static final int SAMPLES = 8;
  private static final Duration BETWEEN = Duration.ofSeconds(18);
  private static final int LIMIT_MINUTES = 5;

  /**
   * A job.
   *
   * @param memory for each CPU, in MiB
   * @param gpus on each node
   * @param seconds its runtime
   */
  private record Job(
      String user,
      String partition,
      String qos,
      int nodes,
      int cpus,
      int memory,
      int gpus,
      int nice,
      int seconds) {
    String account() {
      return switch (user) {
        case "games", "man" -> "physics";
        case "lp", "mail" -> "biology";
        default -> "guests";
      };
    }

    String options() {
      return "-A %s -p %s --qos=%s -N %d -n %d --mem-per-cpu=%d --nice=%d -t %d%s"
          .formatted(
              account(),
              partition,
              qos,
              nodes,
              cpus,
              memory,
              nice,
              LIMIT_MINUTES,
              gpus == 0 ? "" : " --gres=gpu:" + gpus);
    }
  }

  private static final List<Job> JOBS =
      List.of(
          // start at once
          new Job("games", "batch", "normal", 2, 32, 1000, 0, 0, 45),
          new Job("man", "batch", "normal", 1, 16, 2000, 0, 0, 100),
          new Job("lp", "batch", "high", 2, 24, 2000, 0, 0, 70),
          new Job("mail", "batch", "normal", 1, 8, 500, 0, 0, 130),
          new Job("news", "batch", "normal", 1, 16, 2000, 0, 0, 160),
          new Job("uucp", "gpu", "high", 1, 32, 1000, 2, 0, 90),
          // start when others end
          new Job("games", "batch", "normal", 3, 40, 1000, 0, 50, 30),
          new Job("man", "batch", "high", 4, 64, 500, 0, 0, 25),
          new Job("lp", "gpu", "normal", 2, 40, 2000, 1, 0, 40),
          new Job("mail", "batch", "normal", 5, 70, 1500, 0, 0, 20),
          new Job("news", "batch", "high", 4, 60, 2000, 0, 200, 30),
          new Job("uucp", "gpu", "normal", 1, 20, 3000, 1, -10, 30),
          // wait until all others have ended
          new Job("games", "gpu", "normal", 2, 64, 1000, 4, 0, 30),
          new Job("mail", "batch", "high", 6, 112, 1000, 0, 0, 30),
          new Job("news", "batch", "normal", 6, 112, 500, 0, 0, 30),
          new Job("uucp", "batch", "normal", 6, 110, 500, 0, 1000, 30));

  private record Change(long time, boolean starts, long job) {}

  @TempDir private Path folder;

  private RealSlurm slurm;
  private final Map<Long, Job> jobs = new HashMap<>();

  @Test
  void factorsAndFairShareEqualThoseOfSlurm() throws Exception {
    try (RealSlurm started = RealSlurm.startAccounts(folder)) {
      slurm = started;
      PrioritySamples samples = new PrioritySamples(slurm);
      for (Job job : JOBS) {
        String id = slurm.submitAs(job.user(), job.options(), "exec sleep " + job.seconds());
        jobs.put(Long.valueOf(id), job);
      }
      samples.take(SAMPLES, BETWEEN);
      compare(samples);
      anExportEqualsWhatWasSubmitted();
      scontrolPrintsTheMachineOfTheConfiguration();
    }
  }

  /** What sacct exports of each job that started, compared with the submission. */
  private void anExportEqualsWhatWasSubmitted() throws Exception {
    Path export = folder.resolve("jobs.txt");
    slurm.shell(
        "SLURM_TIME_FORMAT=%s sacct -a -X -P -o " + SacctField.exportedAsOption() + " > " + export);
    Map<Long, Map<String, String>> records = accounting();
    JobLog log =
        SacctExport.read(export, SacctOptions.UTC, Optional.of(SlurmMachine.read(slurm.conf())))
            .log();
    long started =
        records.values().stream().filter(row -> !row.get("Start").equals("Unknown")).count();
    assertThat((long) log.size()).isEqualTo(started).isGreaterThanOrEqualTo(6);
    for (int row = 0; row < log.size(); row++) {
      Job job = jobs.get(log.jobId(row));
      Map<String, String> record = records.get(log.jobId(row));
      Request request = log.request(row);
      long submit = log.originEpochSecond() + log.submit(row);
      assertThat(submit).isEqualTo(seconds(record, "Submit"));
      assertThat(submit + log.recordedWait(row)).isEqualTo(seconds(record, "Start"));
      assertThat(log.jobAccount(row))
          .isEqualTo(new JobAccount(job.user(), job.account(), job.qos(), 0));
      assertThat(log.estimate(row)).isEqualTo(60 * LIMIT_MINUTES);
      assertThat(request.partitions()).isEqualTo(List.of(job.partition()));
      assertThat(request.minNodes()).isEqualTo(job.nodes());
      assertThat(request.tasks()).isEqualTo(job.cpus());
      assertThat(request.gpusPerNode().values().stream().mapToInt(count -> count).sum())
          .isEqualTo(job.gpus());
      int memory = job.memory() * job.cpus();
      assertThat(request.memoryPerNode() * job.nodes()) // rounded up on each node
          .isBetween(memory, memory + job.nodes() - 1);
    }
  }

  private void scontrolPrintsTheMachineOfTheConfiguration() throws Exception {
    Path site = folder.resolve("site.conf");
    slurm.shell(
        "{ scontrol show config; scontrol -o show node; scontrol -o show partition; } > " + site);
    Machine expected = SlurmMachine.read(slurm.conf());
    Machine printed = SlurmMachine.read(site);
    for (int node = 0; node < expected.nodes(); node++) {
      assertThat(printed.name(node)).isEqualTo(expected.name(node));
      assertThat(printed.nodeClass(node)).isEqualTo(expected.nodeClass(node));
    }
    assertThat(printed.selection()).isEqualTo(expected.selection());
    for (Partition partition : expected.partitions()) {
      Partition other = printed.partitions().get(printed.partition(partition.name()));
      assertThat(other)
          .usingRecursiveComparison()
          .ignoringCollectionOrderInFields("nodes")
          .ignoringFields("preemption.mode")
          .isEqualTo(partition);
      // scontrol prints the mode in force, here that of the cluster
      assertThat(partition.preemption().mode()).isEqualTo(PreemptMode.CLUSTER);
      assertThat(other.preemption().mode()).isEqualTo(PreemptMode.OFF);
    }
    assertThat(ConfFiles.scheduling(site)).isEqualTo(ConfFiles.scheduling(slurm.conf()));
  }

  private void compare(PrioritySamples samples) throws Exception {
    Map<Long, Map<String, String>> records = accounting();
    PrioritySettings settings = SlurmPriority.settings(slurm.conf()).orElseThrow();
    SlurmAssociations.Definitions definitions =
        SlurmAssociations.read(folder.resolve("accounts.sacctmgr"));
    MultifactorPriority priority =
        new MultifactorPriority(settings, SlurmPriority.basis(slurm.conf(), definitions));
    List<Change> changes = changes(records);
    Errors errors = new Errors();
    int compared = 0;
    for (Sample sample : samples.samples()) {
      if (changes.stream().anyMatch(change -> isDuring(change, sample))) {
        continue; // whether Slurm had charged the job cannot be told
      }
      UsageReplay replay =
          new UsageReplay(definitions.tree(), settings, samples.calculations().get(0));
      replay.until(sample, samples.calculations(), changes);
      replay.compare(sample, errors);
      for (Map<String, String> row : sample.factors().values()) {
        long id = Long.parseLong(row.get("job"));
        double fairShare = replay.fairShare(jobs.get(id));
        long eligible = seconds(records.get(id), "Eligible");
        PriorityJob job = priorityJob(jobs.get(id), seconds(records.get(id), "Submit"), eligible);
        errors.compare(
            row, priority.of(job, fairShare, Math.max(sample.calculatedAt(), eligible)), settings);
      }
      compared++;
    }
    errors.check();
    assertThat(compared).isGreaterThanOrEqualTo(6);
  }

  private static boolean isDuring(Change change, Sample sample) {
    return !change.starts()
        && change.time() >= sample.from() - 1
        && change.time() <= sample.to() + 1;
  }

  private static PriorityJob priorityJob(Job job, long submit, long eligible) {
    return new PriorityJob(
        submit,
        eligible,
        job.nodes(),
        job.cpus(),
        60 * LIMIT_MINUTES,
        job.partition(),
        job.qos(),
        Map.of(
            "cpu",
            (double) job.cpus(),
            "mem",
            (double) job.memory() * job.cpus(),
            "gres/gpu",
            (double) job.gpus() * job.nodes()),
        0,
        0,
        job.nice());
  }

  /** Rows of sacct, by job and column. */
  private Map<Long, Map<String, String>> accounting() throws Exception {
    List<String> columns = List.of("JobID", "Submit", "Eligible", "Start", "End", "AllocCPUS");
    Map<Long, Map<String, String>> records = new HashMap<>();
    slurm
        .run("sacct", "-X", "-P", "-n", "-a", "-o", String.join(",", columns))
        .lines()
        .forEach(
            line -> {
              Map<String, String> row = new HashMap<>();
              String[] fields = line.split("\\|", -1);
              for (int i = 0; i < fields.length; i++) {
                row.put(columns.get(i), fields[i]);
              }
              records.put(Long.valueOf(row.get("JobID")), row);
            });
    assertThat(records.keySet()).containsExactlyInAnyOrderElementsOf(jobs.keySet());
    return records;
  }

  private static List<Change> changes(Map<Long, Map<String, String>> records) {
    List<Change> changes = new ArrayList<>();
    records.forEach(
        (job, row) -> {
          if (!row.get("Start").equals("Unknown")) {
            changes.add(new Change(seconds(row, "Start"), true, job));
          }
          if (!row.get("End").equals("Unknown")) {
            changes.add(new Change(seconds(row, "End"), false, job));
          }
        });
    changes.sort(Comparator.comparingLong(Change::time).thenComparing(c -> !c.starts()));
    return changes;
  }

  private static long seconds(Map<String, String> row, String column) {
    return Long.parseLong(row.get(column));
  }

  /** Usage and fair share, computed from the starts and ends of jobs. */
  private final class UsageReplay {
    private final DecayedUsage usage;
    private final Map<Long, Long> running = new HashMap<>(); // start by job
    private long recalculatedAt;
    private double[] factors;
    private double[] levelFs;

    UsageReplay(AssociationTree tree, PrioritySettings settings, long from) {
      usage = new DecayedUsage(tree, settings.halfLifeSeconds());
      recalculatedAt = from;
      factors = new FairTree().factors(usage);
      levelFs = FairTree.levelFs(usage);
    }

    void until(Sample sample, List<Long> calculations, List<Change> changes) {
      int next = 0;
      for (long calculation : calculations) {
        if (calculation > recalculatedAt && calculation <= sample.calculatedAt()) {
          next = apply(changes, next, calculation);
          usage.decay(calculation - recalculatedAt);
          running.forEach((job, start) -> charge(job, start, calculation));
          recalculatedAt = calculation;
          factors = new FairTree().factors(usage);
          levelFs = FairTree.levelFs(usage);
        }
      }
      apply(changes, next, sample.from());
    }

    private int apply(List<Change> changes, int from, long until) {
      int next = from;
      for (; next < changes.size() && changes.get(next).time() <= until; next++) {
        Change change = changes.get(next);
        if (change.starts()) {
          running.put(change.job(), change.time());
        } else {
          charge(change.job(), running.remove(change.job()), change.time());
        }
      }
      return next;
    }

    /** Charges a job for its time since the last calculation. */
    private void charge(long number, long start, long until) {
      Job job = jobs.get(number);
      long seconds = Math.max(0, until - Math.max(start, recalculatedAt));
      usage.add(association(job), job.cpus() * seconds * usage.kept(seconds));
    }

    private int association(Job job) {
      return usage.tree().find(job.account(), job.user()).orElseThrow();
    }

    double fairShare(Job job) {
      return factors[association(job)];
    }

    void compare(Sample sample, Errors errors) {
      for (Map<String, String> row : sample.shares()) {
        int index = usage.tree().find(row.get("Account"), row.get("User")).orElseThrow();
        errors.add("RawUsage", usage.of(index), row.get("RawUsage"), 1, row);
        if (index != AssociationTree.ROOT) {
          errors.add("LevelFS", levelFs[index], row.get("LevelFS"), 1e-6, row);
        }
        if (usage.tree().get(index).isUser()) {
          errors.add("FairShare", factors[index], row.get("FairShare"), 1e-6, row);
        }
      }
    }
  }

  /** Compares computed values with printed ones. */
  private static final class Errors {
    private static final double RELATIVE = 0.001;

    private final List<String> wrong = new ArrayList<>();
    private final Map<String, Double> largest = new HashMap<>();
    private int values;

    void compare(Map<String, String> row, PriorityFactors computed, PrioritySettings settings) {
      add("age", computed.age(), row, settings.weights().age());
      add("fairShare", computed.fairShare(), row, settings.weights().fairShare());
      add("jobSize", computed.jobSize(), row, settings.weights().jobSize());
      add("partition", computed.partition(), row, settings.weights().partition());
      add("qos", computed.qos(), row, settings.weights().qos());
      add("association", computed.association(), row.get("association"), 1, row);
      add("site", computed.site(), row.get("site"), 1, row);
      add("nice", computed.nice(), row.get("nice"), 0, row);
      for (String tres : row.get("tres").split(",")) {
        String[] pair = tres.split("=");
        add(pair[0], computed.tres().get(pair[0].toLowerCase(Locale.ROOT)), pair[1], 1, row);
      }
      add("priority", computed.priority(), row.get("priority"), 1, row);
    }

    private void add(String factor, double points, Map<String, String> row, double weight) {
      add(factor, points, row.get(factor), 1, row);
      add(factor + "-factor", points / weight, row.get(factor + "-factor"), 1e-6, row);
    }

    void add(String name, double computed, String printed, double least, Map<String, String> row) {
      boolean infinite = printed.equals("inf");
      double expected = infinite ? Double.POSITIVE_INFINITY : Double.parseDouble(printed);
      double error = computed == expected ? 0 : Math.abs(computed - expected);
      largest.merge(name, error, Math::max);
      values++;
      if (!(error <= Math.max(least, RELATIVE * expected)) || infinite && error > 0) {
        wrong.add("%s is %s in %s".formatted(name, computed, row));
      }
    }

    void check() {
      assertThat(wrong).as("of %d values; largest differences %s", values, largest).isEmpty();
    }
  }
}
