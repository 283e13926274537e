package io.gnomon.sandbox.slurm;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.apply.Configurator;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * A configurator that never changes Slurm and always reports the same policy.
 *
 * @param policy its text form
 */
record ReadOnlyConfigurator(String policy) implements Configurator {
  @Override
  public @Nullable Capabilities capabilities() {
    return null;
  }

  @Override
  public Configuration readBack() {
    return new Configuration(policy, 1);
  }

  @Override
  public Configuration observe(SlurmState state) {
    return readBack();
  }

  @Override
  public int queueIndex(String partition) {
    return -1;
  }

  @Override
  public void apply(Configuration configuration) throws CannotApplyException {
    throw new CannotApplyException(
        ConfigRejectReason.NOT_ALLOWED, "this bridge is read-only and changes nothing in Slurm");
  }
}
