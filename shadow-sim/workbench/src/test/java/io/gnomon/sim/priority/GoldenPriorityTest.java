package io.gnomon.sim.priority;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.workload.slurm.SlurmAssociations;
import io.gnomon.sim.workload.slurm.SlurmPriority;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the factors of waiting jobs with sprio of Slurm's own code. Fair share is that of sshare
 * at the same instant, which {@code GoldenFairShareTest} computes from the schedule.
 */
class GoldenPriorityTest {
  private static final int DEFAULT_MEMORY_PER_CPU = 2800;

  @ParameterizedTest
  @CsvSource({"micro_a, micro_a", "micro_b, micro_a", "med5k, med5k"})
  void factorsEqualThoseOfSlurm(String run, String configuration) throws IOException {
    Path conf = Golden.file("conf/" + configuration + "/slurm.conf");
    SlurmAssociations.Definitions associations =
        SlurmAssociations.read(Golden.file("conf/" + configuration + "/sacctmgr.used"));
    MultifactorPriority priority =
        new MultifactorPriority(
            SlurmPriority.settings(conf).orElseThrow(), SlurmPriority.basis(conf, associations));
    Map<String, Map<String, String>> jobs = new HashMap<>();
    Golden.rows(run + ".csv.gz", ",").forEach(row -> jobs.put(row.get("job_id"), row));
    Map<String, Double> fairShares = fairShares(run);
    List<Map<String, String>> samples = Golden.rows(run + ".sprio.csv.gz", ",");

    for (Map<String, String> sample : samples) {
      Map<String, String> job = jobs.get(sample.get("job_id"));
      double fairShare =
          fairShares.get(sample.get("time") + job.get("account") + " " + job.get("user"));
      PriorityFactors nearest = null;
      for (int cpus : possibleCpus(job)) {
        PriorityFactors factors =
            priority.of(job(job, sample, cpus), fairShare, Long.parseLong(sample.get("time")));
        if (nearest == null || offset(factors, sample) < offset(nearest, sample)) {
          nearest = factors;
        }
      }
      compare(nearest, sample);
    }
    assertThat(samples).hasSizeGreaterThan(5000);
  }

  private static void compare(PriorityFactors factors, Map<String, String> sample) {
    compare("age", factors.age(), sample);
    compare("fairshare", factors.fairShare(), sample);
    compare("jobsize", factors.jobSize(), sample);
    compare("partition", factors.partition(), sample);
    compare("qos", factors.qos(), sample);
    compare("tres_cpu", factors.tres().getOrDefault("cpu", 0.0), sample);
    compare("tres_mem", factors.tres().getOrDefault("mem", 0.0), sample);
    compare("tres_gpu", factors.tres().getOrDefault("gres/gpu", 0.0), sample);
    compare("priority", factors.priority(), sample);
  }

  private static void compare(String factor, double actual, Map<String, String> sample) {
    double expected = number(sample, factor);
    double error = Math.abs(actual - expected);
    assertThat(error)
        .as("%s is %f in %s", factor, actual, sample)
        .isLessThanOrEqualTo(Math.max(1, 0.001 * expected));
  }

  private static double offset(PriorityFactors factors, Map<String, String> sample) {
    return Math.abs(factors.jobSize() - number(sample, "jobsize"));
  }

  /**
   * The CPUs that Slurm may count: those requested, and for exclusive jobs also whole nodes of 32
   * or 40 CPUs, depending on the node that its last attempt to start the job found.
   */
  private static List<Integer> possibleCpus(Map<String, String> job) {
    int requested = integer(job, "tasks_req");
    List<Integer> cpus = new ArrayList<>(List.of(requested));
    if (job.get("exclusive").equals("1")) {
      cpus.add(32 * integer(job, "nodes_req"));
      cpus.add(40 * integer(job, "nodes_req"));
    }
    return cpus;
  }

  private static PriorityJob job(Map<String, String> job, Map<String, String> sample, int cpus) {
    long submit = Long.parseLong(job.get("submit"));
    int nodes = integer(job, "nodes_req");
    String memory = job.get("mem_req");
    double mebibytes =
        memory.isEmpty()
            ? DEFAULT_MEMORY_PER_CPU * integer(job, "tasks_req")
            : mebibytes(memory) * nodes;
    String gpus = job.get("gres");
    double gpusPerNode =
        gpus.isEmpty() ? 0 : Integer.parseInt(gpus.substring(gpus.lastIndexOf(':') + 1));
    return new PriorityJob(
        submit,
        submit,
        nodes,
        cpus,
        Long.parseLong(job.get("timelimit_s")),
        job.get("partition"),
        job.get("qos"),
        Map.of("cpu", (double) cpus, "mem", mebibytes, "gres/gpu", gpusPerNode * nodes),
        0,
        0,
        integer(sample, "nice"));
  }

  private static double mebibytes(String text) {
    char unit = text.charAt(text.length() - 1);
    return Character.isDigit(unit)
        ? Double.parseDouble(text)
        : Double.parseDouble(text.substring(0, text.length() - 1)) * (unit == 'G' ? 1024 : 1);
  }

  private static int integer(Map<String, String> row, String column) {
    String text = row.get(column);
    return text.isEmpty() ? 1 : Integer.parseInt(text);
  }

  private static double number(Map<String, String> row, String column) {
    return Double.parseDouble(row.get(column));
  }

  private static Map<String, Double> fairShares(String run) throws IOException {
    Map<String, Double> fairShares = new HashMap<>();
    for (Map<String, String> row : Golden.rows(run + ".sshare.txt.gz", "\\|")) {
      fairShares.put(
          row.get("Time") + row.get("Account") + " " + row.get("User"), number(row, "FairShare"));
    }
    return fairShares;
  }
}
