package io.gnomon.commandline;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * An output stream that keeps its first write error, which it also throws, and drops what follows,
 * so that a command can report the error when it ends. {@code PrintWriter} would hide the error,
 * but its {@code checkError} tells a command that there was one.
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
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    if (failure.isEmpty()) {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        failure = Optional.of(e);
        throw e;
      }
    }
  }

  @Override
  public synchronized void flush() throws IOException {
    if (failure.isEmpty()) {
      try {
        out.flush();
      } catch (IOException e) {
        failure = Optional.of(e);
        throw e;
      }
    }
  }
}
