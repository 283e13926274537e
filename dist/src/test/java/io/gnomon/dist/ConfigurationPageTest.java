package io.gnomon.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.SlurmKeys;
import io.gnomon.config.ConfigLoader;
import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.config.KeySet;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The tables of docs/configuration.md are generated from the keys, and the configurations that the
 * documentation shows are valid.
 */
class ConfigurationPageTest {
  private static final Path ROOT = Path.of(System.getProperty("gnomon.root"));
  private static final Path PAGE = ROOT.resolve("docs/configuration.md");
  private static final String REGENERATE =
      "./mvnw -pl dist -am test -Dtest=ConfigurationPageTest" + " -Dgnomon.regenerate=true";
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

  @ParameterizedTest
  @CsvSource({
    "README.md, gnomon serve",
    "docs/configuration.md, gnomon serve",
    "docs/install.md, gnomon serve",
    "docs/slurm.md, gnomon bridge slurm",
    "docs/slurm-reference.md, gnomon bridge slurm",
  })
  void examplesOfConfigurationAreValid(String page, String command, @TempDir Path folder)
      throws IOException {
    Path key = Files.writeString(folder.resolve("command.key"), "00".repeat(32));
    Matcher example =
        Pattern.compile("```yaml\n((?:#[^\n]*\n)?(?:kafka|slurm|state):.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve(page)));
    int examples = 0;
    while (example.find()) {
      String yaml = example.group(1).replace("/etc/gnomon/command.key", key.toString());
      Path file = Files.writeString(folder.resolve("example" + examples++ + ".yaml"), yaml);
      EffectiveConfiguration read = new ConfigLoader(TABLES.get(command)).file(file).load();
      if (command.equals("gnomon serve")) {
        ControllerKeys.read(read);
      }
    }
    assertThat(examples).isPositive();
  }
}
