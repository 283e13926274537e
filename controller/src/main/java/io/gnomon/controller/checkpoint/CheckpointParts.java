package io.gnomon.controller.checkpoint;

import io.gnomon.sim.snapshot.Snapshot;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The records of a checkpoint. One that is larger than {@value #PART_BYTES} bytes, which is what a
 * broker accepts by default, is split over several records, each under a key of its own so that
 * compaction keeps the newest of each. The record under the cluster's key then has only the number
 * of parts, the size and a checksum; it comes last. All are written in one transaction.
 */
public final class CheckpointParts {
  static final int PART_BYTES = 900_000;

  private static final String FORMAT = "gnomon-checkpoint-parts";
  private static final int LARGEST_INDEX = 256;
  private static final String PREFIX = "#part-"; // no cluster id begins so
  private static final Pattern PART = Pattern.compile(PREFIX + "([0-9]{1,3})-(.+)", Pattern.DOTALL);

  private CheckpointParts() {}

  /** Whether a key is that of a part, not of a cluster. */
  public static boolean isPart(String key) {
    return key.startsWith(PREFIX);
  }

  /**
   * Returns the number of part records by cluster, up to the last one of each.
   *
   * @param keys the keys of all records
   */
  public static Map<String, Integer> counts(Collection<String> keys) {
    Map<String, Integer> counts = new HashMap<>();
    for (String key : keys) {
      Matcher part = PART.matcher(key);
      if (part.matches()) {
        counts.merge(part.group(2), Integer.parseInt(part.group(1)) + 1, Math::max);
      }
    }
    return counts;
  }

  /** Returns the number of part records that a checkpoint of a size has. */
  public static int count(int bytes) {
    return bytes <= PART_BYTES ? 0 : (bytes + PART_BYTES - 1) / PART_BYTES;
  }

  /** Returns all keys that the records of a cluster's checkpoint can have. */
  public static List<String> keys(String cluster) {
    List<String> keys = new ArrayList<>();
    keys.add(cluster);
    for (int part = 0; part * (long) PART_BYTES < CheckpointFormat.MOST_BYTES; part++) {
      keys.add(key(cluster, part));
    }
    return keys;
  }

  /** Returns the key of one part of a cluster's checkpoint, from 0. */
  public static String key(String cluster, int part) {
    return PREFIX + part + "-" + cluster;
  }

  /** Returns the records of a checkpoint by key, in the order of writing. */
  public static Map<String, byte[]> split(String cluster, byte[] checkpoint) {
    Map<String, byte[]> records = new LinkedHashMap<>();
    if (checkpoint.length <= PART_BYTES) {
      records.put(cluster, checkpoint);
      return records;
    }
    int parts = 0;
    for (int from = 0; from < checkpoint.length; from += PART_BYTES) {
      int to = Math.min(checkpoint.length, from + PART_BYTES);
      records.put(key(cluster, parts++), Arrays.copyOfRange(checkpoint, from, to));
    }
    records.put(
        cluster,
        SnapshotCodec.encode(
            new Snapshot()
                .put("format", FORMAT)
                .put("parts", parts)
                .put("bytes", checkpoint.length)
                .put("crc32", checksum(checkpoint))));
    return records;
  }

  /**
   * Returns a checkpoint from its records.
   *
   * @param newest the newest record of each key, at least of the cluster and its parts
   * @return the checkpoint; the record of the cluster as it is if parts are missing or of another
   *     checkpoint; null if there is none
   */
  public static byte @Nullable [] join(String cluster, Map<String, byte[]> newest) {
    byte[] record = newest.get(cluster);
    Snapshot index = record == null ? null : index(record);
    if (index == null) {
      return record;
    }
    ByteArrayOutputStream joined = new ByteArrayOutputStream(1 << 20);
    int parts = Math.min(index.getInt("parts"), count(CheckpointFormat.MOST_BYTES)); // not more
    for (int part = 0; part < parts; part++) {
      byte[] bytes = newest.getOrDefault(key(cluster, part), new byte[0]);
      joined.write(bytes, 0, bytes.length);
    }
    byte[] checkpoint = joined.toByteArray();
    return checkpoint.length == index.getInt("bytes")
            && checksum(checkpoint) == index.getLong("crc32")
        ? checkpoint
        : record;
  }

  private static @Nullable Snapshot index(byte[] record) {
    if (record.length > LARGEST_INDEX) {
      return null;
    }
    try {
      Snapshot index = SnapshotCodec.decode(record);
      return FORMAT.equals(index.getOptionalString("format")) ? index : null;
    } catch (IllegalArgumentException another) {
      return null;
    }
  }

  private static long checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }
}
