package io.gnomon.sim.report.document;

import io.gnomon.sim.chart.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The columns of tables with one row for each object: a table for people, and CSV and JSON with
 * names and unrounded figures for programs. Not thread-safe.
 *
 * @param <R> type of the objects
 */
public final class Columns<R> {
  private static final String NONE = "–";
  private static final double PERCENT = 100;

  private record Column<R>(
      String name,
      String title,
      Function<R, String> shown,
      ToDoubleFunction<R> number,
      boolean isText,
      boolean isOptional) {}

  private final List<Column<R>> all = new ArrayList<>();

  /**
   * Adds a column of text.
   *
   * @param name for programs
   * @param title for people
   */
  public Columns<R> text(String name, String title, Function<R, String> value) {
    all.add(new Column<>(name, title, value, row -> Double.NaN, true, false));
    return this;
  }

  /** Adds a column of text for people. */
  public Columns<R> text(String title, Function<R, String> value) {
    return text(title, title, value);
  }

  /** Adds a column of numbers, which people see with so many decimals. */
  public Columns<R> number(String name, String title, ToDoubleFunction<R> value, int decimals) {
    return add(name, title, value, row -> Numbers.fixed(value.applyAsDouble(row), decimals), false);
  }

  /** Adds a column of shares from 0 to 1, which people see in per cent. */
  public Columns<R> percent(String name, String title, ToDoubleFunction<R> value) {
    return add(
        name, title, value, row -> Numbers.fixed(PERCENT * value.applyAsDouble(row), 1), false);
  }

  /** Adds a column of numbers that some rows do not have, which is NaN. */
  public Columns<R> optional(String name, String title, ToDoubleFunction<R> value, int decimals) {
    return add(
        name,
        title,
        value,
        row -> {
          double number = value.applyAsDouble(row);
          return Double.isNaN(number) ? NONE : Numbers.fixed(number, decimals);
        },
        true);
  }

  private Columns<R> add(
      String name,
      String title,
      ToDoubleFunction<R> value,
      Function<R, String> shown,
      boolean isOptional) {
    all.add(new Column<>(name, title, shown, value, false, isOptional));
    return this;
  }

  /** Adds the columns of a part of each row. */
  public <P> Columns<R> of(Function<R, P> part, Columns<P> columns) {
    for (Column<P> column : columns.all) {
      all.add(
          new Column<>(
              column.name,
              column.title,
              part.andThen(column.shown),
              row -> column.number.applyAsDouble(part.apply(row)),
              column.isText,
              column.isOptional));
    }
    return this;
  }

  /** The column with that name alone. */
  public Columns<R> only(String name) {
    Columns<R> only = new Columns<>();
    all.stream().filter(column -> column.name.equals(name)).forEach(only.all::add);
    return only;
  }

  /** The titles. */
  public List<String> titles() {
    return all.stream().map(Column::title).toList();
  }

  /** Adds a row to a table for each column: the title and the value. */
  public void addRows(Table table, R row) {
    all.forEach(column -> table.row(column.title, column.shown.apply(row)));
  }

  /** The table for people. */
  public Table table(List<R> rows) {
    Table table = new Table(titles());
    rows.forEach(row -> table.row(all.stream().map(column -> column.shown.apply(row)).toList()));
    return table;
  }

  /** CSV with a header line. */
  public String csv(List<R> rows) {
    Csv csv = new Csv();
    all.forEach(column -> csv.cell(column.name));
    csv.line();
    for (R row : rows) {
      for (Column<R> column : all) {
        if (column.isText) {
          csv.cell(column.shown.apply(row));
        } else {
          csv.cell(column.number.applyAsDouble(row));
        }
      }
      csv.line();
    }
    return csv.toString();
  }

  /** Writes an array with an object for each row. */
  public Json write(Json json, List<R> rows) {
    json.array();
    for (R row : rows) {
      fields(json.object(), row).endObject();
    }
    return json.endArray();
  }

  /** Writes the fields of one object. */
  public Json fields(Json json, R row) {
    for (Column<R> column : all) {
      double number = column.number.applyAsDouble(row);
      if (column.isText) {
        json.put(column.name, column.shown.apply(row));
      } else if (!column.isOptional || !Double.isNaN(number)) {
        json.put(column.name, number);
      }
    }
    return json;
  }
}
