package io.gnomon.events.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A fixed list of names that are looked up by their bytes, without creating a string. Immutable. A
 * lookup is O(1), usually two array reads and one comparison.
 */
public final class NameTable {
  private static final int NO_NAME = -1;

  private final List<String> names;
  private final byte[][] bytes;
  private final int[] slots;

  /**
   * Creates a table.
   *
   * @param names distinct names; a lookup returns the index
   */
  public NameTable(List<String> names) {
    this.names = List.copyOf(names);
    bytes = names.stream().map(n -> n.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    slots = new int[Integer.highestOneBit(Math.max(1, names.size())) * 8];
    Arrays.fill(slots, NO_NAME);
    for (int i = 0; i < bytes.length; i++) {
      int slot = hash(bytes[i], 0, bytes[i].length);
      while (slots[slot] != NO_NAME) {
        if (Arrays.equals(bytes[slots[slot]], bytes[i])) {
          throw new IllegalArgumentException("duplicate name '" + names.get(i) + "'");
        }
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = i;
    }
  }

  /** The names in the order of their indices. */
  public List<String> names() {
    return names;
  }

  /** The index of a name, or -1. */
  public int indexOf(String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    return indexOf(utf8, 0, utf8.length);
  }

  int indexOf(byte[] json, int from, int to) {
    int slot = hash(json, from, to);
    while (slots[slot] != NO_NAME) {
      byte[] name = bytes[slots[slot]];
      if (Arrays.equals(name, 0, name.length, json, from, to)) {
        return slots[slot];
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return NO_NAME;
  }

  /** Length and first, middle and last byte distinguish the field names of one object well. */
  private int hash(byte[] json, int from, int to) {
    int length = to - from;
    if (length == 0) {
      return 0;
    }
    int mix = ((length * 31 + json[from]) * 31 + json[from + length / 2]) * 31 + json[to - 1];
    return (mix ^ mix >>> 7) & (slots.length - 1);
  }
}
