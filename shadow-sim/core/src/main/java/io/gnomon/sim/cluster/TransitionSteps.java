package io.gnomon.sim.cluster;

import static io.gnomon.sim.cluster.JobTable.ESTIMATE;
import static io.gnomon.sim.cluster.JobTable.EXPECTED_END;
import static io.gnomon.sim.cluster.JobTable.HELD_PROCESSORS;
import static io.gnomon.sim.cluster.JobTable.JOB;
import static io.gnomon.sim.cluster.JobTable.PHASE;
import static io.gnomon.sim.cluster.JobTable.WIDTH;

import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Placement;
import org.jspecify.annotations.Nullable;

/** What transitions of a {@link ClusterState} have in common: checks before them, and steps. */
abstract class TransitionSteps extends ClusterView {
  TransitionSteps(int processors, @Nullable Nodes nodes, Bookkeeping books) {
    super(processors, nodes, books);
  }

  TransitionSteps(TransitionSteps from) {
    super(from);
  }

  // --- checks

  static int requireProcessors(int count, int least) {
    if (count < least) {
      throw new IllegalArgumentException(
          "processors is " + count + "; it must be at least " + least);
    }
    return count;
  }

  void requireArrival(int job, int submit, int width, int estimate) {
    if (width < 1 || estimate < 1 || estimate >= LAST || submit > now) {
      throw new IllegalTransitionException(
          job,
          "new",
          "be submitted at " + submit + " with width " + width + " and estimate " + estimate,
          "the clock is at "
              + now
              + ", width and estimate must be at least 1, the estimate less than "
              + LAST);
    }
  }

  void require(int slot, JobPhase phase, String transition) {
    if (jobs.get(slot, PHASE) != phase.ordinal()) {
      throw illegal(slot, transition, "it must be " + phase);
    }
  }

  void requireFree(int slot, int wanted, String transition) {
    if (wanted < 1 || wanted > freeProcessors) {
      throw illegal(
          slot, transition + " on " + wanted + " processors", freeProcessors + " are free");
    }
  }

  void requireRoom(int slot, Placement placement, String transition) {
    if (!nodes().hasRoom(placement)) {
      throw illegal(
          slot,
          transition + " on " + nodes().machine().names(placement.nodes()),
          "its resources must be free there");
    }
  }

  void requirePool(String reason) {
    if (nodes != null) {
      throw new IllegalStateException("the cluster has nodes: " + reason);
    }
  }

  IllegalTransitionException illegal(int slot, String transition, String allowed) {
    return new IllegalTransitionException(jobs.get(slot, JOB), phase(slot), transition, allowed);
  }

  // --- steps

  /** Adds a waiting job; on nodes, of a shape. */
  int add(int job, int submit, int width, int estimate, int shape) {
    int slot = jobs.take();
    jobs.enter(slot, job, submit, width, estimate);
    active++;
    if (nodes != null) {
      nodes.describe(slot, shape);
      nodes.enqueue(slot, job, estimate);
    }
    books.entered(this, slot);
    waiting.add(slot, job, width, estimate);
    return slot;
  }

  void dequeue(int slot) {
    waiting.remove(slot);
    if (nodes != null) {
      nodes.dequeue(slot);
    }
  }

  void enqueue(int slot) {
    jobs.set(slot, PHASE, JobPhase.WAITING.ordinal());
    if (nodes != null) {
      nodes.enqueue(slot, jobs.get(slot, JOB), jobs.get(slot, ESTIMATE));
    }
    waiting.add(slot, jobs.get(slot, JOB), jobs.get(slot, WIDTH), jobs.get(slot, ESTIMATE));
  }

  void run(int slot, int held, int expectedSeconds) {
    int expectedEnd = now + Math.max(1, expectedSeconds);
    freeProcessors -= held;
    jobs.run(slot, now, held, expectedEnd);
    running.add(slot, expectedEnd, held);
  }

  void addRunning(int slot) {
    running.add(slot, jobs.get(slot, EXPECTED_END), jobs.get(slot, HELD_PROCESSORS));
  }

  /** Gives a job that only requests CPUs another width. */
  void reshape(int slot, int width, int estimate) {
    if (nodes != null && nodes.shape(slot).width() != width) {
      nodes.describe(slot, shape(width, estimate));
    }
  }

  /** Moves the expected end of a running job. */
  void moveEnd(int slot, int end) {
    running.remove(slot);
    jobs.set(slot, EXPECTED_END, end);
    addRunning(slot);
  }

  void stopRunning(int slot) {
    running.remove(slot);
    books.stops(this, slot);
    freeProcessors += jobs.get(slot, HELD_PROCESSORS);
    if (nodes != null) {
      nodes.give(slot);
    }
    jobs.stop(slot, now);
  }

  void leave(int slot, boolean isStarted, boolean success) {
    books.left(this, slot, isStarted, success);
    if (nodes != null && isStarted) {
      nodes.leave(slot);
    }
    jobs.leave(slot);
    active--;
  }

  /** The shape of a job that only requests CPUs. */
  int shape(int width, int estimate) {
    return nodes().shapes().of(Request.ofCpus(width), estimate).id();
  }
}
