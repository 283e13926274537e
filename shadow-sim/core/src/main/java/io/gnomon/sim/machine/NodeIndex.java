package io.gnomon.sim.machine;

import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of nodes by their names. Nodes with successive numbers at the end of their names are
 * one entry, so that a list such as {@code n[1-200000]} is looked up without making its names.
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

    Run longer() {
      return new Run(prefix, digits, from, count + 1, node);
    }
  }

  /** Receives nodes with successive numbers. */
  @FunctionalInterface
  private interface Nodes {
    void add(int first, int count);
  }

  private final List<String> names;
  private final Run[] runs;

  /** An index of different names; their numbers are their positions. O(n log n). */
  NodeIndex(List<String> names) {
    this.names = List.copyOf(names);
    List<Run> found = new ArrayList<>();
    for (int node = 0; node < names.size(); node++) {
      String name = names.get(node);
      Run run = run(name, digits(name), node);
      Run last = found.isEmpty() ? run : found.get(found.size() - 1);
      if (run.continues(last)) {
        found.set(found.size() - 1, last.longer());
      } else {
        found.add(run);
      }
    }
    runs = found.toArray(Run[]::new);
    Arrays.sort(runs, Run.ORDER);
  }

  private static Run run(String name, int digits, int node) {
    int begin = name.length() - digits;
    long number = digits == 0 ? 0 : Long.parseLong(name, begin, name.length(), 10);
    return new Run(name.substring(0, begin), digits, number, 1, node);
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

  /** The names by number. */
  List<String> names() {
    return names;
  }

  /** The number of the node with that name, -1 if there is none. */
  int number(String name) {
    Run wanted = run(name, digits(name), 0);
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
    int at = Arrays.binarySearch(runs, wanted, Run.ORDER);
    int index = at >= 0 ? at : -at - 2;
    return index >= 0 && runs[index].isOf(wanted.prefix, wanted.digits) ? runs[index] : null;
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
    BitSet set = new BitSet(names.size());
    resolve(hostList, (first, count) -> set.set(first, first + count));
    return set;
  }

  private void resolve(String hostList, Nodes to) {
    HostList.Ranges ranges =
        (head, digits, from, until, tail) -> {
          if (digits > 0 && tail.isEmpty()) {
            resolve(head, digits, from, until, to);
            return;
          }
          for (long number = from; number <= until; number++) {
            String name = digits == 0 ? head : head + HostList.padded(number, digits) + tail;
            to.add(required(name), 1);
          }
        };
    HostList.ofFile(hostList).ifPresent(list -> list.forEachRange(ranges));
  }

  /** Resolves a range, by parts whose numbers have the same number of digits. */
  private void resolve(String head, int digits, long from, long until, Nodes to) {
    int length = Math.max(digits, Long.toString(from).length());
    for (long first = from; first <= until; length++) {
      long tenfold = pow10(length);
      int own = Math.min(digits(head), MOST_DIGITS - length);
      int begin = head.length() - own;
      long base = own == 0 ? 0 : Long.parseLong(head, begin, head.length(), 10) * tenfold;
      long last = Math.min(until, tenfold - 1);
      Run wanted = new Run(head.substring(0, begin), own + length, base + first, 1, 0);
      resolve(wanted, base + last, to);
      first = last + 1;
    }
  }

  private void resolve(Run wanted, long last, Nodes to) {
    for (long next = wanted.from; next <= last; ) {
      Run run = floor(new Run(wanted.prefix, wanted.digits, next, 1, 0));
      if (run == null || next - run.from >= run.count) {
        throw unknown(wanted.prefix + HostList.padded(next, wanted.digits));
      }
      int skipped = (int) (next - run.from);
      int count = (int) Math.min(run.count - skipped, last - next + 1);
      to.add(run.node + skipped, count);
      next += count;
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
}
