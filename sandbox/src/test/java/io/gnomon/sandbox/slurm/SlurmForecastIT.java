package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.EventSink;
import io.gnomon.bridge.polling.PollSchedule;
import io.gnomon.bridge.slurm.SlurmPort;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.job.JobStarted;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.forecast.StartForecast;
import io.gnomon.sim.tune.TuneSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Start forecasts beside {@code squeue --start} of a real Slurm and beside the starts that
 * followed. Jobs run for a twentieth to a tenth of their time limits, as users' jobs often do.
 */
@Tag("slurm")
class SlurmForecastIT {
  private static final int SAMPLES = 40;
  private static final int DAY = 86_400;
  private static final int LEARNED = 18;
  private static final int CROWD = 32;
  private static final int MOMENTS = 3;
  private static final Duration LONG = Duration.ofMinutes(3);
  // a Slurm on a busy machine takes seconds to end a job and to start the next
  private static final long LATENCY_SECONDS = 5;

  @TempDir private Path folder;
  @TempDir private Path state;
  private final Map<String, Long> starts = new HashMap<>();
  private final ClusterController controller =
      new ClusterController(
          "real", new ControlSettings(Mode.OBSERVE, 3_600, TuneSettings.weekly(1, DAY, 2)));
  private long offset;
  private BridgeRunner runner;

  /** The forecast of one job at one moment, in epoch seconds; {@code slurm} is null if unknown. */
  private record Forecast(String job, long low, long median, long high, Long slurm) {}

  private final class ToController implements EventSink, Outbox {
    @Override
    public void send(GnomonEvent event) {
      if (event.data() instanceof JobStarted started) {
        starts.put(started.job(), started.at());
      }
      assertThat(controller.take(offset++, EventData.NONE, event, this))
          .as("a task of a cluster")
          .isNull();
    }

    @Override
    public void flush() {}

    @Override
    public void publish(String cluster, String id, EventData data) {}

    @Override
    public void reject(long at, RejectReason reason, String detail) {
      throw new AssertionError("record " + at + " was rejected: " + detail);
    }
  }

  @Test
  void startsAreForecastBetterThanBySlurmItself() throws Exception {
    try (RealSlurm slurm = RealSlurm.start(folder, 4, 4)) {
      follow(slurm);
      submit(slurm, LEARNED);
      await("the first jobs have ended", () -> starts.size() == LEARNED && active() == 0);
      submit(slurm, CROWD);
      List<Forecast> forecasts = new ArrayList<>();
      for (int moment = 0; moment < MOMENTS; moment++) {
        int most = CROWD - 8 - 6 * moment;
        await(
            "fewer jobs wait",
            () -> starts.size() > LEARNED && tracked().mirror().state().waiting().size() <= most);
        forecasts.addAll(forecast(slurm));
      }
      await("all jobs have started", () -> starts.size() == LEARNED + CROWD);
      check(forecasts);
    }
  }

  private void follow(RealSlurm slurm) throws Exception {
    SlurmPort port =
        slurm.readOnlyPort(
            "real",
            state,
            new PollSchedule(Duration.ofSeconds(1), Duration.ofSeconds(60)),
            new Configurators(slurm, state, null, "easy").observed());
    runner = new BridgeRunner("real", port, new ToController(), CommandLedger.NONE, 0);
    runner.start();
    runner.publishChanges();
  }

  /**
   * Jobs of three kinds: 2 minutes for 4 s, 5 minutes for 10 s, and 1 minute for 6 s, more or less.
   */
  private static void submit(RealSlurm slurm, int jobs) throws Exception {
    slurm.shell(
        """
        for i in $(seq %d); do
          case $((i %% 3)) in
            0) limit=2 runs=$((3 + i %% 4)) ;;
            1) limit=5 runs=$((8 + i %% 5)) ;;
            2) limit=1 runs=$((5 + i %% 3)) ;;
          esac
          sbatch -Q -o /dev/null --chdir=/ -t $limit -n $((1 + i * 5 %% 8)) --wrap "exec sleep $runs"
        done
        """
            .formatted(jobs));
  }

  private TrackedCluster tracked() {
    return Objects.requireNonNull(controller.tracked());
  }

  private int active() {
    return tracked().mirror().state().activeCount();
  }

  private void await(String what, Callable<Boolean> condition) {
    Awaitility.await(what)
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              runner.publishChanges();
              return condition.call();
            });
  }

  private List<Forecast> forecast(RealSlurm slurm) throws Exception {
    Map<String, Long> slurms = new HashMap<>();
    slurm
        .run("squeue", "-h", "-t", "PD", "-O", "JobID:|,StartTime:|")
        .lines()
        .map(line -> line.split("\\|", -1))
        .filter(field -> field[1].matches("\\d+"))
        .forEach(field -> slurms.put(field[0], Long.parseLong(field[1])));
    TrackedCluster cluster = tracked();
    Mirror mirror = cluster.mirror();
    ClusterState queue = mirror.state();
    Map<Integer, String> names = new HashMap<>();
    queue.forEachActive(slot -> names.put(queue.job(slot), mirror.name(slot)));
    List<StartForecast.Start> forecast =
        new StartForecast(
                queue,
                cluster.policy(),
                cluster.tuner().history(),
                cluster.tuner().forecastScenarios(queue, SAMPLES),
                DAY,
                1_000)
            .run(Runnable::run)
            .join();
    assertThat(forecast).hasSize(queue.waiting().size());
    List<Forecast> forecasts = new ArrayList<>();
    for (StartForecast.Start start : forecast) {
      assertThat(start.high()).isNotEqualTo(Simulation.NEVER);
      String job = names.get(start.job());
      forecasts.add(
          new Forecast(
              job,
              mirror.origin() + start.low(),
              mirror.origin() + start.median(),
              mirror.origin() + start.high(),
              slurms.get(job)));
    }
    return forecasts;
  }

  private void check(List<Forecast> forecasts) {
    int covered = 0;
    List<Long> errors = new ArrayList<>();
    List<Long> errorsOfBoth = new ArrayList<>();
    List<Long> errorsOfSlurm = new ArrayList<>();
    for (Forecast forecast : forecasts) {
      long start = starts.get(forecast.job());
      boolean within =
          start >= forecast.low() - LATENCY_SECONDS && start <= forecast.high() + LATENCY_SECONDS;
      covered += within ? 1 : 0;
      errors.add(Math.abs(forecast.median() - start));
      if (forecast.slurm() != null) {
        errorsOfBoth.add(Math.abs(forecast.median() - start));
        errorsOfSlurm.add(Math.abs(forecast.slurm() - start));
      }
    }
    System.out.printf(
        "%d start forecasts beside a real Slurm: %d within the 80 %% interval and %d s; median error"
            + " %d s; of the %d that squeue --start has too: %d s, by squeue --start %d s%n",
        forecasts.size(),
        covered,
        LATENCY_SECONDS,
        median(errors),
        errorsOfSlurm.size(),
        median(errorsOfBoth),
        median(errorsOfSlurm));
    assertThat(forecasts).hasSizeGreaterThan(CROWD);
    assertThat(covered).isGreaterThan(forecasts.size() * 6 / 10);
    assertThat(errorsOfSlurm).hasSizeGreaterThan(forecasts.size() / 4);
    assertThat(2 * median(errorsOfBoth)).isLessThan(median(errorsOfSlurm));
  }

  private static long median(List<Long> values) {
    return values.stream().sorted().skip((values.size() - 1) / 2).findFirst().orElseThrow();
  }
}
