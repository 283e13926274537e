package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.node.NodeUse;
import io.gnomon.controller.node.WaitReason;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.WaitingQueue;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The waiting jobs in pages. The cost is proportional to the page, not to the queue. */
public final class QueueView {
  private QueueView() {}

  /**
   * Returns one page. With a user, the cost is proportional to the queue.
   *
   * @param user whose jobs to list, or null for all
   * @param after the last job of the previous page, or null for the first page
   * @param use of the cluster's nodes, null for a pool of processors
   * @return the page, or null if {@code after} is not one of these jobs that wait
   */
  public static @Nullable JsonObject page(
      TrackedCluster tracked,
      @Nullable String user,
      @Nullable String after,
      int limit,
      @Nullable NodeUse use) {
    Mirror mirror = tracked.mirror();
    ClusterState state = mirror.state();
    WaitingQueue waiting = state.waiting();
    IntPredicate wanted = wanted(mirror, user);
    int slot = waiting.first();
    if (after != null) {
      int last = mirror.slot(after);
      if (last == ClusterState.NONE
          || state.phase(last) != JobPhase.WAITING
          || !wanted.test(last)) {
        return null;
      }
      slot = waiting.next(last);
    }
    slot = firstOf(waiting, slot, wanted);
    JsonArray jobs = new JsonArray();
    String name = "";
    while (slot != ClusterState.NONE && jobs.size() < limit) {
      name = mirror.name(slot);
      jobs.add(job(mirror, slot, use));
      slot = firstOf(waiting, waiting.next(slot), wanted);
    }
    JsonObject page =
        new JsonObject()
            .put("total", user == null ? waiting.size() : count(waiting, wanted))
            .put("jobs", jobs);
    return slot == ClusterState.NONE ? page : page.put("next", name);
  }

  private static JsonObject job(Mirror mirror, int slot, @Nullable NodeUse use) {
    ClusterState state = mirror.state();
    JsonObject job =
        new JsonObject()
            .put("job", mirror.name(slot))
            .put("user", mirror.users().name(state.user(slot)))
            .put("submittedAt", mirror.origin() + state.submitTime(slot))
            .put("processors", state.width(slot))
            .put("estimateSeconds", state.estimate(slot));
    if (Impediment.addLimit(job, state, slot)) {
      return job.put("waitsFor", WaitReason.LIMIT.word());
    }
    WaitReason reason =
        use == null || !state.hasNodes()
            ? null
            : use.of(state.nodes().shape(slot), state.estimate(slot));
    return reason == null ? job : job.put("waitsFor", reason.word());
  }

  /** Whether the job in a slot is the user's; all are if there is no user. */
  static IntPredicate wanted(Mirror mirror, @Nullable String user) {
    if (user == null) {
      return slot -> true;
    }
    int number = mirror.users().find(user);
    return slot -> number != ClusterState.NONE && mirror.state().user(slot) == number;
  }

  /** The first wanted slot from {@code slot} on, or NONE. */
  private static int firstOf(WaitingQueue waiting, int slot, IntPredicate wanted) {
    int found = slot;
    while (found != ClusterState.NONE && !wanted.test(found)) {
      found = waiting.next(found);
    }
    return found;
  }

  private static int count(WaitingQueue waiting, IntPredicate wanted) {
    int count = 0;
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      count += wanted.test(slot) ? 1 : 0;
    }
    return count;
  }
}
