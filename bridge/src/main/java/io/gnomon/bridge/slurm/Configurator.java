package io.gnomon.bridge.slurm;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.read.SlurmState;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import org.jspecify.annotations.Nullable;

/** How a Slurm is configured, as far as Gnomon may; called from one thread. */
public interface Configurator {
  /** What can be configured, null where nothing can. */
  @Nullable Capabilities capabilities();

  /** What is in force, read back; where Slurm does not answer, what was at last. */
  Configuration inForce();

  /** What is in force in a Slurm that was just looked at. */
  Configuration seen(SlurmState state);

  /** The number of the configuration's queue that a partition stands for, or -1. */
  int queue(String partition);

  /**
   * Puts a configuration in force, wholly or not at all.
   *
   * @throws CannotApplyException where it is not; nothing has changed then
   */
  void apply(Configuration configuration) throws CannotApplyException;

  /** A Slurm that is only watched. */
  static Configurator watching(String policy) {
    Configuration always = new Configuration(policy, 1);
    return new Configurator() {
      @Override
      public @Nullable Capabilities capabilities() {
        return null;
      }

      @Override
      public Configuration inForce() {
        return always;
      }

      @Override
      public Configuration seen(SlurmState state) {
        return always;
      }

      @Override
      public int queue(String partition) {
        return -1;
      }

      @Override
      public void apply(Configuration configuration) throws CannotApplyException {
        throw new CannotApplyException(
            ConfigRejectReason.NOT_ALLOWED, "this bridge only watches; it changes nothing in Slurm");
      }
    };
  }
}
