package io.gnomon.commandline;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipException;

/**
 * Opens the files that commands read, within bounds: only regular files, so that no device is read
 * without end; compressed data only up to a multiple of the file; lines up to {@link
 * InputLines#LONGEST}.
 */
public final class InputFile {
  /** The largest file, in bytes, that is read as a whole. */
  public static final int LARGEST_TEXT = 1 << 26;

  private InputFile() {}

  /**
   * Opens a file for reading, plain or compressed with gzip (detected by content).
   *
   * @throws IOException if it cannot be read or is not a regular file; when reading, if it expands
   *     to too much
   */
  public static Decompressed open(Path file) throws IOException {
    requireRegular(file);
    InputStream in = Files.newInputStream(file);
    try {
      return new Decompressed(in, file.toString());
    } catch (EOFException | ZipException damaged) {
      in.close();
      throw InputLines.damaged(file.toString(), 0, damaged);
    }
  }

  /** Opens a file as {@link #open} and reads it by lines. */
  public static InputLines lines(Path file) throws IOException {
    return new InputLines(open(file), file.toString());
  }

  /**
   * Reads a text in UTF-8.
   *
   * @throws java.nio.charset.CharacterCodingException if it is not in UTF-8
   * @throws IOException if it cannot be read, is not a regular file, or has more than {@value
   *     #LARGEST_TEXT} bytes
   */
  public static String text(Path file) throws IOException {
    requireRegular(file);
    long size = Files.size(file);
    if (size > LARGEST_TEXT) {
      throw new IOException(
          "%s has %d bytes; such a file may have at most %d".formatted(file, size, LARGEST_TEXT));
    }
    byte[] bytes = Files.readAllBytes(file);
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  /**
   * Reads the lines of a text in UTF-8.
   *
   * @throws IOException as {@link #text}, and if a line is longer than {@link InputLines#LONGEST}
   */
  public static List<String> textLines(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    text(file).lines().forEach(lines::add);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).length() > InputLines.LONGEST) {
        throw InputLines.tooLong(file.toString(), i + 1);
      }
    }
    return lines;
  }

  /**
   * Checks that a file exists and is a regular one.
   *
   * @throws IOException if it is not
   */
  public static void requireRegular(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException("cannot read " + file + ": it is a folder");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException("cannot read " + file + ": it is a device or pipe, not a regular file");
    }
  }
}
