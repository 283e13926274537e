package io.gnomon.commandline;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * An output stream that keeps its first write error and drops what follows, so that a command can
 * report the error when it ends. {@code PrintWriter} and {@code PrintStream} would hide it.
 */
final class CheckedStream extends OutputStream {
  private final OutputStream out;
  private Optional<IOException> failure = Optional.empty();

  CheckedStream(OutputStream out) {
    this.out = out;
  }

  /** The first write error. */
  synchronized Optional<IOException> failure() {
    return failure;
  }

  @Override
  public void write(int value) {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    if (failure.isEmpty()) {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        failure = Optional.of(e);
      }
    }
  }

  @Override
  public synchronized void flush() {
    if (failure.isEmpty()) {
      try {
        out.flush();
      } catch (IOException e) {
        failure = Optional.of(e);
      }
    }
  }
}
