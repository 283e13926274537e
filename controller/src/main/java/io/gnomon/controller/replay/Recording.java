package io.gnomon.controller.replay;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.events.GnomonEvent;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where what was recorded of a cluster is read from. */
public interface Recording {
  /** Takes the events of a cluster, in order. */
  @FunctionalInterface
  interface Events {
    /** The next one. */
    void take(long offset, GnomonEvent event);
  }

  /** All that was decided on a cluster and done by people. */
  Audit audit(String cluster) throws IOException;

  /**
   * The newest state of a cluster that was kept before the event at {@code offset} was taken, or
   * null where the events are all that there is.
   */
  CheckpointFormat.@Nullable Restored before(String cluster, long offset, ControlSettings settings)
      throws IOException;

  /**
   * Hands over the events of a cluster from an offset to another, both included. Records that are
   * no events, which a controller passes over, are passed over.
   *
   * @throws IOException where they cannot be read, or the one at {@code to} is not there
   */
  void events(String cluster, long from, long to, Events events) throws IOException;
}
