package io.gnomon.sim.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A published study done again: its tables with our figures beside the paper's, and charts where it
 * offers them. Found by {@link java.util.ServiceLoader}.
 */
public interface Reproduction {
  /** What the command line calls it, such as {@code lawson2005}. */
  String study();

  /** The paper's title. */
  String title();

  /**
   * Runs the study.
   *
   * @param traces a folder with the archive's traces under the archive's names
   * @param progress hears of each finished part
   * @throws IOException if a trace cannot be read
   */
  ReproducedStudy run(Path traces, Consumer<String> progress) throws IOException;
}
