package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.policy.ObservedPolicy;
import io.gnomon.bridge.slurm.policy.TestTime;
import io.gnomon.sim.assess.input.SlurmSite;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.nio.file.Path;
import java.util.Map;

/** The model of a Slurm, from what it prints and from its slurm.conf. */
final class SiteModel {
  private static final String OF_POOLS = "cores-per-node";

  private SiteModel() {}

  /** Checks that the bridge to a real Slurm and a simulation of its slurm.conf have one policy. */
  static void isTheSameLiveAndSimulated(RealSlurm slurm, Path state) throws Exception {
    isSimulated(
        slurm.conf(),
        ObservedPolicy.read(
            new Configurators(slurm, state, null, ObservedPolicy.NAME).reader(),
            Map.of(),
            null,
            TestTime.UNKNOWN));
  }

  /** Checks that a policy equals that of a slurm.conf, parameter by parameter. */
  static void isSimulated(Path conf, String observed) throws Exception {
    Spec live = Spec.parse(observed);
    Spec simulated = new SlurmSite(conf).complete(Spec.of(SlurmFamily.NAME));
    for (Parameter<?> parameter : new SlurmFamily().parameters()) {
      if (!parameter.name().equals(OF_POOLS)) {
        assertThat((Object) parameter.in(live))
            .as("%s of %s, which is %s live", parameter.name(), simulated, live)
            .isEqualTo(parameter.in(simulated));
      }
    }
  }
}
