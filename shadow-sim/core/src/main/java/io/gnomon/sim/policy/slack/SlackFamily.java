package io.gnomon.sim.policy.slack;

import io.gnomon.sim.policy.LibraryPolicy;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.List;

/** The family {@code slack}. */
public final class SlackFamily implements PolicyFamily {
  @Override
  public String name() {
    return "slack";
  }

  @Override
  public String summary() {
    return "slack-based priority backfilling: a job may be delayed by its slack if that makes the"
        + " schedule cheaper";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return SlackTerms.parameters();
  }

  @Override
  public String describe(Spec spec) {
    return SlackTerms.describe(spec);
  }

  @Override
  public List<LibraryPolicy> library() {
    return List.of(LibraryPolicy.slow("slack"));
  }

  @Override
  public SchedulingPolicy create(Spec spec) {
    return new SlackBased(spec, SlackTerms.of(spec));
  }

  @Override
  public String refusesNodes() {
    return "";
  }

  @Override
  public SchedulingPolicy createForNodes(Spec spec) {
    return create(spec);
  }
}
