package io.gnomon.sim.workload.slurm;

import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.InputFile;
import io.gnomon.slurm.conf.SlurmConf;
import io.gnomon.slurm.conf.SlurmConf.Line;
import io.gnomon.slurm.mapping.Rejected;
import io.gnomon.slurm.mapping.SlurmScheduling;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.List;

/** Reads a {@code slurm.conf}, {@code gres.conf} or similar file as commands read files. */
public final class ConfFiles {
  private ConfFiles() {}

  /**
   * Reads a file and those that it includes.
   *
   * @throws SlurmFormatException if a line has something else than {@code Key=Value} pairs, or too
   *     much is included; the message does not quote a line of an included file
   */
  static SlurmConf read(Path file) throws IOException {
    try {
      return SlurmConf.read(file, ConfFiles::lines).checked();
    } catch (IllegalArgumentException wrong) {
      throw new SlurmFormatException(String.valueOf(wrong.getMessage()));
    }
  }

  private static List<String> lines(Path file, String including) throws IOException {
    try {
      return InputFile.textLines(file);
    } catch (CharacterCodingException binary) {
      throw new SlurmFormatException(
          file + " is binary; expected is text in UTF-8, such as a slurm.conf");
    } catch (IOException unreadable) {
      if (including.isEmpty()) {
        throw unreadable;
      }
      throw new SlurmFormatException(including + ": " + FileAccess.reason(unreadable));
    }
  }

  /**
   * The schedulers of a {@code slurm.conf}.
   *
   * @throws SlurmFormatException if it is not understood
   */
  public static SlurmScheduling scheduling(Path slurmConf) throws IOException {
    SlurmConf conf = read(slurmConf);
    try {
      return SlurmScheduling.of(key -> conf.parameter(key).orElse(""), Rejected.THROW);
    } catch (IllegalArgumentException wrong) {
      throw new SlurmFormatException(slurmConf.toString(), wrong);
    }
  }

  /**
   * Runs what reads a line.
   *
   * @throws SlurmFormatException for an {@link IllegalArgumentException}, with the place of the
   *     line
   */
  static void at(Line line, Runnable action) throws SlurmFormatException {
    try {
      action.run();
    } catch (IllegalArgumentException wrong) {
      throw new SlurmFormatException(line.place(), wrong);
    }
  }
}
