package io.gnomon.sim.assess.figure;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of one configuration, over one or more simulations.
 *
 * @param blocks sums by block of the recorded submissions
 * @param groups sums by index of the group, for each grouping
 * @param examinedPerHour waiting jobs that backfill examines in an hour, on average over the time
 *     in which jobs wait; 0 if there is no such figure
 * @param meanQueue waiting jobs, on average over the recorded time
 */
public record ConfigurationFigures(
    List<Sums> blocks, Map<Grouping, List<Sums>> groups, double examinedPerHour, double meanQueue) {
  /** Copies the collections. */
  public ConfigurationFigures {
    blocks = List.copyOf(blocks);
    Map<Grouping, List<Sums>> copy = new EnumMap<>(Grouping.class);
    groups.forEach((by, sums) -> copy.put(by, List.copyOf(sums)));
    groups = Collections.unmodifiableMap(copy);
  }

  /** The sums over the jobs of a group; none if the grouping is not known. */
  public Sums of(Grouping by, int group) {
    List<Sums> sums = groups.getOrDefault(by, List.of());
    return group < sums.size() ? sums.get(group) : Sums.NONE;
  }

  /** The sums over all jobs. */
  public Sums all() {
    return blocks.stream().reduce(Sums.NONE, Sums::plus);
  }

  /** The sums over the simulations of both; the other figures are their mean. */
  public static ConfigurationFigures together(List<ConfigurationFigures> all) {
    ConfigurationFigures first = all.get(0);
    List<Sums> blocks = List.copyOf(first.blocks);
    Map<Grouping, List<Sums>> groups = new EnumMap<>(Grouping.class);
    groups.putAll(first.groups);
    double examined = first.examinedPerHour;
    double queue = first.meanQueue;
    for (ConfigurationFigures next : all.subList(1, all.size())) {
      blocks = plus(blocks, next.blocks);
      next.groups.forEach((by, sums) -> groups.merge(by, sums, ConfigurationFigures::plus));
      examined += next.examinedPerHour;
      queue += next.meanQueue;
    }
    return new ConfigurationFigures(blocks, groups, examined / all.size(), queue / all.size());
  }

  private static List<Sums> plus(List<Sums> one, List<Sums> other) {
    return java.util.stream.IntStream.range(0, one.size())
        .mapToObj(i -> one.get(i).plus(other.get(i)))
        .toList();
  }
}
