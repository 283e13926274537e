package io.gnomon.bridge.slurm.accounting;

import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.events.WireEnum;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.model.accounts.AccountUsage;
import io.gnomon.model.accounts.AccountUsage.OfAccount;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.slurm.accounts.AccountColumns;
import io.gnomon.slurm.accounts.EnforcedLimits;
import io.gnomon.slurm.accounts.EntityOptions;
import io.gnomon.slurm.accounts.LimitRow;
import io.gnomon.slurm.listing.ShareListing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Maps what Slurm prints of accounts to Gnomon's model. Associations of a single partition are not
 * mapped; their usage counts for the user.
 */
final class AccountingMapping {
  private static final Set<String> NUMBERS = Set.of("share", "priority", "usagefactor");

  private final List<String> notes;
  private final EnforcedLimits enforced;

  private AccountingMapping(Map<String, String> settings, List<String> notes) {
    this.notes = notes;
    enforced = EnforcedLimits.of(settings.getOrDefault("AccountingStorageEnforce", ""));
  }

  /**
   * Maps the printed tables.
   *
   * @param settings the site's own settings, as {@code scontrol show config} prints them
   * @param at epoch second at which the usage was read
   * @param notes receives what cannot be mapped
   */
  static AccountingObservation of(
      List<Map<String, String>> associations,
      List<Map<String, String>> qos,
      ShareListing shares,
      Map<String, String> settings,
      List<PartitionRecord> partitions,
      long at,
      List<String> notes) {
    AccountingMapping mapping = new AccountingMapping(settings, notes);
    Accounting accounting =
        new Accounting(
            mapping.tree(associations),
            mapping.qos(qos),
            DeclaredPriority.of(settings, partitions, notes),
            new AccountUsage(at, usage(shares)),
            mapping.enforced.safe());
    return new AccountingObservation(accounting, notes);
  }

  /** Returns each account before its users and before the accounts below it. */
  private List<Association> tree(List<Map<String, String>> rows) {
    Map<String, List<Association>> below = new LinkedHashMap<>();
    int single = 0;
    for (Map<String, String> row : rows) {
      if (!text(row, "partition").isEmpty()) {
        single++;
        continue;
      }
      Association association;
      try {
        association =
            options(EntityOptions.ofAssociation(), AccountColumns.ASSOCIATION, row)
                .association(text(row, "account"), text(row, "user"));
      } catch (SlurmException unreadable) {
        notes.add("an association: " + unreadable.getMessage());
        continue;
      }
      boolean isRoot = !association.isUser() && association.account().equals(Association.ROOT);
      if (!isRoot) {
        below.computeIfAbsent(association.above(), name -> new ArrayList<>()).add(association);
      }
    }
    if (single > 0) {
      notes.add(single + " associations of single partitions");
    }
    List<Association> tree = new ArrayList<>();
    add(Association.ROOT, List.of(), below, tree);
    below.keySet().forEach(account -> notes.add("account " + account + ": it has no parent"));
    return tree;
  }

  private static void add(
      String account,
      List<String> above,
      Map<String, List<Association>> below,
      List<Association> tree) {
    List<Association> children = below.remove(account);
    if (children == null) {
      return;
    }
    for (Association child : children) {
      List<String> allowed = child.allowedQos();
      tree.add(allowed.equals(above) ? child.withAllowedQos(List.of()) : child);
      if (!child.isUser()) {
        add(child.account(), allowed.isEmpty() ? above : allowed, below, tree);
      }
    }
  }

  private List<Qos> qos(List<Map<String, String>> rows) {
    List<Qos> qos = new ArrayList<>();
    for (Map<String, String> row : rows) {
      try {
        EntityOptions options = options(EntityOptions.ofQos(), AccountColumns.QOS, row);
        qos.add(options.qos(text(row, "name")).withFlagsOfLimits());
      } catch (SlurmException unreadable) {
        notes.add("a QOS: " + unreadable.getMessage());
      }
    }
    return qos;
  }

  /** Limits that are not understood are left out with a note. */
  private EntityOptions options(
      EntityOptions options, Map<String, String> columns, Map<String, String> row)
      throws SlurmException {
    List<String> unreadable = new ArrayList<>();
    for (String column : columns.keySet()) {
      String printed = text(row, column);
      LimitKind limit = LimitRow.of(column).map(LimitRow::kind).orElse(null);
      if (!printed.isEmpty() && (limit == null || enforced.limits())) {
        options.set(
            column,
            printed,
            (name, item, why) -> {
              if (limit != null) {
                String of = limit.isOfTres() ? " '" + item + "'" : "";
                notes.add("limit " + WireEnum.nameOf(limit) + of);
              } else if (NUMBERS.contains(name)) {
                unreadable.add(item);
              }
            });
      }
      if (!unreadable.isEmpty()) {
        throw new SlurmException("Slurm printed '" + printed + "' where a number belongs");
      }
    }
    return options;
  }

  /** Only what has been used is listed. */
  private static List<OfAccount> usage(ShareListing shares) {
    Map<String, Double> accounts = new LinkedHashMap<>();
    Map<String, Map<String, Double>> users = new HashMap<>();
    for (ShareListing.Row row : shares.rows()) {
      if (row.usage() == 0) {
        continue;
      }
      if (row.user().isEmpty()) {
        accounts.put(row.account(), row.usage());
      } else {
        users.computeIfAbsent(row.account(), name -> new TreeMap<>()).put(row.user(), row.usage());
      }
    }
    List<OfAccount> usage = new ArrayList<>();
    accounts.forEach(
        (account, used) ->
            usage.add(new OfAccount(account, used, users.getOrDefault(account, Map.of()))));
    return usage;
  }

  private static String text(Map<String, String> row, String column) {
    return row.getOrDefault(column, "");
  }
}
