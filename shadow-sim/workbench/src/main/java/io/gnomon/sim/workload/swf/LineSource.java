package io.gnomon.sim.workload.swf;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.ZipException;

/**
 * The lines of a byte stream as ranges of one buffer, without allocation per line.
 *
 * <p>After {@link #next} the line is {@code buffer()[start()..end())}, without its line feed; the
 * range is valid until the next call. Memory is O(longest line), which is bounded.
 */
final class LineSource {
  static final int LONGEST_LINE = 1 << 20;

  private final InputStream in;
  private final String name;
  private byte[] buffer;
  private int start;
  private int end;
  private int unread;
  private int filled;
  private int lineNumber;
  private boolean drained;

  LineSource(InputStream in, String name, int bufferSize) {
    this.in = in;
    this.name = name;
    this.buffer = new byte[bufferSize];
  }

  byte[] buffer() {
    return buffer;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** The number of the current line, from 1. */
  int lineNumber() {
    return lineNumber;
  }

  /**
   * Moves to the next line.
   *
   * @return false after the last line
   */
  boolean next() throws IOException {
    int at = unread;
    while (true) {
      byte[] bytes = buffer;
      int limit = filled;
      while (at < limit && bytes[at] != '\n') {
        at++;
      }
      if (at < limit) {
        return line(at, at + 1);
      }
      if (drained) {
        return at > unread && line(at, at);
      }
      at -= refill();
    }
  }

  private boolean line(int lineEnd, int next) {
    start = unread;
    end = lineEnd;
    unread = next;
    lineNumber++;
    return true;
  }

  /**
   * Reads more data, keeping the current line.
   *
   * @return the number of bytes by which the line moved down
   */
  private int refill() throws IOException {
    int moved = unread;
    System.arraycopy(buffer, unread, buffer, 0, filled - unread);
    filled -= unread;
    unread = 0;
    if (filled == buffer.length) {
      if (filled >= LONGEST_LINE) {
        throw new SwfFormatException(
            "%s:%d: the line is longer than %d bytes; this is not a workload file"
                .formatted(name, lineNumber + 1, LONGEST_LINE));
      }
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    int count = read();
    if (count < 0) {
      drained = true;
    } else {
      filled += count;
    }
    return moved;
  }

  private int read() throws IOException {
    try {
      return in.read(buffer, filled, buffer.length - filled);
    } catch (EOFException | ZipException damaged) {
      throw SwfFormatException.damaged(name, lineNumber, damaged);
    }
  }
}
