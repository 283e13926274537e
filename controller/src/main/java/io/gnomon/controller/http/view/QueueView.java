package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.WaitingQueue;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** The waiting jobs in pages. The cost is proportional to the page, not to the queue. */
public final class QueueView {
  private QueueView() {}

  /**
   * Returns one page.
   *
   * @param after the last job of the previous page, or null for the first page
   * @return the page, or null if {@code after} is no longer waiting
   */
  public static @Nullable JsonObject page(
      TrackedCluster tracked, @Nullable String after, int limit) {
    Mirror mirror = tracked.mirror();
    ClusterState state = mirror.state();
    WaitingQueue waiting = state.waiting();
    int slot = waiting.first();
    if (after != null) {
      int last = mirror.slot(after);
      if (last == ClusterState.NONE || state.phase(last) != JobPhase.WAITING) {
        return null;
      }
      slot = waiting.next(last);
    }
    JsonArray jobs = new JsonArray();
    String name = "";
    for (; slot != ClusterState.NONE && jobs.size() < limit; slot = waiting.next(slot)) {
      name = mirror.name(slot);
      jobs.add(
          new JsonObject()
              .put("job", name)
              .put("submittedAt", mirror.origin() + state.submitTime(slot))
              .put("processors", state.width(slot))
              .put("estimateSeconds", state.estimate(slot)));
    }
    JsonObject page = new JsonObject().put("total", waiting.size()).put("jobs", jobs);
    return slot == ClusterState.NONE ? page : page.put("next", name);
  }
}
