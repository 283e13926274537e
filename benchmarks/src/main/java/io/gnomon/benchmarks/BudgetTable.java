package io.gnomon.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The Markdown table of budgets: required value, measured value, and whether the budget is met. Not
 * thread-safe.
 */
final class BudgetTable {
  private static final String HEAD = "| budget | required | measured | met |\n|---|---|---|---|\n";

  private final StringBuilder rows = new StringBuilder(HEAD);
  private final Set<Path> missing = new LinkedHashSet<>();

  /** Whether an input exists; {@link #missing} names it if it does not. */
  boolean has(Path input) {
    boolean exists = Files.exists(input);
    if (!exists) {
      missing.add(input);
    }
    return exists;
  }

  /** The inputs that do not exist, so that what needs them was not measured. */
  Set<Path> missing() {
    return missing;
  }

  /** Whether nothing was measured. */
  boolean isEmpty() {
    return rows.length() == HEAD.length();
  }

  /** Adds a figure that must not be less than {@code least}. */
  void atLeast(String budget, double least, double measured, String unit) {
    add(budget, "at least " + figure(least, unit), figure(measured, unit), measured >= least);
  }

  /** Adds a figure that must not be more than {@code most}. */
  void atMost(String budget, double most, double measured, String unit) {
    add(budget, "at most " + figure(most, unit), figure(measured, unit), measured <= most);
  }

  /** Adds a figure that has no budget. */
  void info(String what, double measured, String unit) {
    rows.append(String.format(Locale.ROOT, "| %s | – | %s | – |\n", what, figure(measured, unit)));
  }

  /** Adds a part that could not be measured. */
  void failed(String part, Throwable failure) {
    String reason = String.valueOf(failure).replaceAll("[\\s|]+", " ");
    add(part, "–", "could not be measured: " + reason, false);
  }

  private void add(String budget, String required, String measured, boolean met) {
    rows.append(
        String.format(
            Locale.ROOT,
            "| %s | %s | %s | %s |\n",
            budget,
            required,
            measured,
            met ? "yes" : "no"));
  }

  private static String figure(double value, String unit) {
    return (Figure.of(value) + " " + unit).strip();
  }

  @Override
  public String toString() {
    return rows.toString();
  }
}
