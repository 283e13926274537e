package io.gnomon.sim.assess.cause;

import io.gnomon.sim.assess.change.SharedNodes;
import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.Optional;

/** The site without one thing that can make jobs wait. */
public enum RemovedCause {
  /** Without limits of associations and QOS, and without licences. */
  NO_LIMITS,
  /** Jobs share nodes. */
  SHARED_NODES,
  /** Requested times equal runtimes. */
  EXACT_TIMES,
  /** The queue is in the order of submission. */
  NO_PRIORITIES;

  /** A name for the evaluation. */
  public String key() {
    return this == EXACT_TIMES ? "prediction.exact" : "cause." + name();
  }

  /** The site without it; empty if it has no such thing. */
  public Optional<SimulatedSite> of(SimulatedSite recorded) {
    SlurmDefinitions site = recorded.slurm();
    return switch (this) {
      case NO_LIMITS ->
          site == null || site.limits() == null
              ? Optional.empty()
              : Optional.of(recorded.with(site.withoutLimits()));
      case SHARED_NODES -> SharedNodes.everywhere(recorded);
      case EXACT_TIMES -> Optional.of(recorded.with(recorded.log().withExactEstimates()));
      case NO_PRIORITIES ->
          site == null || site.accounts() == null
              ? Optional.empty()
              : Optional.of(
                  recorded.with(
                      recorded.policy().with(SlurmParameter.PRIORITY_TYPE.parameter(), "basic")));
    };
  }
}
