package io.gnomon.controller.replay;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.events.GnomonEvent;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A source of recorded events, decisions and checkpoints of clusters. */
public interface Recording {
  /** A receiver of the events of a cluster, in order. */
  @FunctionalInterface
  interface Events {
    /**
     * Receives the next event.
     *
     * @param timestamp the timestamp of its record in milliseconds, or {@link
     *     io.gnomon.events.EventData#NONE} if it is not recorded
     */
    void take(long offset, long timestamp, GnomonEvent event);
  }

  /** Returns the decisions and operations of a cluster. */
  Audit audit(String cluster) throws IOException;

  /**
   * Returns the newest checkpoint of the cluster before the event of a decision, or null if there
   * is none.
   */
  CheckpointFormat.@Nullable Restored before(DecisionId decision, ControlSettings settings)
      throws IOException;

  /**
   * Reads the events of a cluster in a range of offsets, both ends included. Records that are not
   * valid events are skipped, as the controller skips them.
   *
   * @throws IOException if they cannot be read, or the event at {@code to} is missing
   */
  void events(String cluster, long from, long to, Events events) throws IOException;
}
