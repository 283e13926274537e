package io.gnomon.controller.replay;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.events.audit.DecisionRecorded;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What came of making a decision again.
 *
 * @param decision its id
 * @param comparison with its record
 * @param from the offset of the first event that was taken
 * @param events how many were taken
 * @param studies how many were made, trials apart
 * @param unrecorded of how many of these no record said how far they had gone
 * @param others how many decisions before it were made again beside a record
 * @param firstDifferent the first of those that came out otherwise, or null
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

  /** Hears how a replay gets on. */
  @FunctionalInterface
  public interface Watcher {
    /** Nobody. */
    Watcher NONE = (offset, last, studies) -> {};

    /** An event was taken; the replay ends with the last one. */
    void taken(long offset, long last, int studies);
  }

  /**
   * Makes a decision again.
   *
   * @param settings those of the controller that made it
   * @param whole whether to begin with the first event, even where a later state was kept
   * @param watcher told after each event of its offset and of the studies made so far
   * @throws IOException where what was recorded cannot be read, or has no such decision
   */
  public static ReplayedDecision make(
      String decision,
      Recording recording,
      ControlSettings settings,
      Executor executor,
      boolean whole,
      Watcher watcher)
      throws IOException {
    String cluster = Audit.clusterOf(decision);
    long offset = Audit.offsetOf(decision);
    Audit audit = recording.audit(cluster);
    DecisionRecorded recorded = audit.at(offset);
    if (recorded == null) {
      throw new IOException(
          "there is no record of a decision '"
              + decision
              + "' among the "
              + audit.size()
              + " decisions of '"
              + cluster
              + "' in "
              + audit.source());
    }
    CheckpointFormat.Restored start = whole ? null : recording.before(cluster, offset, settings);
    DecisionReplay replay = new DecisionReplay(audit, start, settings, executor);
    long[] first = {-1};
    recording.events(
        cluster,
        start == null ? 0 : start.nextOffset(),
        offset,
        (at, event) -> {
          first[0] = first[0] < 0 ? at : first[0];
          replay.take(at, event);
          watcher.taken(at, offset, replay.studies());
        });
    Map<String, DecisionRecorded> made = replay.made();
    int others = 0;
    String different = null;
    for (DecisionRecorded other : made.values()) {
      DecisionRecorded known = audit.at(Audit.offsetOf(other.decision()));
      if (known == null || known.equals(recorded)) {
        continue;
      }
      others++;
      if (different == null && !Comparison.of(cluster, known, other).equal()) {
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
