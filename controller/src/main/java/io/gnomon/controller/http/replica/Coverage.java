package io.gnomon.controller.http.replica;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The partitions of the events topic whose clusters are all known to replicas. A cluster that none
 * of them has does not exist only if these are all partitions.
 *
 * @param partitions by number
 * @param all how many partitions there are; 0 if that is unknown
 */
public record Coverage(Set<Integer> partitions, int all) {
  /** Copies the partitions. */
  public Coverage {
    partitions = Set.copyOf(partitions);
  }

  /** Whether these are all partitions. */
  public boolean isComplete() {
    return all > 0 && partitions.size() >= all;
  }

  /**
   * The same and the partitions of another replica.
   *
   * @param other as {@link #header} writes them
   */
  Coverage with(String other) {
    Set<Integer> union = new TreeSet<>(partitions);
    for (String one : other.split(",")) {
      if (one.matches("\\d{1,9}") && Integer.parseInt(one) < all) {
        union.add(Integer.parseInt(one));
      }
    }
    return new Coverage(union, all);
  }

  /** The numbers of the partitions, with commas. */
  public String header() {
    return partitions.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
