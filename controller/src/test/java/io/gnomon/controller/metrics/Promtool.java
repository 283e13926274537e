package io.gnomon.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.Installed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Prometheus's own judge of rules, where it is installed. */
final class Promtool {
  private Promtool() {}

  /** Runs it in a folder and asserts that it is content; skips the test where there is none. */
  static void accepts(Path folder, String... arguments) throws IOException, InterruptedException {
    accepts(folder, "", arguments);
  }

  /** The same with something to read. */
  static void accepts(Path folder, String input, String[] arguments)
      throws IOException, InterruptedException {
    Installed.orSkip("promtool", "prometheus");
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    try (OutputStream told = process.getOutputStream()) {
      told.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(said).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
  }
}
