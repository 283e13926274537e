package io.gnomon.sandbox;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.gnomon.controller.Controller;
import io.gnomon.controller.cluster.decide.ControlSettings;
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
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The first weeks of an administrator: observe, then recommend, then approve one proposal in the
 * dashboard, see it acknowledged, roll it back, and freeze changes.
 */
class OperatorIT {
  private static final int PROCESSORS = 128;
  private static final int WEEK = TuneSettings.WEEK;
  private static final String CLUSTER = "first";
  private static final String TOKEN = "0123456789abcdef-0123-ada";

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

  private static void act(DashboardPage page, String button, String reason, String done) {
    page.part(button).click();
    page.confirm(reason);
    assertThat(page.part("message")).containsText(done);
    page.part("message-close").click();
  }

  private static void setMode(DashboardPage page, String mode, String reason) {
    page.part("set-mode").click();
    page.part("field-mode").selectOption(mode);
    page.confirm(reason);
    assertThat(page.part("message")).containsText("The mode is set.");
    page.part("message-close").click();
  }

  @Test
  void observesThenApprovesAProposalSeesItAcknowledgedAndRollsItBack() throws Exception {
    JobLog log = TestClusters.workload(12_000, PROCESSORS, 0.6, 1);
    Vertx vertx = Vertx.vertx();
    try (Chromium chromium = Chromium.open();
        ResourceStack resources = new ResourceStack()) {
      EmbeddedKafka kafka = TestClusters.kafka();
      resources.add(() -> within(vertx.close()));
      Controller controller = within(Controller.start(vertx, config(kafka)));
      resources.add(() -> within(controller.close()));
      String home = "http://127.0.0.1:" + controller.httpPort() + "/";
      DashboardPage page = new DashboardPage(chromium, home, "", 1440, 900);
      assertThat(page.part("empty")).containsText("No cluster yet.");
      EmulatedCluster cluster = TunedCluster.emulated(log, PROCESSORS);
      TunedCluster tuned = resources.add(TestClusters.tuned(kafka, CLUSTER, cluster));
      String initial = cluster.configuration().policy();
      // a week of watching: nothing is asked for
      tuned.week(TunedCluster::runUntil);
      assertThat(page.part("doing")).containsText("Observing; nothing is recommended or changed.");
      assertThat(page.part("helped")).containsText("Gnomon found nothing better");
      assertThat(page.part("proposal")).hasCount(0);
      logIn(page);

      setMode(page, "recommend", "a week of watching was as expected");
      assertThat(page.part("doing")).containsText("Recommending; nothing is changed.");
      DecisionRecorded recommended = until(DecisionOutcome.RECOMMENDED, tuned);
      assertThat(page.part("last-change")).containsText("Last recommendation, ");
      assertThat(page.part("last-change").locator("em"))
          .hasAttribute("title", String.valueOf(recommended.chosen()));
      JsonNode view = page.api(CLUSTER, "");
      assertThat(page.part("last-change").locator("em"))
          .hasText(view.path("decisions").path(0).path("difference").path("summary").asText());
      tuned.week(TunedCluster::runUntil);
      // simulations bring the effect up to date, also between the page's request and this one
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () ->
                  assertThat(page.part("helped").textContent())
                      .isEqualTo(
                          DashboardPage.effectOfAdvice(
                              page.api(CLUSTER, "effect"),
                              page.api(CLUSTER, "").path("at").asLong())));
      JsonNode effect = page.api(CLUSTER, "effect");
      assertThat(effect.path("slowdown").path("advised").asDouble())
          .isLessThan(effect.path("slowdown").path("actual").asDouble());
      assertThat(page.part("legend")).containsText("with the recommendations followed, estimated");
      assertThat(page.part("proposal")).hasCount(0);
      Chromium.screen(page.page(), "operate-recommend.png");

      setMode(page, "approve", "the recommendations make sense");
      DecisionRecorded proposed = until(DecisionOutcome.AWAITING_APPROVAL, tuned);
      proposal(page, proposed);
      assertThat(page.part("roll-back")).isDisabled();
      assertThat(page.contentHeight()).as("nothing to scroll").isLessThanOrEqualTo(900);
      Chromium.screen(page.page(), "operate-proposal.png");
      assertThat(Chromium.accessibilityViolations(page.page())).isEmpty();

      act(page, "approve", "the queue has grown for weeks", "The proposal is approved");
      tuned.applyNextCommand();
      assertThat(page.part("proposal")).hasCount(0);
      assertThat(page.part("doing")).hasText("Proposing changes; an operator approves each.");
      assertThat(page.part("last-change").locator("em"))
          .hasAttribute("title", String.valueOf(proposed.chosen()));
      assertThat(page.part("marker")).hasText("1");
      assertThat(cluster.configuration().policy()).isEqualTo(proposed.chosen());
      Chromium.screen(page.page(), "operate-approved.png");

      act(page, "roll-back", "trying the way back", "The command to roll back is sent.");
      tuned.applyNextCommand();
      assertThat(page.part("doing")).containsText("The last change was rolled back.");
      assertThat(cluster.configuration().policy()).isEqualTo(initial);
      assertThat(page.part("last-change")).containsText("Last roll back, ");
      assertThat(page.part("helped")).containsText("1 change was rolled back");

      freeze(page);
      onAPhone(chromium, home);
      assertThat(TopicReader.everything(kafka.bootstrapServers(), Topic.DECISIONS))
          .filteredOn(event -> event.data() instanceof OperatorRecorded)
          .extracting(event -> ((OperatorRecorded) event.data()).reason())
          .containsExactly(
              "a week of watching was as expected",
              "the recommendations make sense",
              "the queue has grown for weeks",
              "trying the way back",
              "benchmark week",
              "the benchmark is done");
      assertThat(read(home + "metrics"))
          .contains("gnomon_command_answers_total{answer=\"applied\",cluster=\"first\"} 2");
      assertThat(chromium.errors())
          .as("but for the wrong token")
          .allMatch(error -> error.contains("401"))
          .hasSize(1);
    }
  }

  /** A wrong token first, then the right one, which the tab keeps. */
  private static void logIn(DashboardPage page) {
    page.logIn("a-wrong-token-0123456");
    assertThat(page.part("problem")).containsText("This token is not known.");
    assertThat(page.part("problem")).not().containsText("Bearer");
    page.part("token").fill(TOKEN);
    page.page().keyboard().press("Enter");
    assertThat(page.part("operator")).hasText("ada");
    page.page().reload();
    assertThat(page.part("operator")).hasText("ada");
    page.part("logout").click();
    assertThat(page.part("login")).isVisible();

    // an operation asks for the token that is missing, then for the reason
    page.part("freeze").click();
    page.part("token").fill(TOKEN);
    page.page().keyboard().press("Enter");
    assertThat(page.part("reason")).isFocused();
    page.page().keyboard().press("Escape");
    assertThat(page.page().getByRole(AriaRole.DIALOG)).isHidden();
  }

  /** The proposal has the words, the figures and the time of the API. */
  private static void proposal(DashboardPage page, DecisionRecorded proposed) throws Exception {
    JsonNode view = page.api(CLUSTER, "");
    JsonNode open = view.path("proposals").path(0);
    assertThat(open.path("policy").asText()).isEqualTo(proposed.chosen());
    assertThat(page.part("proposal-change"))
        .hasText(open.path("difference").path("summary").asText());
    double from = open.path("predicted").path("incumbentSlowdown").asDouble();
    double to = open.path("predicted").path("chosenSlowdown").asDouble();
    assertThat(page.part("expected"))
        .containsText(
            "mean slowdown of %s instead of %s (%s"
                .formatted(
                    DashboardPage.figure(to),
                    DashboardPage.figure(from),
                    DashboardPage.signed(to / from - 1)));
    assertThat(page.part("expected")).containsText("; longest wait ");
    assertThat(page.part("countdown")).containsText("expires in ");
    page.part("approve").click();
    assertThat(page.part("operation-change"))
        .hasText(open.path("difference").path("summary").asText());
    page.page().keyboard().press("Escape");
    assertThat(page.page().getByRole(AriaRole.DIALOG)).isHidden();
    assertThat(page.part("shifts"))
        .containsText(
            Pattern.compile(
                "Of the %d jobs waiting now, \\d+ would start earlier\\s+and \\d+ later"
                    .formatted(view.path("waiting").asInt())));
  }

  /** A freeze says until when, by whom and why; it is lifted again. */
  private static void freeze(DashboardPage page) throws Exception {
    page.part("freeze").click();
    page.part("field-until").selectOption("604800");
    page.confirm("benchmark week");
    assertThat(page.part("message")).containsText("Changes are frozen.");
    long until = page.api(CLUSTER, "").path("freezes").path(0).path("until").asLong();
    assertThat(until).isEqualTo(page.api(CLUSTER, "").path("at").asLong() + 604_800);
    assertThat(page.part("doing"))
        .hasText(
            "Changes are frozen until %s by ada (“benchmark week”)."
                .formatted(
                    Instant.ofEpochSecond(until).toString().substring(0, 16).replace('T', ' ')));
    assertThat(page.part("remedy")).containsText("Lift the freeze");
    assertThat(page.part("summary")).hasAttribute("data-tone", "warn");
    assertThat(Chromium.accessibilityViolations(page.page())).isEmpty();
    act(page, "lift", "the benchmark is done", "The freeze is lifted.");
    assertThat(page.part("summary")).hasAttribute("data-tone", "calm");
  }

  private static void onAPhone(Chromium chromium, String home) {
    DashboardPage phone = new DashboardPage(chromium, home, "", 390, 844, ColorScheme.DARK);
    assertThat(phone.part("doing")).containsText("The last change was rolled back.");
    assertThat(phone.contentWidth()).as("nothing sticks out").isLessThanOrEqualTo(390);
    // by keyboard alone: to the first action, through the dialog, and out again
    Locator mode = phone.part("set-mode");
    mode.focus();
    phone.page().keyboard().press("Enter");
    assertThat(phone.page().getByRole(AriaRole.DIALOG)).isVisible();
    phone.page().keyboard().press("Escape");
    assertThat(phone.page().getByRole(AriaRole.DIALOG)).isHidden();
    assertThat(mode).isFocused();
  }

  private static String read(String address) throws Exception {
    try (InputStream in = URI.create(address).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
