package io.gnomon.sim.priority.fairshare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gnomon.sim.priority.Golden;
import io.gnomon.sim.workload.slurm.SlurmAssociations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replays schedules of Slurm's own code and compares usage and fair share with its sshare. */
class GoldenFairShareTest {
  private static final int CALC_PERIOD = 300;

  private record Change(long time, boolean starts, long job, int association, int cpus) {}

  /**
   * Slurm charges a job that ends in the second of a recalculation before or after it, depending on
   * the run: before it in eight cases of micro_a, after it in the only one of micro_b.
   */
  @ParameterizedTest
  @CsvSource({
    "micro_a, micro_a, 14400, 1641013205, true",
    "micro_b, micro_a, 14400, 1641013205, false",
    "med5k, med5k, 2592000, 1641013207, true"
  })
  void usageAndFairShareEqualThoseOfSlurm(
      String run, String conf, long halfLife, long firstPass, boolean endsFirst)
      throws IOException {
    AssociationTree tree =
        SlurmAssociations.read(Golden.file("conf/" + conf + "/sacctmgr.used")).tree();
    DecayedUsage usage = new DecayedUsage(tree, halfLife);
    UsageAccounting accounting = new UsageAccounting(usage, firstPass);
    List<Change> changes = changes(run, tree);
    int next = 0;
    int samples = 0;
    for (Map.Entry<Long, List<Map<String, String>>> sample : sshare(run).entrySet()) {
      if (sample.getKey() % CALC_PERIOD != firstPass % CALC_PERIOD) {
        continue; // the first and the last are between two recalculations
      }
      while (accounting.recalculatedSeconds() < sample.getKey()) {
        long pass = accounting.recalculatedSeconds() + CALC_PERIOD;
        long until = endsFirst ? pass : pass - 1;
        for (; next < changes.size() && changes.get(next).time() <= until; next++) {
          Change change = changes.get(next);
          if (change.starts()) {
            accounting.started(change.job(), change.association(), change.cpus(), change.time());
          } else {
            accounting.ended(change.job(), change.time());
          }
        }
        accounting.recalculate(pass);
      }
      compare(sample.getValue(), usage);
      samples++;
    }
    assertThat(samples).isGreaterThan(50);
  }

  private static void compare(List<Map<String, String>> rows, DecayedUsage usage) {
    AssociationTree tree = usage.tree();
    assertThat(rows).hasSize(tree.size());
    double[] factors = new FairTree().factors(usage);
    double[] levelFs = FairTree.levelFs(usage);
    for (Map<String, String> row : rows) {
      int index = tree.find(row.get("Account"), row.get("User")).orElseThrow();
      assertThat(usage.of(index))
          .as("usage of %s", row)
          .isCloseTo(number(row, "RawUsage"), withinPercentage(0.1));
      if (tree.get(index).isUser()) {
        assertThat(factors[index])
            .as("factor of %s", row)
            .isCloseTo(number(row, "FairShare"), Offset.offset(1e-9));
      }
      if (index == AssociationTree.ROOT) {
        continue;
      }
      if (row.get("LevelFS").equals("inf")) {
        assertThat(levelFs[index]).as("LevelFS of %s", row).isInfinite();
      } else {
        assertThat(levelFs[index])
            .as("LevelFS of %s", row)
            .isCloseTo(number(row, "LevelFS"), withinPercentage(0.1));
      }
    }
  }

  private static double number(Map<String, String> row, String column) {
    return Double.parseDouble(row.get(column));
  }

  private static Map<Long, List<Map<String, String>>> sshare(String run) throws IOException {
    Map<Long, List<Map<String, String>>> samples = new TreeMap<>();
    for (Map<String, String> row : Golden.rows(run + ".sshare.txt.gz", "\\|")) {
      samples.computeIfAbsent(Long.valueOf(row.get("Time")), time -> new ArrayList<>()).add(row);
    }
    return samples;
  }

  private static List<Change> changes(String run, AssociationTree tree) throws IOException {
    List<Change> changes = new ArrayList<>();
    for (Map<String, String> row : Golden.rows(run + ".csv.gz", ",")) {
      long job = Long.parseLong(row.get("job_id"));
      int association = tree.find(row.get("account"), row.get("user")).orElseThrow();
      int cpus = Integer.parseInt(row.get("cpus_alloc"));
      changes.add(new Change(Long.parseLong(row.get("start")), true, job, association, cpus));
      changes.add(new Change(Long.parseLong(row.get("end")), false, job, association, cpus));
    }
    changes.sort(
        Comparator.comparingLong(Change::time)
            .thenComparing(Change::job)
            .thenComparing(change -> !change.starts()));
    return changes;
  }
}
