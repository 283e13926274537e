package io.gnomon.sim.workload.slurm;

import io.gnomon.sim.workload.slurm.AssociationTable.Notes.Kind;
import io.gnomon.slurm.accounts.EntityOptions;
import io.gnomon.slurm.listing.PrintedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code sacctmgr --parsable2 show assoc}, {@code show qos} and {@code show user} print: a
 * line with the names of the columns, in any order, then a line for each association, QOS or user.
 * The account of an association is indented, as {@code tree} does, or the parent is a column of its
 * own; an account with neither is below {@code root}. Values that are not understood are left out
 * with a note.
 */
final class SacctmgrListing {
  private enum Entity {
    ASSOCIATION,
    QOS,
    USER
  }

  private final AssociationTable table;
  private final List<String> above = new ArrayList<>(); // accounts by depth
  private @Nullable PrintedTable columns;
  private String cluster = "";
  private Entity entity = Entity.ASSOCIATION;

  SacctmgrListing(AssociationTable table) {
    this.table = table;
  }

  /** Whether a line is one of a listing. */
  static boolean matches(String line) {
    return line.indexOf(PrintedTable.DELIMITER) >= 0;
  }

  /**
   * Reads a line, without removing spaces at its beginning.
   *
   * @throws IllegalArgumentException for a line that is not understood
   */
  void line(String line) {
    List<String> cells = List.of(line.split(Pattern.quote(PrintedTable.DELIMITER + ""), -1));
    if (cells.contains("Account") || cells.contains("Name") || cells.contains("Def Acct")) {
      columns = PrintedTable.of(line);
      above.clear();
      entity =
          cells.contains("Account")
              ? Entity.ASSOCIATION
              : cells.contains("Name") ? Entity.QOS : Entity.USER;
    } else if (columns != null) {
      row(columns.row(line));
    } else {
      throw new IllegalArgumentException(
          "no line before it names the columns, as that of sacctmgr --parsable2 show assoc does");
    }
  }

  private void row(Map<String, String> row) {
    String indented = row.getOrDefault("account", "");
    row.replaceAll((column, field) -> field.strip());
    switch (entity) {
      case ASSOCIATION -> association(row, indented.length() - indented.stripLeading().length());
      case QOS -> {
        String name = named(row, "name");
        row.remove("name");
        table.set(table.qos(name), row);
      }
      case USER -> {
        String account = row.getOrDefault("def acct", "");
        if (!account.isEmpty()) {
          table.setDefaultAccount(named(row, "user"), account);
        }
      }
    }
  }

  private static String named(Map<String, String> row, String column) {
    String name = row.getOrDefault(column, "");
    if (name.isEmpty()) {
      throw new IllegalArgumentException("the column '" + column + "' is empty");
    }
    return name;
  }

  private void association(Map<String, String> row, int depth) {
    String named = row.getOrDefault("cluster", cluster);
    if (!cluster.isEmpty() && !named.equals(cluster)) {
      throw new IllegalArgumentException(
          "the listing has clusters '%s' and '%s'; allowed is one, as with cluster=%1$s"
              .formatted(cluster, named));
    }
    cluster = named;
    String account = named(row, "account");
    String user = row.getOrDefault("user", "");
    if (!user.isEmpty()) {
      table.setUser(account, user, row);
      return;
    }
    String parent = row.getOrDefault("par name", row.getOrDefault("parentname", ""));
    row.remove("par name");
    row.remove("parentname");
    EntityOptions options = table.account(account);
    while (above.size() > depth) {
      above.remove(above.size() - 1);
    }
    if (!account.equals(AssociationTable.ROOT)) {
      if (parent.isEmpty() && above.isEmpty()) {
        table.note(Kind.WITHOUT_PARENT, account);
      }
      options.set(
          "parent", parent.isEmpty() && !above.isEmpty() ? above.get(above.size() - 1) : parent);
    }
    above.add(account);
    table.set(options, row);
  }
}
