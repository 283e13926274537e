package io.gnomon.bridge;

import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.codec.EventCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in a file that only grows: one entry a line, as JSON, forced to disk before a write
 * returns. A last line that a crash has cut off was never relied on and is dropped. The file is
 * locked, so that a cluster has one bridge at a time.
 */
public final class FileLedger implements CommandLedger, AutoCloseable {
  private final Path file;
  private final FileChannel channel;
  private final EventCodec codec = new EventCodec();
  private final List<GnomonEvent> entries;

  /**
   * Opens a ledger, or begins one where there is none.
   *
   * @throws IOException where the file cannot be read or written, is in use, or is damaged
   */
  public FileLedger(Path file) throws IOException {
    this.file = file;
    channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      lock();
      entries = read();
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private void lock() throws IOException {
    FileLock lock = tryLock();
    if (lock == null) {
      throw new IOException("ledger " + file + " is in use; only one bridge may serve a cluster");
    }
  }

  private @Nullable FileLock tryLock() throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException inThisProcess) {
      return null;
    }
  }

  private List<GnomonEvent> read() throws IOException {
    ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(channel.size()));
    while (content.hasRemaining() && channel.read(content) >= 0) {}
    byte[] bytes = content.array();
    List<GnomonEvent> found = new ArrayList<>();
    int line = 0;
    for (int end = 0; end < bytes.length; end++) {
      if (bytes[end] == '\n') {
        found.add(decode(Arrays.copyOfRange(bytes, line, end), found.size() + 1));
        line = end + 1;
      }
    }
    channel.truncate(line);
    channel.position(line);
    return List.copyOf(found);
  }

  private GnomonEvent decode(byte[] line, int number) throws IOException {
    try {
      return codec.decode(line);
    } catch (InvalidEventException e) {
      throw new IOException(
          "ledger %s is damaged in line %d: %s. Maybe another program has written to it?"
              .formatted(file, number, e.getMessage()),
          e);
    }
  }

  @Override
  public List<GnomonEvent> entries() {
    return entries;
  }

  @Override
  public void write(GnomonEvent entry) {
    byte[] json = codec.encodeStructured(entry).value();
    ByteBuffer line = ByteBuffer.allocate(json.length + 1).put(json).put((byte) '\n').flip();
    try {
      while (line.hasRemaining()) {
        channel.write(line);
      }
      channel.force(true);
    } catch (IOException e) {
      throw new UncheckedIOException("ledger " + file + " cannot be written", e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
