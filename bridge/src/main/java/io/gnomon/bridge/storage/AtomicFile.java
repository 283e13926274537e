package io.gnomon.bridge.storage;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Replaces the content of files atomically: a reader, or a process that starts after a crash, finds
 * the old content or the new one, never a part. Content and folder are forced to disk before a
 * method returns. The next content is written to {@code FILE.next} in the same folder.
 */
public final class AtomicFile {
  private static final int BUFFER_BYTES = 1 << 16;

  private AtomicFile() {}

  /** Writes the content of a file. */
  @FunctionalInterface
  public interface Content {
    /** Writes the content to a buffered stream, which the caller flushes and closes. */
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Replaces the content of a file, or creates it.
   *
   * @throws StorageException if the file cannot be written
   */
  public static void replace(Path file, byte[] content) throws StorageException {
    replace(file, out -> out.write(content));
  }

  /**
   * Replaces the content of a file, or creates it.
   *
   * @throws StorageException if the file cannot be written
   */
  public static void replace(Path file, Content content) throws StorageException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try {
      try (FileChannel channel =
              FileChannel.open(
                  next,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.TRUNCATE_EXISTING,
                  StandardOpenOption.WRITE);
          OutputStream out =
              new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES)) {
        content.writeTo(out);
        out.flush();
        channel.force(true);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new StorageException("write", file, e);
    }
    forceFolder(file);
  }

  /**
   * Deletes a file, if it exists.
   *
   * @throws StorageException if the file cannot be deleted
   */
  public static void delete(Path file) throws StorageException {
    if (StorageException.of("delete", file, () -> Files.deleteIfExists(file))) {
      forceFolder(file);
    }
  }

  /**
   * Forces the folder of a file to disk. Without that, a file that was created, renamed or deleted
   * can be found in its former state after a power failure.
   */
  static void forceFolder(Path file) throws StorageException {
    try (FileChannel folder =
        FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      folder.force(true);
    } catch (IOException e) {
      throw new StorageException("write", file, e);
    }
  }
}
