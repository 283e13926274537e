package io.gnomon.sim.workload.alibaba;

import io.gnomon.commandline.InputFile;
import io.gnomon.commandline.InputLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reader of the trace's tables: comma-separated values without quotes, after a line of names. */
final class TraceTable {
  private static final int LARGEST = (1 << 30) - 1;

  /** One line of a table. */
  static final class Row {
    private final List<String> names;
    private final String[] values;

    private Row(List<String> names, String[] values) {
      this.names = names;
      this.values = values;
    }

    /** The text of a column. */
    String text(String column) {
      return values[names.indexOf(column)].strip();
    }

    /** A whole number from 0 on. */
    int number(String column) {
      String text = text(column);
      boolean digits = !text.isEmpty() && text.length() <= 10;
      digits &= text.chars().allMatch(c -> c >= '0' && c <= '9');
      if (!digits || Long.parseLong(text) > LARGEST) {
        throw new IllegalArgumentException(
            "%s is '%s'; allowed are whole numbers from 0 to %d".formatted(column, text, LARGEST));
      }
      return Integer.parseInt(text);
    }

    /** A number of thousandths, rounded up to whole units. */
    int roundedUp(String column) {
      return (number(column) + 999) / 1000;
    }
  }

  private TraceTable() {}

  /**
   * Reads a file, plain or compressed with gzip.
   *
   * @param columns those that the file must have
   * @param action throws {@link IllegalArgumentException} for a row that is not allowed
   * @throws TraceFormatException for a table without these columns, and for such a row
   */
  static void read(Path file, List<String> columns, Consumer<Row> action) throws IOException {
    try (InputLines lines = InputFile.lines(file)) {
      String head = lines.next();
      List<String> names = List.of((head == null ? "" : head.strip()).split(","));
      if (!names.containsAll(columns)) {
        throw new TraceFormatException(
            "%s, line 1: the columns are '%s'; needed are %s"
                .formatted(file, shortened(head), String.join(",", columns)));
      }
      for (String line = lines.next(); line != null; line = lines.next()) {
        String place = file + ", line " + lines.number();
        String[] values = line.split(",", -1);
        if (line.isBlank()) {
          continue;
        }
        if (values.length != names.size()) {
          throw new TraceFormatException(
              "%s has %d values: '%s'; needed are %d"
                  .formatted(place, values.length, shortened(line), names.size()));
        }
        try {
          action.accept(new Row(names, values));
        } catch (IllegalArgumentException wrong) {
          throw new TraceFormatException(place, wrong);
        }
      }
    }
  }

  private static String shortened(@Nullable String line) {
    return line == null ? "" : line.substring(0, Math.min(80, line.length()));
  }
}
