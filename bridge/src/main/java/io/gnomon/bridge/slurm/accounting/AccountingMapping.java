package io.gnomon.bridge.slurm.accounting;

import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.events.EventData;
import io.gnomon.events.accounting.AccountUsage;
import io.gnomon.events.accounting.AccountUsage.OfAccount;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.Association;
import io.gnomon.events.accounting.QualityOfService;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.slurm.listing.ShareListing;
import io.gnomon.slurm.mapping.SlurmScheduling;
import io.gnomon.slurm.value.SlurmTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Maps what Slurm prints of accounts to Gnomon's model. Associations of a single partition are not
 * mapped; their usage counts for the user.
 */
final class AccountingMapping {
  private static final String PARENT_SHARES = "parent";
  private static final int DEFAULT_SHARES = 1;
  private static final long MOST_GRACE = 30 * 86_400L;

  private final List<String> notes;
  private final LimitMapping limits;

  private AccountingMapping(Map<String, String> settings, List<String> notes) {
    this.notes = notes;
    limits = new LimitMapping(settings, notes);
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
            mapping.limits.areSafe());
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
        association = association(row);
      } catch (SlurmException unreadable) {
        notes.add("an association: " + unreadable.getMessage());
        continue;
      }
      boolean isRoot = association.user() == null && association.account().equals(Association.ROOT);
      if (!isRoot) {
        below.computeIfAbsent(above(association), name -> new ArrayList<>()).add(association);
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

  private static String above(Association association) {
    if (association.user() != null) {
      return association.account();
    }
    String parent = association.parent();
    return parent == null ? Association.ROOT : parent;
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
      if (child.user() == null) {
        add(child.account(), allowed.isEmpty() ? above : allowed, below, tree);
      }
    }
  }

  private Association association(Map<String, String> row) throws SlurmException {
    String user = textOrNull(text(row, "user"));
    String parent = textOrNull(text(row, "parentname"));
    String shares = text(row, "share");
    return new Association(
        text(row, "account"),
        user,
        user != null || Association.ROOT.equals(parent) ? null : parent,
        shares.equals(PARENT_SHARES)
            ? EventData.NONE
            : shares.isEmpty() ? DEFAULT_SHARES : (int) number(shares),
        text(row, "priority").isEmpty() ? EventData.NONE : (long) number(text(row, "priority")),
        limits.of(row),
        names(text(row, "qos")).stream().sorted().toList());
  }

  private List<QualityOfService> qos(List<Map<String, String>> rows) {
    List<QualityOfService> qos = new ArrayList<>();
    for (Map<String, String> row : rows) {
      try {
        qos.add(oneQos(row));
      } catch (SlurmException unreadable) {
        notes.add("a QOS: " + unreadable.getMessage());
      }
    }
    return qos;
  }

  private QualityOfService oneQos(Map<String, String> row) throws SlurmException {
    String factor = text(row, "usagefactor");
    return new QualityOfService(
        text(row, "name"),
        (long) number(text(row, "priority")),
        factor.isEmpty() ? 1 : number(factor),
        limits.of(row),
        limits.flags(row),
        names(text(row, "preempt")),
        SlurmScheduling.preemptMode(text(row, "preemptmode")).orElse(PreemptMode.CLUSTER),
        graceSeconds(row));
  }

  private static List<String> names(String list) {
    return Arrays.stream(list.split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /** A time such as {@code 00:02:00}. */
  private static int graceSeconds(Map<String, String> row) {
    OptionalLong seconds = SlurmTime.seconds(text(row, "gracetime"));
    return seconds.isEmpty() || seconds.getAsLong() == 0
        ? EventData.NONE
        : (int) Math.min(seconds.getAsLong(), MOST_GRACE);
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

  private static double number(String text) throws SlurmException {
    if (text.isEmpty()) {
      return 0;
    }
    try {
      double number = Double.parseDouble(text);
      if (number >= 0 && number < Double.MAX_VALUE) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new SlurmException("Slurm printed '" + text + "' where a number belongs", e);
    }
    throw new SlurmException("Slurm printed '" + text + "' where a number belongs");
  }

  private static String text(Map<String, String> row, String column) {
    return row.getOrDefault(column, "");
  }

  private static @Nullable String textOrNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
