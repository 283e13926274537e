package io.gnomon.sim.workload.sacct;

/**
 * The cells of a line.
 *
 * @param layout of the line
 * @param text of the line
 * @param begins where each cell begins; the last element is where one more would
 */
record SacctRow(SacctLayout layout, String text, int[] begins) {
  /** Whether the export has the field. */
  boolean has(SacctField field) {
    return layout.has(field);
  }

  /** The field's value without spaces around it; empty if the export lacks the field. */
  String get(SacctField field) {
    int column = layout.column(field);
    return column < 0 ? "" : cell(column).strip();
  }

  /** The cell as it is. */
  String cell(int column) {
    return text.substring(begins[column], begins[column + 1] - 1);
  }

  /** The row with {@code extra} cells behind a column joined to it. */
  SacctRow joined(int column, int extra) {
    int[] fewer = new int[begins.length - extra];
    System.arraycopy(begins, 0, fewer, 0, column + 1);
    System.arraycopy(begins, column + 1 + extra, fewer, column + 1, fewer.length - column - 1);
    return new SacctRow(layout, text, fewer);
  }

  int size() {
    return begins.length - 1;
  }
}
