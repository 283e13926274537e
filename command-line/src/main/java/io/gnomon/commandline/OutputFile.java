package io.gnomon.commandline;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/**
 * Text files that are complete or absent: the text is written to {@code FILE.part}, which replaces
 * the file at the end and is deleted on an error. Devices and pipes are written directly.
 */
public final class OutputFile {
  private OutputFile() {}

  /** Writes the text of a file. */
  @FunctionalInterface
  public interface Text {
    /** Writes the text to a buffered writer and leaves it open. */
    void writeTo(Writer out) throws IOException;
  }

  /** Writes a file in UTF-8, compressed with gzip if its name ends with {@code .gz}. */
  public static void write(Path file, Text text) throws IOException {
    boolean exists = Files.exists(file);
    if (exists && !Files.isRegularFile(file)) {
      writeTo(file, file, text); // a pipe, such as behind /dev/stdout, has no real path
      return;
    }
    Path target = exists ? file.toRealPath() : file;
    Path part = target.resolveSibling(target.getFileName() + ".part");
    FileAccess.replace(file, part, target, fresh -> writeTo(file, fresh, text));
  }

  /** Writes such a file whose name Gnomon chooses, as {@link FileAccess#replace}. */
  public static void replace(Path file, Text text) throws IOException {
    FileAccess.replace(file, fresh -> writeTo(file, fresh, text));
  }

  private static void writeTo(Path named, Path file, Text text) throws IOException {
    try (OutputStream bytes = Files.newOutputStream(file);
        OutputStream out = named.toString().endsWith(".gz") ? new GZIPOutputStream(bytes) : bytes;
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8))) {
      text.writeTo(writer);
    }
  }
}
