package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.List;

/** The family {@code conservative}. */
public final class ConservativeFamily implements PolicyFamily {
  @Override
  public String name() {
    return "conservative";
  }

  @Override
  public String summary() {
    return "conservative backfilling: every job has a guaranteed start, or the queue is planned"
        + " again at each pass; supports orders, speculation, test runs and molding";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return BackfillSettings.parameters();
  }

  @Override
  public SchedulingPolicy create(PolicySpec spec) {
    return new Conservative(spec, BackfillSettings.of(spec));
  }
}
