package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.policy.Capability;
import io.gnomon.sim.policy.LibraryPolicy;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.plan.NodeConservative;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
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
  public String describe(Spec spec) {
    return BackfillSettings.describe(spec);
  }

  @Override
  public double relativeCost(Spec spec) {
    return 12;
  }

  @Override
  public List<LibraryPolicy> library() {
    return List.of(
        LibraryPolicy.quick("conservative(guarantee=false, order=random/length, weight=1e-9)"),
        LibraryPolicy.quick("conservative(guarantee=false, order=smallest-area, weight=1e-10)"),
        LibraryPolicy.slow("conservative"),
        LibraryPolicy.slow("conservative(order=shortest)"),
        LibraryPolicy.needing(
            Capability.REQUEUEING, "conservative(order=shortest, speculation=0.3, test-runs=5m)"),
        LibraryPolicy.needing(
            Capability.REQUEUEING,
            "conservative(guarantee=false, order=shortest, speculation=0.3, test-runs=5m,"
                + " weight=1e-9)"),
        LibraryPolicy.needing(
            Capability.MOLDING,
            "conservative(guarantee=false, mold=half, order=shortest, weight=1e-9, widen=true)"));
  }

  @Override
  public SchedulingPolicy create(Spec spec) {
    return new Conservative(spec, BackfillSettings.of(spec));
  }

  @Override
  public String refusesNodes() {
    return "";
  }

  @Override
  public SchedulingPolicy createForNodes(Spec spec) {
    BackfillSettings settings = BackfillSettings.of(spec);
    Spec plain = new Spec(spec.name(), Map.of());
    for (Parameter<?> kept : BackfillSettings.parametersOnNodes()) {
      String value = spec.parameters().get(kept.name());
      plain = value == null ? plain : plain.with(kept.name(), value);
    }
    if (!BackfillSettings.of(plain).equals(settings)) {
      throw new InvalidSpecException(
          "conservative: speculation, test runs and molding select jobs by processors, which a cluster"
              + " of nodes does not have; nearest legal form: "
              + plain);
    }
    return new NodeConservative(spec, settings.order(), settings.guarantee());
  }
}
