package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.bridge.slurm.apply.SlurmConfigurator;
import io.gnomon.sandbox.watch.WatchProcess;
import io.gnomon.sim.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a newcomer runs first: {@code watch} with no option, beside a Slurm with accounts, fair
 * share, QOS, memory and GPUs; then where slurmdbd has stopped, and where it is not used.
 */
@Tag("slurm")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SlurmFirstWatchIT {
  private static final String CLUSTER = "real";
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final Spec OBSERVED =
      Spec.parse(
          "slurm(bf_interval=2s, bf_resolution=60s, bf_window=2880m, cores-per-node=19,"
              + " sched_interval=2s)");

  @TempDir private static Path folder;
  private static RealSlurm slurm;

  @TempDir private Path state;

  @BeforeAll
  static void startSlurm() throws Exception {
    slurm = RealSlurm.startAccounts(folder);
  }

  @AfterAll
  static void stopSlurm() throws Exception {
    if (slurm != null) {
      slurm.close();
    }
  }

  @BeforeEach
  void emptyQueue() throws Exception {
    slurm.cancelAll();
    Awaitility.await().atMost(LIMIT).until(() -> slurm.queue().isEmpty());
  }

  private WatchProcess watch() throws IOException {
    WatchProcess watch =
        WatchProcess.start(
            Map.of("SLURM_CONF", slurm.conf().toString(), "XDG_STATE_HOME", state.toString()));
    try {
      Awaitility.await("ready")
          .atMost(LIMIT)
          .until(() -> watch.printed().contains("Press Ctrl-C to stop"));
    } catch (ConditionTimeoutException late) {
      watch.close();
      throw late;
    }
    return watch;
  }

  private static Spec spec(JsonNode policy) {
    return Spec.parse(policy.asText()).without("test-ms"); // measured, once Slurm has run a while
  }

  /** The policies that a study would try. */
  private static List<Spec> alternatives(WatchProcess watch) throws Exception {
    List<Spec> specs = new ArrayList<>();
    for (JsonNode one : watch.api(CLUSTER, "/policies").path("alternatives")) {
      specs.add(spec(one.path("policy")));
    }
    return specs;
  }

  private static void assertNoErrors(WatchProcess watch) throws Exception {
    assertThat(watch.printed()).doesNotContain("ERROR", "Exception:");
    assertThat(watch.api(CLUSTER, "").path("problem").isNull()).isTrue();
    assertThat(watch.api(CLUSTER, "").path("rejected")).isEmpty();
  }

  /** Three jobs of the whole partition wait behind one, and not in the order of submission. */
  private static List<String> submitRanked(String last) throws Exception {
    String whole = "-n 112 -N 6 --mem-per-cpu=500 -p batch -t 10 ";
    slurm.submitAs("games", whole, "exec sleep 600");
    Awaitility.await().atMost(LIMIT).until(() -> running() == 1);
    List<String> waiting = new ArrayList<>();
    waiting.add(slurm.submitAs("man", whole + "--nice=4000", "exec sleep 60"));
    waiting.add(slurm.submitAs("man", whole + "--nice=2000", "exec sleep 60"));
    waiting.add(slurm.submitAs("man", whole + last, "exec sleep 60"));
    List<String> ranked = ranked();
    assertThat(ranked).containsExactly(waiting.get(2), waiting.get(1), waiting.get(0));
    return ranked;
  }

  private static long running() throws Exception {
    return slurm.queue().values().stream().filter(job -> job.startsWith("RUNNING")).count();
  }

  /** The waiting jobs by sprio, the highest priority first. */
  private static List<String> ranked() throws Exception {
    return slurm
        .run("sprio", "-h", "-o", "%Y %i")
        .lines()
        .map(line -> line.strip().split("\\s+"))
        .sorted(Comparator.comparing((String[] job) -> Long.valueOf(job[0])).reversed())
        .map(job -> job[1])
        .toList();
  }

  /** The waiting jobs by the median of their forecast starts. */
  private static List<String> forecast(WatchProcess watch) throws Exception {
    List<JsonNode> jobs = new ArrayList<>();
    watch.api(CLUSTER, "/forecast").path("jobs").forEach(jobs::add);
    return jobs.stream()
        .sorted(Comparator.comparing(job -> job.path("median").asLong(Long.MAX_VALUE)))
        .map(job -> job.path("job").asText())
        .toList();
  }

  @Test
  @Order(1)
  void watchWithNoOptionSimulatesWhatSlurmRunsAndComparesWhatItCanBeSetTo() throws Exception {
    String[] users = {"games", "man", "lp", "mail", "news", "uucp"};
    for (int job = 0; job < 48; job++) {
      String gpu =
          job % 8 == 0 ? "-p gpu --gres=gpu:1 -n 4 " : "-p batch -n " + (1 << job % 6) + " ";
      slurm.submitAs(
          users[job % users.length],
          gpu + "--mem-per-cpu=500 -t " + (1 + job % 5) + (job % 9 == 4 ? " --qos=high" : ""),
          "exec sleep " + (20 + 7 * job % 100));
    }
    try (WatchProcess watch = watch()) {
      JsonNode cluster = watch.api(CLUSTER, "");
      assertThat(spec(cluster.path("configuration"))).isEqualTo(OBSERVED);
      assertThat(cluster.path("configurationInWords").asText()).contains("order of priority");
      List<Spec> alternatives = alternatives(watch);
      assertThat(alternatives)
          .contains(
              OBSERVED.with("PriorityWeightFairshare", "50000"),
              OBSERVED.with("bf_interval", "30s"))
          .noneMatch(one -> one.parameters().containsKey("order"));
      SlurmConfigurator bridge =
          new Configurators(
                  slurm, Files.createTempDirectory(folder, "plan"), null, OBSERVED.toString())
              .next(false, step -> {});
      for (Spec one : alternatives) {
        assertThat(bridge.plan(one.toString())).as("%s", one).contains("scontrol reconfigure");
      }
      JsonNode study = watch.study(CLUSTER);
      assertThat(study.path("alternatives")).hasSize(alternatives.size() + 1);
      assertThat(study.path("alternatives"))
          .allMatch(one -> one.path("possible").asBoolean())
          .allMatch(one -> one.path("jobs").asInt() > 0);
      JsonNode named =
          watch.study(CLUSTER, "slurm(PriorityWeightQOS=1)").path("alternatives").path(1);
      assertThat(spec(named.path("policy"))).isEqualTo(OBSERVED.with("PriorityWeightQOS", "1"));
      assertThat(named.path("possible").asBoolean()).isTrue();
      System.out.printf(
          "watch was ready after %.0f s and compared %d policies%n",
          watch.age(), alternatives.size());
      assertNoErrors(watch);
      watch.terminate();
      assertThat(watch.printed()).endsWith("stopped\n");
    }
  }

  @Test
  @Order(2)
  void whileSlurmdbdIsStoppedPrioritiesAreThoseOfSlurmctld() throws Exception {
    slurm.stopDatabase();
    List<String> ranked = submitRanked("--qos=high");
    try (WatchProcess watch = watch()) {
      assertThat(watch.printed())
          .contains("limits and preemption of accounts and QOS, because slurmdbd does not answer");
      Awaitility.await().atMost(LIMIT).until(() -> forecast(watch).equals(ranked));
      assertThat(alternatives(watch)).isNotEmpty();
      assertNoErrors(watch);
    }
  }

  @Test
  @Order(3)
  void withoutSlurmdbdPrioritiesAreThoseOfSlurmctld() throws Exception {
    slurm.configure(
        lines ->
            lines.stream()
                .filter(line -> !line.startsWith("AccountingStorage"))
                .filter(line -> !line.startsWith("PriorityWeightTRES"))
                .toList());
    List<String> ranked = submitRanked("");
    try (WatchProcess watch = watch()) {
      Awaitility.await().atMost(LIMIT).until(() -> forecast(watch).equals(ranked));
      assertThat(spec(watch.api(CLUSTER, "").path("configuration"))).isEqualTo(OBSERVED);
      assertThat(alternatives(watch))
          .contains(OBSERVED.with("PriorityWeightAge", "20000"))
          .noneMatch(one -> one.parameters().containsKey("PriorityWeightFairshare"));
      assertNoErrors(watch);
    }
  }
}
