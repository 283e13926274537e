package io.gnomon.sandbox;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.controller.http.access.Credential;
import io.gnomon.controller.http.access.User;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The dashboard while clusters warm up or are degraded, with several clusters, and read-only. */
class DashboardStatesIT {
  private static final int PROCESSORS = 64;
  private static final int FORGOTTEN = 200;
  private static final String TOKEN = "a-token-of-eve-0123456789";

  private static EmulatedCluster cluster(long seed) {
    JobLog log =
        new Preparation(PROCESSORS, OverrunRule.KNOWN)
            .prepare(WorkloadGenerator.generate(1_000, PROCESSORS, 0.6, seed))
            .log();
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
    return new TunedCluster(
        kafka.bootstrapServers(), DemoRun.PREFIX, name, cluster, Duration.ofSeconds(60));
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
      EmbeddedKafka kafka = resources.add(EmbeddedKafka.start());
      kafka.createTopics(DemoTopics.all(DemoRun.PREFIX, 1));
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

      page.page().getByText("forgetful").click();
      assertThat(page.page()).hasURL(controller.dashboard() + "#/forgetful");
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

      readerLogsIn(chromium, resources, kafka);
    }
  }

  /** Where reading needs a token, the page shows nothing until its user has logged in. */
  private static void readerLogsIn(Chromium chromium, ResourceStack resources, EmbeddedKafka kafka)
      throws Exception {
    List<Credential> readers =
        List.of(new Credential(new User("eve", User.Role.READER, List.of()), TOKEN));
    LocalController closed =
        resources.add(
            LocalController.start(
                ControllerConfig.defaults(kafka.bootstrapServers())
                    .withHttp(
                        HttpSettings.loopback(0)
                            .withAccess(
                                new HttpSettings.Access(
                                    readers, () -> readers, true, List.of(), false)))
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
