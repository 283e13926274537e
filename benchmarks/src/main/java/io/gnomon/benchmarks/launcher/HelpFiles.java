package io.gnomon.benchmarks.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * Writes the files that the build makes of the commands: {@code COMMAND.txt}, the help of each
 * command, {@code completion.bash} for an installation and {@code completion-checkout.bash} for a
 * checkout.
 */
public final class HelpFiles {
  private final Path folder;
  private final FileTime time;

  private HelpFiles(Path folder, Instant began) {
    this.folder = folder;
    this.time = FileTime.from(began);
  }

  /**
   * Writes the files.
   *
   * @param arguments the folder, and when the build began, such as {@code 2026-11-28T12:00:00Z}
   */
  public static void main(String[] arguments) throws IOException {
    write(Path.of(arguments[0]), Instant.parse(arguments[1]));
  }

  /**
   * Writes the files into a folder.
   *
   * @param began their time of modification, so that sources edited during the build are newer
   */
  static void write(Path folder, Instant began) throws IOException {
    HelpFiles files = new HelpFiles(Files.createDirectories(folder), began);
    for (Map.Entry<String, CommandLine> command : LauncherCommands.all().entrySet()) {
      files.write(command.getKey() + ".txt", command.getValue().getUsageMessage(Ansi.OFF));
    }
    files.write("completion.bash", Completion.script(LauncherCommands.installation()));
    files.write("completion-checkout.bash", Completion.script(LauncherCommands.checkout()));
  }

  private void write(String name, String text) throws IOException {
    Files.setLastModifiedTime(Files.writeString(folder.resolve(name), text), time);
  }
}
