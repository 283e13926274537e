package io.gnomon.sim.effect;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names of partitions or accounts, numbered from 1 in the order of their first use. Names beyond
 * the capacity share the number {@link #OTHERS}, so memory is bounded. Not thread-safe.
 */
public final class Labels implements Saved {
  /** The number of a job without a name. */
  public static final int NONE = -1;

  /** The number of all names beyond the capacity. */
  public static final int OTHERS = 0;

  /** The name of {@link #OTHERS}. */
  public static final String OTHER_NAMES = "others";

  private final int capacity;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();

  /** Labels without names. */
  public Labels(int capacity) {
    this.capacity = capacity;
    names.add(OTHER_NAMES);
  }

  /** The number of a name; {@link #NONE} for null. O(1). */
  public int of(@Nullable String name) {
    if (name == null) {
      return NONE;
    }
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    if (numbers.size() >= capacity) {
      return OTHERS;
    }
    numbers.put(name, names.size());
    names.add(name);
    return names.size() - 1;
  }

  /** The name of a number that {@link #of} returned. */
  public String name(int number) {
    return names.get(number);
  }

  /** Lists the names in the order of their numbers; restores them into new labels. */
  @Override
  public void fields(Fields fields) {
    fields.texts("name", names.subList(1, names.size())).forEach(this::of);
  }
}
