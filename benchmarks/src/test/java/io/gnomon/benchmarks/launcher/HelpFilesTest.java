package io.gnomon.benchmarks.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** The help texts and completion scripts that the build makes. */
class HelpFilesTest {
  private static final Path ROOT = Path.of(System.getProperty("gnomon.root"));
  private static final Instant BEGAN = Instant.parse("2026-11-28T12:00:00Z");
  private static final int COLUMNS = 80;

  /** A sentence with its full stop, or words in lower case without a mark that would go on. */
  private static final Pattern DESCRIPTION =
      Pattern.compile("\\p{Lu}.*\\.|\\p{Ll}.*[\\p{Alnum}.)']", Pattern.DOTALL);

  @TempDir private Path folder;

  @BeforeEach
  void write() throws IOException {
    HelpFiles.write(folder, BEGAN);
  }

  @Test
  void everyCommandThatALauncherListsHasAHelpOfItsOwn() throws IOException {
    List<String> ofCheckout = listed(ROOT.resolve("gnomon"));
    List<String> ofInstallation = listed(ROOT.resolve("dist/src/main/bin/gnomon"));

    assertThat(ofCheckout).containsExactlyInAnyOrderElementsOf(LauncherCommands.all().keySet());
    assertThat(ofInstallation)
        .containsExactlyInAnyOrderElementsOf(
            LauncherCommands.installation().getSubcommands().keySet());
    for (String command : ofCheckout) {
      assertThat(help(command)).startsWith("Usage: gnomon " + command + " ");
    }
  }

  /** The commands in the usage of a launcher, without {@code completion}, which has no options. */
  private static List<String> listed(Path launcher) throws IOException {
    String usage = Files.readString(launcher).split("<<'TEXT'\n", 2)[1].split("\nTEXT\n", 2)[0];
    return usage
        .lines()
        .filter(line -> line.matches("  [a-z]+ .*"))
        .map(line -> line.strip().split(" ", 2)[0])
        .filter(command -> !command.equals("completion"))
        .toList();
  }

  private String help(String command) throws IOException {
    return Files.readString(folder.resolve(command + ".txt"));
  }

  @Test
  void everyLineFitsATerminalAndHasNoSpaceAtItsEnd() throws IOException {
    for (String command : LauncherCommands.all().keySet()) {
      assertThat(help(command).lines())
          .as(command)
          .allMatch(line -> line.length() <= COLUMNS && line.equals(line.stripTrailing()));
    }
  }

  @Test
  void everyDescriptionEndsProperly() {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, CommandLine> command : LauncherCommands.all().entrySet()) {
      CommandSpec spec = command.getValue().getCommandSpec();
      Stream<String[]> descriptions =
          Stream.concat(
              Stream.<String[]>of(spec.usageMessage().description()),
              spec.args().stream().filter(one -> !one.hidden()).map(ArgSpec::description));
      descriptions
          .map(lines -> String.join(" ", lines))
          .filter(text -> !DESCRIPTION.matcher(text).matches())
          .forEach(text -> wrong.add(command.getKey() + ": " + text));
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void theFilesHaveTheTimeAtWhichTheBuildBegan() throws IOException {
    assertThat(Files.getLastModifiedTime(folder.resolve("tune.txt")).toInstant()).isEqualTo(BEGAN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"completion.bash", "completion-checkout.bash"})
  void bashParsesAndSourcesTheCompletion(String name) throws Exception {
    Path script = folder.resolve(name);
    assertThat(bash("-n", script.toString())).isEmpty();
    assertThat(bash("-c", "source \"$0\" && complete -p gnomon", script.toString()))
        .contains("-F _complete_gnomon gnomon");
    assertThat(Files.readString(script)).contains("'--policy'");
  }

  /** What bash prints; it must end with status 0. */
  private static String bash(String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("bash"));
    line.addAll(List.of(arguments));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }

  @Test
  void aCheckoutPrintsItsCompletionAsTheBuildDoes() throws IOException {
    StringWriter out = new StringWriter();
    assertThat(Completion.commandLine().setOut(new PrintWriter(out)).execute()).isZero();
    assertThat(out.toString())
        .isEqualTo(Files.readString(folder.resolve("completion-checkout.bash")))
        .contains("_picocli_gnomon_benchmark");
    assertThat(folder.resolve("completion.bash"))
        .content()
        .doesNotContain("_picocli_gnomon_benchmark");
  }
}
