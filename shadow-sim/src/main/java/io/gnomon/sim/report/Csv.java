package io.gnomon.sim.report;

import io.gnomon.sim.chart.Numbers;

/** Lines of comma-separated values. Not thread-safe. */
final class Csv {
  private final StringBuilder text = new StringBuilder();
  private boolean lineBegun;

  /** A text, in quotation marks where it needs them. */
  Csv cell(String value) {
    boolean plain = value.indexOf(',') < 0 && value.indexOf('"') < 0 && value.indexOf('\n') < 0;
    return add(plain ? value : '"' + value.replace("\"", "\"\"") + '"');
  }

  /** A number with at most six decimals; empty where it is not finite. */
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
