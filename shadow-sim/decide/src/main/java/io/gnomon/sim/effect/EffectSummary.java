package io.gnomon.sim.effect;

import io.gnomon.sim.workload.CategoryScheme;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * The effect of changes in a span of time.
 *
 * @param since first second compared; equal to {@code until} if nothing is compared
 * @param until first second after it
 * @param all totals of all compared jobs
 * @param changes number of changes by Gnomon or its operators, without rollbacks
 * @param rollbacks number of these that were rolled back
 * @param recommendations number of decisions for another policy
 * @param byCategory totals by runtime and width, in the order of {@link CategoryScheme#FOUR}
 * @param byPartition totals by name; those with the most jobs first, the rest as "others"
 * @param byAccount the same by account
 */
public record EffectSummary(
    int since,
    int until,
    Totals all,
    int changes,
    int rollbacks,
    int recommendations,
    Map<String, Totals> byCategory,
    Map<String, Totals> byPartition,
    Map<String, Totals> byAccount) {
  private static final int MOST_NAMES = 20;

  static EffectSummary of(
      List<Bucket> buckets, IntFunction<String> partitions, IntFunction<String> accounts) {
    int since = buckets.isEmpty() ? 0 : buckets.get(0).start();
    int until = buckets.isEmpty() ? 0 : buckets.get(buckets.size() - 1).end();
    Bucket sum = new Bucket(since, until - since);
    buckets.forEach(sum::add);
    return new EffectSummary(
        since,
        until,
        sum.all(),
        sum.changes(),
        sum.rollbacks(),
        sum.recommendations(),
        named(sum, Bucket.Kind.CATEGORY, CategoryScheme.FOUR::words),
        most(named(sum, Bucket.Kind.PARTITION, partitions)),
        most(named(sum, Bucket.Kind.ACCOUNT, accounts)));
  }

  private static Map<String, Totals> named(
      Bucket sum, Bucket.Kind kind, IntFunction<String> names) {
    Map<String, Totals> named = new LinkedHashMap<>();
    new TreeMap<>(sum.groups())
        .forEach(
            (key, totals) -> {
              if (kind.has(key)) {
                named
                    .computeIfAbsent(names.apply(Bucket.Kind.number(key)), first -> new Totals())
                    .add(totals);
              }
            });
    return named;
  }

  /** The groups with the most jobs; the others as one. */
  private static Map<String, Totals> most(Map<String, Totals> groups) {
    List<Map.Entry<String, Totals>> sorted = new ArrayList<>(groups.entrySet());
    sorted.sort(
        Comparator.comparing(
                (Map.Entry<String, Totals> group) -> group.getKey().equals(Labels.OTHER_NAMES))
            .thenComparing(group -> -group.getValue().jobs())
            .thenComparing(Map.Entry::getKey));
    Map<String, Totals> most = new LinkedHashMap<>();
    for (Map.Entry<String, Totals> group : sorted) {
      String name = most.size() < MOST_NAMES ? group.getKey() : Labels.OTHER_NAMES;
      most.computeIfAbsent(name, first -> new Totals()).add(group.getValue());
    }
    return most;
  }
}
