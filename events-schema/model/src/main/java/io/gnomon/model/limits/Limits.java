package io.gnomon.model.limits;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The limits of an association or a QOS; what is absent is not limited. Equal to the same limits in
 * another order.
 *
 * @param all in the order in which they are reported; of those on the same, the last one counts
 */
public record Limits(List<ResourceLimit> all) {
  /** No limits. */
  public static final Limits NONE = new Limits(List.of());

  /** Copies a list that is not immutable. */
  public Limits {
    all = List.copyOf(all);
  }

  /** The limit on a number. */
  public Optional<Long> of(LimitKind kind) {
    return of(kind, null);
  }

  /** The limit on a TRES, or on a number without one. */
  public Optional<Long> of(LimitKind kind, @Nullable String tres) {
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).isOn(kind, tres)) {
        return Optional.of(all.get(i).amount());
      }
    }
    return Optional.empty();
  }

  /** The limits of a kind by TRES, in alphabetical order; empty for limits on numbers. */
  public TreeMap<String, Long> byTres(LimitKind kind) {
    TreeMap<String, Long> amounts = new TreeMap<>();
    for (ResourceLimit one : all) {
      String tres = one.tres();
      if (one.limit() == kind && tres != null) {
        amounts.put(tres, one.amount());
      }
    }
    return amounts;
  }

  /** These limits and one on a number. */
  public Limits with(LimitKind kind, long number) {
    return with(kind, null, number);
  }

  /** These limits and one on a TRES, or on a number without one; it comes last. */
  public Limits with(LimitKind kind, @Nullable String tres, long amount) {
    List<ResourceLimit> changed = new ArrayList<>(without(kind, tres).all);
    changed.add(new ResourceLimit(kind, tres, amount));
    return new Limits(changed);
  }

  /** These limits without one on a TRES, or on a number without one. */
  public Limits without(LimitKind kind, @Nullable String tres) {
    return new Limits(all.stream().filter(one -> !one.isOn(kind, tres)).toList());
  }

  /** These limits, and others where these have none. */
  public Limits over(Limits others) {
    List<ResourceLimit> both = new ArrayList<>(all);
    for (ResourceLimit other : others.all) {
      if (of(other.limit(), other.tres()).isEmpty()) {
        both.add(other);
      }
    }
    return new Limits(both);
  }

  /**
   * These limits, and those of the association above where they have none, except limits of groups:
   * an account's group holds those of its children.
   */
  public Limits withInherited(Limits above) {
    return over(
        new Limits(above.all.stream().filter(limit -> !limit.limit().isOfGroup()).toList()));
  }

  /** Whether nothing is limited. */
  public boolean isEmpty() {
    return all.isEmpty();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Limits limits
        && (all.equals(limits.all) || Set.copyOf(all).equals(Set.copyOf(limits.all)));
  }

  @Override
  public int hashCode() {
    return Set.copyOf(all).hashCode();
  }
}
