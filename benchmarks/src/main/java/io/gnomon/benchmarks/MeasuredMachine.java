package io.gnomon.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The machine and the commit that the figures were measured on, as far as the system reports them.
 */
final class MeasuredMachine {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final String UNKNOWN = "unknown";

  private MeasuredMachine() {}

  /** The model of the processor. */
  static String processor() throws IOException {
    if (!Files.isReadable(CPU_INFO)) {
      return UNKNOWN + " processor";
    }
    try (var lines = Files.lines(CPU_INFO)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(UNKNOWN + " processor");
    }
  }

  /** The short hash of the checked-out commit, with a plus sign if files differ from it. */
  static String commit() throws IOException {
    String text = git("describe", "--always", "--dirty=+", "--exclude=*");
    return text.isEmpty() ? UNKNOWN : text;
  }

  private static String git(String... arguments) throws IOException {
    String[] command = new String[arguments.length + 1];
    command[0] = "git";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException noGit) {
      return "";
    }
  }
}
