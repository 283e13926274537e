package io.gnomon.sandbox;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tabs of a cluster in a browser, beside a demo that has stopped with a queue and a freeze. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardTabsIT {
  private static final String CLUSTER = DemoRun.CLUSTER;
  private static final int WAITING = 25;
  private static final int DAY = 86_400;
  // four days after the demo's own end, when more jobs wait than one page shows
  private static final int END = DemoWorkload.END + 4 * DAY;
  private static final String NOTHING = "(no error is expected)";
  private static final String REASON = "benchmark week";

  private final HttpClient client = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private final List<DashboardPage> opened = new ArrayList<>();
  private String expected = NOTHING;
  private Chromium chromium;
  private DemoRun run;

  @BeforeAll
  void stopTheDemoWithAQueue() throws Exception {
    chromium = Chromium.open();
    run = new DemoRun(DemoSettings.generated().until(END), new DemoProgress(System.err, false));
    run.run();
    assertThat(run.cluster().state().waiting().size()).isGreaterThanOrEqualTo(WAITING);
    post("freeze", "{\"reason\":\"%s\",\"until\":%d}".formatted(REASON, now() + 7 * DAY));
  }

  @AfterEach
  void nothingElseWentWrongOnThePages() {
    opened.forEach(page -> page.page().close());
    opened.clear();
    List<String> errors =
        chromium.errors().stream().filter(error -> !error.contains(expected)).toList();
    chromium.errors().clear();
    expected = NOTHING;
    assertThat(errors).isEmpty();
  }

  @AfterAll
  void end() {
    if (run != null) {
      run.close();
    }
    if (chromium != null) {
      chromium.close();
    }
  }

  private DashboardPage open(String hash) {
    return open(hash, 1440, 900, ColorScheme.LIGHT);
  }

  private DashboardPage open(String hash, int width, int height, ColorScheme scheme) {
    DashboardPage page =
        new DashboardPage(chromium, run.dashboard(), "#/demo/" + hash, width, height, scheme);
    opened.add(page);
    assertThat(page.part("connection")).hasText("live");
    return page;
  }

  private long now() throws Exception {
    return get("").path("at").asLong();
  }

  private JsonNode get(String what) throws Exception {
    String path = what.isEmpty() ? "" : "/" + what;
    return json.readTree(URI.create(run.dashboard() + "api/v1/clusters/demo" + path).toURL());
  }

  private JsonNode post(String what, String body) throws Exception {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(
                    URI.create(run.dashboard() + "api/v1/clusters/" + CLUSTER + "/" + what))
                .header("content-type", "application/json")
                .header("authorization", "Bearer " + run.token())
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return json.readTree(response.body());
  }

  private static boolean kept(JsonNode decision) {
    return decision.path("outcome").asText().equals("kept");
  }

  /** A change of the slowdown in words. */
  private static String lower(double gain) {
    long percent = Math.round(100 * Math.abs(gain));
    if (gain <= -1) {
      return DashboardPage.figure(1 - gain) + " times as high";
    }
    return percent == 0 ? "the same" : percent + " % " + (gain > 0 ? "lower" : "higher");
  }

  // --- changes

  /** The changes whose decision is older than the ones that the controller keeps. */
  private int changesWithoutDecision() throws Exception {
    Set<String> decisions = new HashSet<>();
    get("decisions?limit=512")
        .path("decisions")
        .forEach(one -> decisions.add(one.path("id").asText()));
    int count = 0;
    for (JsonNode change : get("history").path("changes")) {
      count += decisions.contains(change.path("decision").asText()) ? 0 : 1;
    }
    return count;
  }

  private static Locator shown(DashboardPage page, JsonNode decision) {
    return page.page().locator("[data-decision='%s']".formatted(decision.path("id").asText()));
  }

  private DashboardPage openAllChanges() {
    DashboardPage page = open("changes");
    assertThat(page.part("timeline")).isVisible();
    if (page.part("older").count() > 0) {
      page.part("older").click();
    }
    return page;
  }

  @Test
  void tellsOfEveryChangeWhatWhyAndWhatCameOfIt() throws Exception {
    List<JsonNode> eventful = new ArrayList<>();
    int uneventful = 0;
    for (JsonNode decision : get("decisions?limit=512").path("decisions")) {
      if (kept(decision)) {
        uneventful++;
      } else {
        eventful.add(decision);
      }
    }
    assertThat(eventful).hasSizeGreaterThan(2);
    assertThat(uneventful).isPositive();

    DashboardPage page = openAllChanges();
    int changes = eventful.size() + changesWithoutDecision();
    assertThat(page.part("change")).hasCount(changes);
    int collapsed =
        page.part("uneventful").locator("strong").allTextContents().stream()
            .mapToInt(text -> Integer.parseInt(text.replaceAll("\\D.*", "")))
            .sum();
    assertThat(collapsed).isEqualTo(uneventful);
    int undone = 0;
    for (JsonNode made : get("history").path("changes")) {
      undone += made.path("rollsBack").asBoolean() ? 1 : 0;
    }
    assertThat(page.part("changes-sentence"))
        .containsText(
            DashboardPage.plural(Math.max(0, changes - 2 * undone), "change")
                + (undone == 0 ? "" : ", " + DashboardPage.plural(undone, "roll back"))
                + " since");

    JsonNode oldest = eventful.get(eventful.size() - 1);
    Locator change = shown(page, oldest);
    assertThat(change.getByTestId("change-difference"))
        .hasText(oldest.path("difference").path("summary").asText());
    assertThat(change.getByTestId("why"))
        .containsText(
            "The slowdown was %s, above the threshold of %s."
                .formatted(
                    DashboardPage.figure(oldest.path("slowdown").asDouble()),
                    DashboardPage.figure(oldest.path("threshold").asDouble())));
    assertThat(change.getByTestId("predicted"))
        .containsText(lower(oldest.path("predictedGain").asDouble()));
    page.page().evaluate("() => scrollTo(0, 0)");
    Chromium.screen(page.page(), "dashboard-changes.png");
  }

  @Test
  void showsTheRealisedGainOfEachChange() throws Exception {
    DashboardPage page = openAllChanges();
    Map<String, Double> untuned = new HashMap<>();
    for (JsonNode change : get("history").path("changes")) {
      if (change.path("realisedGain").isNumber()) {
        untuned.put(change.path("decision").asText(), change.path("realisedGain").asDouble());
      }
    }
    int known = 0;
    for (JsonNode decision : get("decisions?limit=512").path("decisions")) {
      if (!decision.path("outcome").asText().equals("commanded")) {
        continue;
      }
      Double gain = untuned.get(decision.path("id").asText());
      assertThat(shown(page, decision).getByTestId("realised"))
          .hasText(gain == null ? "not known yet" : lower(gain));
      JsonNode reviewed = decision.path("reviewedGain");
      if (reviewed.isNumber()) {
        assertThat(shown(page, decision).getByTestId("reviewed"))
            .hasText(lower(reviewed.asDouble()));
      }
      known += gain != null && reviewed.isNumber() ? 1 : 0;
    }
    assertThat(known).as("changes whose realised gain is known").isPositive();
  }

  @Test
  void hasAnAddressForEveryDecision() throws Exception {
    JsonNode decided = null;
    for (JsonNode decision : get("decisions?limit=512").path("decisions")) {
      decided = kept(decision) ? decided : decision;
    }
    assertThat(decided).isNotNull();
    String id = decided.path("id").asText();
    DashboardPage page = openAllChanges();
    shown(page, decided).getByTestId("link").click();
    assertThat(page.page().locator("h1")).hasText("Decision " + id);
    assertThat(page.part("change")).hasCount(1);
    assertThat(page.page().locator("[data-testid=alternatives] tbody tr"))
        .hasCount(decided.path("alternatives").size());
    assertThat(page.page().locator("tr.chosen"))
        .containsText(decided.path("difference").path("summary").asText());
    assertThat(page.page().locator("main")).containsText("./gnomon replay " + id);
    page.part("all-changes").click();
    assertThat(page.part("timeline")).isVisible();

    assertThat(open("changes/demo-d999999").part("unknown-decision"))
        .containsText("not among the 512 latest");
  }

  // --- queue

  @Test
  void forecastsTheStartOfEveryWaitingJobWithoutBeingAsked() throws Exception {
    DashboardPage page = open("queue");
    JsonNode queue = get("queue?limit=25");
    JsonNode forecast = get("forecast?limit=1000");
    assertThat(page.part("queued-job")).hasCount(25);
    assertThat(page.part("queue-status"))
        .containsText(
            "1 to 25 of " + DashboardPage.plural(queue.path("total").asLong(), "waiting job"));
    assertThat(page.part("queue-status")).containsText("40 simulations");
    for (int i = 0; i < 5; i++) {
      JsonNode start = forecast.path("jobs").get(i);
      Locator row = page.part("queued-job").nth(i);
      assertThat(row).containsText(start.path("job").asText());
      assertThat(row).containsText(later(start.path("median"), forecast));
      if (start.has("low")) {
        assertThat(row).containsText(later(start.path("low"), forecast) + " to ");
      }
      assertThat(row.locator("svg.start-bar rect")).hasCount(start.has("low") ? 1 : 0);
    }
    page.part("next").click();
    assertThat(page.part("queue-status")).containsText("26 to ");
    page.part("previous").click();
    assertThat(page.part("queue-status")).containsText("1 to 25");
    page.page().evaluate("() => scrollTo(0, 0)");
    Chromium.screen(page.page(), "dashboard-queue.png");
  }

  private static String later(JsonNode start, JsonNode forecast) {
    long wait = start.asLong() - forecast.path("at").asLong();
    if (!start.isNumber()) {
      return "after " + DashboardPage.duration(forecast.path("horizonSeconds").asLong());
    }
    return wait <= 0 ? "now" : "in " + DashboardPage.duration(wait);
  }

  @Test
  void findsAJobByItsIdAndTheJobsOfAUser() throws Exception {
    JsonNode wanted = get("queue?limit=3").path("jobs").get(2);
    String id = wanted.path("job").asText();
    JsonNode job = get("jobs/" + id);
    DashboardPage page = open("queue");
    page.part("search").fill(id);
    page.page().keyboard().press("Enter");
    assertThat(page.part("job")).containsText("Job " + id);
    for (JsonNode cause : job.path("waitsFor")) {
      assertThat(page.part("job-waits-for")).containsText(cause.path("text").asText());
    }
    assertThat(page.part("job-alternatives").locator("li"))
        .hasCount(job.path("alternatives").size());
    assertThat(page.page().locator("tr.chosen")).containsText(id);
    assertThat(page.part("gantt")).containsText("the selected job");

    String user = wanted.path("user").asText();
    page.part("search").fill(user);
    page.page().keyboard().press("Enter");
    assertThat(page.part("queue-status"))
        .containsText(
            "of %s of %s"
                .formatted(
                    DashboardPage.plural(
                        get("queue?limit=1&user=" + user).path("total").asLong(), "waiting job"),
                    user));
  }

  @Test
  void saysThatAJobIsUnknown() {
    expected = "404";
    DashboardPage page = open("queue");
    page.part("search").fill("no-such-job");
    page.part("search-send").click();
    assertThat(page.part("job-status")).containsText("no-such-job");
  }

  @Test
  void drawsTheScheduleWithLabelledAxesALegendAndATable() throws Exception {
    DashboardPage page = open("queue");
    JsonNode runs = get("schedule?limit=300").path("runs");
    Set<String> jobs = new HashSet<>();
    runs.forEach(one -> jobs.add(one.path("job").asText()));
    Locator gantt = page.part("gantt");
    assertThat(gantt.locator("svg text.now")).hasText("now");
    assertThat(gantt).containsText("processors");
    assertThat(gantt).containsText("time (UTC)");
    assertThat(gantt).containsText("running now");
    assertThat(gantt).containsText("waiting now");
    assertThat(page.page().locator("[data-testid=gantt-table] tbody tr")).hasCount(runs.size());
    @SuppressWarnings("unchecked")
    List<String> drawn =
        (List<String>)
            page.page()
                .evaluate(
                    "() => [...new Set([...document.querySelectorAll('[data-testid=gantt] rect[data-job]')].map(box => box.dataset.job))]");
    assertThat(jobs).containsAll(drawn);
    assertThat(drawn).hasSize(jobs.size());

    gantt.locator(".plot").focus();
    page.page().keyboard().press("ArrowRight");
    assertThat(page.part("gantt-over")).containsText("Job " + runs.get(0).path("job").asText());
    page.page().keyboard().press("Enter");
    assertThat(page.part("job")).containsText("Job " + runs.get(0).path("job").asText());
  }

  @Test
  void followsTheClock() throws Exception {
    DashboardPage page = open("queue");
    assertThat(page.part("queue-status")).containsText("simulations");
    String before = page.part("queue-status").textContent();
    run.advance(600);
    long at = now();
    String time = "%02d:%02d".formatted(at / 3600 % 24, at / 60 % 60);
    assertThat(page.part("clock")).containsText(time);
    assertThat(page.part("queue-status"))
        .containsText(
            "Forecast of " + time, new LocatorAssertions.ContainsTextOptions().setTimeout(20_000));
    assertThat(page.part("queue-status").textContent()).isNotEqualTo(before);
  }

  // --- what if

  @Test
  void tellsAGainFromChance() throws Exception {
    JsonNode policies = get("policies").path("alternatives");
    DashboardPage page = open("what-if");
    Locator presets = page.part("presets").locator("tbody tr");
    assertThat(presets).hasCount(policies.size());
    JsonNode setting = policies.get(0).path("difference").path("settings").get(0);
    assertThat(presets.first()).containsText(setting.path("name").asText());
    assertThat(presets.first()).containsText(setting.path("to").asText());
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < policies.size(); i += 3) {
      presets.nth(i).locator("input").check();
      chosen.add(policies.get(i).path("policy").asText());
    }
    page.part("study").click();
    assertThat(page.part("verdict")).isVisible();
    if (page.part("all-results").count() > 0) {
      page.part("all-results").click();
    }
    JsonNode result =
        post("studies", json.writeValueAsString(Map.of("policies", chosen, "arrivals", "studies")));
    Locator rows = page.page().locator("[data-testid=study-result] tbody tr");
    assertThat(rows).hasCount(chosen.size() + 1);
    boolean better = false;
    for (JsonNode one : result.path("alternatives")) {
      if (!one.has("significant")) {
        continue;
      }
      Locator row =
          page.page()
              .locator("[data-testid=study-result] tbody tr")
              .filter(
                  new Locator.FilterOptions()
                      .setHas(
                          page.page().locator("[title='" + one.path("policy").asText() + "']")));
      double gain = one.path("gain").asDouble();
      boolean significant = one.path("significant").asBoolean();
      boolean proposable = significant && gain > 0 && !one.has("objection");
      better |= proposable && one.path("possible").asBoolean();
      assertThat(row).containsText(significant ? lower(gain) : "(" + lower(gain) + ")");
      assertThat(row)
          .containsText(
              !significant
                  ? "cannot be distinguished from chance"
                  : gain < 0 ? "worse" : proposable ? "better" : "the ");
    }
    assertThat(page.part("verdict"))
        .containsText(better ? "The 80 % interval is" : "No alternative is better beyond chance.");
    assertThat(page.page().locator("main")).not().containsText("Best:");

    assertThat(page.part("gantt-in-force")).isVisible();
    assertThat(page.part("gantt-alternative")).isVisible();
    rows.last().locator("button").click();
    assertThat(rows.last()).hasClass("chosen");
    assertThat(page.part("schedules").locator("h3 .difference"))
        .hasText(rows.last().locator(".difference").textContent());
    assertThat(page.part("gantt-alternative")).isVisible();
    Chromium.picture(page.page(), "dashboard-what-if.png");
  }

  @Test
  void saysWhatIsWrongWithAPolicyWhileItIsWritten() {
    expected = "422";
    DashboardPage page = open("what-if");
    page.part("policies").fill("easy(order=shortest)\neasy(oder=shortest)");
    assertThat(page.part("policy-problems").locator("li")).hasCount(1);
    assertThat(page.part("policy-problems")).containsText("oder");
    assertThat(page.part("study")).hasText("Simulate 2 policies");
    page.part("policies").fill("easy(order=shortest)");
    assertThat(page.part("policy-problems").locator("li")).hasCount(0);
    page.part("arrivals").selectOption("no jobs arrive");
    page.part("horizon").selectOption("1 day");
    page.part("study").click();
    assertThat(page.part("verdict")).containsText("1 alternative was simulated over 1 d.");
  }

  // --- audit and settings

  @Test
  void listsOperationsCountersConfigurationAndCapabilities() throws Exception {
    DashboardPage page = open("audit");
    JsonNode view = get("");
    Locator freeze = page.part("audit").first();
    assertThat(page.part("audit")).hasCount(get("audit").path("records").size());
    assertThat(freeze).containsText(DemoController.OPERATOR);
    assertThat(freeze).containsText("froze changes for 7 d, until ");
    assertThat(freeze).containsText(REASON);
    assertThat(page.part("mode-now")).containsText("Changes are frozen until ");
    for (String counter : List.of("events", "studies", "commands", "applied")) {
      assertThat(page.part("counter-" + counter))
          .hasText("%,d".formatted(view.path(counter).asLong()));
    }
    assertThat(page.page().locator("[data-testid=partitions] tbody tr"))
        .hasCount(view.path("partitions").size());
    assertThat(page.part("capabilities").locator("> li"))
        .hasCount(get("policies").path("declared").size());
    JsonNode configuration =
        json.readTree(URI.create(run.dashboard() + "api/v1/configuration").toURL());
    assertThat(page.part("version")).hasText(configuration.path("version").asText());
    assertThat(page.page().locator("a[href=openapi\\.yaml]")).isVisible();
    assertThat(page.page().locator("a[href=metrics]")).isVisible();
  }

  // --- all of them

  @ParameterizedTest
  @ValueSource(strings = {"changes", "what-if", "audit"})
  void everyTermExplainsItselfOnHoverAndFocus(String tab) throws Exception {
    DashboardPage page =
        open(tab.equals("changes") ? "changes/" + decisionWithAlternatives() : tab);
    if (tab.equals("changes")) {
      assertThat(page.page().locator("[data-testid=alternatives]")).isVisible();
    } else {
      settle(page, tab);
    }
    Locator terms = page.page().locator("main dfn.term");
    assertThat(unexplained(page)).isEmpty();
    assertThat(terms.count()).isGreaterThan(5);
    Locator term = terms.first();
    assertThat(term).hasAttribute("aria-description", term.getAttribute("data-meaning"));
    term.focus();
    assertThat(explanation(term)).contains(term.getAttribute("data-meaning"));
    term.blur();
    assertThat(explanation(term)).isEqualTo("none");
    term.hover();
    assertThat(explanation(term)).contains(term.getAttribute("data-meaning"));
  }

  private String decisionWithAlternatives() throws Exception {
    for (JsonNode decision : get("decisions?limit=512").path("decisions")) {
      if (!kept(decision) && decision.path("alternatives").size() > 1) {
        return decision.path("id").asText();
      }
    }
    throw new AssertionError("no decision for another configuration has alternatives");
  }

  private static String explanation(Locator term) {
    return (String) term.evaluate("term => getComputedStyle(term, '::after').content");
  }

  /** The heads of columns and the names of figures that have no explanation. */
  @SuppressWarnings("unchecked")
  private static List<String> unexplained(DashboardPage page) {
    return (List<String>)
        page.page()
            .evaluate(
                """
                () => [...document.querySelectorAll('main th, main dl:not(.words) dt')]
                  .filter(name => !name.querySelector('dfn[data-meaning], .hidden'))
                  .map(name => name.textContent)
                """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"changes", "queue", "what-if", "audit"})
  void isAccessibleAndNothingIsCutOff(String tab) throws Exception {
    DashboardPage page = open(tab);
    settle(page, tab);
    assertThat(Chromium.accessibilityViolations(page.page())).isEmpty();
    assertThat(cutOff(page)).isEmpty();
    page.page().emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
    assertThat(page.page().locator("h1").first()).isVisible();

    DashboardPage phone = open(tab, 390, 844, ColorScheme.DARK);
    settle(phone, tab);
    assertThat(phone.contentWidth()).isLessThanOrEqualTo(390);
    assertThat(cutOff(phone)).isEmpty();
    assertThat(Chromium.accessibilityViolations(phone.page())).isEmpty();
  }

  /** Waits until a tab shows what it loads, and for the what-if tab its results. */
  private static void settle(DashboardPage page, String tab) {
    switch (tab) {
      case "changes" -> assertThat(page.part("timeline")).isVisible();
      case "queue" -> {
        assertThat(page.part("queue-status")).containsText("simulations");
        assertThat(page.part("gantt").locator("svg")).not().hasCount(0);
      }
      case "what-if" -> {
        page.part("presets").locator("input").first().check();
        page.part("study").click();
        assertThat(page.part("gantt-alternative")).isVisible();
      }
      default -> assertThat(page.part("capabilities")).isVisible();
    }
  }

  /** The cells and paragraphs that extend beyond the card around them. */
  @SuppressWarnings("unchecked")
  private static List<String> cutOff(DashboardPage page) {
    return (List<String>)
        page.page()
            .evaluate(
                """
                () => [...document.querySelectorAll('.card')].flatMap(card => {
                  const edge = card.getBoundingClientRect().right + 1;
                  return [...card.querySelectorAll('td, th, p, svg, select, button')]
                    .filter(part => part.getBoundingClientRect().right > edge)
                    .filter(part => !part.closest('.wide') && part.closest('thead')?.offsetWidth !== 1)
                    .map(part => part.outerHTML.slice(0, 200));
                })
                """);
  }
}
