package io.gnomon.events.signature;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file with a secret: operators' tokens or a key. It is read only while no other user of the
 * machine can read or write it. Its group may read it, as in a Secret that Kubernetes mounts and in
 * {@code /etc} for a service account; a group that may write it is worth a warning. File systems
 * without POSIX permissions are not checked. Stateless.
 */
public final class SecretFile {
  private SecretFile() {}

  /**
   * Reads the file.
   *
   * @param mostBytes the largest content
   * @throws IOException if the file cannot be read, other users can read or write it, or it has
   *     more bytes; the message names the file, and the remedy
   */
  public static byte[] read(Path file, int mostBytes) throws IOException {
    Set<PosixFilePermission> permissions = permissions(file);
    boolean readable = permissions.contains(PosixFilePermission.OTHERS_READ);
    if (readable || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new FileSystemException(
          file.toString(),
          null,
          "every user of this machine can %s it; run 'chmod o-rw %s'"
              .formatted(readable ? "read" : "write", file));
    }
    try (InputStream content = Files.newInputStream(file)) {
      byte[] bytes = content.readNBytes(mostBytes + 1);
      if (bytes.length > mostBytes) {
        throw new FileSystemException(
            file.toString(), null, "it has more than " + mostBytes + " bytes");
      }
      return bytes;
    }
  }

  /**
   * Returns a weakness of the file's permissions that does not keep it from being read, with the
   * remedy, or null.
   *
   * @throws IOException if the permissions cannot be read
   */
  public static @Nullable String weakness(Path file) throws IOException {
    return permissions(file).contains(PosixFilePermission.GROUP_WRITE)
        ? "every member of the group of %s can write it; run 'chmod g-w %s'".formatted(file, file)
        : null;
  }

  private static Set<PosixFilePermission> permissions(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    return view == null ? Set.of() : view.readAttributes().permissions();
  }
}
