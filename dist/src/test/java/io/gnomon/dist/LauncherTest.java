package io.gnomon.dist;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gnomon.text.Suggestions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launcher of a checkout, in a copy of the checkout whose Maven is a script that counts builds
 * and uses the classes that are there.
 */
class LauncherTest {
  private static final Path ROOT = Path.of(System.getProperty("gnomon.root"));
  private static final String[] GENERATE = {
    "generate", "--jobs=20", "--processors=8", "--output=-"
  };

  @TempDir Path folder;
  private Path checkout = Path.of("unset");

  /** How a command ended. */
  private record Outcome(int status, String text) {}

  @BeforeEach
  void copyTheCheckout() throws IOException {
    checkout = folder.resolve("checkout");
    copy(ROOT.resolve("gnomon"), checkout.resolve("gnomon"));
    copy(ROOT.resolve("pom.xml"), checkout.resolve("pom.xml"));
    copy(ROOT.resolve("shadow-sim/pom.xml"), checkout.resolve("shadow-sim/pom.xml"));
    copy(
        ROOT.resolve("shadow-sim/workbench/pom.xml"),
        checkout.resolve("shadow-sim/workbench/pom.xml"));
    for (String part : List.of("shadow-sim/workbench/src/main", "dist/src/main/sh")) {
      copyAll(ROOT.resolve(part), checkout.resolve(part));
    }
    Path classes = checkout.resolve("shadow-sim/workbench/target/classes");
    Files.createDirectories(classes.getParent());
    Path maven = checkout.resolve("mvnw");
    Files.writeString(
        maven,
        """
        #!/bin/sh
        set -e
        echo build >>builds
        cp -R '%1$s/shadow-sim/workbench/target/classes' shadow-sim/workbench/target/
        cp -R '%1$s/command-line/target/classes/.' shadow-sim/workbench/target/classes/
        cp -R '%1$s/shadow-sim/core/target/classes/.' shadow-sim/workbench/target/classes/
        cp -R '%1$s/shadow-sim/decide/target/classes/.' shadow-sim/workbench/target/classes/
        cp -R '%1$s/slurm/target/classes/.' shadow-sim/workbench/target/classes/
        printf '%%s' '%2$s' >shadow-sim/workbench/target/gnomon.dependencies
        """
            .formatted(ROOT, libraries()));
    assertThat(maven.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void itBuildsOnceAndAgainWhenASourceChanges() throws Exception {
    assertThat(gnomon(checkout, GENERATE).status()).isZero();
    assertThat(gnomon(checkout, GENERATE).status()).isZero();
    assertThat(builds(checkout)).isEqualTo(1);

    Files.writeString(
        checkout.resolve("shadow-sim/workbench/src/main/java/New.java"), "class New {}");
    assertThat(gnomon(checkout, GENERATE).status()).isZero();
    assertThat(builds(checkout)).isEqualTo(2);
  }

  @Test
  void aMovedOrCopiedCheckoutNeedsNoBuild() throws Exception {
    gnomon(checkout, GENERATE);
    Path moved = Files.move(checkout, folder.resolve("moved here"));
    assertThat(gnomon(moved, GENERATE).text()).contains("MaxProcs: 8");
    assertThat(builds(moved)).isEqualTo(1);

    // a copy has other times
    Path copied = folder.resolve("copied");
    run(folder, "cp", "-R", moved.toString(), copied.toString());
    run(folder, "rm", "-rf", moved.toString());
    run(folder, "find", copied + "/shadow-sim/workbench/src", "-exec", "touch", "{}", "+");
    assertThat(gnomon(copied, GENERATE).text()).contains("MaxProcs: 8");
    assertThat(builds(copied)).isEqualTo(1);
  }

  @Test
  void anotherUserRunsWhatIsBuilt() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root can change the user");
    gnomon(checkout, GENERATE);
    run(folder, "chmod", "-R", "go=rX", folder.toString());

    Outcome outcome = run(folder, asNobody(GENERATE));
    assertThat(outcome.text()).contains("MaxProcs: 8");
    assertThat(outcome.status()).isZero();

    Files.writeString(
        checkout.resolve("shadow-sim/workbench/src/main/java/New.java"), "class New {}");
    Outcome outOfDate = run(folder, asNobody(GENERATE));
    assertThat(outOfDate.status()).isEqualTo(1);
    assertThat(outOfDate.text())
        .contains("shadow-sim/workbench/target/launch is not writable for nobody");
  }

  @ParameterizedTest
  @ValueSource(strings = {"simulate", "serve", "bridge", "demo", "experiment", "benchmark"})
  void versionNeedsNoBuildNorDoesHelpThatABuildHasMade(String command) throws Exception {
    Files.writeString(built(command + ".txt"), "Usage: as built\n");
    Outcome help = gnomon(checkout, command, "--no-such-option", "--help");
    assertThat(help).isEqualTo(new Outcome(0, "Usage: as built\n"));
    Outcome version = gnomon(checkout, command, "--no-such-option", "--version");
    assertThat(version.status()).isZero();
    assertThat(version.text()).matches("gnomon \\S+, commit unknown, JDK \\d+\\S*\\n");
    assertThat(builds(checkout)).isZero();
  }

  @Test
  void helpThatIsNotBuiltOrOlderThanASourceIsPrintedByTheCommand() throws Exception {
    Outcome first = gnomon(checkout, "simulate", "--no-such-option", "-h");
    assertThat(first.status()).isZero();
    assertThat(first.text()).contains("Usage: gnomon simulate").doesNotContain("\u001b");
    assertThat(builds(checkout)).isEqualTo(1);

    Path old = Files.writeString(built("simulate.txt"), "Usage: as built\n");
    Files.setLastModifiedTime(old, FileTime.from(Instant.EPOCH));
    assertThat(gnomon(checkout, "simulate", "--help").text())
        .isEqualTo(first.text().lines().skip(1).collect(joining("\n", "", "\n")));
    assertThat(builds(checkout)).isEqualTo(1);
  }

  @Test
  void theLauncherHasHelpVersionAndCompletionOfItsOwn() throws Exception {
    Files.writeString(built("completion-checkout.bash"), "complete -F\n");
    assertThat(gnomon(checkout, "--help").text()).startsWith("Usage: gnomon COMMAND");
    assertThat(gnomon(checkout, "--version").text()).startsWith("gnomon ");
    assertThat(gnomon(checkout, "completion").text()).isEqualTo("complete -F\n");
    assertThat(builds(checkout)).isZero();
  }

  /** A file of the help that a build makes, newer than all sources. */
  private Path built(String name) throws IOException {
    return Files.createDirectories(checkout.resolve("benchmarks/target/help")).resolve(name);
  }

  @ParameterizedTest
  @CsvSource({
    "simulat, simulate",
    "tnue, tune",
    "sevre, serve",
    "repalay, replay",
    "reproduction,",
    "x,",
    "'a b',"
  })
  void anUnknownCommandIsAnsweredWithTheClosestOne(String written, @Nullable String closest)
      throws Exception {
    String question = closest == null ? "" : "; did you mean '" + closest + "'?";

    Outcome unknown = gnomon(checkout, written);

    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.text())
        .isEqualTo(
            "gnomon: unknown command '" + written + "'" + question + "\nSee 'gnomon --help'.\n");
    assertThat(Suggestions.closest(written, commands())).isEqualTo(Optional.ofNullable(closest));
    assertThat(builds(checkout)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--help", "--version", "tune --help", "completion", "policies", "generate"})
  void outputThatCannotBeWrittenIsAFailure(String arguments) throws Exception {
    String line = arguments.equals("generate") ? String.join(" ", GENERATE) : arguments;
    gnomon(checkout, GENERATE);
    Files.writeString(built("completion-checkout.bash"), "complete -F\n");

    Outcome outcome = run(checkout, "sh", "-c", "./gnomon " + line + " >/dev/full");

    assertThat(outcome.status()).as(outcome.text()).isEqualTo(1);
    assertThat(outcome.text().lines())
        .last()
        .asString()
        .matches("gnomon.*: cannot write to standard output: No space left on device");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "--version", "tune --help", "completion"})
  void aClosedPipeEndsTheLauncherWithoutAMessage(String arguments) throws Exception {
    Files.writeString(built("tune.txt"), "Usage: as built\n");
    Files.writeString(built("completion-checkout.bash"), "complete -F\n");
    assertThat(intoAClosedPipe("./gnomon " + arguments)).isEqualTo(new Outcome(141, ""));
    assertThat(intoAClosedPipe("trap '' PIPE; ./gnomon " + arguments))
        .isEqualTo(new Outcome(1, "gnomon: cannot write to standard output: Broken pipe\n"));
  }

  /** The commands that the launcher's help lists. */
  private List<String> commands() throws Exception {
    return gnomon(checkout, "--help")
        .text()
        .lines()
        .filter(line -> line.matches("  [a-z]+ .*"))
        .map(line -> line.strip().split(" ", 2)[0])
        .toList();
  }

  /** Runs a command whose standard output is a pipe that its reader has closed. */
  private Outcome intoAClosedPipe(String command) throws Exception {
    String script =
        "mkfifo gate; { read -r closed <gate; %s; } | { exec 0<&-; echo closed >gate; };"
            + " status=${PIPESTATUS[0]}; rm gate; exit $status";
    return run(checkout, "bash", "-c", script.formatted(command));
  }

  @Test
  void aReaderThatClosesThePipeEarlyGetsNoMessage() throws Exception {
    gnomon(checkout, GENERATE);

    Outcome outcome =
        run(
            checkout,
            "bash",
            "-c",
            "./gnomon generate --jobs=20000 --processors=8 --output=- | head -n 1;"
                + " exit ${PIPESTATUS[0]}");

    assertThat(outcome.status()).isEqualTo(141);
    assertThat(outcome.text().lines()).hasSize(1);
  }

  private String[] asNobody(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of("runuser", "-u", "nobody", "--", checkout + "/gnomon"));
    command.addAll(List.of(arguments));
    return command.toArray(String[]::new);
  }

  private static Outcome gnomon(Path checkout, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(checkout.resolve("gnomon").toString()));
    command.addAll(List.of(arguments));
    return run(checkout, command.toArray(String[]::new));
  }

  private static Outcome run(Path folder, String... command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("GNOMON_JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), text);
  }

  private static long builds(Path checkout) throws IOException {
    Path builds = checkout.resolve("builds");
    return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
  }

  /** What the simulator needs, from this test's own class path. */
  private static String libraries() {
    List<String> libraries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(":")) {
      if (entry.matches(".*/(picocli|jackson-[a-z]+|jspecify)-[^/]*\\.jar")) {
        libraries.add(entry);
      }
    }
    return String.join(":", libraries);
  }

  private static void copyAll(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        copy(file, to.resolve(from.relativize(file)));
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
  }
}
