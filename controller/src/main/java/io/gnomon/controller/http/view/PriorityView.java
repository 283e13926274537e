package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.policy.slurm.priority.JobPriorities;
import io.gnomon.sim.priority.PriorityFactors;
import io.gnomon.sim.spec.Spec;
import io.vertx.core.json.JsonObject;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The priority of a waiting job by factor, in points, as {@code sprio} prints it. */
final class PriorityView {
  private PriorityView() {}

  /**
   * The priority as JSON; null if the policy in force does not start jobs by priority, or the
   * cluster's accounts are not known.
   */
  static @Nullable JsonObject of(TrackedCluster tracked, int slot) {
    ClusterState state = tracked.mirror().state();
    Spec policy = tracked.policy().spec();
    if (!state.hasNodes()
        || !state.hasAccounting()
        || !policy.name().equals(SlurmFamily.NAME)
        || !SlurmFamily.isByPriority(policy)) {
      return null;
    }
    PriorityFactors factors = new JobPriorities(state).factors(slot);
    JsonObject points =
        new JsonObject()
            .put("age", Math.round(factors.age()))
            .put("association", Math.round(factors.association()))
            .put("fairShare", Math.round(factors.fairShare()))
            .put("jobSize", Math.round(factors.jobSize()))
            .put("partition", Math.round(factors.partition()))
            .put("qos", Math.round(factors.qos()));
    new TreeMap<>(factors.tres()).forEach((name, value) -> points.put(name, Math.round(value)));
    return new JsonObject()
        .put("total", factors.priority())
        .put("points", points.put("nice", -factors.nice()));
  }
}
