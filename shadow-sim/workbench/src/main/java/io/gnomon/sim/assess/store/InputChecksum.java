package io.gnomon.sim.assess.store;

import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.InputFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** A checksum of what a result depends on. */
public final class InputChecksum {
  private InputChecksum() {}

  /** The SHA-256 of settings and of the contents of files, as hexadecimal digits. */
  public static String of(String settings, List<Path> files) throws IOException {
    MessageDigest digest = sha256();
    digest.update(settings.getBytes(StandardCharsets.UTF_8));
    for (Path file : files) {
      FileAccess.reading(
          file,
          () -> {
            InputFile.requireRegular(file);
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
              return in.transferTo(OutputStream.nullOutputStream());
            }
          });
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java runtime has SHA-256", impossible);
    }
  }
}
