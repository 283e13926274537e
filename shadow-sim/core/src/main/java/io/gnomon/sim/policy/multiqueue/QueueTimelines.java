package io.gnomon.sim.policy.multiqueue;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.policy.nodes.plan.Timeline;
import java.util.Arrays;

/**
 * The free processors of each queue over time, beside running jobs and the windows of pivots. What
 * all queues can give for a time is the sum of the minima of each.
 *
 * <p>Cost of {@link #reset}: O(running jobs). The others cost O(queues x steps of their time).
 */
final class QueueTimelines {
  private static final int[] NO_GPUS = {};

  private final Ownership ownership;
  private final Timeline[] queues;
  private final int[] shares;

  QueueTimelines(Ownership ownership) {
    this.ownership = ownership;
    queues = new Timeline[ownership.idle().length];
    Arrays.setAll(queues, queue -> new Timeline(0));
    shares = new int[queues.length];
  }

  /** Starts anew with the idle processors and the running jobs. */
  void reset(ClusterState state) {
    for (int queue = 0; queue < queues.length; queue++) {
      queues[queue].reset(state.now(), ownership.idle()[queue], 0, 0, NO_GPUS);
    }
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      int end = Math.max(running.end(i), state.now() + 1);
      add(ownership.owner(running.slot(i)), end, NEVER, running.processors(i));
    }
  }

  private void add(int queue, int from, int to, int processors) {
    if (processors != 0 && from < to) {
      queues[queue].add(from, to, processors, 0, 0, NO_GPUS, 0, 1);
    }
  }

  /** Whether all queues together can give {@code processors} for {@code seconds}. */
  boolean suffice(int processors, int from, int seconds) {
    int end = end(from, seconds);
    long sum = 0;
    for (Timeline queue : queues) {
      sum += queue.leastCpus(from, end);
    }
    return sum >= processors;
  }

  /**
   * The first time from {@code from} on at which all queues together can give {@code processors}
   * for {@code seconds}, {@link io.gnomon.sim.policy.SchedulingPolicy#NEVER} if there is none.
   */
  int first(int processors, int from, int seconds) {
    int time = from;
    while (time != NEVER && !suffice(processors, time, seconds)) {
      int next = NEVER;
      for (Timeline queue : queues) {
        next = Math.min(next, queue.nextStep(time));
      }
      time = next;
    }
    return time;
  }

  /** Reserves the processors of a pivot of {@code queue}, which gives its own first. */
  void reserve(int queue, int processors, int start, int seconds) {
    int end = end(start, seconds);
    divide(queue, processors, start, end);
    for (int q = 0; q < queues.length; q++) {
      add(q, start, end, -shares[q]);
    }
  }

  /**
   * Takes the processors of a job of {@code queue} that starts now; all of them belong to that
   * queue when it ends.
   *
   * @return the processors that each queue gives; valid until the next call
   */
  int[] start(int queue, int processors, int now, int seconds) {
    int end = end(now, seconds);
    divide(queue, processors, now, end);
    int missing = processors;
    for (int share : shares) {
      missing -= share;
    }
    // its nodes have more CPUs than it needs: what is missing was reserved for pivots
    for (int q = 0; q < queues.length && missing > 0; q++) {
      int more = Math.min(missing, Math.max(0, ownership.idle()[q] - shares[q]));
      shares[q] += more;
      missing -= more;
    }
    for (int q = 0; q < queues.length; q++) {
      add(q, now, NEVER, -shares[q]);
    }
    add(queue, end, NEVER, processors);
    return shares;
  }

  private void divide(int queue, int processors, int from, int end) {
    shares[queue] = Math.min(processors, Math.max(0, queues[queue].leastCpus(from, end)));
    int missing = processors - shares[queue];
    for (int q = 0; q < queues.length; q++) {
      if (q != queue) {
        shares[q] = Math.min(missing, Math.max(0, queues[q].leastCpus(from, end)));
        missing -= shares[q];
      }
    }
  }

  private static int end(int start, int seconds) {
    return (int) Math.min(NEVER - 1L, (long) start + seconds);
  }
}
