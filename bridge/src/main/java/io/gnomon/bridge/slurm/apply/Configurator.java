package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.config.Configuration;
import org.jspecify.annotations.Nullable;

/** Configures a Slurm cluster as far as Gnomon is allowed to. Called from one thread. */
public interface Configurator {
  /** Returns what can be configured, or null if nothing can. */
  @Nullable Capabilities capabilities();

  /**
   * Reads the configuration in force back from Slurm; if Slurm does not answer, returns the one
   * that was in force last.
   */
  Configuration readBack();

  /** Returns the configuration in force in a state that was just read. */
  Configuration observe(SlurmState state);

  /**
   * Returns the index of the configuration's queue that a Slurm partition implements, from 0, or -1
   * if it implements none.
   */
  int queueIndex(String partition);

  /** Returns the nice value that a job has apart from what Gnomon has set. */
  default long ownNice(JobRecord job) {
    return job.nice();
  }

  /** Returns the partition whose jobs these queues divide, or null for the default partition. */
  default @Nullable String dividedPartition() {
    return null;
  }

  /**
   * Puts a configuration in force, entirely or not at all.
   *
   * @throws CannotApplyException if the configuration was not put in force; nothing has changed
   */
  void apply(Configuration configuration) throws CannotApplyException;
}
