package io.gnomon.controller.replay;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.events.audit.DecisionRecorded;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The result of repeating a decision.
 *
 * @param decision the id of the decision
 * @param comparison the comparison with its record
 * @param from the offset of the first event
 * @param events the number of processed events
 * @param studies the number of studies, without backtests
 * @param unrecorded the number of studies without a record of their extent
 * @param others the number of earlier decisions that were repeated and have a record
 * @param firstDifferent the id of the first earlier decision that differs, or null
 */
public record ReplayedDecision(
    String decision,
    Comparison comparison,
    long from,
    long events,
    int studies,
    int unrecorded,
    int others,
    @Nullable String firstDifferent) {

  /** An observer of the progress of a replay. */
  @FunctionalInterface
  public interface Watcher {
    /** An observer that ignores everything. */
    Watcher NONE = (offset, last, studies) -> {};

    /** The replay has processed an event; it ends at the offset {@code last}. */
    void taken(long offset, long last, int studies);
  }

  /**
   * Repeats a decision.
   *
   * @param settings the settings of the controller that made the decision
   * @param whole whether to start with the first event even if there is a checkpoint
   * @param watcher is called after each event
   * @throws IOException if the recording cannot be read or has no such decision
   */
  public static ReplayedDecision make(
      String decision,
      Recording recording,
      ControlSettings settings,
      Executor executor,
      boolean whole,
      Watcher watcher)
      throws IOException {
    DecisionId id = DecisionId.parse(decision);
    String cluster = id.cluster();
    long offset = id.offset();
    Audit audit = recording.audit(cluster).ofTopic(id.topic());
    DecisionRecorded recorded = audit.at(offset);
    if (recorded == null) {
      throw new IOException(
          "no record of decision '"
              + decision
              + "' among the "
              + audit.size()
              + " decisions of '"
              + cluster
              + "' in "
              + audit.source());
    }
    CheckpointFormat.Restored start = whole ? null : recording.before(id, settings);
    DecisionReplay replay = new DecisionReplay(audit, start, settings, executor);
    long[] first = {-1};
    recording.events(
        cluster,
        start == null ? 0 : start.nextOffset(),
        offset,
        (at, timestamp, event) -> {
          first[0] = first[0] < 0 ? at : first[0];
          replay.take(at, timestamp, event);
          watcher.taken(at, offset, replay.studies());
        });
    Map<String, DecisionRecorded> made = replay.made();
    int others = 0;
    String different = null;
    for (DecisionRecorded other : made.values()) {
      DecisionRecorded original = audit.at(DecisionId.parse(other.decision()).offset());
      if (original == null || original.equals(recorded)) {
        continue;
      }
      others++;
      if (different == null && !Comparison.of(cluster, original, other).equal()) {
        different = other.decision();
      }
    }
    return new ReplayedDecision(
        decision,
        Comparison.of(cluster, recorded, made.get(decision)),
        first[0],
        replay.events(),
        replay.studies(),
        replay.unrecorded(),
        others,
        different);
  }
}
