package io.gnomon.events.accounting;

import io.gnomon.model.accounts.AccountUsage;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Accounts and users of a cluster, what they have used, and how priorities follow from it.
 *
 * <p>Each component can be absent, and is then as it was reported last. So a snapshot can carry the
 * usage alone.
 *
 * @param associations accounts and their users; an account comes before its users and before the
 *     accounts below it. Empty if as before
 * @param qos the qualities of service; empty if as before
 * @param priority the parameters of the priority, or null if as before
 * @param usage what was used, or null if as the receiver has computed it
 * @param safeLimits whether a job starts only if limits on minutes allow it to run until its time
 *     limit, as with Slurm's {@code AccountingStorageEnforce=safe}; reported with associations
 */
public record Accounting(
    List<Association> associations,
    List<Qos> qos,
    @Nullable PriorityParameters priority,
    @Nullable AccountUsage usage,
    boolean safeLimits) {
  /** Copies lists that are not immutable. */
  public Accounting {
    associations = List.copyOf(associations);
    qos = List.copyOf(qos);
  }

  /** Accounts without safe limits. */
  public Accounting(
      List<Association> associations,
      List<Qos> qos,
      @Nullable PriorityParameters priority,
      @Nullable AccountUsage usage) {
    this(associations, qos, priority, usage, false);
  }

  /** The number of associations and of reported usages; the cost of accounts grows with it. */
  public int size() {
    return associations.size()
        + (usage == null
            ? 0
            : usage.accounts().stream().mapToInt(account -> 1 + account.users().size()).sum());
  }

  /** The usage alone, or null if there is none. */
  public @Nullable Accounting usageOnly() {
    return usage == null ? null : new Accounting(List.of(), List.of(), null, usage);
  }

  /** A copy with another usage. */
  public Accounting withUsage(@Nullable AccountUsage other) {
    return new Accounting(associations, qos, priority, other, safeLimits);
  }

  /**
   * What is in force after {@code later} was reported: its components, and those of this one where
   * it has none.
   */
  public Accounting updated(Accounting later) {
    return new Accounting(
        later.associations.isEmpty() ? associations : later.associations,
        later.qos.isEmpty() ? qos : later.qos,
        later.priority == null ? priority : later.priority,
        later.usage == null ? usage : later.usage,
        later.associations.isEmpty() ? safeLimits : later.safeLimits);
  }
}
