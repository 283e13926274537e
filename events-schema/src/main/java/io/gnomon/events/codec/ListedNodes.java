package io.gnomon.events.codec;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.slurm.value.HostList;
import java.util.Iterator;
import java.util.stream.Stream;

/** Bounds how many names of nodes several lists have in all, and how long they are. */
final class ListedNodes {
  private final int maxNames;
  private final int maxCharacters;
  private long names;
  private long characters;

  private ListedNodes(int maxNames, int maxCharacters) {
    this.maxNames = maxNames;
    this.maxCharacters = maxCharacters;
  }

  /** For lists that have each node of a machine at most once. */
  static ListedNodes once() {
    return new ListedNodes(HostList.MAX_NAMES, HostList.MAX_CHARACTERS);
  }

  /** For lists that may have the same nodes. */
  static ListedNodes repeated() {
    return new ListedNodes(Ranges.MAX_LISTED_NODES, Ranges.MAX_LISTED_CHARACTERS);
  }

  /**
   * Adds lists.
   *
   * @throws InvalidEventException if these are too many; then they have not been added
   */
  void add(String place, Stream<HostList> lists) {
    long allNames = names;
    long allCharacters = characters;
    for (Iterator<HostList> all = lists.iterator(); all.hasNext(); ) {
      HostList list = all.next();
      allNames += list.size();
      allCharacters += list.characters();
    }
    checkTotal(place, "names of nodes", allNames, maxNames);
    checkTotal(place, "characters of names of nodes", allCharacters, maxCharacters);
    names = allNames;
    characters = allCharacters;
  }

  /** Bounds a sum. */
  static void checkTotal(String place, String what, long found, int max) {
    if (found > max) {
      throw new InvalidEventException(
          Reason.OUT_OF_RANGE,
          place,
          "%d %s in total".formatted(found, what),
          "at most %d %s in total".formatted(max, what));
    }
  }
}
