package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.ArrayList;
import java.util.List;

/** The family {@code slurm}. */
public final class SlurmFamily implements PolicyFamily {
  /** Its name in the text form. */
  public static final String NAME = "slurm";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "Slurm's main scheduler at events and its backfill plugin at intervals";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return SlurmSettings.parameters();
  }

  /** Also those of the QOS and partitions that {@code spec} names, see {@link SiteLimit}. */
  @Override
  public List<Parameter<?>> parameters(PolicySpec spec) {
    List<Parameter<?>> all = new ArrayList<>(parameters());
    all.addAll(SiteLimits.parameters(spec));
    return all;
  }

  @Override
  public List<String> forms() {
    return SiteLimit.patterns();
  }

  @Override
  public SchedulingPolicy create(PolicySpec spec) {
    SlurmSettings settings = SlurmSettings.of(spec);
    return new Slurm(spec, settings, new PoolSchedulers(settings));
  }

  @Override
  public String refusesNodes() {
    return "";
  }

  @Override
  public SchedulingPolicy createForNodes(PolicySpec spec) {
    SlurmSettings settings = SlurmSettings.of(spec);
    return new Slurm(spec, settings, new NodeSchedulers(settings));
  }
}
