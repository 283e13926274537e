package io.gnomon.sim.snapshot;

import java.util.Arrays;

/** Named columns of ints that are filled row by row, for a {@link Snapshot}. Not thread-safe. */
public final class IntTable {
  private final String[] names;
  private final int[][] columns;
  private int rows;

  /** An empty table with these columns. */
  public IntTable(String... names) {
    this.names = names.clone();
    columns = new int[names.length][16];
  }

  /**
   * Adds a row.
   *
   * @param values one for each column
   */
  public void add(int... values) {
    if (values.length != columns.length) {
      throw new IllegalArgumentException(
          values.length + " values for " + columns.length + " columns");
    }
    for (int i = 0; i < columns.length; i++) {
      if (rows == columns[i].length) {
        columns[i] = Arrays.copyOf(columns[i], 2 * rows);
      }
      columns[i][rows] = values[i];
    }
    rows++;
  }

  /** Returns the number of rows. */
  public int rows() {
    return rows;
  }

  /** Returns a snapshot with one field for each column. */
  public Snapshot snapshot() {
    Snapshot snapshot = new Snapshot();
    for (int i = 0; i < columns.length; i++) {
      snapshot.put(names[i], Arrays.copyOf(columns[i], rows));
    }
    return snapshot;
  }
}
