package io.gnomon.events.job;

import io.gnomon.events.machine.ResourceRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job with its description, whose fields are its own in JSON. */
public interface DescribedJob {
  /** What is known of the job from its submission on. */
  JobDescription description();

  /** Its width, see {@link JobDescription#processors}. */
  default int processors() {
    return description().processors();
  }

  /** The requested time. */
  default int estimateSeconds() {
    return description().estimateSeconds();
  }

  /** The user who submitted it, or null. */
  default @Nullable String user() {
    return description().user();
  }

  /** The user's group or account, or null. */
  default @Nullable String group() {
    return description().group();
  }

  /** The program that it runs, or null. */
  default @Nullable String application() {
    return description().application();
  }

  /** The name of the scheduler's queue, or null. */
  default @Nullable String queue() {
    return description().queue();
  }

  /** Its priority, see {@link JobDescription#priority}. */
  default int priority() {
    return description().priority();
  }

  /** Its memory, see {@link JobDescription#memoryMegabytes}. */
  default long memoryMegabytes() {
    return description().memoryMegabytes();
  }

  /** The widths that it can start with; empty for a rigid job. */
  default List<Integer> widths() {
    return description().widths();
  }

  /** What it requests of the machine, or null. */
  default @Nullable ResourceRequest request() {
    return description().request();
  }
}
