package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.ChangeSink;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.bridge.kafka.KafkaEventSink;
import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.events.EventData;
import io.gnomon.events.Topic;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.accounts.AccountUsage;
import io.gnomon.model.accounts.AccountUsage.OfAccount;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.slurm.value.HostList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bridge declares a site with 100,000 users, their usage and limits on a real broker, and again
 * with one more; jobs of this and of a small cluster go on, and a controller that comes later
 * restores the same.
 */
class ManyUsersIT {
  private static final Logger LOG = LoggerFactory.getLogger(ManyUsersIT.class);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long AT = 1_700_000_000;
  private static final int USERS = 100_000;
  private static final int NONE = EventData.NONE;

  private static Accounting accounts(int users) {
    List<Association> associations = new ArrayList<>();
    Map<String, Map<String, Double>> used = new TreeMap<>();
    Limits limits =
        Limits.NONE.with(LimitKind.GROUP_TRES, "cpu", 64).with(LimitKind.SUBMITTED, 1000);
    for (int user = 0; user < users; user++) {
      String account = "account" + user / 100;
      if (user % 100 == 0) {
        associations.add(new Association(account, "", "", 1, NONE));
      }
      associations.add(new Association(account, "user" + user, "", 1, NONE, limits));
      used.computeIfAbsent(account, any -> new TreeMap<>()).put("user" + user, 1234.5);
    }
    List<OfAccount> usage = new ArrayList<>();
    used.forEach((account, of) -> usage.add(new OfAccount(account, 123_450, of)));
    PriorityParameters priority =
        new PriorityParameters(
            new PrioritySettings(new PriorityWeights(1, 1, 1000, 1, 1, 1, Map.of())), Map.of());
    return new Accounting(
        associations, List.of(Qos.of("normal", 0)), priority, new AccountUsage(AT, usage));
  }

  /** A scheduler that is declared with some users and reports what it is given. */
  private static final class Site implements SchedulerPort {
    private final List<EventData> next = new ArrayList<>();
    private Accounting accounting;

    Site(int users) {
      accounting = accounts(users);
    }

    void declareAgain(int users) {
      accounting = accounts(users);
      next.add(declare());
    }

    void submit(String job, int user) {
      ResourceRequest request = ResourceRequest.builder().account("account" + user / 100).build();
      next.add(new JobSubmitted(job, AT, new JobDescription(1, 60, "user" + user, request)));
    }

    @Override
    public long now() {
      return AT;
    }

    @Override
    public ClusterDeclared declare() {
      DeclaredMachine machine =
          new DeclaredMachine(
              List.of(new NodeGroup(HostList.of("n[1-4]"), 16)), List.of(), List.of(), null);
      return new ClusterDeclared(AT, 64, NONE, "site", null, configuration(), machine, accounting);
    }

    @Override
    public ClusterSnapshot snapshot(long reflectsSequence) {
      throw new UnsupportedOperationException("the mirror must stay right");
    }

    @Override
    public void changes(long lastSequence, ChangeSink sink) {
      next.forEach(sink);
      next.clear();
    }

    @Override
    public Configuration configuration() {
      return new Configuration("easy", 1);
    }

    @Override
    public void apply(Configuration configuration) {
      throw new UnsupportedOperationException("nothing is changed");
    }
  }

  private static LocalController start(EmbeddedKafka kafka) throws Exception {
    return LocalController.start(
        ControllerKeys.read(
            kafka
                .configure(ControllerKeys.loader())
                .flag("http.port=0")
                .flag("tuning.mode=observe")
                .load()));
  }

  @Test
  void areDeclaredAndTheirJobsAndThoseOfOthersGoOn() throws Exception {
    EmbeddedKafka kafka = SharedKafka.emptied();
    kafka.createTopics(DemoTopics.all("gnomon", 1));
    Site many = new Site(USERS);
    Site few = new Site(1);
    Map<String, String> client = Map.of("bootstrap.servers", kafka.bootstrapServers());
    try (LocalController controller = start(kafka);
        KafkaEventSink sink = new KafkaEventSink(client, "gnomon")) {
      BridgeRunner ofMany = new BridgeRunner("many", many, sink, CommandLedger.NONE, 0);
      BridgeRunner ofFew = new BridgeRunner("few", few, sink, CommandLedger.NONE, 0);
      ofMany.start();
      ofFew.start();
      report(ofMany, many, "first", 12_345);
      report(ofFew, few, "first", 0);
      awaitOnLoop(controller, List.of("few: 1 users, 1 jobs", "many: 100000 users, 1 jobs"));

      many.declareAgain(USERS + 1);
      report(ofMany, many, "second", USERS);
      report(ofFew, few, "second", 0);
      awaitOnLoop(controller, List.of("few: 1 users, 2 jobs", "many: 100001 users, 2 jobs"));
    }
    try (LocalController later = start(kafka)) {
      awaitOnLoop(later, List.of("few: 1 users, 2 jobs", "many: 100001 users, 2 jobs"));
    }
    assertThat(TopicReader.records(kafka.bootstrapServers(), Topic.REJECTED.named("gnomon")))
        .isEmpty();
  }

  private static void report(BridgeRunner bridge, Site site, String job, int user) {
    site.submit(job, user);
    bridge.publishChanges();
    bridge.flush();
  }

  /** Waits on the event loop, which is never blocked for long meanwhile. */
  private static void awaitOnLoop(LocalController controller, List<String> expected) {
    long[] slowest = {0};
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () -> {
              long asked = System.nanoTime();
              List<String> seen = controller.ask(ManyUsersIT::clusters);
              slowest[0] = Math.max(slowest[0], System.nanoTime() - asked);
              assertThat(seen).isEqualTo(expected);
            });
    LOG.info("the event loop answered after at most {} ms", slowest[0] / 1_000_000);
    assertThat(Duration.ofNanos(slowest[0])).isLessThan(Duration.ofSeconds(5));
  }

  private static List<String> clusters(Controller controller) {
    return controller.clusters().stream()
        .filter(cluster -> cluster.tracked() != null && cluster.health().trusted())
        .map(
            cluster -> {
              ClusterState state = Objects.requireNonNull(cluster.tracked()).mirror().state();
              return "%s: %d users, %d jobs"
                  .formatted(
                      cluster.cluster(),
                      state.hasAccounting() ? state.accounting().accounts().tree().users() : 0,
                      state.activeCount());
            })
        .sorted()
        .toList();
  }
}
