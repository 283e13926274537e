package io.gnomon.commandline;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.UUID;

/** Reads and writes files with errors that name the path and the reason. */
public final class FileAccess {
  private FileAccess() {}

  /** Reads something from a file or folder. */
  @FunctionalInterface
  public interface Reading<T> {
    /** Does it. */
    T read() throws IOException;
  }

  /** Writes something to a file or folder. */
  @FunctionalInterface
  public interface Writing {
    /** Does it. */
    void write() throws IOException;
  }

  /**
   * Runs {@code reading}.
   *
   * @throws IOException {@code cannot read PATH: REASON}, when the error does not name the path
   *     itself
   */
  public static <T> T reading(Path path, Reading<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (IOException failure) {
      throw named("read", path, failure);
    }
  }

  /**
   * Runs {@code writing}.
   *
   * @throws IOException {@code cannot write PATH: REASON}
   */
  public static void writing(Path path, Writing writing) throws IOException {
    try {
      writing.write();
    } catch (IOException failure) {
      throw named("write", path, failure);
    }
  }

  /** Writes a text in UTF-8, errors as {@link #writing}. */
  public static void writeText(Path file, String text) throws IOException {
    writing(file, () -> Files.writeString(file, text));
  }

  /** Writes a file. */
  @FunctionalInterface
  public interface Content {
    /** Writes it under another name. */
    void write(Path file) throws IOException;
  }

  /**
   * Writes a file whose name Gnomon chooses, such as a report in a folder: a new file takes the
   * name, so that the file is complete or absent, and a symbolic link of that name is replaced
   * instead of followed.
   *
   * @throws IOException {@code cannot write PATH: REASON}
   */
  public static void replace(Path file, Content content) throws IOException {
    replace(
        file,
        file.resolveSibling("." + UUID.randomUUID() + "." + file.getFileName()),
        file,
        content);
  }

  /** Writes the file {@code fresh}, which then replaces {@code file} or is deleted on an error. */
  static void replace(Path named, Path fresh, Path file, Content content) throws IOException {
    try {
      content.write(fresh);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException failure) {
      throw new IOException("cannot write %s: %s".formatted(named, reason(failure)), failure);
    } finally {
      if (Files.exists(fresh)) { // its folder may be a file
        Files.delete(fresh);
      }
    }
  }

  /** Writes a text in UTF-8 as {@link #replace}, errors as {@link #writing}. */
  public static void replaceText(Path file, String text) throws IOException {
    writing(file, () -> replace(file, fresh -> Files.writeString(fresh, text)));
  }

  private static IOException named(String verb, Path path, IOException failure) {
    String message = Objects.requireNonNullElse(failure.getMessage(), "");
    if (!(failure instanceof FileSystemException) && message.contains(path.toString())) {
      return failure;
    }
    String place = path.toString();
    if (failure instanceof FileSystemException system && system.getFile() != null) {
      place = system.getFile();
    }
    return new IOException("cannot %s %s: %s".formatted(verb, place, reason(failure)), failure);
  }

  /** Returns the reason of an I/O error in words, without the path. */
  public static String reason(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof NotDirectoryException) {
      return "not a folder";
    }
    if (failure instanceof FileAlreadyExistsException) {
      return "exists and is not a folder";
    }
    if (failure instanceof FileSystemException system && system.getReason() != null) {
      return system.getReason();
    }
    return Objects.requireNonNullElse(failure.getMessage(), failure.getClass().getSimpleName());
  }
}
