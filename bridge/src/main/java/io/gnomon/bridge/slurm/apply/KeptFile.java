package io.gnomon.bridge.slurm.apply;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * One value in a file, as JSON; it is replaced as a whole and safe once a write returns.
 *
 * @param <T> of the value, a record
 */
final class KeptFile<T> {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final Class<T> type;

  KeptFile(Path file, Class<T> type) {
    this.file = file;
    this.type = type;
  }

  Optional<T> read() throws IOException {
    return Files.exists(file)
        ? Optional.of(JSON.readValue(Files.readAllBytes(file), type))
        : Optional.empty();
  }

  void write(T value) throws IOException {
    replace(file, JSON.writeValueAsBytes(value));
  }

  void remove() throws IOException {
    Files.deleteIfExists(file);
  }

  /** Replaces a file's content at once. */
  static void replace(Path file, byte[] content) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try (FileChannel channel =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
