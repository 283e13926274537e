package io.gnomon.sim.report;

import java.util.ArrayList;
import java.util.List;

/** A text table: the first column is left-aligned, the others right-aligned. Not thread-safe. */
public final class TextTable {
  private final List<String[]> rows = new ArrayList<>();

  /** Creates a table with these column headings. */
  public TextTable(String... heads) {
    rows.add(heads);
  }

  /** Adds a row with one cell for each heading. */
  public TextTable row(String... cells) {
    if (cells.length != rows.get(0).length) {
      throw new IllegalArgumentException(
          "a row has "
              + cells.length
              + " cells, but the table has "
              + rows.get(0).length
              + " columns");
    }
    rows.add(cells);
    return this;
  }

  @Override
  public String toString() {
    int[] widths = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], row[c].length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < widths.length; c++) {
        String fill = " ".repeat(widths[c] - row[c].length());
        line.append(c == 0 ? row[c] + fill : "  " + fill + row[c]);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
