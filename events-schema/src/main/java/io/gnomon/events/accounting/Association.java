package io.gnomon.events.accounting;

import io.gnomon.events.EventData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An account, or a user of an account.
 *
 * @param account name of the account
 * @param user name of the user, or null for the account itself
 * @param parent the account above an account, or null for {@link #ROOT}; null for a user
 * @param shares its shares relative to those of its siblings, or {@link EventData#NONE} for those
 *     of its parent
 * @param priority its own priority, or {@link EventData#NONE}
 * @param limits its own limits, where the scheduler enforces them
 * @param allowedQos the QOS that its jobs may have; empty for those of the account above, and if
 *     none is known there
 */
public record Association(
    String account,
    @Nullable String user,
    @Nullable String parent,
    int shares,
    long priority,
    List<ResourceLimit> limits,
    List<String> allowedQos) {
  /** The account above all others, which is not listed. */
  public static final String ROOT = "root";

  /** Copies lists that are not immutable. */
  public Association {
    limits = List.copyOf(limits);
    allowedQos = List.copyOf(allowedQos);
  }

  /** A copy with other QOS. */
  public Association withAllowedQos(List<String> others) {
    return new Association(account, user, parent, shares, priority, limits, others);
  }

  /** An association with the QOS of the account above. */
  public Association(
      String account,
      @Nullable String user,
      @Nullable String parent,
      int shares,
      long priority,
      List<ResourceLimit> limits) {
    this(account, user, parent, shares, priority, limits, List.of());
  }

  /** An association without limits. */
  public Association(
      String account, @Nullable String user, @Nullable String parent, int shares, long priority) {
    this(account, user, parent, shares, priority, List.of());
  }
}
