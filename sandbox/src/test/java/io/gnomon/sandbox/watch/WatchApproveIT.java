package io.gnomon.sandbox.watch;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.assertions.LocatorAssertions;
import io.gnomon.sandbox.Chromium;
import io.gnomon.sandbox.DashboardPage;
import io.gnomon.sandbox.slurm.RealSlurm;
import io.gnomon.sim.fidelity.FidelitySettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The trial of {@code watch --approve} beside a real Slurm whose backfill examines one job: the
 * page asks, and approving and rolling back there change and restore Slurm.
 */
@Tag("slurm")
class WatchApproveIT {
  private static final String SITE =
      "bf_interval=2,sched_interval=2,bf_max_job_test=1,default_queue_depth=1,max_rpc_cnt=100";
  private static final int SHORT_JOBS = 30;
  private static final double PROPOSAL_MILLIS = 240_000;

  @TempDir private Path folder;
  @TempDir private Path state;

  private static String parameters(RealSlurm slurm) throws Exception {
    return slurm.shell("scontrol show config | sed -n 's/^SchedulerParameters *= //p'").strip();
  }

  private static void submit(RealSlurm slurm, int nodes, int minutes) throws Exception {
    slurm.shell(
        "sbatch -o /dev/null -N %d -n %d -t %d --wrap 'sleep %d'"
            .formatted(nodes, 16 * nodes, minutes, 50 * minutes));
  }

  private static void await(RealSlurm slurm, String parameters) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(parameters(slurm)).isEqualTo(parameters));
  }

  @Test
  void approvingOnThePageChangesSlurmAndRollingBackRestoresIt() throws Exception {
    try (RealSlurm slurm = RealSlurm.start(folder, 4, 16);
        Chromium chromium = Chromium.open()) {
      slurm.shell("sed -i 's/^#ReconfigFlags/ReconfigFlags/' slurm.conf");
      slurm.schedule(SITE);
      submit(slurm, 2, 60); // two nodes stay idle behind the next job
      submit(slurm, 4, 60);
      for (int job = 0; job < SHORT_JOBS; job++) {
        submit(slurm, 1, 2);
      }
      Approval approval = Approval.create(state);
      LiveQueue queue = LiveQueue.read(state, slurm.loader(), approval, InstantSource.system());
      assertThat(String.join("\n", queue.nextSteps("1m"))).contains(approval.token());
      try (StateFolder opened = StateFolder.open(state);
          WatchRun run =
              new WatchRun(
                  queue,
                  opened,
                  0,
                  Duration.ofMinutes(1),
                  approval,
                  FidelitySettings.NONE,
                  line -> {})) {
        submit(slurm, 1, 2); // evaluations begin with the first event
        DashboardPage page =
            new DashboardPage(chromium, run.dashboard(), "#/" + queue.cluster(), 1440, 900);
        page.logIn(approval.token());
        assertThat(page.part("operator")).hasText("operator");
        assertThat(page.part("proposal-change"))
            .containsText(
                "bf_max_job_test 1 → ",
                new LocatorAssertions.ContainsTextOptions().setTimeout(PROPOSAL_MILLIS));
        String change = page.part("proposal-change").textContent();
        String depth = change.replaceAll(".*→ *(\\d+).*", "$1");

        page.part("approve").click();
        assertThat(page.part("operation-change")).hasText(change);
        assertThat(page.part("operation-commands"))
            .containsText("slurm.conf: SchedulerParameters=…,bf_max_job_test=" + depth);
        assertThat(page.part("operation-commands")).containsText("scontrol reconfigure");
        page.confirm("two nodes are idle");
        Awaitility.await()
            .atMost(Duration.ofMinutes(1))
            .untilAsserted(
                () ->
                    assertThat(Arrays.asList(parameters(slurm).split(",")))
                        .contains("bf_max_job_test=" + depth, "max_rpc_cnt=100"));
        Awaitility.await()
            .atMost(Duration.ofMinutes(1))
            .until(
                () -> slurm.queue().values().stream().filter(j -> j.startsWith("RUNNING")).count(),
                running -> running > 2);

        assertThat(page.part("roll-back")).isEnabled();
        page.part("roll-back").click();
        assertThat(page.part("operation-change"))
            .containsText("bf_max_job_test %s → 1".formatted(depth));
        page.confirm("the trial is over");
        await(slurm, SITE);
        assertThat(page.part("last-change")).containsText("Last roll back, ");
      }
    }
  }
}
