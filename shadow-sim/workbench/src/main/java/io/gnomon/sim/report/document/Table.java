package io.gnomon.sim.report.document;

import java.util.ArrayList;
import java.util.List;

/** A table; the first column is text, the others are numbers. Not thread-safe. */
public final class Table implements Part {
  private final List<String> heads;
  private final List<List<String>> rows = new ArrayList<>();
  private String caption = "";
  private int words;
  private boolean small;

  /** Creates a table with these column headings. */
  public Table(String... heads) {
    this(List.of(heads));
  }

  /** Creates a table with these column headings. */
  public Table(List<String> heads) {
    this.heads = List.copyOf(heads);
  }

  /**
   * Names what a table in a document shows.
   *
   * @param wordColumns number of columns of text at the end
   */
  public Table caption(String text, int wordColumns) {
    caption = text;
    words = wordColumns;
    return this;
  }

  /** Shows the table in small letters, because it matters less. */
  public Table small() {
    small = true;
    return this;
  }

  boolean isSmall() {
    return small;
  }

  /** Adds a row with one cell for each heading. */
  public Table row(String... cells) {
    return row(List.of(cells));
  }

  /** Adds a row with one cell for each heading. */
  public Table row(List<String> cells) {
    if (cells.size() != heads.size()) {
      throw new IllegalArgumentException(
          "a row has %d cells, but the table has %d columns".formatted(cells.size(), heads.size()));
    }
    rows.add(List.copyOf(cells));
    return this;
  }

  /** Whether the table has no row. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  String caption() {
    return caption;
  }

  List<String> heads() {
    return heads;
  }

  List<List<String>> rows() {
    return rows;
  }

  /** Whether a column holds text. */
  boolean isText(int column) {
    return column == 0 || column >= heads.size() - words;
  }

  /** The table for terminals: the first column left-aligned, the others right-aligned. */
  @Override
  public String toString() {
    List<List<String>> all = new ArrayList<>(List.of(heads));
    all.addAll(rows);
    int[] widths = new int[heads.size()];
    for (List<String> row : all) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : all) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < widths.length; c++) {
        String fill = " ".repeat(widths[c] - row.get(c).length());
        line.append(c == 0 ? row.get(c) + fill : "  " + fill + row.get(c));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
