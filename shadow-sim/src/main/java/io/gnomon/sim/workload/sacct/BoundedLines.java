package io.gnomon.sim.workload.sacct;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file in UTF-8, plain or compressed with gzip (detected by content), without their
 * ends, which may have carriage returns. Not thread-safe. Memory is O(longest line), which is at
 * most 1 MiB.
 */
final class BoundedLines implements Closeable {
  private static final int LONGEST_LINE = 1 << 20;
  private static final int BLOCK = 1 << 16;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final String name;
  private final Counted counted;
  private final InputStream in;
  private final byte[] block = new byte[BLOCK];
  private byte[] line = new byte[1024];
  private int position;
  private int filled;
  private long number;
  private boolean terminated = true;

  /** Counts the bytes of the file itself. */
  private static final class Counted extends FilterInputStream {
    private long bytes;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int one = super.read();
      bytes += one < 0 ? 0 : 1;
      return one;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count = super.read(into, offset, length);
      bytes += Math.max(0, count);
      return count;
    }
  }

  BoundedLines(InputStream in, String name) throws IOException {
    this.name = name;
    counted = new Counted(in);
    PushbackInputStream peeked =
        new PushbackInputStream(new BufferedInputStream(counted, BLOCK), 2);
    byte[] magic = peeked.readNBytes(2);
    peeked.unread(magic);
    boolean gzip = magic.length == 2 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b;
    try {
      this.in = gzip ? new GZIPInputStream(peeked, BLOCK) : peeked;
    } catch (EOFException | ZipException damaged) {
      throw damaged(damaged);
    }
  }

  /** The number of the line that was read last, from 1. */
  long number() {
    return number;
  }

  /** Whether the line that was read last has a line end. */
  boolean terminated() {
    return terminated;
  }

  /** Bytes of the file that have been read. */
  long bytes() {
    return counted.bytes;
  }

  /** The next line; null after the last one. */
  @Nullable String next() throws IOException {
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
    if (needed > LONGEST_LINE) {
      throw new SacctFormatException(
          "%s, line %d: the line is longer than %d bytes; this is not the output of sacct"
              .formatted(name, number + 1, LONGEST_LINE));
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
      throw damaged(damaged);
    }
    position = 0;
    return filled > 0;
  }

  private SacctFormatException damaged(IOException cause) {
    return new SacctFormatException(
        "%s: the compressed data is damaged after line %d (%s); copy the file again"
            .formatted(name, number, cause.getMessage()),
        cause);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
