package io.gnomon.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Prometheus's own judge of rules, where it is installed. */
final class Promtool {
  private Promtool() {}

  /** Runs it and asserts that it is content; skips the test where there is none. */
  static void accepts(Path folder, String... arguments) throws IOException, InterruptedException {
    boolean there =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(one -> Path.of(one, "promtool").toFile().canExecute());
    assumeTrue(there, "promtool is not installed (Debian: apt-get install prometheus)");
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(said).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
  }
}
