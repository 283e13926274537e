package io.gnomon.sim.report.document;

import io.gnomon.sim.chart.Numbers;

/**
 * A builder of comma-separated values (RFC 4180 quoting). Text that a spreadsheet would take for a
 * formula gets an apostrophe before it, as OWASP recommends against CSV injection. Not thread-safe.
 */
public final class Csv {
  private static final String FORMULA = "=+-@\t\r";
  private static final String QUOTED = ",\"\n\r";

  private final StringBuilder text = new StringBuilder();
  private boolean lineBegun;

  /** A cell of text, such as the name of a user: neutralised and quoted if necessary. */
  public static String text(String value) {
    boolean formula = !value.isEmpty() && FORMULA.indexOf(value.charAt(0)) >= 0;
    String safe = formula ? "'" + value : value;
    boolean plain = safe.chars().allMatch(character -> QUOTED.indexOf(character) < 0);
    return plain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
  }

  /** Adds a cell of text. */
  Csv cell(String value) {
    return add(text(value));
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
