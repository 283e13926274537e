package io.gnomon.bridge.slurm.read;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where Slurm's hooks leave word that a job has started or ended: an empty file each, in a folder.
 * The hooks wait for nobody and the bridge asks Slurm what it was, so a word that is lost costs the
 * interval and nothing else. Not thread-safe.
 */
public final class Spool {
  private static final Logger LOG = LoggerFactory.getLogger(Spool.class);

  private final @Nullable Path folder;
  private boolean complained;

  /**
   * A spool.
   *
   * @param folder into which the hooks write, or null without hooks
   */
  public Spool(@Nullable Path folder) {
    this.folder = folder;
  }

  /** Takes all words away; how many there were. */
  public int take() {
    Path from = folder;
    if (from == null) {
      return 0;
    }
    int words = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(from)) {
      for (Path file : files) {
        if (Files.deleteIfExists(file)) {
          words++;
        }
      }
      complained = false;
    } catch (NoSuchFileException noHooksYet) {
      return 0;
    } catch (IOException e) {
      if (!complained) {
        complained = true;
        LOG.warn("the hooks' spool {} cannot be read: {}; polling goes on", from, e.toString());
      }
    }
    return words;
  }
}
