package io.gnomon.sandbox;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** The page about one job in a real browser, beside a demo in which jobs wait. */
class JobPageIT {
  private static final int WAITING = 20;

  private final ObjectMapper json = new ObjectMapper();

  @Test
  void saysWhenAJobStartsWhatItWaitsForAndWhatWouldHelp() throws Exception {
    try (Chromium chromium = Chromium.open();
        DemoRun run = new DemoRun(DemoSettings.generated(), new DemoProgress(System.err, false))) {
      run.runUntil(decision -> run.cluster().state().waiting().size() >= WAITING);
      String waiting = lastOf(api(run, "queue").path("jobs")).path("job").asText();
      JsonNode told = api(run, "jobs/" + waiting);
      Page page = chromium.page(1280, 900, ColorScheme.LIGHT);
      page.navigate(run.dashboard() + "job.html?cluster=" + DemoRun.CLUSTER + "&job=" + waiting);

      assertThat(page.getByTestId("headline")).containsText("expected to start");
      assertThat(page.getByTestId("range")).containsText("80 % probability");
      assertThat(page.locator("[data-testid=causes] li")).hasCount(told.path("waitsFor").size());
      assertThat(page.getByTestId("causes"))
          .containsText(told.path("waitsFor").path(0).path("text").asText());
      assertThat(page.locator("[data-testid=ahead] tbody tr"))
          .hasCount(told.path("ahead").path("jobs").size());
      assertThat(page.locator("[data-testid=alternatives] tbody tr"))
          .hasCount(told.path("alternatives").size());
      assertThat(told.path("alternatives").size()).isPositive();
      assertThat(page.getByTestId("basis")).containsText("Simulated 40 times");
      page.locator("dfn.term").first().focus();
      assertThat(
              (String)
                  page.evaluate(
                      "() => getComputedStyle(document.activeElement, '::after').content"))
          .as("a term explains itself")
          .contains("When the scheduler accepted the job");
      page.locator("dfn.term").first().blur();
      Chromium.picture(page, "job.png");
      assertThat(Chromium.accessibilityViolations(page)).isEmpty();

      Page phone = chromium.page(390, 800, ColorScheme.DARK);
      phone.navigate(run.dashboard() + "job.html?job=" + waiting);
      assertThat(phone.getByTestId("headline")).containsText("expected to start");
      assertThat((Integer) phone.evaluate("() => document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(390);
      assertThat(Chromium.accessibilityViolations(phone)).isEmpty();
      assertThat(chromium.errors()).isEmpty();
    }
  }

  @Test
  void followsAJobToItsEndAndSaysWhatIsWrongWithAnAddress() throws Exception {
    try (Chromium chromium = Chromium.open();
        DemoRun run = new DemoRun(DemoSettings.generated(), new DemoProgress(System.err, false))) {
      run.runUntil(decision -> run.cluster().state().waiting().size() >= WAITING);
      String job = api(run, "queue").path("jobs").path(0).path("job").asText();
      Page page = chromium.page(1280, 900, ColorScheme.LIGHT);
      page.clock().install();
      page.navigate(run.dashboard() + "job.html?job=" + job);
      assertThat(page.getByTestId("headline")).containsText("expected to start");

      while (!api(run, "jobs/" + job).path("state").asText().equals("completed")) {
        run.advance(3_600);
      }
      page.clock().runFor(15_000);
      assertThat(page.getByTestId("headline")).containsText("It completed");
      assertThat(page.getByTestId("alternatives")).hasCount(0);

      page.navigate(run.dashboard() + "job.html?job=none");
      assertThat(page.getByTestId("error")).containsText("job 'none' is not waiting or running");
      page.navigate(run.dashboard() + "job.html");
      assertThat(page.getByTestId("error")).containsText("names no job");
    }
  }

  private static JsonNode lastOf(JsonNode jobs) {
    return jobs.path(jobs.size() - 1);
  }

  private JsonNode api(DemoRun run, String path) throws IOException {
    return json.readTree(
        URI.create(run.dashboard() + "api/v1/clusters/" + DemoRun.CLUSTER + "/" + path).toURL());
  }
}
