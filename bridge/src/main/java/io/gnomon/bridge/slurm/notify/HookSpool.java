package io.gnomon.bridge.slurm.notify;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder in which Slurm's hook scripts create an empty file for each start and end of a job. The
 * hooks never wait for the bridge. A notification only brings the next poll forward, so a lost one
 * delays an event by at most the poll interval. Not thread-safe.
 */
public final class HookSpool {
  private static final Logger LOG = LoggerFactory.getLogger(HookSpool.class);

  private final @Nullable Path folder;
  private boolean failureLogged;

  /**
   * A spool.
   *
   * @param folder the folder that the hooks write to, or null if there are no hooks
   */
  public HookSpool(@Nullable Path folder) {
    this.folder = folder;
  }

  /** Deletes all files and returns how many there were. */
  public int drain() {
    Path from = folder;
    if (from == null) {
      return 0;
    }
    int notifications = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(from)) {
      for (Path file : files) {
        if (Files.deleteIfExists(file)) {
          notifications++;
        }
      }
      failureLogged = false;
    } catch (NoSuchFileException noHooksYet) {
      return 0;
    } catch (IOException e) {
      if (!failureLogged) {
        failureLogged = true;
        LOG.warn(
            "cannot read slurm.spool, {}: {}; polling continues without hooks", from, e.toString());
      }
    }
    return notifications;
  }
}
