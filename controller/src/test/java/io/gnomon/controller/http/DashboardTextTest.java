package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.tune.NoChangeReason;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The dashboard's files as texts. */
class DashboardTextTest {
  private static String text(String name) throws Exception {
    try (InputStream in = DashboardTextTest.class.getResourceAsStream("/dashboard/" + name)) {
      assertThat(in).as(name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void saysInASentenceWhyNothingWasChangedWhateverTheReason() throws Exception {
    String decisions = text("js/decisions.js");
    for (NoChangeReason reason : NoChangeReason.values()) {
      assertThat(decisions).contains("  " + reason.name() + ": '");
    }
  }

  @Test
  void everyPartThatAScriptNamesIsOnThePage() throws Exception {
    String page = text("index.html");
    for (String script :
        new String[] {"main", "operations", "slowdown", "decisions", "gantt", "whatif", "queue"}) {
      Matcher named = Pattern.compile("byId\\('([^']+)'\\)").matcher(text("js/" + script + ".js"));
      while (named.find()) {
        assertThat(page).as(script).contains("id=\"" + named.group(1) + "\"");
      }
    }
  }

  @Test
  void asksNothingOfAnyOtherServer() throws Exception {
    assertThat(text("index.html") + text("dashboard.css")).doesNotContain("://");
    for (String script : new String[] {"main", "page", "api", "operations", "gantt"}) {
      assertThat(text("js/" + script + ".js")).doesNotContain("://");
    }
  }
}
