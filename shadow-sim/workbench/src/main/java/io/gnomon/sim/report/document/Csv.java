package io.gnomon.sim.report.document;

import io.gnomon.sim.chart.Numbers;

/** A builder of comma-separated values (RFC 4180 quoting). Not thread-safe. */
final class Csv {
  private final StringBuilder text = new StringBuilder();
  private boolean lineBegun;

  /** Adds a text cell, quoted if necessary. */
  Csv cell(String value) {
    boolean plain = value.indexOf(',') < 0 && value.indexOf('"') < 0 && value.indexOf('\n') < 0;
    return add(plain ? value : '"' + value.replace("\"", "\"\"") + '"');
  }

  /** Adds a number with at most six decimals; the cell is empty if the number is not finite. */
  Csv cell(double value) {
    return add(Double.isFinite(value) ? Numbers.rounded(value) : "");
  }

  /** Ends the line. */
  Csv line() {
    text.append('\n');
    lineBegun = false;
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }

  private Csv add(String cell) {
    if (lineBegun) {
      text.append(',');
    }
    text.append(cell);
    lineBegun = true;
    return this;
  }
}
