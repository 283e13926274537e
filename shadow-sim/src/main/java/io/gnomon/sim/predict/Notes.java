package io.gnomon.sim.predict;

import java.util.Arrays;

/**
 * Numbers written one after the other and read in the same order: what a predictor keeps across a
 * restart. Not thread-safe.
 */
public final class Notes {
  private int[] numbers;
  private int size;
  private int next;

  /** Empty notes, to write. */
  public Notes() {
    this.numbers = new int[64];
  }

  /** Notes to read, as {@link #numbers()} gave them; not copied. */
  public Notes(int[] numbers) {
    this.numbers = numbers;
    this.size = numbers.length;
  }

  /** One more number. */
  public void write(int number) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.max(64, 2 * size));
    }
    numbers[size++] = number;
  }

  /** One more number, as two. */
  public void write(double number) {
    long bits = Double.doubleToRawLongBits(number);
    write((int) (bits >>> 32));
    write((int) bits);
  }

  /** The first {@code count} of some numbers, preceded by how many. */
  public void write(int[] from, int count) {
    write(count);
    for (int i = 0; i < count; i++) {
      write(from[i]);
    }
  }

  /** Some numbers, preceded by how many. */
  public void write(double[] from) {
    write(from.length);
    for (double number : from) {
      write(number);
    }
  }

  /** Whether everything has been read. */
  public boolean isEmpty() {
    return next == size;
  }

  /**
   * The next number.
   *
   * @throws IllegalArgumentException if nothing is left
   */
  public int read() {
    if (next == size) {
      throw new IllegalArgumentException("the memory ends after " + size + " numbers, too early");
    }
    return numbers[next++];
  }

  /** The next number that was written as two. */
  public double readDouble() {
    long high = read();
    return Double.longBitsToDouble(high << 32 | (read() & 0xffff_ffffL));
  }

  /** The next numbers that were written with their count. */
  public int[] readInts() {
    int[] into = new int[count(1)];
    for (int i = 0; i < into.length; i++) {
      into[i] = read();
    }
    return into;
  }

  /** The next numbers that were written with their count, as two each. */
  public double[] readDoubles() {
    double[] into = new double[count(2)];
    for (int i = 0; i < into.length; i++) {
      into[i] = readDouble();
    }
    return into;
  }

  /** All that was written. */
  public int[] numbers() {
    return Arrays.copyOf(numbers, size);
  }

  private int count(int numbersEach) {
    int count = read();
    if (count < 0 || (long) count * numbersEach > size - next) {
      throw new IllegalArgumentException(
          "the memory announces " + count + " figures where " + (size - next) + " numbers remain");
    }
    return count;
  }
}
