package io.gnomon.bridge.slurm.notify;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder in which Slurm's hook scripts create an empty file for each start and end of a job. The
 * hooks never wait for the bridge. Only files with the names that the documented hook gives them,
 * such as {@code 123.prolog_slurmctld}, are deleted; all others are left alone. A notification only
 * brings the next poll forward, so a lost one delays an event by at most the poll interval. Not
 * thread-safe.
 */
public final class HookSpool {
  private static final Logger LOG = LoggerFactory.getLogger(HookSpool.class);

  /** The name that the documented hook gives a file: $SLURM_JOB_ID.$SLURM_SCRIPT_CONTEXT. */
  private static final Pattern NAME = Pattern.compile("\\d{1,19}\\.(prolog|epilog)_slurmctld");

  private final @Nullable Path folder;
  private boolean failureLogged;
  private boolean othersLogged;

  /**
   * A spool.
   *
   * @param folder the folder that the hooks write to, or null if there are no hooks
   */
  public HookSpool(@Nullable Path folder) {
    this.folder = folder;
  }

  /** Deletes the hooks' files and returns how many there were. */
  public int drain() {
    Path from = folder;
    if (from == null) {
      return 0;
    }
    int notifications = 0;
    @Nullable Path other = null;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(from)) {
      for (Path file : files) {
        if (!isNotification(file)) {
          other = file;
        } else if (Files.deleteIfExists(file)) {
          notifications++;
        }
      }
      logOther(other);
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

  private static boolean isNotification(Path file) {
    return NAME.matcher(file.getFileName().toString()).matches()
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  private void logOther(@Nullable Path other) {
    if (other != null && !othersLogged) {
      othersLogged = true;
      LOG.warn(
          "{} in slurm.spool is not a file of the hooks, JOB.prolog_slurmctld or"
              + " JOB.epilog_slurmctld; such files are left alone. Give the hooks a folder of their"
              + " own",
          other);
    }
  }
}
