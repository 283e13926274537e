package io.gnomon.sandbox;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.gnomon.controller.Controller;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.Topic;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The first weeks of an administrator: observe, then recommend, then approve one proposal in the
 * dashboard, see it acknowledged, and roll it back.
 */
class OperatorIT {
  private static final int PROCESSORS = 128;
  private static final int WEEK = TuneSettings.WEEK;
  private static final String CLUSTER = "first";
  private static final String TOKEN = "0123456789abcdef-ada";

  private static <T> T within(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }

  private static ControllerConfig config(EmbeddedKafka kafka) {
    return ControllerConfig.defaults(kafka.bootstrapServers())
        .withHttp(HttpSettings.loopback(0).withTokens(Map.of("ada", TOKEN)))
        .withControl(
            new ControlSettings(
                Mode.OBSERVE,
                3600,
                0,
                new TuneSettings(3, WEEK, 2 * WEEK, SearchSpace.partitions(4), GuardRails.NONE)));
  }

  /** Runs week by week until a decision has an outcome. */
  private static DecisionRecorded until(DecisionOutcome outcome, TunedCluster tuned)
      throws Exception {
    while (!tuned.cluster().done()) {
      DecisionRecorded decision = tuned.week(TunedCluster::runUntil);
      if (decision != null && decision.outcome() == outcome) {
        return decision;
      }
    }
    throw new AssertionError("no decision was " + outcome.wireName());
  }

  private static void act(Page page, String reason) {
    page.getByTestId("reason").fill(reason);
    page.getByTestId("token").fill(TOKEN);
    page.keyboard().press("Enter");
    assertThat(page.getByTestId("message")).containsText("done");
  }

  private static void setMode(Page page, String mode, String reason) {
    page.getByTestId("set-mode").click();
    page.locator("#operation-fields select").selectOption(mode);
    act(page, reason);
    assertThat(page.getByTestId("mode")).hasText(mode);
  }

  @Test
  void observesThenApprovesAProposalSeesItAcknowledgedAndRollsItBack() throws Exception {
    JobLog log =
        new Preparation(PROCESSORS, OverrunRule.KNOWN)
            .prepare(WorkloadGenerator.generate(12_000, PROCESSORS, 0.6, 1))
            .log();
    Vertx vertx = Vertx.vertx();
    try (Chromium chromium = Chromium.open();
        ResourceStack resources = new ResourceStack()) {
      EmbeddedKafka kafka = resources.add(EmbeddedKafka.start());
      kafka.createTopics(DemoTopics.all(DemoRun.PREFIX, 1));
      resources.add(() -> within(vertx.close()));
      Controller controller = within(Controller.start(vertx, config(kafka)));
      resources.add(() -> within(controller.close()));
      EmulatedCluster cluster = TunedCluster.emulated(log, PROCESSORS);
      TunedCluster tuned =
          resources.add(
              new TunedCluster(
                  kafka.bootstrapServers(),
                  DemoRun.PREFIX,
                  CLUSTER,
                  cluster,
                  Duration.ofSeconds(60)));
      String initial = cluster.configuration().policy();
      String home = "http://127.0.0.1:" + controller.httpPort() + "/";

      // a week of watching: nothing is asked for
      tuned.week(TunedCluster::runUntil);
      Page page = chromium.page(1400, 1000, ColorScheme.LIGHT);
      page.navigate(home);
      assertThat(page.getByTestId("mode")).hasText("observe");
      assertThat(page.getByTestId("decision").first()).containsText("kept");

      setMode(page, "recommend", "a week of watching was as expected");
      DecisionRecorded recommended = until(DecisionOutcome.RECOMMENDED, tuned);
      assertThat(page.getByTestId("decision").first())
          .containsText("recommended: " + recommended.chosen());
      assertThat(page.getByTestId("proposal")).hasCount(0);

      setMode(page, "approve", "the recommendations make sense");
      DecisionRecorded proposed = until(DecisionOutcome.AWAITING_APPROVAL, tuned);
      assertThat(page.getByTestId("proposal")).containsText(String.valueOf(proposed.chosen()));
      assertThat(page.getByTestId("state")).hasText("PROPOSED");
      assertThat(page.getByTestId("roll-back")).isDisabled();
      simulate(page);
      Chromium.picture(page, "operate-proposal.png");

      // a wrong token first
      page.getByTestId("approve").click();
      page.getByTestId("reason").fill("the queue has grown for weeks");
      page.getByTestId("token").fill("a-wrong-token-0123456");
      page.getByTestId("send").click();
      assertThat(page.getByTestId("problem")).containsText("operator's token");
      assertThat(page.getByTestId("state")).hasText("PROPOSED");
      act(page, "the queue has grown for weeks");
      tuned.applyNextCommand();
      assertThat(page.getByTestId("configuration")).hasText(String.valueOf(proposed.chosen()));
      assertThat(page.getByTestId("state")).hasText("VERIFYING");
      assertThat(page.getByTestId("applied")).hasText("1");
      assertThat(cluster.configuration().policy()).isEqualTo(proposed.chosen());
      Chromium.picture(page, "operate-approved.png");

      page.getByTestId("roll-back").click();
      act(page, "trying the way back");
      tuned.applyNextCommand();
      assertThat(page.getByTestId("configuration")).hasText(initial);
      assertThat(page.getByTestId("state")).hasText("ROLLED_BACK");
      assertThat(page.getByTestId("audit")).hasCount(4);
      assertThat(page.getByTestId("audit").first()).containsText("ada: roll back");
      assertThat(cluster.configuration().policy()).isEqualTo(initial);

      onAPhone(chromium, home);
      assertThat(TopicReader.everything(kafka.bootstrapServers(), Topic.DECISIONS))
          .filteredOn(event -> event.data() instanceof OperatorRecorded)
          .extracting(event -> ((OperatorRecorded) event.data()).reason())
          .containsExactly(
              "a week of watching was as expected",
              "the recommendations make sense",
              "the queue has grown for weeks",
              "trying the way back");
      assertThat(read(home + "metrics"))
          .contains("gnomon_command_answers_total{answer=\"applied\",cluster=\"first\"} 2");
      assertThat(chromium.errors())
          .as("but for the wrong token")
          .allMatch(error -> error.contains("401"))
          .hasSize(1);
    }
  }

  /** What changes nothing: the schedule, a study of another policy, a forecast. */
  private static void simulate(Page page) {
    assertThat(page.getByTestId("gantt-status")).containsText("runs, from");
    page.getByTestId("policies").fill("easy(order=shortest)\nmulti-queue(partitions=3)");
    page.getByTestId("study").click();
    assertThat(page.locator("[data-testid=study-result] tbody tr")).hasCount(3);
    page.locator("[data-testid=study-result] button").nth(1).click();
    assertThat(page.getByTestId("gantt-status")).containsText("easy(order=shortest)");
    page.getByTestId("queue-load").click();
    assertThat(page.locator("#queue-status")).containsText("40 simulations");
    assertThat(page.locator("[data-testid=queue] tbody tr").first()).containsText("to");
  }

  private static void onAPhone(Chromium chromium, String home) throws Exception {
    Page phone = chromium.page(390, 844, ColorScheme.DARK);
    phone.navigate(home);
    assertThat(phone.getByTestId("state")).hasText("ROLLED_BACK");
    assertThat(phone.getByTestId("gantt-status")).containsText("runs, from");
    assertThat((Integer) phone.evaluate("() => document.documentElement.scrollWidth"))
        .as("nothing sticks out")
        .isLessThanOrEqualTo(390);
    // by keyboard alone: to the first action, through the dialog, and out again
    Locator mode = phone.getByTestId("set-mode");
    mode.focus();
    phone.keyboard().press("Enter");
    assertThat(phone.getByRole(AriaRole.DIALOG)).isVisible();
    phone.keyboard().press("Escape");
    assertThat(phone.getByRole(AriaRole.DIALOG)).isHidden();
    assertThat(mode).isFocused();
    Chromium.picture(phone, "dashboard-phone.png");
  }

  private static String read(String address) throws Exception {
    try (InputStream in = URI.create(address).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
