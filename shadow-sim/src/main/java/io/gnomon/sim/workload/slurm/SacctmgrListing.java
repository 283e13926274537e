package io.gnomon.sim.workload.slurm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What {@code sacctmgr --parsable2 show assoc}, {@code show qos} and {@code show user} print: a
 * line with the names of the columns, in any order, then a line for each association, QOS or user.
 * The account of an association is indented, as {@code tree} does, or the parent is a column of its
 * own.
 */
final class SacctmgrListing {
  private enum Entity {
    ASSOCIATION,
    QOS,
    USER
  }

  private final AssociationTable table;
  private final List<String> above = new ArrayList<>(); // accounts by depth
  private List<String> columns = List.of();
  private String cluster = "";
  private Entity entity = Entity.ASSOCIATION;

  SacctmgrListing(AssociationTable table) {
    this.table = table;
  }

  /** Whether a line is one of a listing. */
  static boolean matches(String line) {
    return line.indexOf('|') >= 0;
  }

  /**
   * Reads a line, without removing spaces at its beginning.
   *
   * @throws IllegalArgumentException for a line that is not understood
   */
  void line(String line) {
    List<String> cells = Arrays.asList(line.split("\\|", -1));
    if (isHeader(cells)) {
      header(cells);
    } else if (columns.isEmpty()) {
      throw new IllegalArgumentException(
          "the first line must name the columns, as sacctmgr --parsable2 show assoc does");
    } else if (cells.size() < columns.size()) {
      throw new IllegalArgumentException(
          "the line has %d columns; allowed are the %d of the first line"
              .formatted(cells.size(), columns.size()));
    } else {
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < columns.size(); i++) {
        row.put(columns.get(i), cells.get(i));
      }
      switch (entity) {
        case ASSOCIATION -> association(row);
        case QOS -> qos(row);
        case USER -> user(row);
      }
    }
  }

  private static boolean isHeader(List<String> cells) {
    return cells.contains("Account") || cells.contains("Name") || cells.contains("Def Acct");
  }

  private void header(List<String> cells) {
    columns = cells.stream().map(name -> name.strip().toLowerCase(Locale.ROOT)).toList();
    above.clear();
    if (cells.contains("Account")) {
      entity = Entity.ASSOCIATION;
    } else {
      entity = cells.contains("Name") ? Entity.QOS : Entity.USER;
    }
  }

  private void association(Map<String, String> row) {
    String named = row.getOrDefault("cluster", cluster).strip();
    if (!cluster.isEmpty() && !named.equals(cluster)) {
      throw new IllegalArgumentException(
          "the listing has clusters '%s' and '%s'; allowed is one, as with cluster=%1$s"
              .formatted(cluster, named));
    }
    cluster = named;
    String indented = row.getOrDefault("account", "");
    String account = indented.strip();
    String user = row.getOrDefault("user", "").strip();
    EntityOptions options;
    if (user.isEmpty()) {
      options = table.account(account);
      setParent(options, account, indented.length() - indented.stripLeading().length(), row);
    } else {
      options = table.user(account, user);
    }
    row.forEach(
        (name, value) -> {
          if (!name.equals("parentname") && !name.equals("par name")) {
            options.set(name, value.strip());
          }
        });
  }

  private void setParent(
      EntityOptions options, String account, int depth, Map<String, String> row) {
    while (above.size() > depth) {
      above.remove(above.size() - 1);
    }
    String named = row.getOrDefault("par name", row.getOrDefault("parentname", "")).strip();
    boolean isRoot = account.equals(AssociationTable.ROOT);
    if (named.isEmpty() && above.isEmpty() && !isRoot) {
      throw new IllegalArgumentException(
          "account '"
              + account
              + "' has no parent; list associations with the option tree, or with the column"
              + " ParentName");
    }
    if (!isRoot) {
      options.set("parent", named.isEmpty() ? above.get(above.size() - 1) : named);
    }
    above.add(account);
  }

  private void qos(Map<String, String> row) {
    EntityOptions options = table.qos(row.getOrDefault("name", "").strip());
    row.forEach(
        (name, value) -> {
          if (!name.equals("name")) {
            options.set(name, value.strip());
          }
        });
  }

  private void user(Map<String, String> row) {
    table.setDefaultAccount(
        row.getOrDefault("user", "").strip(), row.getOrDefault("def acct", "").strip());
  }
}
