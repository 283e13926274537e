package io.gnomon.sandbox;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** The dashboard in a real browser, beside a demo that has run. */
class DashboardIT {
  @Test
  void showsWhatTheApiTells() throws Exception {
    JobLog raw = WorkloadGenerator.generate(12_000, 128, 0.6, 1);
    JobLog log = new Preparation(128, OverrunRule.KNOWN).prepare(raw).log();
    DemoSettings settings =
        new DemoSettings(
            "generated", log, 128, 100, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
    try (Chromium chromium = Chromium.open();
        DemoRun run = new DemoRun(settings, new DemoProgress(System.err, false))) {
      run.run();
      JsonNode told =
          new ObjectMapper().readTree(URI.create(run.dashboard() + "api/v1/clusters/demo").toURL());
      Page page = chromium.page(1400, 1000, ColorScheme.LIGHT);
      Chromium.watch(page, "events");
      page.navigate(run.dashboard());

      assertThat(page.getByTestId("connection")).hasText("live");
      assertThat(page.getByTestId("events")).hasText(told.path("events").asText());
      assertThat(page.getByTestId("commands")).hasText(told.path("commands").asText());
      assertThat(page.getByTestId("applied")).hasText(told.path("applied").asText());
      assertThat(page.getByTestId("configuration")).hasText(told.path("configuration").asText());
      assertThat(page.locator("[data-testid=partitions] tbody tr"))
          .hasCount(told.path("partitions").size());
      assertThat(page.locator("[data-testid=slowdowns] tbody tr"))
          .hasCount(told.path("slowdowns").size());
      assertThat(page.getByTestId("decision"))
          .hasCount(Math.min(60, told.path("decisions").size()));
      assertThat(page.locator("li.changed").first()).containsText("gain predicted +");
      assertThat(page.locator("li.changed", new Page.LocatorOptions().setHasText("multi-queue")))
          .not()
          .hasCount(0);
      assertThat(page.getByTestId("gantt-status")).containsText("0 runs");
      page.locator("li.changed details").first().evaluate("box => { box.open = true }");
      System.out.printf(
          "The dashboard shows its first figures %.0f ms after it is asked for.%n",
          Chromium.shownAfter(page));
      Chromium.picture(page, "dashboard.png");
      assertThat(chromium.errors()).isEmpty();
    }
  }

  @Test
  void showsAClusterThatHasOnlyDeclaredItselfOnAPhoneInTheDark() throws Exception {
    JobLog log = WorkloadGenerator.generate(100, 16, 0.6, 1);
    DemoSettings settings =
        new DemoSettings(
            "generated", log, 16, 100, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
    try (Chromium chromium = Chromium.open();
        DemoRun run = new DemoRun(settings, new DemoProgress(System.err, false))) {
      Page page = chromium.page(390, 800, ColorScheme.DARK);
      page.navigate(run.dashboard());
      assertThat(page.getByTestId("state")).not().isEmpty();
      assertThat(page.getByTestId("waiting")).hasText("0");
      assertThat(page.getByTestId("decision")).hasCount(0);
      assertThat(page.getByTestId("gantt-status")).containsText("0 runs");
      assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(390);
      assertThat(chromium.errors()).isEmpty();
    }
  }
}
