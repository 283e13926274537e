package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.order.QueueOrder;
import io.gnomon.sim.spec.Description;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.ArrayList;
import java.util.List;

/** The family {@code slurm}. */
public final class SlurmFamily implements PolicyFamily {
  /** Its name in the text form. */
  public static final String NAME = "slurm";

  private static final String BY_PRIORITY = "order of priority (age, fair share, QOS, …)";

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
  public List<Parameter<?>> parameters(Spec spec) {
    List<Parameter<?>> all = new ArrayList<>(parameters());
    all.addAll(SiteLimits.parameters(spec));
    return all;
  }

  @Override
  public List<String> forms() {
    return SiteLimit.forms();
  }

  @Override
  public String describe(Spec spec) {
    Description policy = new Description(spec, parameters(spec));
    policy.text(SlurmParameter.CORES_PER_NODE.parameter()); // of the machine: no words
    policy.add(
        policy.is(SlurmParameter.SCHEDULER.parameter(), "backfill")
            ? "Slurm's scheduler with backfill"
            : "Slurm's scheduler without backfill");
    return isByPriority(policy)
        ? policy.add(BY_PRIORITY).toString()
        : QueueOrder.describe(policy).toString();
  }

  /** The order of the queue in words. */
  public static String order(Spec spec) {
    return isByPriority(spec) ? BY_PRIORITY : QueueOrder.words(spec);
  }

  /** Whether a spec of this family starts jobs in the order of their multifactor priority. */
  public static boolean isByPriority(Spec spec) {
    return isByPriority(new Description(spec, SlurmSettings.parameters()));
  }

  private static boolean isByPriority(Description policy) {
    boolean multifactor = policy.is(SlurmParameter.PRIORITY_TYPE.parameter(), "multifactor");
    return QueueOrder.isArrival(policy) && multifactor;
  }

  @Override
  public double relativeCost(Spec spec) {
    return 20;
  }

  @Override
  public SchedulingPolicy create(Spec spec) {
    SlurmSettings settings = SlurmSettings.of(spec);
    return new Slurm(spec, settings, new PoolSchedulers(settings));
  }

  @Override
  public String refusesNodes() {
    return "";
  }

  @Override
  public SchedulingPolicy createForNodes(Spec spec) {
    SlurmSettings settings = SlurmSettings.of(spec);
    return new Slurm(spec, settings, new NodeSchedulers(settings));
  }
}
