package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.sim.cluster.ClusterState;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The active jobs in pages, in the order of their submission. Costs O(active jobs · log). */
public final class JobList {
  private JobList() {}

  /**
   * Returns one page.
   *
   * @param user whose jobs to list, or null for all
   * @param after the last job of the previous page, or null for the first page
   * @return the page, or null if {@code after} is not one of these jobs
   */
  public static @Nullable JsonObject page(
      TrackedCluster tracked, @Nullable String user, @Nullable String after, int limit) {
    Mirror mirror = tracked.mirror();
    ClusterState state = mirror.state();
    IntPredicate wanted = QueueView.wanted(mirror, user);
    TreeMap<Integer, Integer> slots = new TreeMap<>(); // by number
    state.forEachActive(
        slot -> {
          if (wanted.test(slot)) {
            slots.put(state.job(slot), slot);
          }
        });
    int last = after == null ? ClusterState.NONE : mirror.slot(after);
    if (after != null && (last == ClusterState.NONE || slots.get(state.job(last)) == null)) {
      return null;
    }
    JsonArray jobs = new JsonArray();
    String next = null;
    String name = "";
    for (int slot :
        last == ClusterState.NONE
            ? slots.values()
            : slots.tailMap(state.job(last), false).values()) {
      if (jobs.size() == limit) {
        next = name;
        break;
      }
      JsonObject job = JobView.brief(mirror, slot);
      jobs.add(job);
      Impediment.addLimit(job, state, slot);
      name = mirror.name(slot);
    }
    JsonObject page = new JsonObject().put("total", slots.size()).put("jobs", jobs);
    return next == null ? page : page.put("next", next);
  }
}
