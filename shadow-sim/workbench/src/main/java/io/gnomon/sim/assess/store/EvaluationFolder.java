package io.gnomon.sim.assess.store;

import io.gnomon.commandline.FileAccess;
import io.gnomon.sim.assess.Evaluations;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * A folder with one CSV file for each evaluation, which is complete or absent, also if the process
 * is killed or two processes write it. Safe for use by several threads and processes.
 *
 * @param folder must exist
 * @param input a checksum of the input; files of another input or version are not used
 */
public record EvaluationFolder(Path folder, String input) implements Evaluations {
  /**
   * The evaluation from its file; without one, it is computed and written.
   *
   * @throws UncheckedIOException if the file cannot be read or written
   */
  @Override
  public ConfigurationFigures get(String key, Supplier<ConfigurationFigures> compute) {
    Path file = file(key);
    try {
      if (has(key)) {
        return EvaluationFile.parse(file.toString(), Files.readString(file)).evaluation();
      }
      ConfigurationFigures computed = compute.get();
      FileAccess.replaceText(file, new EvaluationFile(input, computed).toCsv());
      return computed;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Whether there is a file of this input and version. */
  public boolean has(String key) throws IOException {
    Path file = file(key);
    if (!Files.exists(file)) {
      return false;
    }
    String text = Files.readString(file);
    return !EvaluationFile.isOfAnotherVersion(text)
        && EvaluationFile.parse(file.toString(), text).input().equals(input);
  }

  private Path file(String key) {
    return folder.resolve(key + ".csv");
  }
}
