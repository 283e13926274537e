package io.gnomon.sim.effect;

import io.gnomon.sim.forecast.Counterfactual.Sample;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.workload.CategoryScheme;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What happened in one span of time: totals of compared jobs, samples, and counts. */
final class Bucket {
  private static final int SAMPLE_COLUMNS = 4;

  private int start;
  private int width;
  private final Totals all = new Totals();
  private final TreeMap<Integer, Totals> groups = new TreeMap<>();
  // by variant: number of samples, sums of slowdown, queue length and utilisation
  private final double[] samples = new double[SAMPLE_COLUMNS * Variant.COUNT];
  private int changes;
  private int rollbacks;
  private int recommendations;
  private @Nullable Snapshot written; // the snapshot of the present contents

  Bucket(int start, int width) {
    this.start = start;
    this.width = width;
  }

  /** The kinds of groups. */
  enum Kind {
    CATEGORY,
    PARTITION,
    ACCOUNT;

    /** The key of a group. */
    int key(int number) {
      return number * values().length + ordinal();
    }

    boolean has(int key) {
      return key % values().length == ordinal();
    }

    static int number(int key) {
      return key / values().length;
    }
  }

  int start() {
    return start;
  }

  int width() {
    return width;
  }

  /** The first second after it. */
  int end() {
    return start + width;
  }

  boolean holds(int second) {
    return start <= second && second - start < width;
  }

  Totals all() {
    return all;
  }

  TreeMap<Integer, Totals> groups() {
    return groups;
  }

  int changes() {
    return changes;
  }

  int recommendations() {
    return recommendations;
  }

  void add(ComparedJob job) {
    written = null;
    Totals one = Totals.of(job);
    all.add(one);
    int category = CategoryScheme.FOUR.category(job.runtime(), job.width());
    group(Kind.CATEGORY.key(category)).add(one);
    if (job.partition() != Labels.NONE) {
      group(Kind.PARTITION.key(job.partition())).add(one);
    }
    if (job.account() != Labels.NONE) {
      group(Kind.ACCOUNT.key(job.account())).add(one);
    }
  }

  private Totals group(int key) {
    return groups.computeIfAbsent(key, first -> new Totals());
  }

  void add(Variant variant, Sample sample) {
    written = null;
    int at = SAMPLE_COLUMNS * variant.ordinal();
    samples[at]++;
    samples[at + 1] += sample.slowdown();
    samples[at + 2] += sample.queueLength();
    samples[at + 3] += sample.utilization();
  }

  void countChange(boolean rollsBack) {
    written = null;
    changes += rollsBack ? 0 : 1;
    rollbacks += rollsBack ? 1 : 0;
  }

  int rollbacks() {
    return rollbacks;
  }

  void countRecommendation() {
    written = null;
    recommendations++;
  }

  /** Sets its span of time, which includes the former one. */
  void widen(int from, int seconds) {
    written = null;
    start = from;
    width = seconds;
  }

  /** Adds the contents of another bucket. */
  void add(Bucket other) {
    written = null;
    all.add(other.all);
    other.groups.forEach((key, totals) -> group(key).add(totals));
    for (int i = 0; i < samples.length; i++) {
      samples[i] += other.samples[i];
    }
    changes += other.changes;
    rollbacks += other.rollbacks;
    recommendations += other.recommendations;
  }

  int samples(Variant variant) {
    return (int) samples[SAMPLE_COLUMNS * variant.ordinal()];
  }

  /** The mean of the samples: 1 slowdown, 2 queue length, 3 utilisation. NaN without samples. */
  double mean(Variant variant, int column) {
    int at = SAMPLE_COLUMNS * variant.ordinal();
    return samples[at + column] / samples[at];
  }

  /** Returns the contents; O(1) if they have not changed since the last call. */
  Snapshot snapshot() {
    Snapshot known = written;
    if (known == null) {
      known = write();
      written = known;
    }
    return known;
  }

  private Snapshot write() {
    int[] keys = groups.keySet().stream().mapToInt(Integer::intValue).toArray();
    double[] totals = new double[(1 + keys.length) * Totals.COLUMNS];
    double[] longest = new double[(1 + keys.length) * Variant.COUNT];
    all.write(totals, 0);
    all.writeLongest(longest, 0);
    int at = 0;
    int next = 0;
    for (Totals group : groups.values()) {
      at += Totals.COLUMNS;
      group.write(totals, at);
      next += Variant.COUNT;
      group.writeLongest(longest, next);
    }
    return new Snapshot()
        .put("start", start)
        .put("width", width)
        .put("changes", changes)
        .put("rollbacks", rollbacks)
        .put("recommendations", recommendations)
        .put("samples", samples.clone())
        .put("groups", keys)
        .put("totals", totals)
        .put("longestWaits", longest);
  }

  static Bucket restored(Snapshot snapshot) {
    Bucket bucket = new Bucket(snapshot.getInt("start"), snapshot.getInt("width"));
    bucket.changes = snapshot.getInt("changes");
    // fields that older versions lack
    bucket.rollbacks = snapshot.has("rollbacks") ? snapshot.getInt("rollbacks") : 0;
    bucket.recommendations = snapshot.getInt("recommendations");
    double[] samples = snapshot.getDoubles("samples", bucket.samples.length);
    System.arraycopy(samples, 0, bucket.samples, 0, samples.length);
    int[] keys = snapshot.getInts("groups");
    double[] totals = snapshot.getDoubles("totals", (1 + keys.length) * Totals.COLUMNS);
    int rows = 1 + keys.length;
    double[] longest =
        snapshot.has("longestWaits")
            ? snapshot.getDoubles("longestWaits", rows * Variant.COUNT)
            : new double[rows * Variant.COUNT];
    bucket.all.read(totals, 0);
    bucket.all.readLongest(longest, 0);
    for (int i = 0; i < keys.length; i++) {
      Totals group = bucket.group(keys[i]);
      group.read(totals, (i + 1) * Totals.COLUMNS);
      group.readLongest(longest, (i + 1) * Variant.COUNT);
    }
    return bucket;
  }
}
