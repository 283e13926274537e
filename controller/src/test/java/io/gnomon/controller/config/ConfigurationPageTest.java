package io.gnomon.controller.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/configuration.md lists every key as it is, and its example is a good configuration. */
class ConfigurationPageTest {
  private static final Path PAGE =
      Path.of(System.getProperty("gnomon.root"), "docs/configuration.md");

  private static String row(Key key) {
    String others = key.fallback().isEmpty() ? "none" : "`" + key.fallback() + "`";
    boolean same = key.fallback().equals(key.fallbackOfTheQueue());
    return "| `%s` | %s | %s | %s |"
        .formatted(
            key.path(),
            same ? others : others + "; queue: `" + key.fallbackOfTheQueue() + "`",
            key.allowed(),
            key.help());
  }

  @Test
  void listsEveryKeyAsItIs() throws IOException {
    List<String> rows = Arrays.stream(Key.values()).map(ConfigurationPageTest::row).toList();
    List<String> listed =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.matches("\\| `[a-z]+\\.[a-z.-]+` .*"))
            .toList();
    assertThat(listed).as("the rows should be\n%s\n", String.join("\n", rows)).isEqualTo(rows);
  }

  @Test
  void itsExamplesAreAccepted(@TempDir Path folder) throws IOException {
    Matcher example =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
    int examples = 0;
    while (example.find()) {
      Path file = folder.resolve("gnomon" + examples++ + ".yaml");
      new ConfigLoader().file(Files.writeString(file, example.group(1))).build();
    }
    assertThat(examples).isPositive();
  }
}
