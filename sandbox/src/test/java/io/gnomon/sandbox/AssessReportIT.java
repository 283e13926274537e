package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.cli.GnomonSim;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import io.gnomon.sim.workload.swf.SwfHeader;
import io.gnomon.sim.workload.swf.SwfWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The report of {@code assess} in a browser. */
class AssessReportIT {
  private static final int WIDE = 1200;
  private static final int NARROW = 390;
  private static final int HEIGHT = 1130;
  private static final int PROCESSORS = 64;

  @TempDir private static Path folder;

  @BeforeAll
  static void assess() throws IOException {
    JobLog log = WorkloadGenerator.generate(3000, PROCESSORS, 0.85, 5);
    Path workload = folder.resolve("cluster.swf");
    Schedule recorded = SimulatedSite.pool(log, PROCESSORS, Spec.of("easy")).simulate();
    SwfWriter.write(workload, SwfHeader.EMPTY, log, recorded::start);
    StringWriter errors = new StringWriter();
    String[] line = {
      "assess",
      "--workload=" + workload,
      "--processors=" + PROCESSORS,
      "--policy=easy",
      "--no-loop",
      "--report=" + folder.resolve("out")
    };
    int status =
        GnomonSim.commandLine(line)
            .setOut(new PrintWriter(new StringWriter()))
            .setErr(new PrintWriter(errors))
            .execute(line);
    assertThat(status).as("%s", errors).isZero();
  }

  private static String address() {
    return folder.resolve("out/report.html").toUri().toString();
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "DARK"})
  void isAccessibleAndLoadsNothing(ColorScheme scheme) throws IOException {
    try (Chromium chromium = Chromium.open()) {
      for (int width : new int[] {WIDE, NARROW}) {
        List<String> requests = new ArrayList<>();
        Page page = chromium.page(width, HEIGHT, scheme);
        page.onRequest(request -> requests.add(request.url()));
        page.navigate(address());

        assertThat(page.title()).isEqualTo("Assessment of cluster.swf");
        assertThat(requests).containsExactly(address());
        assertThat(Chromium.accessibilityViolations(page)).isEmpty();
        assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth"))
            .isLessThanOrEqualTo(width);
        if (width == WIDE && scheme == ColorScheme.LIGHT) {
          Chromium.screen(page, "assess.png");
        }
      }
      assertThat(chromium.errors()).isEmpty();
    }
  }

  @Test
  void printsInBlackOnWhite() {
    try (Chromium chromium = Chromium.open()) {
      Page page = chromium.page(WIDE, HEIGHT, ColorScheme.DARK);
      page.navigate(address());
      page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));

      assertThat((String) page.evaluate("() => getComputedStyle(document.body).color"))
          .isEqualTo("rgb(0, 0, 0)");
      assertThat((String) page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
          .isEqualTo("rgb(255, 255, 255)");
    }
  }
}
