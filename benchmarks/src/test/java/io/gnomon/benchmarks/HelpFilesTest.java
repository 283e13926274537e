package io.gnomon.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * Checks that the help texts and completion scripts in {@code dist/src/main/help}, which the
 * launcher prints without a build, equal the output of the commands. It is in this module because
 * this module depends on all commands.
 *
 * <p>To regenerate the files, run {@code ./mvnw -pl benchmarks -am test -Dtest=HelpFilesTest
 * -Dgnomon.help.write=true}.
 */
class HelpFilesTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("gnomon.root"), "dist", "src", "main", "help");

  @Test
  void helpFilesEqualTheHelpOfTheCommands() throws IOException {
    for (Map.Entry<String, CommandLine> command : LauncherCommands.all().entrySet()) {
      compare(command.getKey() + ".txt", command.getValue().getUsageMessage(Ansi.OFF));
    }
  }

  @Test
  void completionScriptsListTheCommandsAndOptions() throws IOException {
    compare("completion.bash", AutoComplete.bash("gnomon", LauncherCommands.installation()));
    compare("completion-checkout.bash", AutoComplete.bash("gnomon", LauncherCommands.checkout()));
  }

  private static void compare(String name, String expected) throws IOException {
    Path file = FOLDER.resolve(name);
    if (Boolean.getBoolean("gnomon.help.write")) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, expected);
    }
    assertThat(file).hasContent(expected);
  }
}
