package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.operation.Mode;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.LapseCause;
import io.gnomon.events.audit.OperatorAction;
import io.gnomon.sim.tune.NoChangeReason;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  /** The page's own files: it, its style and all scripts that a script imports, from the first. */
  private static Map<String, String> files() throws Exception {
    Map<String, String> read = new TreeMap<>();
    Deque<String> open =
        new ArrayDeque<>(
            List.of(
                "index.html",
                "dashboard.css",
                "tabs.css",
                "js/app.js",
                "job.html",
                "job.css",
                "js/job.js"));
    while (!open.isEmpty()) {
      String name = open.remove();
      if (read.containsKey(name)) {
        continue;
      }
      String content = text(name);
      read.put(name, content);
      Matcher imported = Pattern.compile("from '([^']+)'").matcher(content);
      while (imported.find()) {
        Path path = Path.of(name).resolveSibling(imported.group(1)).normalize();
        if (path.startsWith("js")) {
          open.add(path.toString());
        }
      }
    }
    return read;
  }

  @Test
  void saysInASentenceWhyNothingWasChangedWhateverTheReason() throws Exception {
    String words = text("js/words.js");
    for (NoChangeReason reason : NoChangeReason.values()) {
      assertThat(words).contains("  " + reason.name() + ": '");
    }
  }

  @Test
  void hasASentenceForEveryModeOutcomeAndAction() throws Exception {
    String words = text("js/words.js");
    for (Mode mode : Mode.values()) {
      assertThat(words).contains("  " + mode.word() + ": '");
    }
    for (DecisionOutcome outcome : DecisionOutcome.values()) {
      assertThat(words).containsPattern("  '?" + outcome.wireName() + "'?: '");
    }
    for (LapseCause cause : LapseCause.values()) {
      assertThat(words).containsPattern("  '?" + cause.wireName() + "'?: '");
    }
    for (OperatorAction action : OperatorAction.values()) {
      assertThat(words).containsPattern("  '?" + action.wireName() + "'?: '");
    }
  }

  @Test
  void importsOnlyNamesThatExist() throws Exception {
    Map<String, String> files = files();
    assertThat(files).containsKeys("js/lib.js", "js/tabs/first.js", "js/tabs/audit.js");
    files.forEach(
        (name, content) -> {
          Matcher imports = Pattern.compile("import \\{([^}]+)\\} from '([^']+)'").matcher(content);
          while (imports.find()) {
            Path from = Path.of(name).resolveSibling(imports.group(2)).normalize();
            if (!from.startsWith("js")) {
              continue;
            }
            for (String imported : imports.group(1).split(",")) {
              String one = imported.replaceFirst(" as .*", "").trim();
              if (!one.isEmpty()) {
                assertThat(files.get(from.toString()))
                    .as("%s imports %s from %s", name, one, from)
                    .containsPattern("(?s)export [^=;(]*\\b" + one + "\\b");
              }
            }
          }
        });
  }

  @Test
  void asksNothingOfAnyOtherServer() throws Exception {
    files().forEach((name, content) -> assertThat(content).as(name).doesNotContain("://"));
  }
}
