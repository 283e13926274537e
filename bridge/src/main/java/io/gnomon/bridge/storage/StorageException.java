package io.gnomon.bridge.storage;

import io.gnomon.commandline.FileAccess;
import java.io.IOException;
import java.nio.file.Path;

/** An I/O error whose message names the operation, the file and the reason. */
public final class StorageException extends IOException {
  private static final long serialVersionUID = 1L;

  /** An operation on a file. */
  @FunctionalInterface
  public interface Operation<T> {
    /** Carries out the operation. */
    T run() throws IOException;
  }

  /**
   * Returns the result of an operation on a file.
   *
   * @throws StorageException if it fails; see the constructor
   */
  public static <T> T of(String operation, Path file, Operation<T> action) throws StorageException {
    try {
      return action.run();
    } catch (IOException e) {
      throw new StorageException(operation, file, e);
    }
  }

  /**
   * An error with the message {@code cannot OPERATION FILE: REASON}.
   *
   * @param operation a verb such as {@code read}
   * @param file the file that the caller wanted to use
   * @param cause the error of the file system
   */
  public StorageException(String operation, Path file, IOException cause) {
    super("cannot %s %s: %s".formatted(operation, file, FileAccess.reason(cause)), cause);
  }
}
