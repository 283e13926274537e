package io.gnomon.sim.machine;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The names of some nodes as their numbers: four bytes for each, however long the names are.
 * Immutable, safe to share.
 */
final class NodeNames extends AbstractList<String> implements RandomAccess {
  private final NodeIndex index;
  private final int[] numbers;

  /**
   * Some nodes.
   *
   * @param index of all nodes
   * @param numbers of these nodes; not copied, must not be modified
   */
  NodeNames(NodeIndex index, int[] numbers) {
    this.index = index;
    this.numbers = numbers;
  }

  /** An immutable copy, which is the same list if it is immutable. */
  static List<String> copyOf(List<String> nodes) {
    return nodes instanceof NodeNames ? nodes : List.copyOf(nodes);
  }

  /** Whether the numbers are those of {@code all}. */
  boolean areOf(NodeIndex all) {
    return index == all;
  }

  /** The numbers; do not modify. */
  int[] numbers() {
    return numbers;
  }

  @Override
  public String get(int place) {
    return index.name(numbers[place]);
  }

  @Override
  public int size() {
    return numbers.length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NodeNames that && index.equals(that.index)
        ? Arrays.equals(numbers, that.numbers) // without making the names
        : super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
