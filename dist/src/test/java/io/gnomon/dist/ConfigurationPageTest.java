package io.gnomon.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.SlurmKeys;
import io.gnomon.config.ConfigLoader;
import io.gnomon.config.KeySet;
import io.gnomon.controller.config.ConfigAssembler;
import io.gnomon.controller.config.ControllerKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of docs/configuration.md are generated from the keys, and its examples are valid. */
class ConfigurationPageTest {
  private static final Path PAGE =
      Path.of(System.getProperty("gnomon.root"), "docs/configuration.md");
  private static final String REGENERATE =
      "./mvnw -pl dist -am test -Dtest=ConfigurationPageTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dgnomon.regenerate=true";
  private static final Map<String, KeySet> TABLES = tables();

  private static Map<String, KeySet> tables() {
    Map<String, KeySet> tables = new LinkedHashMap<>();
    tables.put("gnomon serve", ControllerKeys.ALL);
    tables.put("gnomon bridge slurm", SlurmKeys.ALL);
    return tables;
  }

  @Test
  void itsTablesAreGeneratedFromTheKeys() throws IOException {
    String page = Files.readString(PAGE);
    String generated = page;
    for (Map.Entry<String, KeySet> table : TABLES.entrySet()) {
      String begin = "<!-- keys of " + table.getKey() + " -->\n";
      int from = generated.indexOf(begin) + begin.length();
      assertThat(from).as("%s has the line %s", PAGE, begin).isGreaterThanOrEqualTo(begin.length());
      int to = generated.indexOf("<!-- end -->", from);
      assertThat(to).as("%s has a line <!-- end --> after %s", PAGE, begin).isPositive();
      generated =
          generated.substring(0, from)
              + KeyTable.markdown(table.getValue())
              + generated.substring(to);
    }
    if (Boolean.getBoolean("gnomon.regenerate")) {
      Files.writeString(PAGE, generated);
      return;
    }
    assertThat(page)
        .as("docs/configuration.md is out of date; generate its tables with\n%s\n", REGENERATE)
        .isEqualTo(generated);
  }

  @Test
  void itsExamplesAreValid(@TempDir Path folder) throws IOException {
    Matcher example =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
    int examples = 0;
    while (example.find()) {
      Path file = folder.resolve("gnomon" + examples++ + ".yaml");
      ConfigLoader loader = ControllerKeys.loader();
      ConfigAssembler.assemble(loader.file(Files.writeString(file, example.group(1))).load());
    }
    assertThat(examples).isPositive();
  }
}
