package io.gnomon.controller.kafka.output;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.checkpoint.CheckpointParts;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.EventIds;
import io.gnomon.controller.health.ProblemKind;
import io.gnomon.controller.room.NoRoomException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the owners of a partition have written about it.
 *
 * @param progress the progress of the partition
 * @param clusters as they were written, by id
 * @param parts the number of part records of each cluster that has such records
 * @param withoutRoom the clusters that are not restored for lack of room, with their positions
 */
public record Checkpoints(
    Progress progress,
    Map<String, CheckpointFormat.Restored> clusters,
    Map<String, Integer> parts,
    List<Position> withoutRoom) {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);
  private static final int MOST_UNREADABLE = 20;
  private static final int TOPIC = 2 * Long.BYTES;

  /**
   * The position of a checkpoint.
   *
   * @param topicId the id of the events topic that the offset refers to; empty if it is not known
   * @param nextOffset the offset of the first record that it does not include
   */
  public record Position(String topicId, long nextOffset) {}

  /**
   * The progress of a partition: the output of all records before {@code offset} has been
   * published, but for the clusters that were behind.
   *
   * @param topicId the id of the events topic that the offset refers to; empty if it is not known
   * @param offset the offset, or -1 if no owner has written a progress
   * @param covered the offset before which the checkpoints include every event of every cluster; 0
   *     if it is not known
   * @param behind the clusters that were behind the partition, with the offset before which their
   *     output has been published
   */
  public record Progress(String topicId, long offset, long covered, Map<String, Long> behind) {
    /** The progress of a partition without checkpoints. */
    public static final Progress NONE = new Progress("", -1, 0, Map.of());

    /** Copies the map. */
    public Progress {
      behind = Map.copyOf(behind);
    }

    /** Whether no owner has written a progress. */
    public boolean isNone() {
      return offset < 0;
    }

    /**
     * Returns the offset at which a cluster continues. Between the offset of its checkpoint and
     * {@link #covered} it had no events.
     *
     * @param ofTopic the id of the topic that the checkpoint refers to
     * @param checkpoint the offset of the checkpoint
     */
    public long position(String ofTopic, long checkpoint) {
      return ofTopic.equals(topicId) ? Math.max(checkpoint, covered) : checkpoint;
    }

    /**
     * Encodes the offset, the id of the topic if it is known, and the covered offset; then, if
     * there are clusters behind, the offset, length and UTF-8 of each.
     */
    public byte[] encode() {
      ByteArrayOutputStream encoded = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(encoded);
      try {
        out.writeLong(offset);
        if (!topicId.isEmpty() || !behind.isEmpty()) {
          Uuid id = topicId.isEmpty() ? Uuid.ZERO_UUID : Uuid.fromString(topicId);
          out.writeLong(id.getMostSignificantBits());
          out.writeLong(id.getLeastSignificantBits());
        }
        out.writeLong(covered);
        for (Map.Entry<String, Long> one : behind.entrySet()) {
          out.writeLong(one.getValue());
          out.writeUTF(one.getKey());
        }
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
      return encoded.toByteArray();
    }

    /** Decodes a progress; one that ends too early is as good as none. */
    static Progress decode(byte[] encoded) {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded));
      try {
        long offset = in.readLong();
        Uuid topic =
            in.available() < TOPIC ? Uuid.ZERO_UUID : new Uuid(in.readLong(), in.readLong());
        // what follows is not in records of older versions
        long covered = in.available() == 0 ? 0 : in.readLong();
        Map<String, Long> behind = new HashMap<>();
        while (in.available() > 0) {
          long position = in.readLong();
          behind.put(in.readUTF(), position);
        }
        String topicId = topic.equals(Uuid.ZERO_UUID) ? "" : topic.toString();
        return new Progress(topicId, offset, covered, behind);
      } catch (IOException tooShort) {
        LOG.error("a progress of {} bytes cannot be read: {}", encoded.length, tooShort.toString());
        return NONE;
      }
    }
  }

  /** The key under which the progress of a partition is written. */
  public static String progressKey(int partition) {
    return "#partition-" + partition;
  }

  /**
   * Reads the newest records of each key; its cost grows with the clusters' active jobs. A cluster
   * whose checkpoint cannot be read is degraded until its next snapshot. Of records that are no
   * checkpoints at all, those beyond {@value #MOST_UNREADABLE} are ignored: if they are of
   * clusters, these are asked for a snapshot at their next event.
   *
   * @param control how a cluster of a given id is controlled
   */
  public static Checkpoints of(
      Map<String, byte[]> newest, int partition, Function<String, ControlSettings> control) {
    byte[] saved = newest.get(progressKey(partition));
    Progress progress = saved == null ? Progress.NONE : Progress.decode(saved);
    Map<String, CheckpointFormat.Restored> clusters = new HashMap<>();
    List<Position> withoutRoom = new ArrayList<>();
    long unreadable = 0;
    for (String key : smallestFirst(newest)) {
      byte[] checkpoint =
          key.equals(progressKey(partition)) || CheckpointParts.isPart(key)
              ? null
              : CheckpointParts.join(key, newest);
      boolean readable = checkpoint != null && CheckpointFormat.readable(checkpoint);
      unreadable += checkpoint == null || readable ? 0 : 1;
      if (checkpoint != null && (readable || unreadable <= MOST_UNREADABLE)) {
        long published = Math.max(0, progress.behind().getOrDefault(key, progress.offset()));
        ControlSettings settings = control.apply(key);
        try {
          CheckpointFormat.Restored restored =
              CheckpointFormat.readOrSalvage(key, checkpoint, settings, published);
          EventIds ids = restored.controller().ids();
          ids.topic(ids.topicId().isEmpty() ? progress.topicId() : ids.topicId());
          clusters.put(key, restored);
        } catch (NoRoomException large) {
          settings.room().leave();
          LOG.error(
              "partition {}: cluster {} is not restored, its checkpoint is kept: {}. {}",
              partition,
              key,
              large.getMessage(),
              ProblemKind.NO_ROOM.remedy());
          withoutRoom.add(
              new Position(
                  CheckpointFormat.topicId(checkpoint), CheckpointFormat.nextOffset(checkpoint)));
        }
      }
    }
    if (unreadable > MOST_UNREADABLE) {
      LOG.error(
          "partition {}: {} records are not checkpoints that this version can read; {} of their"
              + " clusters are degraded, and the others asked for a snapshot at their next event."
              + " Check who can write to the topic",
          partition,
          unreadable,
          MOST_UNREADABLE);
    }
    return new Checkpoints(
        progress, clusters, CheckpointParts.counts(newest.keySet()), List.copyOf(withoutRoom));
  }

  /** Gives back the room of its clusters, which are not owned. */
  public void leave() {
    clusters.values().forEach(one -> one.controller().settings().room().leave());
  }

  /** The keys by the sizes of their records, so that large clusters leave room for small ones. */
  private static List<String> smallestFirst(Map<String, byte[]> newest) {
    return newest.entrySet().stream()
        .sorted(Comparator.comparingInt(record -> record.getValue().length))
        .map(Map.Entry::getKey)
        .toList();
  }
}
