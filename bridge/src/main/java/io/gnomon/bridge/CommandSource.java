package io.gnomon.bridge;

import io.gnomon.events.GnomonEvent;
import java.time.Duration;
import java.util.List;

/**
 * Where a cluster's commands and requests come from, in order. What has not been committed comes
 * again after a restart.
 */
public interface CommandSource {
  /** What has come for the cluster, waiting up to {@code patience} for the first; can be empty. */
  List<GnomonEvent> poll(Duration patience);

  /** Everything that was polled has been dealt with and need not come again. */
  void commit();
}
