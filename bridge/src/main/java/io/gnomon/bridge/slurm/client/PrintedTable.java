package io.gnomon.bridge.slurm.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What sacctmgr prints with {@code --parsable2}: a line of column names, then a line for each row,
 * with fields separated by {@code |}.
 */
public final class PrintedTable {
  private PrintedTable() {}

  /**
   * Parses a table.
   *
   * @param columns the columns that must be there, in lower case
   * @param notes receives a phrase if a row has another number of fields, which is left out
   * @return the rows, by column in lower case; empty fields are left out
   * @throws SlurmException if a column is missing
   */
  public static List<Map<String, String>> rows(
      String program, String printed, List<String> columns, Consumer<String> notes)
      throws SlurmException {
    List<String> lines = printed.lines().filter(line -> !line.isBlank()).toList();
    List<String> header =
        lines.isEmpty() ? List.of() : List.of(lines.get(0).toLowerCase(Locale.ROOT).split("\\|"));
    if (!header.containsAll(columns)) {
      throw new SlurmException(
          "%s printed the columns %s; it must print %s".formatted(program, header, columns));
    }
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split("\\|", -1);
      if (fields.length != header.size()) {
        notes.accept(
            "a row of %s with %d fields instead of %d"
                .formatted(program, fields.length, header.size()));
        continue;
      }
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < fields.length; i++) {
        if (!fields[i].isBlank()) {
          row.put(header.get(i), fields[i].strip());
        }
      }
      rows.add(row);
    }
    return rows;
  }
}
