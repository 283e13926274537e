package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.plan.NodeConservative;
import java.util.List;
import java.util.Map;

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

  @Override
  public String refusesNodes() {
    return "";
  }

  @Override
  public SchedulingPolicy createForNodes(PolicySpec spec) {
    BackfillSettings settings = BackfillSettings.of(spec);
    PolicySpec plain = new PolicySpec(spec.name(), Map.of());
    for (Parameter<?> kept : BackfillSettings.parametersOnNodes()) {
      String value = spec.parameters().get(kept.name());
      plain = value == null ? plain : plain.with(kept.name(), value);
    }
    if (!BackfillSettings.of(plain).equals(settings)) {
      throw new InvalidPolicyException(
          "conservative: speculation, test runs and molding select jobs by processors, which a cluster"
              + " of nodes does not have; nearest legal form: "
              + plain);
    }
    return new NodeConservative(spec, settings.order(), settings.guarantee());
  }
}
