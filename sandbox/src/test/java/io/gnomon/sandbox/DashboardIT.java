package io.gnomon.sandbox;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The first screen in a browser, beside a demo that has run to its end. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardIT {
  private static final int LARGEST_PAGE_BYTES = 300_000;
  private static final String CLUSTER = DemoRun.CLUSTER;

  private Chromium chromium;
  private DemoRun run;

  @BeforeAll
  void runTheDemo() throws Exception {
    chromium = Chromium.open();
    run = new DemoRun(DemoSettings.generated(), new DemoProgress(System.err, false));
    run.run();
  }

  @AfterEach
  void nothingWentWrongOnThePage() {
    assertThat(chromium.errors()).isEmpty();
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
    DashboardPage opened = new DashboardPage(chromium, run.dashboard(), hash, 1440, 900);
    assertThat(opened.part("connection")).hasText("live");
    return opened;
  }

  /** The three sentences by which a stranger knows what is going on. */
  @Test
  void saysWhatGnomonDoesWhatItChangedLastAndByHowMuchThatHelped() throws Exception {
    DashboardPage page = open("");
    JsonNode view = page.api(CLUSTER, "");
    JsonNode effect = page.api(CLUSTER, "effect");
    JsonNode changes = page.api(CLUSTER, "history").path("changes");
    long now = view.path("at").asLong();
    assertThat(effect.path("changes").asInt()).isPositive();
    assertThat(effect.path("slowdown").path("actual").asDouble())
        .isLessThan(effect.path("slowdown").path("untuned").asDouble());

    assertThat(page.part("doing")).containsText("Applying automatically.");
    assertThat(page.part("helped")).hasText(DashboardPage.effectOfChanges(effect, now));
    JsonNode last = changes.get(changes.size() - 1);
    assertThat(page.part("last-change"))
        .containsText(
            "Last %s, %s: %s"
                .formatted(
                    last.path("rollsBack").asBoolean() ? "roll back" : "change",
                    DashboardPage.date(last.path("at").asLong(), now),
                    last.path("difference").path("summary").asText()));
    assertThat(page.part("last-change"))
        .containsText(
            "predicted gain %d %%"
                .formatted(Math.round(100 * last.path("predictedGain").asDouble())));
    assertThat(page.part("summary")).hasAttribute("data-tone", "good");
    assertThat(page.part("summary")).not().containsText("easy(");
  }

  @Test
  void showsTheWholeFirstScreenWithoutScrolling() throws Exception {
    DashboardPage page = open("#/" + CLUSTER);
    assertThat(page.part("group").first()).isVisible();
    assertThat(page.part("marker").first()).isVisible();

    assertThat(page.contentHeight()).isLessThanOrEqualTo(900);
    assertThat(page.contentWidth()).isLessThanOrEqualTo(1440);
    BoundingBox last = page.part("groups").boundingBox();
    assertThat(last.y + last.height).isLessThanOrEqualTo(900);
    Chromium.screen(page.page(), "dashboard.png");
  }

  @Test
  void tilesAndGroupsHaveTheFiguresOfTheApi() throws Exception {
    DashboardPage page = open("");
    JsonNode view = page.api(CLUSTER, "");
    JsonNode effect = page.api(CLUSTER, "effect");

    assertThat(page.part("waiting")).hasText(view.path("waiting").asText());
    assertThat(page.part("saved"))
        .hasText(String.format(Locale.ROOT, "%,.0f", effect.path("waitHoursSaved").asDouble()));
    for (String part : new String[] {"byCategory", "byPartition", "byAccount"}) {
      String testId = part.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
      assertThat(page.part(testId).getByTestId("group")).hasCount(effect.path(part).size());
      for (JsonNode group : effect.path(part)) {
        double actual = group.path("meanWait").path("actual").asDouble();
        double untuned = group.path("meanWait").path("untuned").asDouble();
        assertThat(
                page.part(testId)
                    .locator("[data-name='" + group.path("name").asText() + "'] .part"))
            .hasText(DashboardPage.signed(actual / untuned - 1));
      }
    }
    assertThat(page.part("groups-summary")).containsText("waits");
  }

  @Test
  void showsWhatWasIdleByWeekAndPartition() throws Exception {
    DashboardPage page = open("");
    int rows = 0;
    for (JsonNode week : page.api(CLUSTER, "effect/weeks").path("weeks")) {
      rows += week.path("idleWhileJobsWaited").size();
    }
    assertThat(rows).isPositive();
    page.part("weeks").locator("summary").click();
    assertThat(page.part("idle-table").getByTestId("idle")).hasCount(rows);
  }

  /** In a rolling upgrade, such a replica may still own the cluster. */
  @Test
  void showsTheWeeksOfAReplicaThatDoesNotMeasureWhatWasIdle() {
    DashboardPage page = open("");
    String weeks =
        "{'weeks':[{'from':1732492800,'jobs':0,'waitHoursSaved':null,'byPartition':[]}]}";
    page.page()
        .route(
            "**/effect/weeks",
            route ->
                route.fulfill(
                    new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody(weeks.replace('\'', '"'))));
    page.part("weeks").locator("summary").click();
    assertThat(page.part("weeks")).containsText("No completed jobs in the latest five weeks.");
    assertThat(page.part("idle-table")).hasCount(0);
  }

  @Test
  void marksEveryChangeAndExplainsItOnHoverAndOnFocus() throws Exception {
    DashboardPage page = open("");
    JsonNode changes = page.api(CLUSTER, "history").path("changes");
    Locator first = page.part("marker").first();
    Locator tip = page.page().getByRole(com.microsoft.playwright.options.AriaRole.TOOLTIP).first();
    assertThat(first).hasText(Pattern.compile("1(–\\d+)?"));
    assertThat(page.part("marker").last()).hasText(Pattern.compile("(\\d+–)?" + changes.size()));
    String words = changes.get(0).path("to").path("words").asText();

    assertThat(tip).isHidden();
    first.hover();
    assertThat(tip).isVisible();
    assertThat(tip).containsText("Change 1");
    assertThat(tip).containsText(words);
    page.page().mouse().move(0, 0);
    assertThat(tip).isHidden();
    page.part("plot").focus();
    page.page().keyboard().press("Tab");
    assertThat(first).isFocused();
    assertThat(tip).isVisible();
  }

  @Test
  void theCursorShowsTheFiguresOfThePointBelowItAnywhereOnTheChart() throws Exception {
    DashboardPage page = open("");
    JsonNode points = page.api(CLUSTER, "history").path("points");
    BoundingBox box = page.part("plot").boundingBox();
    page.page().mouse().move(box.x + 0.6 * box.width, box.y + 0.9 * box.height - 40);
    assertThat(page.part("chart-tooltip")).containsText("without Gnomon, estimated:");

    // by keyboard: the first point, then the last one
    page.page().mouse().move(0, 0);
    page.part("plot").focus();
    page.page().keyboard().press("ArrowRight");
    assertThat(page.part("chart-tooltip"))
        .containsText("actual: " + DashboardPage.figure(slowdown(points.get(0))));
    page.page().keyboard().press("ArrowRight");
    assertThat(page.part("chart-tooltip"))
        .containsText("actual: " + DashboardPage.figure(slowdown(points.get(1))));
  }

  private static double slowdown(JsonNode point) {
    return point.path("actual").path("slowdown").asDouble();
  }

  /** Twenty evaluations at 5, and one at 900 or at 30. */
  @Test
  void offersALogScaleByItselfWhereASpikeHidesTheRest() {
    assertThat(
            open("#/demo")
                .page()
                .evaluate(
                    """
                    async () => {
                      const {spiky} = await import('./js/first/chart.js');
                      const with20 = last => [...Array(20).fill(5), last]
                        .map((slowdown, at) => ({at, actual: {slowdown}}));
                      const metric = {key: 'slowdown', least: 1};
                      return [900, 30].map(last => spiky(with20(last), 'untuned', metric));
                    }"""))
        .isEqualTo(List.of(true, false));
  }

  @Test
  void rangeMetricScaleAndZoomAreInTheAddress() throws Exception {
    DashboardPage page = open("#/demo?metric=queue&range=30d");
    assertThat(page.part("metric")).hasValue("queue");
    assertThat(page.part("range-30d")).hasAttribute("aria-pressed", "true");
    assertThat(page.part("log")).isDisabled();

    page.part("metric").selectOption("wait");
    page.part("log").uncheck(); // it may be on by itself
    page.part("log").check();
    page.part("range-all").click();
    assertThat(page.page()).hasURL(run.dashboard() + "#/demo?metric=wait&scale=log");

    assertThat(page.part("plot").locator("canvas")).isVisible();
    BoundingBox box = page.part("plot").boundingBox();
    page.page().mouse().move(box.x + 0.4 * box.width, box.y + 0.5 * box.height);
    page.page().mouse().down();
    page.page().mouse().move(box.x + 0.6 * box.width, box.y + 0.5 * box.height);
    page.page().mouse().up();
    assertThat(page.page())
        .hasURL(Pattern.compile(".*#/demo\\?metric=wait&from=\\d+&to=\\d+&scale=log"));
    assertThat(page.part("range-all")).hasAttribute("aria-pressed", "false");
    page.part("unzoom").click();
    assertThat(page.page()).hasURL(run.dashboard() + "#/demo?metric=wait&scale=log");
    page.page().goBack();
    assertThat(page.part("unzoom")).isVisible();
  }

  @Test
  void hasTheDataOfTheChartAsATable() throws Exception {
    DashboardPage page = open("");
    JsonNode points = page.api(CLUSTER, "history").path("points");
    page.page().getByText("Data as a table").click();
    Locator rows = page.part("data").locator("tbody tr");
    assertThat(rows).hasCount(points.size());
    assertThat(rows.first().locator("td").nth(1))
        .hasText(DashboardPage.figure(slowdown(points.get(0))));
  }

  @Test
  void isSmallPaintsSoonAndBreaksNoRuleOfAccessibility() throws Exception {
    DashboardPage page = open("");
    assertThat(page.part("group").first()).isVisible();
    int bytes = 0;
    int compressed = 0;
    for (String address : Chromium.loaded(page.page())) {
      byte[] content;
      try (InputStream in = URI.create(address).toURL().openStream()) {
        content = in.readAllBytes();
      }
      bytes += content.length;
      compressed += compressed(content);
    }
    System.out.printf(
        Locale.ROOT,
        "The dashboard loads %d files of %d kB, %d kB compressed; first paint after %.0f ms, first sentence after %.0f ms.%n",
        Chromium.loaded(page.page()).size(),
        bytes / 1000,
        compressed / 1000,
        Chromium.firstPaint(page.page()),
        Chromium.shownAfter(page.page()));
    assertThat(compressed).isBetween(10_000, LARGEST_PAGE_BYTES);
    assertThat(bytes).isLessThan(LARGEST_PAGE_BYTES);

    assertThat(Chromium.accessibilityViolations(page.page())).isEmpty();
    DashboardPage dark =
        new DashboardPage(chromium, run.dashboard(), "", 1440, 900, ColorScheme.DARK);
    assertThat(dark.part("group").first()).isVisible();
    assertThat(Chromium.accessibilityViolations(dark.page())).isEmpty();
  }

  private static int compressed(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zipped = new GZIPOutputStream(bytes)) {
      zipped.write(content);
    }
    return bytes.size();
  }

  @Test
  void fitsAPhoneAndPaper() throws Exception {
    DashboardPage phone =
        new DashboardPage(chromium, run.dashboard(), "", 390, 844, ColorScheme.DARK);
    assertThat(phone.part("group").first()).isVisible();
    assertThat(phone.contentWidth()).isLessThanOrEqualTo(390);
    assertThat(Chromium.accessibilityViolations(phone.page())).isEmpty();

    DashboardPage paper = open("");
    assertThat(paper.part("group").first()).isVisible();
    paper.page().emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
    assertThat(paper.part("doing")).isVisible();
    assertThat(paper.part("freeze")).isHidden();
    assertThat(paper.page().locator("nav")).isHidden();
    assertThat(paper.page().locator("canvas")).isVisible();
  }
}
