package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.forecast.ShadowSchedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The shadow schedule of a cluster, to be drawn.
 *
 * @param schedule to be simulated
 * @param policy under which
 * @param at when it begins
 * @param origin the epoch second that is second 0
 * @param processors of the cluster
 * @param names of the active jobs, by number
 */
public record ScheduleView(
    ShadowSchedule schedule,
    String policy,
    long at,
    long origin,
    int processors,
    Map<Integer, String> names) {
  private static final int HORIZON_SECONDS = 4 * 7 * 86_400;

  /**
   * The schedule from the state as it is.
   *
   * @param policy that takes over, or null for the one in force
   * @throws io.gnomon.sim.policy.InvalidPolicyException naming what is not a policy
   */
  public static ScheduleView of(TrackedCluster known, @Nullable String policy, int most) {
    Mirror mirror = known.mirror();
    ClusterState state = mirror.state();
    PolicySpec other = policy == null ? null : Policies.create(policy).spec();
    Map<Integer, String> names = new HashMap<>();
    state.forEachActive(slot -> names.put(state.job(slot), mirror.name(slot)));
    return new ScheduleView(
        new ShadowSchedule(
            state, known.policy(), known.tuner().history(), other, HORIZON_SECONDS, most),
        String.valueOf(other == null ? known.policy().spec() : other),
        mirror.now(),
        mirror.origin(),
        state.processors(),
        names);
  }

  public StudyPool.Work<List<ShadowSchedule.Run>> work() {
    return new StudyPool.Work<>(schedule::run, schedule::cancel);
  }

  public JsonObject tell(List<ShadowSchedule.Run> runs) {
    JsonArray told = new JsonArray();
    for (ShadowSchedule.Run run : runs) {
      told.add(
          new JsonObject()
              .put("job", names.getOrDefault(run.job(), "?"))
              .put("start", origin + run.start())
              .put("end", origin + run.end())
              .put("processors", run.processors()));
    }
    return new JsonObject()
        .put("at", at)
        .put("policy", policy)
        .put("processors", processors)
        .put("runs", told);
  }
}
