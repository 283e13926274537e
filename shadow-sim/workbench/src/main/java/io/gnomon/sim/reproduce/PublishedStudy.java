package io.gnomon.sim.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.DoubleConsumer;

/**
 * A published study that can be reproduced, with its tables beside the published figures and
 * optional charts. Implementations are found by {@link java.util.ServiceLoader}.
 */
public interface PublishedStudy {
  /** The name on the command line, such as {@code lawson2005}. */
  String study();

  /** The title of the paper. */
  String title();

  /**
   * Runs the study.
   *
   * @param traces folder of the traces, with the file names of the archive
   * @param progress receives the fraction of the study that is done, 0 to 1; called from any thread
   * @throws IOException if a trace cannot be read
   */
  ReproducedStudy run(Path traces, DoubleConsumer progress) throws IOException;
}
