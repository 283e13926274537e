package io.gnomon.sandbox;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.controller.http.access.Credential;
import io.gnomon.controller.http.access.User;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.machine.NodeState;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.slurm.value.HostList;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** The dashboard while clusters warm up or are degraded, with several clusters, and read-only. */
class DashboardStatesIT {
  private static final int PROCESSORS = 64;
  private static final long AT = 1_000;
  private static final int FORGOTTEN = 200;
  private static final String TOKEN = "a-token-of-eve-0123456789";
  private static final String USER_TOKEN = "a-token-of-ann-0123456789";

  private static EmulatedCluster cluster(long seed) {
    JobLog log = TestClusters.workload(1_000, PROCESSORS, 0.6, seed);
    return TunedCluster.emulated(log, PROCESSORS);
  }

  /** No study ever starts, and the first days are a warm-up. */
  private static ControlSettings control() {
    return new ControlSettings(
        Mode.APPLY,
        3600,
        new TuneSettings(
            1e9,
            TuneSettings.WEEK,
            2 * TuneSettings.WEEK,
            SearchSpace.partitions(4),
            new GuardRails(3 * 24 * 3600, 0, 0, 0, 0, 1)));
  }

  private static TunedCluster connected(EmbeddedKafka kafka, String name, EmulatedCluster cluster) {
    return TestClusters.tuned(kafka, name, cluster);
  }

  /** Does not report one submission. */
  private static boolean forgotten(EmulatedCluster cluster, EventData event) {
    return event instanceof JobSubmitted submitted
        && submitted.job().equals(cluster.name(FORGOTTEN));
  }

  @Test
  void saysWhatEachOfSeveralClustersDoesAndWhyNothingCanBeChangedHere() throws Exception {
    try (Chromium chromium = Chromium.open();
        ResourceStack resources = new ResourceStack()) {
      EmbeddedKafka kafka = TestClusters.kafka();
      LocalController controller =
          resources.add(
              LocalController.start(
                  ControllerConfig.defaults(kafka.bootstrapServers())
                      .withPort(0)
                      .withControl(control())));
      EmulatedCluster well = cluster(1);
      EmulatedCluster forgetful = cluster(2);
      TunedCluster first = resources.add(connected(kafka, "well", well));
      first.runner().flush();
      DashboardPage page = new DashboardPage(chromium, controller.dashboard(), "", 1440, 900);

      // one cluster is shown at once; it has just declared itself
      assertThat(page.part("cluster")).hasText("well");
      assertThat(page.part("doing")).hasText("Warming up; nothing is changed yet.");
      assertThat(page.part("helped")).hasText("No job has completed yet.");
      assertThat(page.part("no-data")).hasText("No evaluation yet.");
      readOnly(page);

      // a second one forgets to report a job, so that the mirror cannot be trusted
      TunedCluster second =
          resources.add(
              new TunedCluster(
                  kafka.bootstrapServers(),
                  DemoRun.PREFIX,
                  "forgetful",
                  forgetful,
                  new OmittingPort(forgetful, event -> forgotten(forgetful, event)),
                  Duration.ofSeconds(60)));
      first.week(TunedCluster::runUntil);
      // the bridge does not answer the request for a snapshot
      second.runUntil(4 * TuneSettings.WEEK);
      second.runner().flush();
      page.page().navigate(controller.dashboard() + "#/");
      assertThat(page.part("cluster-card")).hasCount(2);
      assertThat(page.page().locator("[data-cluster=well] [data-testid=doing]"))
          .hasText("Applying automatically.");
      assertThat(page.page().locator("[data-cluster=forgetful] [data-testid=doing]"))
          .containsText("Not acting: ");
      JsonNode degraded = page.api("forgetful", "");
      assertThat(degraded.path("state").asText()).isEqualTo("DEGRADED");
      assertThat(page.page().locator("[data-cluster=forgetful] [data-testid=doing]"))
          .hasText("Not acting: " + degraded.path("problem").asText() + ".");
      assertThat(Chromium.accessibilityViolations(page.page())).isEmpty();

      page.page().navigate(controller.dashboard() + "#/?fleet");
      assertThat(page.part("fleet-row")).hasCount(2);
      assertThat(page.page().locator("[data-testid=fleet-row][data-cluster=forgetful]"))
          .containsText("degraded");
      assertThat(Chromium.accessibilityViolations(page.page())).isEmpty();
      page.page().navigate(controller.dashboard() + "#/");

      page.page().getByText("forgetful").click();
      assertThat(page.page()).hasURL(controller.dashboard() + "#/forgetful");
      assertThat(page.part("summary")).hasCount(1); // no longer one for each cluster
      assertThat(page.part("summary")).hasAttribute("data-tone", "bad");
      assertThat(page.part("doing")).containsText("missing or contradict the mirror");
      assertThat(page.part("remedy")).hasText(degraded.path("remedy").asText());
      assertThat(page.part("now")).not().containsText("healthy");
      page.part("cluster").selectOption("well");
      assertThat(page.page()).hasURL(controller.dashboard() + "#/well");
      assertThat(page.part("now")).containsText("all healthy");

      page.page().navigate(controller.dashboard() + "#/nowhere");
      assertThat(page.part("unknown")).containsText("No cluster “nowhere”");
      assertThat(chromium.errors()).isEmpty();

      nodesByClassAndResource(chromium, controller, kafka);
      readerLogsIn(chromium, resources, kafka);
    }
  }

  /**
   * Nodes n1 and n2 have 8 CPUs and 1,000 MiB, g1 has 16 CPUs, 4,000 MiB and 2 v100. n2 is down. A
   * job on g1 holds 4 CPUs and both GPUs, and one on n1 4 CPUs and 600 MiB. One job waits for a
   * GPU, and two for 500 MiB, of which n1 has 400 left.
   */
  private static void nodesByClassAndResource(
      Chromium chromium, LocalController controller, EmbeddedKafka kafka) throws Exception {
    publishNodes(kafka);
    DashboardPage page =
        new DashboardPage(chromium, controller.dashboard(), "#/site/queue", 1440, 900);
    assertThat(page.part("nodes-sentence"))
        .hasText(
            "2 of 3 nodes are in use, 0 are free. Of 3 waiting jobs, 2 wait for memory,"
                + " 1 waits for GPUs.");
    Locator heads = page.part("node-classes").locator("th dfn");
    assertThat(heads.nth(0)).hasAttribute("data-meaning", "How many nodes the class has.");
    assertThat(heads.nth(1)).hasAttribute("data-meaning", "Nodes with at least one job.");
    assertThat(page.part("node-class")).hasCount(3);
    assertThat(page.part("node-class").nth(0)).containsText("All nodes");
    assertThat(page.part("node-class").nth(0)).containsText("8 of 32; 16 free");
    assertThat(page.part("node-class").nth(1)).containsText("8 CPUs, 1000 MiB");
    assertThat(page.part("node-class").nth(1)).containsText("1 down");
    assertThat(page.part("node-class").nth(2)).containsText("v100: 100 % 2 of 2; 0 free");
    assertThat(page.part("queued-job").nth(0)).containsText("waits for GPUs");
    assertThat(page.part("queued-job").nth(1)).containsText("waits for memory");
    assertThat(page.part("queue-status")).containsText("simulations");
    assertThat(Chromium.accessibilityViolations(page.page())).isEmpty();
    Chromium.screen(page.page(), "dashboard-nodes.png");

    DashboardPage phone =
        new DashboardPage(
            chromium, controller.dashboard(), "#/site/queue", 390, 844, ColorScheme.DARK);
    assertThat(phone.part("node-class")).hasCount(3);
    assertThat(phone.part("queue-status")).containsText("simulations");
    assertThat(phone.contentWidth()).isLessThanOrEqualTo(390);
    assertThat(Chromium.accessibilityViolations(phone.page())).isEmpty();

    phone.page().navigate(controller.dashboard() + "#/well/queue");
    assertThat(phone.part("queue-sentence")).containsText("of 64 processors");
    assertThat(phone.part("nodes-sentence")).hasCount(0);

    String metrics =
        new String(
            URI.create(controller.dashboard() + "metrics").toURL().openStream().readAllBytes(),
            StandardCharsets.UTF_8);
    assertThat(metrics)
        .contains("gnomon_jobs_waiting_for{cluster=\"site\",reason=\"memory\"} 2.0")
        .contains(
            "gnomon_node_gpus{class=\"16 CPUs, 4000 MiB, 2 v100\",cluster=\"site\",use=\"allocated\"} 2.0")
        .doesNotContain("gnomon_jobs_waiting_for{cluster=\"well\"");
    assertThat(chromium.errors()).isEmpty();
  }

  private static void publishNodes(EmbeddedKafka kafka) {
    Map<String, Integer> gpus = Map.of("v100", 2);
    DeclaredMachine machine =
        new DeclaredMachine(
            List.of(
                group("n1", 8, 1_000, Map.of(), NodeState.UP),
                group("n2", 8, 1_000, Map.of(), NodeState.DOWN),
                group("g1", 16, 4_000, gpus, NodeState.UP)),
            List.of(
                new MachinePartition("cpu", HostList.of("n[1-2]")),
                new MachinePartition("gpu", HostList.of("g1"))),
            List.of(),
            null);
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      List<EventData> events =
          List.of(
              new ClusterDeclared(AT, 32, AT, null, null, new Configuration("easy", 1))
                  .withMachine(machine),
              submitted("on-g1", 4, gpuRequest(2)),
              started("on-g1", new PlacedNodes(HostList.of("g1"), 4, 2_000, gpus)),
              submitted("on-n1", 4, memoryRequest(600)),
              started("on-n1", new PlacedNodes(HostList.of("n1"), 4, 600, Map.of())),
              submitted("gpu", 1, gpuRequest(1)),
              submitted("big-1", 1, memoryRequest(500)),
              submitted("big-2", 1, memoryRequest(500)));
      EventCodec codec = new EventCodec();
      for (int i = 0; i < events.size(); i++) {
        GnomonEvent event = GnomonEvent.of("site", "e" + i, i + 1, null, events.get(i));
        producer.send(
            new ProducerRecord<>(
                Topic.EVENTS.named(), "site", codec.encodeStructured(event).value()));
      }
    }
  }

  private static NodeGroup group(
      String names, int cpus, long memory, Map<String, Integer> gpus, NodeState state) {
    return new NodeGroup(HostList.of(names), cpus, memory, gpus, List.of(), 1, 1, state);
  }

  private static JobSubmitted submitted(String job, int processors, ResourceRequest request) {
    return new JobSubmitted(job, AT, new JobDescription(processors, 3_600, null, request));
  }

  private static JobStarted started(String job, PlacedNodes placed) {
    return new JobStarted(job, AT).withPlacement(List.of(placed));
  }

  private static ResourceRequest gpuRequest(int gpus) {
    return ResourceRequest.builder()
        .gpusPerNode(Map.of("v100", gpus))
        .partitions(List.of("gpu"))
        .build();
  }

  private static ResourceRequest memoryRequest(long mebibytes) {
    return ResourceRequest.builder()
        .nodes(1, 1)
        .memoryPerNodeMb(mebibytes)
        .partitions(List.of("cpu"))
        .build();
  }

  /**
   * Where reading needs a token, the page shows nothing until its user has logged in; a user who
   * sees only their own jobs finds these.
   */
  private static void readerLogsIn(Chromium chromium, ResourceStack resources, EmbeddedKafka kafka)
      throws Exception {
    List<Credential> readers =
        List.of(
            new Credential(new User("eve", User.Role.READER, List.of()), TOKEN),
            new Credential(User.ofJobs("ann"), USER_TOKEN));
    LocalController closed =
        resources.add(
            LocalController.start(
                ControllerConfig.defaults(kafka.bootstrapServers())
                    .withHttp(
                        HttpSettings.loopback(0)
                            .withAccess(
                                new HttpSettings.Access(
                                    readers,
                                    () -> readers,
                                    true,
                                    List.of(),
                                    List.of(),
                                    List.of(),
                                    null)))
                    .withControl(control())));
    DashboardPage page = new DashboardPage(chromium, closed.dashboard(), "", 1440, 900);
    assertThat(page.part("locked")).containsText("holders of a token");
    assertThat(Chromium.accessibilityViolations(page.page())).isEmpty();
    page.part("locked-login").click();
    page.part("token").fill(TOKEN);
    page.part("login-send").click();
    assertThat(page.part("operator")).hasText("eve");
    assertThat(page.part("connection")).hasText("live");
    assertThat(page.part("locked")).hasCount(0);

    page.part("logout").click();
    page.part("locked-login").click();
    page.part("token").fill(USER_TOKEN);
    page.part("login-send").click();
    assertThat(page.part("own-jobs")).containsText("You see your own jobs only.");
    assertThat(Chromium.accessibilityViolations(page.page())).isEmpty();
  }

  /** Without operators no button works, and the page says why before anything is typed. */
  private static void readOnly(DashboardPage page) {
    for (String button : new String[] {"set-mode", "freeze", "roll-back"}) {
      assertThat(page.part(button)).isDisabled();
    }
    assertThat(page.part("obstacle")).containsText("No operators are configured");
    assertThat(page.part("obstacle")).containsText("http.operators-file");
    assertThat(page.part("no-operators")).hasText("read-only");
    assertThat(page.part("login")).hasCount(0);
  }
}
