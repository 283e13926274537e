package io.gnomon.bridge.storage;

import io.gnomon.bridge.CommandLedger;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.codec.EventCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in an append-only file, with one JSON object per line. Each entry is forced to disk
 * before {@link #write} returns. An incomplete last line, left by a crash, is removed. The file is
 * locked, so that only one bridge serves a cluster. Not thread-safe.
 */
public final class FileCommandLedger implements CommandLedger, AutoCloseable {
  private final Path file;
  private final FileChannel channel;
  private final EventCodec codec = EventCodec.ofLedger();
  private final List<GnomonEvent> entries;

  /**
   * Opens a ledger, or creates an empty one.
   *
   * @throws IOException if the file cannot be read or written, is in use, or is damaged
   */
  public FileCommandLedger(Path file) throws IOException {
    this.file = file;
    channel = open(file);
    try {
      lock();
      entries = readAll();
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static FileChannel open(Path file) throws IOException {
    FileChannel opened =
        StorageException.of(
            "open",
            file,
            () -> FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    AtomicFile.forceFolder(file);
    return opened;
  }

  private void lock() throws IOException {
    FileLock lock = tryLock();
    if (lock == null) {
      throw new IOException(
          "ledger " + file + " is in use by another bridge; stop it, or set another state folder");
    }
  }

  private @Nullable FileLock tryLock() throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException inThisProcess) {
      return null;
    } catch (IOException e) {
      throw new StorageException("lock", file, e);
    }
  }

  private List<GnomonEvent> readAll() throws IOException {
    byte[] bytes = StorageException.of("read", file, () -> Files.readAllBytes(file));
    List<GnomonEvent> found = new ArrayList<>();
    int line = 0;
    for (int end = 0; end < bytes.length; end++) {
      if (bytes[end] == '\n') {
        found.add(decode(Arrays.copyOfRange(bytes, line, end), found.size() + 1));
        line = end + 1;
      }
    }
    int length = line;
    StorageException.of("write", file, () -> channel.truncate(length).position(length));
    return List.copyOf(found);
  }

  private GnomonEvent decode(byte[] line, int number) throws IOException {
    try {
      return codec.decode(line);
    } catch (InvalidEventException e) {
      throw new IOException(
          "ledger %s is damaged in line %d: %s. Restore it from a backup, or move it away to start"
                  .formatted(file, number, e.getMessage())
              + " with an empty one",
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
      StorageException failure = new StorageException("write", file, e);
      throw new UncheckedIOException(failure.getMessage(), failure);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
