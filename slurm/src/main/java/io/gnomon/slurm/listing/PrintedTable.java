package io.gnomon.slurm.listing;

import io.gnomon.text.Excerpt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What sacct, sacctmgr and sshare print with {@code --parsable2}, or with {@code --parsable}, which
 * also ends each line with the delimiter: a line of column names, then a line for each row, with
 * fields separated by {@code |}. Immutable.
 */
public final class PrintedTable {
  /** Between two fields. */
  public static final char DELIMITER = '|';

  private final String header;
  private final List<String> titles;
  private final boolean trailing;

  private PrintedTable(String header) {
    this.header = header;
    List<String> fields = Arrays.asList(header.split("\\|", -1));
    trailing = fields.size() > 1 && fields.get(fields.size() - 1).isEmpty();
    titles =
        (trailing ? fields.subList(0, fields.size() - 1) : fields)
            .stream().map(title -> title.strip().toLowerCase(Locale.ROOT)).toList();
  }

  /** The table whose columns a line names. */
  public static PrintedTable of(String header) {
    return new PrintedTable(header);
  }

  /** The names of the columns, in lower case. */
  public List<String> titles() {
    return titles;
  }

  /** Whether a line is this header again. */
  public boolean isHeader(String line) {
    return line.equals(header);
  }

  /**
   * Where the fields of a line begin; a last element is where one more would.
   *
   * @return as many fields as the line has, which may be more or less than there are columns
   */
  public int[] fields(String line) {
    int[] begins = new int[titles.size() + 2];
    int count = 1;
    for (int at = line.indexOf(DELIMITER); at >= 0; at = line.indexOf(DELIMITER, at + 1)) {
      if (count + 1 >= begins.length) {
        begins = Arrays.copyOf(begins, 2 * begins.length);
      }
      begins[count++] = at + 1;
    }
    if (trailing && count > titles.size() && line.charAt(line.length() - 1) == DELIMITER) {
      count--;
      return Arrays.copyOf(begins, count + 1);
    }
    begins = Arrays.copyOf(begins, count + 1);
    begins[count] = line.length() + 1;
    return begins;
  }

  /**
   * The fields of a line by column in lower case, with the spaces around them; empty fields are
   * left out.
   *
   * @throws IllegalArgumentException if the line has another number of fields
   */
  public Map<String, String> row(String line) {
    int[] begins = fields(line);
    if (begins.length - 1 != titles.size()) {
      throw new IllegalArgumentException(
          "'%s' has %d fields; allowed are the %d of the first line"
              .formatted(Excerpt.of(line), begins.length - 1, titles.size()));
    }
    Map<String, String> row = new HashMap<>();
    for (int i = 0; i < titles.size(); i++) {
      String field = line.substring(begins[i], begins[i + 1] - 1);
      if (!field.isBlank()) {
        row.put(titles.get(i), field);
      }
    }
    return row;
  }

  /**
   * Parses the output of one run.
   *
   * @param columns the columns that must be there, in lower case
   * @param notes receives a phrase if a row has another number of fields, which is left out
   * @return the rows, by column in lower case, without spaces around fields; empty fields are left
   *     out
   * @throws IllegalArgumentException if a column is missing
   */
  public static List<Map<String, String>> rows(
      String program, String printed, List<String> columns, Consumer<String> notes) {
    List<String> lines = printed.lines().filter(line -> !line.isBlank()).toList();
    PrintedTable table = of(lines.isEmpty() ? "" : lines.get(0));
    if (!table.titles().containsAll(columns)) {
      throw new IllegalArgumentException(
          "%s printed the columns %s; it must print %s"
              .formatted(program, lines.isEmpty() ? List.of() : table.titles(), columns));
    }
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      try {
        Map<String, String> row = table.row(line);
        row.replaceAll((column, field) -> field.strip());
        rows.add(row);
      } catch (IllegalArgumentException other) {
        notes.accept("a row of %s: %s".formatted(program, other.getMessage()));
      }
    }
    return rows;
  }
}
