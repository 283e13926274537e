package io.gnomon.sandbox.watch;

import io.gnomon.commandline.FileAccess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/**
 * The folder that keeps the state of {@code watch}, locked for one process. The file {@code lock}
 * names the process; the lock is the operating system's, so that it ends with the process, also
 * with one that was killed. Not thread-safe.
 */
final class StateFolder implements AutoCloseable {
  private static final String PRIVATE = "rwx------";

  private final Path folder;
  private final FileChannel lock;

  private StateFolder(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Returns the folder to use if none is given: {@code gnomon/watch} in {@code XDG_STATE_HOME}, by
   * default in {@code ~/.local/state}.
   *
   * @param environment the environment variables
   * @param home the user's home folder
   */
  static Path standard(Map<String, String> environment, Path home) {
    String state = environment.getOrDefault("XDG_STATE_HOME", "");
    Path base = state.startsWith("/") ? Path.of(state) : home.resolve(".local/state");
    return base.resolve("gnomon/watch");
  }

  /**
   * Creates the folder, if it does not exist, for its owner only, and locks it.
   *
   * @throws IOException if it cannot be created or locked, if another process uses it, or if others
   *     than its owner may use it
   */
  static StateFolder open(Path folder) throws IOException {
    FileAccess.writing(folder, () -> create(folder));
    requirePrivate(folder);
    Path file = folder.resolve("lock");
    FileChannel channel =
        FileAccess.reading(
            file,
            () ->
                FileChannel.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE));
    boolean locked = false;
    try {
      locked = tryLock(file, channel);
      if (!locked) {
        throw new IOException(
            "%s is in use by %s; stop it, or choose another folder with --state"
                .formatted(folder, holder(file)));
      }
      writeHolder(channel);
      return new StateFolder(folder, channel);
    } finally {
      if (!locked) {
        channel.close();
      }
    }
  }

  private static void create(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(
          folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
    }
  }

  /** The folder keeps the queue and the broker's password from other users of this machine. */
  private static void requirePrivate(Path folder) throws IOException {
    String present = PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
    if (!present.endsWith("------")) {
      throw new IOException(
          "%s is open to other users (%s), and Gnomon keeps the queue in it; run 'chmod 700 %s', or choose another folder with --state"
              .formatted(folder, present, folder));
    }
  }

  private static boolean tryLock(Path file, FileChannel channel) throws IOException {
    try {
      return FileAccess.reading(file, channel::tryLock) != null;
    } catch (OverlappingFileLockException inThisProcess) {
      return false;
    }
  }

  private static void writeHolder(FileChannel channel) throws IOException {
    channel.truncate(0);
    channel.write(
        ByteBuffer.wrap(
            "process %d on %s\n"
                .formatted(ProcessHandle.current().pid(), host())
                .getBytes(StandardCharsets.UTF_8)));
  }

  private static String holder(Path file) throws IOException {
    String written = Files.readString(file).strip();
    return written.isEmpty() ? "another process" : written;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unnamed) {
      return "this machine";
    }
  }

  /** Returns the path of the folder. */
  Path path() {
    return folder;
  }

  /** Returns the data folder of the embedded broker. */
  Path kafka() {
    return folder.resolve("kafka");
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
