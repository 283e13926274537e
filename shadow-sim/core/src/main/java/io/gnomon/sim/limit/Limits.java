package io.gnomon.sim.limit;

import io.gnomon.model.limits.LimitKind;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The limits of an association or a QOS; what is absent is not limited.
 *
 * @param tres by limit and TRES, such as {@code cpu}, {@code mem} in MiB, {@code node}, {@code
 *     billing}, {@code gres/gpu} and {@code license/NAME}; at least 0
 * @param counts by limit, at least 0
 */
public record Limits(Map<LimitKind, Map<String, Long>> tres, Map<LimitKind, Long> counts) {
  /** No limits. */
  public static final Limits NONE = new Limits(Map.of(), Map.of());

  /**
   * Copies the maps.
   *
   * @throws IllegalArgumentException for a limit below 0
   */
  public Limits {
    Map<LimitKind, Map<String, Long>> copy = new EnumMap<>(LimitKind.class);
    tres.forEach(
        (limit, amounts) -> {
          amounts.forEach((name, amount) -> requireValid(limit + " of " + name, amount));
          if (!amounts.isEmpty()) {
            copy.put(limit, Collections.unmodifiableMap(new TreeMap<>(amounts)));
          }
        });
    tres = Collections.unmodifiableMap(copy);
    Map<LimitKind, Long> numbers = new EnumMap<>(LimitKind.class);
    numbers.putAll(counts);
    numbers.forEach((limit, number) -> requireValid(limit.toString(), number));
    counts = Collections.unmodifiableMap(numbers);
  }

  private static void requireValid(String limit, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(
          "limit " + limit + " is " + value + "; it must be at least 0");
    }
  }

  /** The limit on a TRES. */
  public Optional<Long> of(LimitKind limit, String name) {
    return Optional.ofNullable(tres.getOrDefault(limit, Map.of()).get(name));
  }

  /** The limit on a number. */
  public Optional<Long> of(LimitKind limit) {
    return Optional.ofNullable(counts.get(limit));
  }

  /** These limits and one on a number. */
  public Limits with(LimitKind limit, long number) {
    Map<LimitKind, Long> numbers = new EnumMap<>(LimitKind.class);
    numbers.putAll(counts);
    numbers.put(limit, number);
    return new Limits(tres, numbers);
  }

  /** These limits and one on a TRES. */
  public Limits with(LimitKind limit, String name, long amount) {
    return new Limits(Map.of(limit, Map.of(name, amount)), Map.of()).over(this);
  }

  /** These limits, and others where these have none. */
  public Limits over(Limits others) {
    Map<LimitKind, Map<String, Long>> all = new EnumMap<>(LimitKind.class);
    others.tres.forEach((limit, amounts) -> all.put(limit, new TreeMap<>(amounts)));
    tres.forEach(
        (limit, amounts) -> all.computeIfAbsent(limit, key -> new TreeMap<>()).putAll(amounts));
    Map<LimitKind, Long> numbers = new EnumMap<>(LimitKind.class);
    numbers.putAll(others.counts);
    numbers.putAll(counts);
    return new Limits(all, numbers);
  }

  /** Whether nothing is limited. */
  public boolean isEmpty() {
    return tres.isEmpty() && counts.isEmpty();
  }

  /**
   * These limits, and those of the association above where they have none, except limits of groups:
   * an account's group holds those of its children.
   */
  public Limits withInherited(Limits above) {
    Map<LimitKind, Map<String, Long>> all = new EnumMap<>(LimitKind.class);
    above.tres.forEach(
        (limit, amounts) -> {
          if (!limit.isOfGroup()) {
            all.put(limit, new TreeMap<>(amounts));
          }
        });
    tres.forEach(
        (limit, amounts) -> all.computeIfAbsent(limit, key -> new TreeMap<>()).putAll(amounts));
    Map<LimitKind, Long> numbers = new EnumMap<>(LimitKind.class);
    above.counts.forEach(
        (limit, number) -> {
          if (!limit.isOfGroup()) {
            numbers.put(limit, number);
          }
        });
    numbers.putAll(counts);
    return new Limits(all, numbers);
  }
}
