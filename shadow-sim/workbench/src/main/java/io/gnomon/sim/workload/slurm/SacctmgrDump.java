package io.gnomon.sim.workload.slurm;

import io.gnomon.slurm.accounts.EntityOptions;
import io.gnomon.text.Excerpt;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines of a file that {@code sacctmgr dump} has written, such as {@code User -
 * 'ann':DefaultAccount='physics':Fairshare=2}. A dump names no options of QOS. Values that are not
 * understood are left out with a note. Source: manual of sacctmgr, "Flat file dump and load".
 */
final class SacctmgrDump {
  private static final Pattern LINE = Pattern.compile("(?i)(cluster|parent|account|user) - (.*)");

  private final AssociationTable table;
  private String parent = AssociationTable.ROOT;

  SacctmgrDump(AssociationTable table) {
    this.table = table;
  }

  /** Whether a line is one of a dump. */
  static boolean matches(String line) {
    return LINE.matcher(line).matches();
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException for a line or an option that is not understood
   */
  void line(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + line + "' is not a line such as Account - 'physics':Fairshare=60");
    }
    Map<String, String> options = new LinkedHashMap<>();
    String name = split(matcher.group(2), options);
    if (name.isEmpty()) {
      throw new IllegalArgumentException("'" + Excerpt.of(line) + "' has no name");
    }
    switch (matcher.group(1).toLowerCase(Locale.ROOT)) {
      case "cluster" -> table.set(table.cluster(), options);
      case "parent" -> parent = name;
      case "account" -> {
        EntityOptions account = table.account(name);
        account.set("parent", parent);
        options.remove("parent");
        table.set(account, options);
      }
      default -> {
        table.setUser(parent, name, options);
        String account = options.get("defaultaccount");
        if (account != null) {
          table.setDefaultAccount(name, account);
        }
      }
    }
  }

  /** The name at the beginning; adds the options behind it. */
  private static String split(String text, Map<String, String> options) {
    String name = "";
    for (String item : QuotedText.parts(text, c -> c == ':')) {
      int equals = item.indexOf('=');
      if (name.isEmpty()) {
        name = unquoted(item);
      } else if (equals > 0) {
        options.put(
            item.substring(0, equals).toLowerCase(Locale.ROOT),
            unquoted(item.substring(equals + 1)));
      }
    }
    return name.strip();
  }

  private static String unquoted(String text) {
    return text.strip().replace("\"", "").replace("'", "");
  }
}
