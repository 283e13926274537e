package io.gnomon.sim.effect;

import static java.util.Objects.requireNonNull;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A history in buckets that become wider with age: 32 of one hour, before them 32 of two hours, of
 * four hours and so on, so that 34 years need about 460. Each bucket starts at a multiple of its
 * width. Finding the newest bucket costs O(1), another O(log buckets). Not thread-safe.
 */
final class BucketHistory implements Saved {
  static final int HOUR = 3600;
  private static final int BUCKETS_PER_WIDTH = 32;

  private final TreeMap<Integer, Bucket> buckets = new TreeMap<>();
  private final Map<Integer, TreeSet<Integer>> startsByWidth = new HashMap<>();
  private @Nullable Bucket last;

  /** The buckets, oldest first. */
  List<Bucket> buckets() {
    return List.copyOf(buckets.values());
  }

  /** The bucket that contains a second, a new one if there is none. */
  Bucket at(int second) {
    Bucket recent = last;
    if (recent != null && recent.holds(second)) {
      return recent;
    }
    Map.Entry<Integer, Bucket> floor = buckets.floorEntry(second);
    Bucket found = floor != null && floor.getValue().holds(second) ? floor.getValue() : null;
    if (found == null) {
      put(new Bucket(second / HOUR * HOUR, HOUR));
      widenOldest();
      found = requireNonNull(buckets.floorEntry(second)).getValue();
    }
    last = found;
    return found;
  }

  /** The buckets that start in a span of time, oldest first. */
  List<Bucket> within(int from, int to) {
    return from >= to ? List.of() : List.copyOf(buckets.subMap(from, to).values());
  }

  private void put(Bucket bucket) {
    buckets.put(bucket.start(), bucket);
    startsOf(bucket.width()).add(bucket.start());
  }

  private void remove(Bucket bucket) {
    buckets.remove(bucket.start());
    startsOf(bucket.width()).remove(bucket.start());
  }

  private TreeSet<Integer> startsOf(int width) {
    return startsByWidth.computeIfAbsent(width, first -> new TreeSet<>());
  }

  /** Of a width with too many buckets, merges the neighbour of the oldest into it. */
  private void widenOldest() {
    for (int width = HOUR; startsOf(width).size() > BUCKETS_PER_WIDTH; width *= 2) {
      int start = startsOf(width).first() / (2 * width) * (2 * width);
      List<Bucket> merged = new ArrayList<>(buckets.subMap(start, start + 2 * width).values());
      merged.forEach(this::remove);
      Bucket wide = merged.get(0);
      wide.widen(start, 2 * width);
      merged.subList(1, merged.size()).forEach(wide::add);
      put(wide);
      last = null;
    }
  }

  /** Lists all buckets; restores them into an empty history. */
  @Override
  public void fields(Fields fields) {
    List<Snapshot> kept =
        fields.sections("buckets", buckets.values().stream().map(Bucket::snapshot).toList());
    if (fields.reading()) {
      kept.forEach(bucket -> put(Bucket.restored(bucket)));
    }
  }
}
