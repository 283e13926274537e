package io.gnomon.sim.snapshot;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object, in one description for both directions: a method writes the value that
 * it gets into a snapshot and returns it, or it returns the value that the snapshot has. A class
 * lists its fields once, as in {@code now = fields.number("now", now)}. Writing does not change the
 * object: what is more than an assignment is done only if {@link #reading}.
 *
 * <p>Arrays are copied in both directions. A field that is missing or has another type is an error,
 * as {@link Snapshot} describes. Not thread-safe.
 */
public final class Fields {
  private final Snapshot snapshot;
  private final boolean reading;

  private Fields(Snapshot snapshot, boolean reading) {
    this.snapshot = snapshot;
    this.reading = reading;
  }

  /** Returns a snapshot with the fields of a description. */
  public static Snapshot written(Consumer<Fields> description) {
    Snapshot snapshot = new Snapshot();
    description.accept(new Fields(snapshot, false));
    return snapshot;
  }

  /** Reads a snapshot that was written with the same description. */
  public static void read(Snapshot snapshot, Consumer<Fields> description) {
    description.accept(new Fields(snapshot, true));
  }

  /** Whether the fields are read. */
  public boolean reading() {
    return reading;
  }

  /** Whether the snapshot has a field, or gets one: false for one that older versions lack. */
  public boolean has(String name) {
    return !reading || snapshot.has(name);
  }

  /** An integer. */
  public int number(String name, int value) {
    if (reading) {
      return snapshot.getInt(name);
    }
    snapshot.put(name, value);
    return value;
  }

  /** An integer of 64 bits. */
  public long number(String name, long value) {
    if (reading) {
      return snapshot.getLong(name);
    }
    snapshot.put(name, value);
    return value;
  }

  /** A floating-point number. */
  public double number(String name, double value) {
    if (reading) {
      return snapshot.getDouble(name);
    }
    snapshot.put(name, value);
    return value;
  }

  /** A boolean. */
  public boolean flag(String name, boolean value) {
    if (reading) {
      return snapshot.getBoolean(name);
    }
    snapshot.put(name, value);
    return value;
  }

  /** A column of ints. */
  public int[] numbers(String name, int[] value) {
    if (reading) {
      return snapshot.getInts(name).clone();
    }
    snapshot.put(name, value.clone());
    return value;
  }

  /** A column of ints of the same length as {@code into}, which it overwrites when it reads. */
  public void fill(String name, int[] into) {
    if (reading) {
      System.arraycopy(snapshot.getInts(name, into.length), 0, into, 0, into.length);
    } else {
      snapshot.put(name, into.clone());
    }
  }

  /** A column of doubles. */
  public double[] numbers(String name, double[] value) {
    if (reading) {
      return snapshot.getDoubles(name).clone();
    }
    snapshot.put(name, value.clone());
    return value;
  }

  /** A column of doubles of the same length as {@code into}, which it overwrites when it reads. */
  public void fill(String name, double[] into) {
    if (reading) {
      System.arraycopy(snapshot.getDoubles(name, into.length), 0, into, 0, into.length);
    } else {
      snapshot.put(name, into.clone());
    }
  }

  /** A column of strings. */
  public List<String> texts(String name, List<String> value) {
    if (reading) {
      return snapshot.getStrings(name);
    }
    snapshot.putStrings(name, value);
    return value;
  }

  /**
   * A value with a text form, or null.
   *
   * @param parse reads {@code value.toString()}
   */
  public <T> @Nullable T optional(String name, @Nullable T value, Function<String, T> parse) {
    if (reading) {
      String text = snapshot.getOptionalString(name);
      return text == null ? null : parse.apply(text);
    }
    snapshot.put(name, value == null ? null : value.toString());
    return value;
  }

  /** A string. */
  public String text(String name, String value) {
    if (reading) {
      return snapshot.getString(name);
    }
    snapshot.put(name, value);
    return value;
  }

  /** A section with the fields of an object, or with those that a description lists. */
  public void section(String name, Saved object) {
    if (reading) {
      object.restore(snapshot.getSection(name));
    } else {
      snapshot.put(name, object.snapshot());
    }
  }

  /** The section of an immutable value, which is built again when it is read. */
  public <T> T value(String name, @Nullable T value, Values<T> description) {
    if (reading) {
      return stored(snapshot.getSection(name), description);
    }
    T present = Objects.requireNonNull(value);
    snapshot.put(name, written(present, description));
    return present;
  }

  /** The same for a value that may be null. */
  public <T> @Nullable T optionalValue(String name, @Nullable T value, Values<T> description) {
    return (reading ? snapshot.has(name) : value != null) ? value(name, value, description) : null;
  }

  /** Returns a snapshot of an immutable value. */
  public static <T> Snapshot written(T value, Values<T> description) {
    return written(fields -> description.of(new ValueFields<>(fields, value)));
  }

  /** Returns the value of a {@link #written(Object, Values)} snapshot. */
  public static <T> T stored(Snapshot snapshot, Values<T> description) {
    return description.of(new ValueFields<>(new Fields(snapshot, true), null));
  }

  /** Immutable values as a list of sections; returns those to keep. */
  public <T> List<T> values(String name, Collection<T> values, Values<T> description) {
    if (reading) {
      return snapshot.getSections(name).stream().map(one -> stored(one, description)).toList();
    }
    snapshot.putSections(name, values.stream().map(one -> written(one, description)).toList());
    return List.copyOf(values);
  }

  /** The same for a collection whose elements are replaced when it is read. */
  public <T> void replace(String name, Collection<T> present, Values<T> description) {
    List<T> kept = values(name, present, description);
    if (reading) {
      present.clear();
      present.addAll(kept);
    }
  }

  /** A list of sections, as snapshots. */
  public List<Snapshot> sections(String name, List<Snapshot> sections) {
    if (reading) {
      return snapshot.getSections(name);
    }
    snapshot.putSections(name, sections);
    return sections;
  }

  /** Describes an immutable value: lists its fields and builds it from them. */
  @FunctionalInterface
  public interface Values<T> {
    /** Returns the value with these fields. */
    T of(ValueFields<T> fields);
  }

  /**
   * A table with a column of ints for each name.
   *
   * @param write adds the rows of the present table
   * @param read receives each row of the stored one
   */
  public void rows(Consumer<IntTable> write, Consumer<int[]> read, String... columns) {
    if (!reading) {
      IntTable table = new IntTable(columns);
      write.accept(table);
      table.snapshot().fields().forEach(snapshot::put);
      return;
    }
    int rows = snapshot.getInts(columns[0]).length;
    int[][] stored = new int[columns.length][];
    for (int column = 0; column < columns.length; column++) {
      stored[column] = snapshot.getInts(columns[column], rows);
    }
    for (int i = 0; i < rows; i++) {
      int[] row = new int[columns.length];
      for (int column = 0; column < columns.length; column++) {
        row[column] = stored[column][i];
      }
      read.accept(row);
    }
  }

  /**
   * A table with a row for each of some jobs: first the column "job" with their numbers, then a
   * column for each name. Rows of jobs that have no slot are ignored.
   *
   * @param slots the slot of each job by its number
   * @param read receives the slot of a job and its stored row, which begins with its number
   */
  public void rowsByJob(
      Supplier<Map<Integer, Integer>> slots,
      Consumer<IntTable> write,
      ObjIntConsumer<int[]> read,
      String... columns) {
    Map<Integer, Integer> slotByJob = reading ? slots.get() : Map.of();
    String[] names = Stream.concat(Stream.of("job"), Stream.of(columns)).toArray(String[]::new);
    rows(
        write,
        row -> {
          Integer slot = slotByJob.get(row[0]);
          if (slot != null) {
            read.accept(row, slot);
          }
        },
        names);
  }
}
