package io.gnomon.sim.machine;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The names of some nodes as their numbers: four bytes for each, however long the names are.
 * Immutable, safe to share.
 */
final class NodeNames extends AbstractList<String> implements RandomAccess {
  private final List<String> names;
  private final int[] numbers;

  /**
   * Some nodes.
   *
   * @param names of all nodes, immutable
   * @param numbers positions in {@code names}; not copied, must not be modified
   */
  NodeNames(List<String> names, int[] numbers) {
    this.names = names;
    this.numbers = numbers;
  }

  /** An immutable copy, which is the same list if it is immutable. */
  static List<String> copyOf(List<String> nodes) {
    return nodes instanceof NodeNames ? nodes : List.copyOf(nodes);
  }

  /** Whether the numbers are those of {@code all}. */
  boolean areOf(List<String> all) {
    return names == all;
  }

  /** The numbers; do not modify. */
  int[] numbers() {
    return numbers;
  }

  @Override
  public String get(int index) {
    return names.get(numbers[index]);
  }

  @Override
  public int size() {
    return numbers.length;
  }
}
