package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import io.gnomon.sim.priority.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the schedules of the policy {@code slurm}, set up by the files of a site, with those of
 * Slurm's own scheduling code. Single starts are chaotic on the small cluster, even between runs of
 * Slurm, so the mean of its eight runs is compared.
 */
class GoldenScheduleTest {
  private static final String[] RUNS = {"a", "b", "c", "d", "e", "f", "g", "h"};

  private record Times(double submit, double start, double end) {
    double waited() {
      return start - submit;
    }

    double boundedSlowdown() {
      return Math.max(1, (end - submit) / Math.max(10, end - start));
    }
  }

  @TempDir private Path folder;

  /** Mean wait of Slurm: 9,804 s; a job's wait deviates by 2,091 s from its own mean. */
  @Test
  void theSmallClusterWaitsLikeTheMeanOfEightRunsOfSlurm() throws IOException {
    List<Map<String, Times>> runs = new ArrayList<>();
    for (String run : RUNS) {
      runs.add(golden("micro_" + run));
    }
    Map<String, Double> mean = new HashMap<>();
    for (String job : runs.get(0).keySet()) {
      mean.put(
          job, runs.stream().mapToDouble(run -> run.get(job).waited()).average().orElseThrow());
    }
    double own = runs.stream().mapToDouble(run -> deviation(run, mean)).average().orElseThrow();
    double slowdown =
        runs.stream().mapToDouble(GoldenScheduleTest::meanSlowdown).average().orElseThrow();

    Map<String, Times> simulated = simulate("micro", "jobs500.events.gz", "slurm");

    assertThat(simulated.keySet()).isEqualTo(mean.keySet());
    assertThat(meanWait(simulated)).isCloseTo(meanWait(runs), withPercentage(5));
    assertThat(meanSlowdown(simulated)).isCloseTo(slowdown, withPercentage(10));
    assertThat(deviation(simulated, mean)).isLessThanOrEqualTo(1.3 * own);
  }

  /**
   * A changed parameter changes the mean wait in the direction of Slurm's three runs, to within 15
   * % of their mean.
   */
  @ParameterizedTest
  @CsvSource({
    "slurm(scheduler=builtin), 33900",
    "slurm(PriorityWeightFairshare=0), 11850",
    "slurm(PriorityWeightAge=0), 10800"
  })
  void aChangedParameterChangesTheMeanWaitAsInSlurm(String policy, double slurms)
      throws IOException {
    double before = meanWait(simulate("micro", "jobs500.events.gz", "slurm"));

    double after = meanWait(simulate("micro", "jobs500.events.gz", policy));

    assertThat(after).isGreaterThan(before).isCloseTo(slurms, withPercentage(15));
  }

  @Test
  void theUniversityClusterStartsJobsInTheOrderOfSlurm() throws IOException {
    Map<String, Times> slurms = golden("med5k");

    Map<String, Times> simulated = simulate("ubhpc", "workload_5k.events.gz", "slurm");

    assertThat(simulated.keySet()).isEqualTo(slurms.keySet());
    assertThat(meanWait(simulated)).isCloseTo(meanWait(slurms), withPercentage(10));
    assertThat(kendallsTau(simulated, slurms)).isCloseTo(1, within(0.1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"easy", "slurm"})
  void theUniversityClusterRunsWithoutAssociations(String policy) throws IOException {
    Path site = Golden.file("../../sites/ubhpc/slurm.conf").getParent();

    CommandResult result =
        CommandResult.of(
            "simulate",
            "--workload=" + site.resolve("workload_5k.events.gz"),
            "--machine=" + site.resolve("slurm.conf"),
            "--policy=" + policy,
            "--format=json");

    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.json().at("/jobs").asInt()).isEqualTo(5000);
  }

  private Map<String, Times> simulate(String site, String workload, String policy)
      throws IOException {
    Path sites = Golden.file("../../sites/" + site + "/" + workload).getParent();
    Path schedule = folder.resolve("schedule.csv");
    CommandResult result =
        CommandResult.of(
            "simulate",
            "--workload=" + sites.resolve(workload),
            "--machine=" + sites.resolve("slurm.conf"),
            "--associations=" + sites.resolve("sacctmgr.script"),
            "--policy=" + policy,
            "--schedule=" + schedule,
            "--format=json");
    assertThat(result.status()).as(result.err()).isZero();
    Map<String, Times> times = new TreeMap<>();
    List<String> lines = Files.readAllLines(schedule);
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(",", -1);
      times.put(fields[0], times(fields[1], fields[2], fields[3]));
    }
    return times;
  }

  private static Map<String, Times> golden(String run) throws IOException {
    Map<String, Times> times = new TreeMap<>();
    for (Map<String, String> row : Golden.rows(run + ".csv.gz", ",")) {
      times.put(row.get("job_id"), times(row.get("submit"), row.get("start"), row.get("end")));
    }
    return times;
  }

  private static Times times(String submit, String start, String end) {
    return new Times(
        Double.parseDouble(submit), Double.parseDouble(start), Double.parseDouble(end));
  }

  private static double meanWait(Map<String, Times> run) {
    return run.values().stream().mapToDouble(Times::waited).average().orElseThrow();
  }

  private static double meanWait(List<Map<String, Times>> runs) {
    return runs.stream().mapToDouble(GoldenScheduleTest::meanWait).average().orElseThrow();
  }

  private static double meanSlowdown(Map<String, Times> run) {
    return run.values().stream().mapToDouble(Times::boundedSlowdown).average().orElseThrow();
  }

  private static double deviation(Map<String, Times> run, Map<String, Double> mean) {
    return mean.entrySet().stream()
        .mapToDouble(job -> Math.abs(run.get(job.getKey()).waited() - job.getValue()))
        .average()
        .orElseThrow();
  }

  /** Over all pairs of jobs whose starts differ in both. */
  private static double kendallsTau(Map<String, Times> first, Map<String, Times> second) {
    double[] one = first.values().stream().mapToDouble(Times::start).toArray();
    double[] other = second.values().stream().mapToDouble(Times::start).toArray();
    long concordant = 0;
    long discordant = 0;
    for (int i = 0; i < one.length; i++) {
      for (int j = 0; j < i; j++) {
        double product = Math.signum(one[i] - one[j]) * Math.signum(other[i] - other[j]);
        concordant += product > 0 ? 1 : 0;
        discordant += product < 0 ? 1 : 0;
      }
    }
    return (double) (concordant - discordant) / (concordant + discordant);
  }
}
