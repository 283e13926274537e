package io.gnomon.sim.machine;

import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of nodes by their names, and the names by number. Nodes with successive numbers at
 * the end of their names are one run, so that a list such as {@code n[1-200000]} takes no more
 * memory than its text, and is looked up without making its names. A name costs O(log runs).
 * Immutable, safe to share.
 */
final class NodeIndex {
  private static final int MOST_DIGITS = 18; // of a long

  /**
   * {@code count} nodes from number {@code node} on, named prefix and number, from {@code from}.
   */
  private record Run(String prefix, int digits, long from, int count, int node) {
    private static final Comparator<Run> ORDER =
        Comparator.comparing(Run::prefix).thenComparing(Run::digits).thenComparing(Run::from);

    boolean isOf(String otherPrefix, int otherDigits) {
      return digits == otherDigits && prefix.equals(otherPrefix);
    }

    boolean continues(Run other) {
      return digits > 0 && isOf(other.prefix, other.digits) && from == other.from + other.count;
    }

    /** Whether both have a name; no run of the same names is between them. */
    boolean overlaps(Run next) {
      return isOf(next.prefix, next.digits) && next.from - from < count;
    }

    Run longer(int more) {
      return new Run(prefix, digits, from, count + more, node);
    }

    String name(int at) {
      return digits == 0 ? prefix : prefix + HostList.padded(from + at - node, digits);
    }
  }

  /** Receives names with successive numbers of the same number of digits. */
  @FunctionalInterface
  private interface Names {
    void add(String prefix, int digits, long from, int count);
  }

  /** Receives nodes with successive numbers. */
  @FunctionalInterface
  private interface Nodes {
    void add(int first, int count);
  }

  /** Collects nodes in the order of their numbers. O(log runs) per range. Not thread-safe. */
  static final class Builder {
    private final List<Run> byNode = new ArrayList<>();
    private final TreeSet<Run> byName = new TreeSet<>(Run.ORDER);
    private int size;

    /** No nodes yet. */
    Builder() {}

    /** The nodes of an index. */
    Builder(NodeIndex known) {
      byNode.addAll(List.of(known.byNode));
      byName.addAll(byNode);
      size = known.size;
    }

    /**
     * Adds the nodes of a host list.
     *
     * @return how many these are
     * @throws InvalidMachineException if there is such a node
     */
    int add(String hostList) {
      int before = size;
      ranges(hostList, (prefix, digits, from, count) -> add(prefix, digits, from, count));
      return size - before;
    }

    private void add(String prefix, int digits, long from, int count) {
      Run last = byNode.isEmpty() ? null : byNode.get(byNode.size() - 1);
      Run added =
          last != null && last.isOf(prefix, digits)
              ? new Run(last.prefix, digits, from, count, size) // of many runs, one prefix
              : new Run(prefix, digits, from, count, size);
      Run before = byName.floor(added);
      Run after = byName.ceiling(added);
      boolean twice = before != null && before.overlaps(added);
      if (twice || (after != null && added.overlaps(after))) {
        String name = twice ? added.name(size) : after.name(after.node);
        throw new InvalidMachineException("node '" + name + "' is declared twice");
      }
      if (last != null && added.continues(last)) {
        byName.remove(last);
        byNode.remove(byNode.size() - 1);
        added = last.longer(count);
      }
      byName.add(added);
      byNode.add(added);
      size += count;
    }

    int size() {
      return size;
    }

    /** The number of series of names, which determines the memory. */
    int runs() {
      return byNode.size();
    }

    NodeIndex build() {
      return new NodeIndex(this);
    }
  }

  private final Run[] byNode;
  private final Run[] byName;
  private final int size;

  private NodeIndex(Builder from) {
    byNode = from.byNode.toArray(Run[]::new);
    byName = from.byName.toArray(Run[]::new);
    size = from.size;
  }

  private static Run run(String name) {
    int digits = digits(name);
    int begin = name.length() - digits;
    long number = digits == 0 ? 0 : Long.parseLong(name, begin, name.length(), 10);
    return new Run(name.substring(0, begin), digits, number, 1, 0);
  }

  /** How many digits are at the end of a text, at most those of a long. */
  private static int digits(String text) {
    int digits = 0;
    while (digits < Math.min(MOST_DIGITS, text.length())) {
      char c = text.charAt(text.length() - 1 - digits);
      if (c < '0' || c > '9') {
        return digits;
      }
      digits++;
    }
    return digits;
  }

  /** The number of nodes. */
  int size() {
    return size;
  }

  /** The name of a node. */
  String name(int node) {
    int low = 0;
    for (int high = byNode.length - 1; low < high; ) {
      int middle = (low + high + 1) >>> 1;
      if (byNode[middle].node <= node) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return byNode[low].name(node);
  }

  /** The number of the node with that name, -1 if there is none. */
  int number(String name) {
    Run wanted = run(name);
    Run run = floor(wanted);
    return run == null || wanted.from - run.from >= run.count
        ? -1
        : run.node + (int) (wanted.from - run.from);
  }

  /**
   * The number of the node with that name.
   *
   * @throws InvalidMachineException "has node '…'", to follow the owner of a list, if there is none
   */
  int required(String name) {
    int node = number(name);
    if (node < 0) {
      throw unknown(name);
    }
    return node;
  }

  /** The last run of the same names that does not begin after {@code wanted}. */
  private @Nullable Run floor(Run wanted) {
    int at = Arrays.binarySearch(byName, wanted, Run.ORDER);
    int index = at >= 0 ? at : -at - 2;
    return index >= 0 && byName[index].isOf(wanted.prefix, wanted.digits) ? byName[index] : null;
  }

  /**
   * The numbers of the nodes of a host list, in its order.
   *
   * @throws InvalidMachineException if it is not well-formed or has a node that does not exist
   */
  int[] numbers(String hostList) {
    IntStream.Builder numbers = IntStream.builder();
    resolve(
        hostList, (first, count) -> IntStream.range(first, first + count).forEach(numbers::add));
    return numbers.build().toArray();
  }

  /** The same as a set; costs O(text), apart from names that are not in runs. */
  BitSet set(String hostList) {
    BitSet set = new BitSet(size);
    resolve(hostList, (first, count) -> set.set(first, first + count));
    return set;
  }

  private void resolve(String hostList, Nodes to) {
    ranges(hostList, (prefix, digits, from, count) -> resolve(prefix, digits, from, count, to));
  }

  private void resolve(String prefix, int digits, long from, int count, Nodes to) {
    for (long next = from; next < from + count; ) {
      Run run = floor(new Run(prefix, digits, next, 1, 0));
      if (run == null || next - run.from >= run.count) {
        throw unknown(new Run(prefix, digits, next, 1, 0).name(0));
      }
      int skipped = (int) (next - run.from);
      int found = (int) Math.min(run.count - skipped, from + count - next);
      to.add(run.node + skipped, found);
      next += found;
    }
  }

  /** Reports the names of a host list with all digits at their ends as one number. */
  private static void ranges(String hostList, Names to) {
    HostList.Ranges ranges =
        (head, digits, from, until, tail) -> {
          if (digits > 0 && tail.isEmpty()) {
            ranges(head, digits, from, until, to);
            return;
          }
          for (long number = from; number <= until; number++) {
            Run one = run(digits == 0 ? head : head + HostList.padded(number, digits) + tail);
            to.add(one.prefix, one.digits, one.from, 1);
          }
        };
    HostList.ofFile(hostList).ifPresent(list -> list.forEachRange(ranges));
  }

  /** Reports a range by parts whose numbers have the same number of digits. */
  private static void ranges(String head, int digits, long from, long until, Names to) {
    int length = Math.max(digits, Long.toString(from).length());
    for (long first = from; first <= until; length++) {
      long tenfold = pow10(length);
      int own = Math.min(digits(head), MOST_DIGITS - length);
      int begin = head.length() - own;
      long base = own == 0 ? 0 : Long.parseLong(head, begin, head.length(), 10) * tenfold;
      long last = Math.min(until, tenfold - 1);
      to.add(head.substring(0, begin), own + length, base + first, (int) (last - first + 1));
      first = last + 1;
    }
  }

  private static long pow10(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }

  private static InvalidMachineException unknown(String name) {
    return new InvalidMachineException("has node '" + name + "', which the machine does not have");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NodeIndex that && Arrays.equals(byNode, that.byNode);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(byNode);
  }
}
