package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.polling.PollSchedule;
import io.gnomon.bridge.slurm.SlurmPort;
import io.gnomon.bridge.slurm.accounting.AccountingTracker;
import io.gnomon.controller.http.view.Impediment;
import io.gnomon.controller.http.view.JobView;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.awaitility.Awaitility;

/** What Gnomon says about the waiting jobs of a Slurm, beside sprio and squeue. */
final class ExplainedJobs {
  /** Reasons of jobs that wait for other jobs, or for the next pass. */
  private static final Set<String> QUEUE = Set.of("Priority", "Resources", "None");

  private static final String HELD = "held";
  private static final String SPRIO = "%i|%A|%B|%F|%J|%P|%Q|%N|%T|%Y";
  private static final List<String> FACTORS =
      List.of("age", "association", "fairShare", "jobSize", "partition", "qos", "nice");
  private static final Duration LONG = Duration.ofMinutes(3);

  private final RealSlurm slurm;
  private final BridgedController controller = new BridgedController("real");
  private final BridgeRunner runner;
  private final int agePointsPerCalculation;
  private final List<String> differences = new ArrayList<>();
  private final Map<String, Long> largest = new TreeMap<>();
  private final Map<String, Integer> reasons = new TreeMap<>();
  private int priorities;

  /**
   * Follows a Slurm.
   *
   * @param agePointsPerCalculation by how much the age of a job grows between two calculations
   */
  ExplainedJobs(
      RealSlurm slurm, Path state, AccountingTracker accounts, int agePointsPerCalculation)
      throws Exception {
    this.slurm = slurm;
    this.agePointsPerCalculation = agePointsPerCalculation;
    SlurmPort port =
        slurm.readOnlyPort(
            "real",
            state,
            new PollSchedule(Duration.ofSeconds(1), Duration.ofSeconds(60)),
            new Configurators(slurm, state, null, "easy").observed());
    port.setAccounts(accounts);
    runner = new BridgeRunner("real", port, controller, CommandLedger.NONE, 0);
    runner.start();
  }

  /**
   * Compares until all agrees, and fails with the differences of the last comparison if not.
   *
   * @param never the number of waiting jobs that can never start
   */
  void check(int jobs, int never) {
    try {
      Awaitility.await("the same as sprio and squeue")
          .atMost(LONG)
          .pollInterval(Duration.ofSeconds(2))
          .until(() -> compare(jobs) && differences.isEmpty());
    } finally {
      System.out.printf(
          "%d waiting jobs beside sprio and squeue: %d with a priority, largest differences in points"
              + " %s; reasons %s; %d differences %s%n",
          jobs, priorities, largest, reasons, differences.size(), differences);
    }
    assertThat(priorities).isGreaterThan(jobs / 3);
    List<String> neverStart = new ArrayList<>();
    ClusterState state = controller.mirror().state();
    state.forEach(
        JobPhase.WAITING,
        slot -> {
          if (state.neverStarts(slot)) {
            neverStart.add(Impediment.limit(state, slot).text());
          }
        });
    assertThat(neverStart).hasSize(never).allMatch(text -> text.startsWith("can never start"));
  }

  private boolean compare(int jobs) throws Exception {
    Map<String, String> printed = rows("squeue", "-h", "-t", "PD", "-o", "%A|%r");
    runner.publishChanges();
    controller.answer(runner);
    Map<String, String> factors = rows("sprio", "-h", "-o", SPRIO);
    if (!printed.equals(rows("squeue", "-h", "-t", "PD", "-o", "%A|%r"))) {
      return false;
    }
    assertThat(printed).hasSize(jobs);
    differences.clear();
    largest.clear();
    reasons.clear();
    priorities = 0;
    printed.forEach(
        (job, reason) -> {
          int slot = controller.mirror().slot(job);
          if (slot == ClusterState.NONE) {
            differences.add(job + " is not known");
            return;
          }
          String expected =
              QUEUE.contains(reason)
                  ? "Priority or Resources"
                  : reason.startsWith("JobHeld") ? HELD : reason;
          String explained = reason(slot);
          reasons.merge(expected, 1, Integer::sum);
          if (!explained.equals(expected)) {
            differences.add("%s: %s, not %s".formatted(job, explained, reason));
          }
          String row = factors.get(job);
          if (row != null) {
            compare(job, JobView.active(controller.tracked(), slot), row.split("\\|", -1));
          }
        });
    return true;
  }

  private String reason(int slot) {
    Impediment impediment = Impediment.of(controller.mirror().state(), slot);
    if (impediment.condition() != null) {
      return impediment.condition().text();
    }
    if (impediment.held()) {
      return HELD;
    }
    return impediment.limit() == null
        ? "Priority or Resources"
        : impediment.limit().reason().text();
  }

  private void compare(String job, JsonObject explained, String[] printed) {
    JsonObject points = explained.getJsonObject("priority").getJsonObject("points");
    long ageBehind = 0;
    for (int i = 0; i < FACTORS.size(); i++) {
      String factor = FACTORS.get(i);
      long given = factor.equals("nice") ? -points.getLong(factor) : points.getLong(factor);
      long difference = given - Long.parseLong(printed[i].strip());
      ageBehind = factor.equals("age") ? difference : ageBehind;
      note(job, factor, difference, factor.equals("age") ? agePointsPerCalculation : 1);
    }
    for (String tres : printed[FACTORS.size()].strip().split(",")) {
      String[] pair = tres.split("=");
      String name = pair[0].toLowerCase(Locale.ROOT);
      note(job, name, points.getLong(name, 0L) - Long.parseLong(pair[1]), 1);
    }
    long total = Long.parseLong(printed[FACTORS.size() + 1].strip());
    note(job, "total", explained.getJsonObject("priority").getLong("total") - total - ageBehind, 1);
    priorities++;
  }

  private void note(String job, String what, long difference, long allowed) {
    largest.merge(what, Math.abs(difference), Math::max);
    if (Math.abs(difference) > allowed) {
      differences.add("%s: %s differs by %d".formatted(job, what, difference));
    }
  }

  private Map<String, String> rows(String... line) throws Exception {
    Map<String, String> rows = new HashMap<>();
    slurm
        .run(line)
        .lines()
        .map(String::strip)
        .forEach(
            row ->
                rows.put(
                    row.substring(0, row.indexOf('|')).strip(),
                    row.substring(row.indexOf('|') + 1)));
    return rows;
  }
}
