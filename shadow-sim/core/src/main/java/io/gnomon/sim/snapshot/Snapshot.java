package io.gnomon.sim.snapshot;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of an object as named fields, for checkpoints.
 *
 * <p>A field is an integer, a floating-point number, a boolean, a string, an array of ints or
 * doubles, a list of strings, another snapshot (a section) or a list of sections. Reading ignores
 * fields that it does not name, so fields can be added. A required field that is missing or has
 * another type is an error that names the section and the field.
 *
 * <p>Values are not copied. Two snapshots are equal if they have the same fields with the same
 * values, in any order. Not thread-safe.
 */
public final class Snapshot {
  private final String path;
  private final Map<String, Object> fields;

  /** A snapshot without fields. */
  public Snapshot() {
    this("", new LinkedHashMap<>());
  }

  /**
   * A field for an encoder or a decoder.
   *
   * @param value a Long, Double, Boolean, String, int[], double[], Snapshot, or a list of strings
   *     or snapshots
   */
  public record Field(String name, Object value) {}

  private Snapshot(String path, Map<String, Object> fields) {
    this.path = path;
    this.fields = fields;
  }

  /** Adds an integer field. */
  public Snapshot put(String name, long value) {
    return add(name, value);
  }

  /** Adds a floating-point field. */
  public Snapshot put(String name, double value) {
    return add(name, value);
  }

  /** Adds a boolean field. */
  public Snapshot put(String name, boolean value) {
    return add(name, value);
  }

  /** Adds a string field; nothing if the value is null. */
  public Snapshot put(String name, @Nullable String value) {
    return value == null ? this : add(name, value);
  }

  /** Adds a column of ints. */
  public Snapshot put(String name, int[] values) {
    return add(name, values);
  }

  /** Adds a column of doubles. */
  public Snapshot put(String name, double[] values) {
    return add(name, values);
  }

  /** Adds a section; nothing if it is null. */
  public Snapshot put(String name, @Nullable Snapshot section) {
    return section == null ? this : add(name, section);
  }

  /** Adds a column of strings. */
  public Snapshot putStrings(String name, List<String> values) {
    return add(name, values);
  }

  /** Adds a list of sections. */
  public Snapshot putSections(String name, List<Snapshot> sections) {
    return add(name, sections);
  }

  private Snapshot add(String name, Object value) {
    if (fields.put(name, value) != null) {
      throw new IllegalStateException("field '" + name + "' is written twice");
    }
    return this;
  }

  /**
   * Adds a field as {@link #fields()} returned it.
   *
   * @throws IllegalStateException if the snapshot has a field of this name
   */
  public Snapshot put(Field field) {
    return add(field.name(), field.value());
  }

  /** Whether the snapshot has no field. */
  public boolean isEmpty() {
    return fields.isEmpty();
  }

  /** Whether the snapshot has the field. */
  public boolean has(String name) {
    return fields.containsKey(name);
  }

  /** Returns all fields in the order of writing, for an encoder. */
  public List<Field> fields() {
    return fields.entrySet().stream()
        .map(field -> new Field(field.getKey(), field.getValue()))
        .toList();
  }

  /**
   * Returns a required integer.
   *
   * @throws IllegalArgumentException if the field is missing or does not fit an int
   */
  public int getInt(String name) {
    long value = getLong(name);
    if (value != (int) value) {
      throw new IllegalArgumentException(
          describe(name) + " is " + value + ", which is out of the range of 32 bits");
    }
    return (int) value;
  }

  /** Returns a required integer of 64 bits. */
  public long getLong(String name) {
    return get(name, Long.class, "an integer");
  }

  /** Returns a required floating-point number. */
  public double getDouble(String name) {
    return get(name, Double.class, "a floating-point number");
  }

  /** Returns a required boolean. */
  public boolean getBoolean(String name) {
    return get(name, Boolean.class, "a boolean");
  }

  /** Returns a required string. */
  public String getString(String name) {
    return get(name, String.class, "a string");
  }

  /** Returns a string, or null if the snapshot does not have the field. */
  public @Nullable String getOptionalString(String name) {
    return has(name) ? getString(name) : null;
  }

  /** Returns a required column of ints. */
  public int[] getInts(String name) {
    return get(name, int[].class, "a column of ints");
  }

  /**
   * Returns a required column of ints.
   *
   * @param rows the number of values that the column must have
   */
  public int[] getInts(String name, int rows) {
    int[] values = getInts(name);
    requireRows(name, values.length, rows);
    return values;
  }

  /** Returns a required column of doubles. */
  public double[] getDoubles(String name) {
    return get(name, double[].class, "a column of doubles");
  }

  /**
   * Returns a required column of doubles.
   *
   * @param rows the number of values that the column must have
   */
  public double[] getDoubles(String name, int rows) {
    double[] values = getDoubles(name);
    requireRows(name, values.length, rows);
    return values;
  }

  /** Returns a required column of strings. */
  public List<String> getStrings(String name) {
    return elements(name, String.class, "a column of strings");
  }

  /**
   * Returns a required column of strings.
   *
   * @param rows the number of values that the column must have
   */
  public List<String> getStrings(String name, int rows) {
    List<String> values = getStrings(name);
    requireRows(name, values.size(), rows);
    return values;
  }

  /** Returns a required section. */
  public Snapshot getSection(String name) {
    return new Snapshot(below(name), get(name, Snapshot.class, "a section").fields);
  }

  /** Returns a section, or null if the snapshot does not have it. */
  public @Nullable Snapshot getOptionalSection(String name) {
    return has(name) ? getSection(name) : null;
  }

  /** Returns a required list of sections. */
  public List<Snapshot> getSections(String name) {
    return elements(name, Snapshot.class, "a list of sections").stream()
        .map(section -> new Snapshot(below(name), section.fields))
        .toList();
  }

  /** Returns a field of the section for an error message: "field 'x' of section 'a.b'". */
  public String describe(String name) {
    return "field '"
        + name
        + "' of "
        + (path.isEmpty() ? "the snapshot" : "section '" + path + "'");
  }

  private String below(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private void requireRows(String name, int found, int required) {
    if (found != required) {
      throw new IllegalArgumentException(
          describe(name) + " has " + found + " values; " + required + " are required");
    }
  }

  private <T> T get(String name, Class<T> type, String kind) {
    Object value = fields.get(name);
    if (value == null) {
      throw new IllegalArgumentException(describe(name) + " is missing; " + kind + " is required");
    }
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(describe(name) + " must be " + kind);
    }
    return type.cast(value);
  }

  private <T> List<T> elements(String name, Class<T> type, String kind) {
    List<?> values = get(name, List.class, kind);
    if (!values.stream().allMatch(type::isInstance)) {
      throw new IllegalArgumentException(describe(name) + " must be " + kind);
    }
    return values.stream().map(type::cast).toList();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Snapshot that
        && fields.keySet().equals(that.fields.keySet())
        && fields.entrySet().stream()
            .allMatch(
                field -> Objects.deepEquals(field.getValue(), that.fields.get(field.getKey())));
  }

  @Override
  public int hashCode() {
    return fields.keySet().hashCode();
  }

  /** Returns the fields with their values, for messages of tests. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    fields.forEach(
        (name, value) -> {
          String array = Arrays.deepToString(new Object[] {value});
          text.append(text.length() > 1 ? ", " : "")
              .append(name)
              .append('=')
              .append(array, 1, array.length() - 1);
        });
    return text.append('}').toString();
  }
}
