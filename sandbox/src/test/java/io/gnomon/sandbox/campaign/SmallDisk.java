package io.gnomon.sandbox.campaign;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small file system in memory that can be filled. Only root can mount it. */
public final class SmallDisk implements AutoCloseable {
  private static final String SIZE = "320m";
  private static final int BLOCK = 1 << 16;

  private final Path folder;
  private final boolean mounted;

  private SmallDisk(Path folder, boolean mounted) {
    this.folder = folder;
    this.mounted = mounted;
  }

  /** Mounts a disk on {@code folder}; without the right to mount, it is the folder itself. */
  public static SmallDisk on(Path folder) throws IOException, InterruptedException {
    return new SmallDisk(
        folder,
        run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "gnomon-campaign", folder.toString()));
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  /** Whether it can be filled. */
  public boolean mounted() {
    return mounted;
  }

  Path folder() {
    return folder;
  }

  /** Takes all free space. */
  public void fill() throws IOException {
    if (!mounted) {
      throw new IllegalStateException(folder + " is not a disk of its own and must not be filled");
    }
    for (int block = BLOCK; block > 0; block /= 16) {
      write(block);
    }
  }

  /** Writes blocks until one does not fit. */
  private void write(int block) throws IOException {
    byte[] zeros = new byte[block];
    try (OutputStream ballast = Files.newOutputStream(folder.resolve("ballast-" + block))) {
      while (Files.getFileStore(folder).getUsableSpace() >= block) {
        ballast.write(zeros);
      }
    }
  }

  /** Frees the space that {@link #fill} took. */
  void free() throws IOException {
    for (int block = BLOCK; block > 0; block /= 16) {
      Files.deleteIfExists(folder.resolve("ballast-" + block));
    }
  }

  @Override
  public void close() throws IOException {
    try {
      if (mounted && !run("umount", "-l", folder.toString())) {
        throw new IOException("cannot unmount " + folder + "; run 'umount -l " + folder + "'");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while unmounting " + folder, e);
    }
  }
}
