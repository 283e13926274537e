package io.gnomon.bridge;

import java.time.Duration;
import java.util.List;

/**
 * Delivers the commands and requests for one cluster, in order. Those that were not committed are
 * delivered again after a restart.
 */
public interface CommandSource {
  /** Returns what has arrived, possibly nothing, after at most {@code timeout}. */
  List<ReceivedCommand> poll(Duration timeout);

  /** Commits everything that was polled, so that it is not delivered again. */
  void commit();
}
