package io.gnomon.sandbox;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.WorkloadGenerator;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The dashboard in a real browser, beside a demo that has run. */
class DashboardIT {
  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  private static Path browser() {
    Path found =
        Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(Path.of("/none"));
    assumeTrue(
        Files.exists(found), "no browser is here; install one by 'apt-get install chromium'");
    return found;
  }

  @Test
  void showsWhatTheApiTells() throws Exception {
    Path executable = browser();
    JobLog raw = WorkloadGenerator.generate(12_000, 128, 0.6, 1);
    JobLog log = new Preparation(128, OverrunRule.KNOWN).prepare(raw).log();
    DemoSettings settings =
        new DemoSettings(
            "generated", log, 128, 100, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
    List<String> errors = new ArrayList<>();
    try (DemoRun run = new DemoRun(settings, new Progress(System.err, false));
        Playwright playwright =
            Playwright.create(
                new Playwright.CreateOptions()
                    .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser chromium =
            playwright
                .chromium()
                .launch(
                    new BrowserType.LaunchOptions().setExecutablePath(executable).setArgs(FLAGS))) {
      run.run();
      JsonNode told =
          new ObjectMapper().readTree(URI.create(run.dashboard() + "api/v1/clusters/demo").toURL());
      Page page = chromium.newPage(new Browser.NewPageOptions().setViewportSize(1200, 1500));
      page.onPageError(errors::add);
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
      assertThat(page.locator("li.changed").first()).containsText("multi-queue");
      assertThat(errors).isEmpty();
      takePicture(page, "dashboard.png");
    }
  }

  /** The pictures of the documents, made anew with -Dgnomon.pictures=true. */
  private static void takePicture(Page page, String name) throws IOException {
    page.locator("li.changed details").first().evaluate("box => { box.open = true }");
    byte[] picture = page.screenshot();
    assertThat(picture.length).isGreaterThan(20_000);
    if (Boolean.getBoolean("gnomon.pictures")) {
      Path folder = Path.of(System.getProperty("gnomon.root"), "docs", "images");
      Files.createDirectories(folder);
      Files.write(folder.resolve(name), picture);
    }
  }
}
