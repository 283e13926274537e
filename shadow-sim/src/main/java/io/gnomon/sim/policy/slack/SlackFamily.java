package io.gnomon.sim.policy.slack;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
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
  public SchedulingPolicy create(PolicySpec spec) {
    return new SlackBased(spec, SlackTerms.of(spec));
  }

  @Override
  public String refusesNodes() {
    return "";
  }

  @Override
  public SchedulingPolicy createForNodes(PolicySpec spec) {
    return create(spec);
  }
}
