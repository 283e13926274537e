package io.gnomon.bridge.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file that holds one value as a JSON object and is replaced atomically.
 *
 * @param <T> type of the value, a record
 */
public final class JsonFile<T> {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);

  private final Path file;
  private final Class<T> type;

  /** A file, which need not exist. */
  public JsonFile(Path file, Class<T> type) {
    this.file = file;
    this.type = type;
  }

  /**
   * Returns the value, or an empty optional if the file does not exist.
   *
   * @throws IOException if the file cannot be read or is damaged
   */
  public Optional<T> read() throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(Files.readAllBytes(file), type));
    } catch (JsonProcessingException e) {
      throw new IOException(
          "cannot read %s: it is not a valid %s: %s. If another program has written to it, restore it"
                  .formatted(file, type.getSimpleName(), e.getOriginalMessage())
              + " from a backup",
          e);
    } catch (IOException e) {
      throw new StorageException("read", file, e);
    }
  }

  /**
   * Replaces the value. It is safe on disk when this method returns.
   *
   * @throws IOException if the file cannot be written
   */
  public void write(T value) throws IOException {
    AtomicFile.replace(file, JSON.writeValueAsBytes(value));
  }

  /**
   * Deletes the file, if it exists.
   *
   * @throws IOException if the file cannot be deleted
   */
  public void delete() throws IOException {
    AtomicFile.delete(file);
  }
}
