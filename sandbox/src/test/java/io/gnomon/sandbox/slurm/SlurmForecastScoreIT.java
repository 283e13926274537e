package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.sandbox.watch.WatchProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The forecasts of {@code watch} without an option, from its first minute on, beside those of
 * {@code squeue --start}, scored by the starts that {@code sacct} prints: a site with six users,
 * accounts, fair share, limits, memory, GPUs, dependencies, begin times and arrays.
 *
 * <p>{@code -Dgnomon.forecast.seconds=480} observes it for longer than the default.
 */
@Tag("slurm")
class SlurmForecastScoreIT {
  private static final String CLUSTER = "real";
  private static final String[] USERS = {"games", "man", "lp", "mail", "news", "uucp"};
  private static final String[] ACCOUNTS = {
    "physics", "physics", "biology", "biology", "guests", "guests"
  };
  private static final int SECONDS = Integer.getInteger("gnomon.forecast.seconds", 80);
  private static final int CROWD = 50;
  private static final int BETWEEN_FORECASTS = 20;
  private static final int BETWEEN_JOBS = 4;
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir private Path folder;
  @TempDir private Path state;
  private final SplittableRandom random = new SplittableRandom(42);
  private final List<Forecast> forecasts = new ArrayList<>();
  private String last = "";
  private int submitted;

  /** Of one job at one moment, in epoch seconds; {@code slurm} is 0 if Slurm has none. */
  private record Forecast(String job, long low, long median, long high, long slurm) {}

  @Test
  void fourOfFiveJobsStartWithinTheirInterval() throws Exception {
    try (RealSlurm slurm = RealSlurm.startAccounts(folder)) {
      slurm.run("sacctmgr", "-i", "modify", "account", "guests", "set", "GrpTRES=cpu=32");
      slurm.run("sacctmgr", "-i", "modify", "qos", "normal", "set", "MaxJobsPerUser=8");
      for (int job = 0; job < CROWD; job++) {
        submit(slurm);
      }
      try (WatchProcess watch =
          WatchProcess.start(
              Map.of("SLURM_CONF", slurm.conf().toString()), "--state", state.toString())) {
        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .ignoreExceptions()
            .until(() -> !watch.api(CLUSTER, "/forecast?limit=1").path("jobs").isEmpty());
        observe(slurm, watch);
      }
      long until = System.nanoTime() + LONG.toNanos();
      Awaitility.await("no job waits, or it has had time to start")
          .atMost(LONG.multipliedBy(2))
          .pollInterval(Duration.ofSeconds(2))
          .until(
              () ->
                  System.nanoTime() > until
                      || slurm.run("squeue", "-h", "-a", "-t", "PD").isBlank());
      score(starts(slurm), Instant.now().getEpochSecond());
    }
  }

  /** Forecasts at regular times, while jobs arrive. */
  private void observe(RealSlurm slurm, WatchProcess watch) throws Exception {
    System.out.printf("simulated is %s%n", watch.api(CLUSTER, "").path("configuration").asText());
    long began = System.nanoTime();
    AtomicInteger forecast = new AtomicInteger();
    AtomicInteger next = new AtomicInteger();
    Awaitility.await()
        .atMost(Duration.ofSeconds(SECONDS).plus(LONG))
        .until(
            () -> {
              long now = Duration.ofNanos(System.nanoTime() - began).toSeconds();
              if (now >= forecast.get()) {
                forecast(slurm, watch);
                forecast.addAndGet(BETWEEN_FORECASTS);
              }
              if (now >= next.get()) {
                submit(slurm);
                next.addAndGet(BETWEEN_JOBS);
              }
              return now >= SECONDS;
            });
  }

  private void forecast(RealSlurm slurm, WatchProcess watch) throws Exception {
    Map<String, Long> slurms = new HashMap<>();
    for (String line :
        slurm.run("squeue", "-h", "-a", "-r", "-t", "PD", "-o", "%i|%S").split("\n")) {
      String[] field = line.split("\\|", -1);
      if (field.length == 2 && field[1].matches("\\d+")) {
        slurms.put(field[0], Long.parseLong(field[1]));
      }
    }
    JsonNode page;
    try {
      page = watch.api(CLUSTER, "/forecast?limit=1000");
    } catch (IOException refused) {
      System.out.println(refused.getMessage());
      return;
    }
    for (JsonNode job : page.path("jobs")) {
      String name = job.path("job").asText();
      if (job.has("high")) {
        forecasts.add(
            new Forecast(
                name,
                job.path("low").asLong(),
                job.path("median").asLong(),
                job.path("high").asLong(),
                slurms.getOrDefault(name, 0L)));
      }
    }
  }

  /** Limits of one to ten minutes, of which jobs run for a twentieth to a half, 30 s at most. */
  private void submit(RealSlurm slurm) throws Exception {
    int user = Math.min(random.nextInt(USERS.length), random.nextInt(USERS.length));
    int minutes = 1 + random.nextInt(10);
    int runs =
        Math.max(4, Math.min(30, (int) (60 * minutes * (0.05 + 0.45 * random.nextDouble()))));
    StringBuilder options = new StringBuilder("--account=" + ACCOUNTS[user] + " -t " + minutes);
    switch (submitted % 10) {
      case 3 -> options.append(" -p gpu -n 4 --gres=gpu:").append(1 + random.nextInt(3));
      case 5 -> options.append(" -n 4 --mem-per-cpu=12000");
      default -> options.append(" -n ").append(1 << random.nextInt(6));
    }
    switch (submitted % 12) {
      case 4 -> options.append(" --dependency=afterany:").append(last);
      case 7 -> options.append(" --array=1-4%2");
      case 9 -> options.append(" --begin=now+60");
      case 11 -> options.append(" --qos=high");
      default -> {}
    }
    last = slurm.submitAs(USERS[user], options.toString(), "exec sleep " + runs);
    submitted++;
  }

  private static Map<String, Long> starts(RealSlurm slurm) throws Exception {
    Map<String, Long> starts = new HashMap<>();
    for (String line :
        slurm.run("sacct", "-a", "-n", "-X", "-P", "-o", "JobID,Start").split("\n")) {
      String[] field = line.split("\\|", -1);
      if (field.length == 2 && field[1].matches("\\d+")) {
        starts.put(field[0], Long.parseLong(field[1]));
      }
    }
    return starts;
  }

  private void score(Map<String, Long> starts, long end) {
    int scored = 0;
    int covered = 0;
    int early = 0;
    int late = 0;
    int open = 0;
    int both = 0;
    double error = 0;
    double errorOfBoth = 0;
    double errorOfSlurm = 0;
    double width = 0;
    for (Forecast forecast : forecasts) {
      assertThat(forecast.high()).as("%s has a width", forecast).isGreaterThan(forecast.low());
      Long start = starts.get(forecast.job());
      if (start == null) { // has not started
        late += forecast.high() < end ? 1 : 0;
        open++;
        continue;
      }
      scored++;
      covered += start >= forecast.low() && start <= forecast.high() ? 1 : 0;
      early += start < forecast.low() ? 1 : 0;
      width += forecast.high() - forecast.low();
      error += Math.abs(forecast.median() - start);
      if (forecast.slurm() > 0) {
        both++;
        errorOfBoth += Math.abs(forecast.median() - start);
        errorOfSlurm += Math.abs(forecast.slurm() - start);
      }
    }
    System.out.printf(
        "%d forecasts of %d jobs: %.0f %% within the 80 %% interval, %.0f %% before it; mean width"
            + " %.0f s, mean error %.0f s; of the %d that squeue --start has too: %.0f s, by squeue"
            + " --start %.0f s; %d forecasts of jobs that have not started, %d of them too early%n",
        scored,
        submitted,
        100.0 * covered / scored,
        100.0 * early / scored,
        width / scored,
        error / scored,
        both,
        errorOfBoth / both,
        errorOfSlurm / both,
        open,
        late);
    assertThat(scored).isGreaterThan(100);
    assertThat(covered).isGreaterThan(scored / 2);
    assertThat(both).isPositive();
    assertThat(errorOfBoth).isLessThan(errorOfSlurm);
  }
}
