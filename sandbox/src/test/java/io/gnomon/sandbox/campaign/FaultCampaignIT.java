package io.gnomon.sandbox.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.bridge.CommandAuthenticator;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.Topic;
import io.gnomon.sandbox.TestClusters;
import io.gnomon.sandbox.TopicReader;
import io.gnomon.sandbox.TunedCluster;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Emulated clusters beside two {@code serve} processes and a broker, under seeded faults. In each
 * period of a cluster, some faults begin after a seeded share of its events and last while the
 * controller decides. Afterwards both replicas must be ready and the state must be that of a run
 * without faults; at the end also all events, decisions and commands. The bridge may receive a
 * command again, as its consumer group commits after answering; the events show that it is applied
 * once.
 *
 * <p>The properties {@code gnomon.seed}, {@code gnomon.campaign.faults} (their number), {@code
 * gnomon.campaign.kinds} (names of {@link FaultKind}, separated by commas) and {@code
 * gnomon.campaign.rebalances} (how often a replica ends) choose another run.
 */
class FaultCampaignIT {
  private static final int PROCESSORS = 128;
  private static final int PERIOD = 86_400;
  private static final List<String> CLUSTERS = List.of("north", "south", "west");
  // a broker that starts, a session that expires and a serve process that starts, on a busy machine
  private static final Duration RECOVERY = Duration.ofSeconds(60);
  private static final Duration DECISION = Duration.ofMinutes(2);
  private static final String[] FLAGS = {
    "tuning.mode=apply",
    "tuning.search=partitions",
    "tuning.period=1d",
    "tuning.threshold=1",
    "guard.min-gain=0",
    "guard.significance=0",
    "guard.max-changes-per-day=100",
    "guard.fidelity-jobs=0",
    "study.time-limit=10m",
    "checkpoint.interval-events=50"
  };
  private static final long[] JUMPS = {20L * 365 * PERIOD, -30L * PERIOD};

  private static final int SLICE = 30;
  private static final int REBALANCES = 8;

  private final int number = Integer.getInteger("gnomon.campaign.faults", SLICE);
  // a build repeats one campaign; a longer one is another each time
  private final long seed =
      Long.getLong("gnomon.seed", number <= SLICE ? SLICE : System.currentTimeMillis());
  private final FaultReport report = new FaultReport(seed);

  @TempDir private Path folder;

  /** A cluster of the campaign and the same cluster without faults. */
  private record Twins(
      String name, TunedCluster disturbed, JumpingClock clock, UndisturbedCluster undisturbed) {}

  @Test
  void theOutputUnderFaultsIsThatOfAnUndisturbedRun() throws Exception {
    try (Installation installation = new Installation(folder, FLAGS)) {
      run(installation, CampaignPlan.of(seed, number, kinds(installation), CLUSTERS.size()));
    }
  }

  /** The replicas end in turn, by SIGKILL and by SIGTERM, and join again each time. */
  @Test
  void theOutputUnderRebalancesIsThatOfAnUndisturbedRun() throws Exception {
    int rebalances = Integer.getInteger("gnomon.campaign.rebalances", REBALANCES);
    try (Installation installation = new Installation(folder, FLAGS)) {
      int commands = run(installation, CampaignPlan.rebalances(seed, rebalances, CLUSTERS.size()));
      assertThat(commands).as("commands applied").isGreaterThanOrEqualTo(rebalances / 4);
    }
  }

  /** Compares the output under a plan, and returns how many commands are among it. */
  private int run(Installation installation, CampaignPlan plan) throws Exception {
    List<Twins> clusters = new ArrayList<>();
    try {
      int periods = plan.periods().size() / CLUSTERS.size() + 1;
      for (String name : CLUSTERS) {
        clusters.add(twins(installation, name, periods));
      }
      System.out.printf(
          "fault campaign: seed %d, %d faults in %d periods%n",
          seed,
          plan.periods().stream().mapToInt(period -> period.faults().size()).sum(),
          plan.periods().size());
      for (CampaignPlan.Period period : plan.periods()) {
        try {
          survive(installation, clusters.get(period.cluster()), period);
        } catch (TimeoutException | AssertionError e) {
          try {
            installation.printState();
          } catch (IOException | AssertionError unprinted) {
            e.addSuppressed(unprinted);
          }
          throw e;
        }
      }
      System.out.printf(
          "serve processes that ended by themselves and were started again: %d%n",
          installation.ownExits());
      assertThat(clusters)
          .as("commands among the output")
          .anyMatch(twins -> !twins.undisturbed().published(Topic.COMMANDS).isEmpty());
      for (Topic topic : List.of(Topic.EVENTS, Topic.DECISIONS, Topic.COMMANDS)) {
        compare(installation, topic, clusters);
      }
      return clusters.stream()
          .mapToInt(twins -> twins.undisturbed().published(Topic.COMMANDS).size())
          .sum();
    } finally {
      System.out.print(report);
      clusters.forEach(twins -> twins.disturbed().close());
    }
  }

  private static Set<FaultKind> kinds(Installation installation) {
    String only = System.getProperty("gnomon.campaign.kinds", "");
    Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
    Arrays.stream(FaultKind.values())
        .filter(kind -> only.isEmpty() || List.of(only.split(",")).contains(kind.name()))
        .filter(installation::supports)
        .forEach(kinds::add);
    return kinds;
  }

  private static Twins twins(Installation installation, String name, int periods) {
    JobLog log = log(name, periods);
    EmulatedCluster cluster = TunedCluster.emulated(log, PROCESSORS);
    JumpingClock clock = new JumpingClock(cluster);
    return new Twins(
        name,
        new TunedCluster(
            Map.of("bootstrap.servers", installation.bootstrapServers()),
            "gnomon",
            name,
            cluster,
            clock,
            DECISION,
            PERIOD,
            CommandAuthenticator.ANY),
        clock,
        new UndisturbedCluster(name, TunedCluster.emulated(log, PROCESSORS), settings()));
  }

  /** Jobs for at least some days. */
  private static JobLog log(String name, int days) {
    int jobs = 200 + 60 * days;
    return TestClusters.workload(jobs, PROCESSORS, 0.7, CLUSTERS.indexOf(name) + 1L);
  }

  private static ControlSettings settings() {
    var loader = ControllerKeys.loader();
    Arrays.stream(FLAGS).forEach(loader::flag);
    return ControllerKeys.read(loader.load()).control();
  }

  /** Runs a cluster through a period with its faults and waits until everything has recovered. */
  private void survive(Installation installation, Twins twins, CampaignPlan.Period period)
      throws Exception {
    report.injected(period.faults());
    long began = System.nanoTime();
    List<CompletableFuture<Void>> injected = new ArrayList<>();
    TunedCluster cluster = twins.disturbed();
    cluster.week(
        (running, end) -> {
          int now = running.cluster().state().now();
          int middle = now + (int) ((end - now) * period.part());
          long jump = jump(period.faults());
          running.runUntil(middle);
          running.runner().flush();
          twins.clock().jump(jump);
          running.runner().publishChanges();
          period.faults().stream()
              .filter(fault -> fault.kind() != FaultKind.CLOCK_JUMPED)
              .forEach(fault -> injected.add(installation.inject(fault)));
          if (jump != 0) {
            running.answerSnapshotRequest();
          }
          running.runUntil(end);
          twins.undisturbed().runUntil(middle, jump, end);
        });
    cluster.applyCommands();
    cluster.runner().flush();
    long decided = System.nanoTime();
    CompletableFuture.allOf(injected.toArray(CompletableFuture[]::new)).join();
    long removed = System.nanoTime();
    recovered(installation, twins, period);
    report.survived(
        period.faults(), Duration.ofNanos(System.nanoTime() - Math.min(decided, removed)));
    System.out.printf(
        "%s: %s: decision %.1f s, faults removed %.1f s, all well %.1f s%n",
        twins.name(),
        period.faults(),
        seconds(decided - began),
        seconds(removed - began),
        seconds(System.nanoTime() - began));
  }

  private static void recovered(Installation installation, Twins twins, CampaignPlan.Period period)
      throws Exception {
    long now = twins.disturbed().cluster().now();
    String hash = twins.undisturbed().stateHash();
    try {
      await()
          .atMost(RECOVERY)
          .pollInterval(Duration.ofMillis(100))
          .until(() -> installation.serves(twins.name(), now, hash));
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "%s at %d with hash %s is not back within %s after %s; seen: %s"
              .formatted(
                  twins.name(),
                  now,
                  hash,
                  RECOVERY,
                  period.faults(),
                  installation.report(twins.name())),
          e);
    }
  }

  /** The seconds by which the clock jumps, or 0. */
  private static long jump(List<Fault> faults) {
    return faults.stream()
        .filter(fault -> fault.kind() == FaultKind.CLOCK_JUMPED)
        .mapToLong(fault -> JUMPS[fault.choice() % JUMPS.length])
        .sum();
  }

  private static void compare(Installation installation, Topic topic, List<Twins> clusters) {
    List<ConsumerRecord<String, byte[]>> all =
        read(
            installation.bootstrapServers(),
            topic,
            topic == Topic.EVENTS ? BrokerProcess.PARTITIONS : 1);
    for (Twins twins : clusters) {
      assertSame(
          twins.name() + ", " + topic,
          all.stream().filter(one -> twins.name().equals(one.key()) && isEvent(one)).toList(),
          topic == Topic.EVENTS
              ? twins.undisturbed().events()
              : twins.undisturbed().published(topic));
    }
  }

  /** Whether a record is none of the hostile ones. */
  private static boolean isEvent(ConsumerRecord<String, byte[]> record) {
    try {
      TopicReader.comparable(record);
      return true;
    } catch (InvalidEventException hostile) {
      return false;
    }
  }

  /** Shows the first difference, and the ids around it; the lists are long. */
  private static void assertSame(
      String what, List<ConsumerRecord<String, byte[]>> found, List<GnomonEvent> expected) {
    for (int i = 0; i < Math.min(found.size(), expected.size()); i++) {
      assertThat(TopicReader.comparable(found.get(i)))
          .as(
              "%s, number %d; found %s; expected %s",
              what,
              i,
              around(found, i).stream().map(FaultCampaignIT::place).toList(),
              around(expected, i).stream().map(event -> event.envelope().id()).toList())
          .isEqualTo(expected.get(i));
    }
    assertThat(found.size()).as("%s: number of events", what).isEqualTo(expected.size());
  }

  private static <T> List<T> around(List<T> all, int i) {
    return all.subList(Math.max(0, i - 3), Math.min(all.size(), i + 4));
  }

  /** The id, offset and time of a record: the markers of transactions are gaps between offsets. */
  private static String place(ConsumerRecord<String, byte[]> record) {
    return "%s at offset %d, written at %s"
        .formatted(
            TopicReader.comparable(record).envelope().id(),
            record.offset(),
            Instant.ofEpochMilli(record.timestamp()));
  }

  /** The committed records of a topic, in the order of each partition. */
  private static List<ConsumerRecord<String, byte[]>> read(
      String bootstrapServers, Topic topic, int partitions) {
    return IntStream.range(0, partitions)
        .boxed()
        .flatMap(one -> TopicReader.records(bootstrapServers, topic.named(), one).stream())
        .toList();
  }

  private static double seconds(long nanos) {
    return nanos / 1e9;
  }
}
