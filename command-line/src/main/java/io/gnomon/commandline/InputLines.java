package io.gnomon.commandline;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file in UTF-8 without their ends, which may have carriage returns. Not
 * thread-safe. Memory is O(longest line), which is bounded.
 */
public final class InputLines implements Closeable {
  /** The largest number of bytes of a line. */
  public static final int LONGEST = 1 << 20;

  private static final int BLOCK = 1 << 16;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final String name;
  private final Decompressed in;
  private final byte[] block = new byte[BLOCK];
  private byte[] line = new byte[1024];
  private int position;
  private int filled;
  private long number;
  private boolean terminated = true;

  /** Reads a stream; messages use {@code name} as the file name. */
  public InputLines(Decompressed in, String name) {
    this.in = in;
    this.name = name;
  }

  /** The number of the line that was read last, from 1. */
  public long number() {
    return number;
  }

  /** Whether the line that was read last has a line end. */
  public boolean terminated() {
    return terminated;
  }

  /** Bytes of the file that have been read. */
  public long fileBytes() {
    return in.sourceBytes();
  }

  /**
   * The next line; null after the last one.
   *
   * @throws IOException if the line is too long, or compressed data is damaged or expands to too
   *     much; the message names the file and the line
   */
  public @Nullable String next() throws IOException {
    int length = 0;
    while (true) {
      if (position == filled && !fill()) {
        if (length == 0) {
          return null;
        }
        terminated = false;
        return text(length);
      }
      int from = position;
      while (position < filled && block[position] != '\n') {
        position++;
      }
      length = append(from, length);
      if (position < filled) {
        position++;
        return text(length);
      }
    }
  }

  private int append(int from, int length) throws IOException {
    int needed = length + position - from;
    if (needed > LONGEST) {
      throw tooLong(name, number + 1);
    }
    if (needed > line.length) {
      line = Arrays.copyOf(line, Math.max(needed, 2 * line.length));
    }
    System.arraycopy(block, from, line, length, position - from);
    return needed;
  }

  private String text(int length) {
    number++;
    boolean carriageReturn = length > 0 && line[length - 1] == '\r';
    String text = new String(line, 0, carriageReturn ? length - 1 : length, StandardCharsets.UTF_8);
    return number == 1 && text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }

  private boolean fill() throws IOException {
    try {
      filled = Math.max(0, in.read(block, 0, block.length));
    } catch (EOFException | ZipException damaged) {
      throw damaged(name, number, damaged);
    }
    position = 0;
    return filled > 0;
  }

  /** The failure of a line that is too long. */
  static IOException tooLong(String name, long number) {
    return new IOException(
        "%s, line %d: the line is longer than %d bytes; this is not a text of that kind"
            .formatted(name, number, LONGEST));
  }

  /** The failure of compressed data after a line. */
  static IOException damaged(String name, long number, IOException cause) {
    return new IOException(
        "%s: the compressed data is damaged after line %d (%s); copy the file again"
            .formatted(name, number, cause.getMessage()),
        cause);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
