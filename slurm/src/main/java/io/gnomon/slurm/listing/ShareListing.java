package io.gnomon.slurm.listing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * What Slurm's {@code sshare --all --parsable2} prints, also with {@code --long} or {@code
 * --format}: a line with the names of the columns, in any order, then a line for each account and
 * each user of an account. Immutable. Source: manual of sshare.
 *
 * @param rows in the order of the output; a user with several associations of an account, which are
 *     those of single partitions, is listed once
 */
public record ShareListing(List<Row> rows) {
  /** {@code RawShares} of an association that uses the shares of its parent. */
  public static final int PARENT_SHARES = -1;

  private static final String ACCOUNT = "account";
  private static final String USER = "user";
  private static final String SHARES = "rawshares";
  private static final String USAGE = "rawusage";
  private static final List<String> NEEDED = List.of(ACCOUNT, USER, USAGE);
  private static final String CLUSTER = "CLUSTER:";
  private static final Pattern NUMBER = Pattern.compile("\\d{1,20}(\\.\\d*)?");
  private static final int SHOWN = 60;

  /**
   * An account or a user of it.
   *
   * @param line number of its first line, from 1
   * @param account name of the account
   * @param depth blanks before the name, which are more than those of the account above
   * @param user name of the user; empty for the account itself
   * @param shares {@code RawShares}, or {@link #PARENT_SHARES}; empty if none are printed
   * @param usage {@code RawUsage} in weighted TRES seconds, at least 0; that of an account includes
   *     its users and the accounts below
   */
  public record Row(
      int line, String account, int depth, String user, OptionalInt shares, double usage) {
    private Row plus(Row other) {
      return new Row(line, account, depth, user, shares, usage + other.usage);
    }
  }

  /** Copies the rows. */
  public ShareListing {
    rows = List.copyOf(rows);
  }

  /**
   * Parses the output of one run for one cluster. Other columns are skipped, and so are blank lines
   * and the name of the cluster before the columns.
   *
   * @throws IllegalArgumentException for a line that is not understood; the message has its number,
   *     the value and what is allowed
   */
  public static ShareListing parse(List<String> lines) {
    PrintedTable table = null;
    Map<String, Row> rows = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.isBlank() || (table == null && line.startsWith(CLUSTER))) {
        continue;
      }
      try {
        if (table == null) {
          table = table(line);
        } else {
          add(row(i + 1, line, table), rows);
        }
      } catch (IllegalArgumentException wrong) {
        throw new IllegalArgumentException("line " + (i + 1) + ": " + wrong.getMessage(), wrong);
      }
    }
    if (table == null) {
      throw new IllegalArgumentException(
          "it is empty; expected is the output of sshare --all --parsable2");
    }
    return new ShareListing(new ArrayList<>(rows.values()));
  }

  /**
   * The listing of these rows; those of a user with several associations of an account are added.
   *
   * @throws IllegalArgumentException if an account is listed twice
   */
  public static ShareListing of(List<Row> rows) {
    Map<String, Row> merged = new LinkedHashMap<>();
    rows.forEach(row -> add(row, merged));
    return new ShareListing(new ArrayList<>(merged.values()));
  }

  private static PrintedTable table(String line) {
    PrintedTable table = PrintedTable.of(line);
    if (!table.titles().containsAll(NEEDED)) {
      throw new IllegalArgumentException(
          ("'%s' does not name the columns Account, User and RawUsage, separated by |, as sshare"
                  + " --all --parsable2 does")
              .formatted(shown(line)));
    }
    return table;
  }

  private static Row row(int number, String line, PrintedTable table) {
    if (line.startsWith(CLUSTER) && line.indexOf(PrintedTable.DELIMITER) < 0) {
      throw new IllegalArgumentException(
          "'%s' begins the listing of another cluster; allowed is one".formatted(shown(line)));
    }
    Map<String, String> row = table.row(line);
    String printed = row.getOrDefault(ACCOUNT, "");
    row.replaceAll((column, field) -> field.strip());
    if (row.getOrDefault(ACCOUNT, "").equalsIgnoreCase(ACCOUNT)
        && row.getOrDefault(USAGE, "").equalsIgnoreCase(USAGE)) {
      throw new IllegalArgumentException(
          "a second listing begins; allowed is the output of one sshare");
    }
    String account = row.getOrDefault(ACCOUNT, "");
    if (account.isEmpty()) {
      throw new IllegalArgumentException("Account is empty; every line of sshare names one");
    }
    return new Row(
        number,
        account,
        printed.length() - printed.stripLeading().length(),
        row.getOrDefault(USER, ""),
        shares(row.getOrDefault(SHARES, "")),
        usage(row.getOrDefault(USAGE, "")));
  }

  private static OptionalInt shares(String text) {
    if (text.isEmpty()) {
      return OptionalInt.empty();
    }
    boolean digits = text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!text.equalsIgnoreCase("parent") && (!digits || text.length() > 10)) {
      throw new IllegalArgumentException(
          "RawShares is '" + shown(text) + "'; allowed are whole numbers from 0, and parent");
    }
    long shares = digits ? Long.parseLong(text) : Integer.MAX_VALUE;
    return OptionalInt.of(shares >= Integer.MAX_VALUE ? PARENT_SHARES : (int) shares);
  }

  private static double usage(String text) {
    if (!text.isEmpty() && !NUMBER.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "RawUsage is '" + shown(text) + "'; allowed are numbers from 0");
    }
    return text.isEmpty() ? 0 : Double.parseDouble(text);
  }

  private static void add(Row row, Map<String, Row> rows) {
    String key = row.account() + "|" + row.user();
    Row before = rows.get(key);
    if (before != null && row.user().isEmpty()) {
      throw new IllegalArgumentException(
          "account '%s' is also on line %d; allowed is the output of one sshare for one cluster"
              .formatted(row.account(), before.line()));
    }
    rows.put(key, before == null ? row : before.plus(row));
  }

  private static String shown(String text) {
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
  }
}
