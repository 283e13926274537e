package io.gnomon.bridge.storage;

import io.gnomon.commandline.FileAccess;
import java.io.IOException;
import java.nio.file.Path;

/** An I/O error whose message names the operation, the file and the reason. */
public final class StorageException extends IOException {
  private static final long serialVersionUID = 1L;

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
