package io.gnomon.controller.cluster;

import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.fault.Faults;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one entrance to a cluster: each step of processing an event and each operation passes here.
 * Work that fails has no output, begins no change, and degrades the cluster until its next
 * snapshot.
 */
final class FaultBoundary {
  private static final Logger LOG = LoggerFactory.getLogger(FaultBoundary.class);

  private final ControlledCluster cluster;
  private final DueTasks tasks;
  private final Outbox.Held held = new Outbox.Held(); // of the work that is being done
  private String lastFault = "";

  FaultBoundary(ControlledCluster cluster, DueTasks tasks) {
    this.cluster = cluster;
    this.tasks = tasks;
  }

  /** Work on a cluster that may refuse what it is given. */
  @FunctionalInterface
  interface Work<T extends @Nullable Object, X extends Exception> {
    T run(Outbox out) throws X;
  }

  /**
   * Does a piece of work.
   *
   * @param offset the offset of the event that is being processed
   * @param at the time of the event
   * @param out receives the outputs of work that does not fail, even if it refuses
   * @param otherwise the result if the work fails, called once the cluster is degraded
   */
  <T extends @Nullable Object, X extends Exception> T pass(
      long offset, long at, Outbox out, Work<T, X> work, Function<Throwable, T> otherwise)
      throws X {
    Runnable undo = cluster.lifecycle.undo();
    T result;
    try {
      result = work.run(held);
    } catch (RuntimeException | Error thrown) {
      held.drop();
      Faults.contain(thrown);
      undo.run();
      quarantine(offset, at, thrown, out);
      return otherwise.apply(thrown);
    } finally {
      held.release(out);
    }
    reportEffect();
    return result;
  }

  /**
   * Contains a fault: drops the open task and degrades the cluster until the next snapshot. No
   * command is sent meanwhile, and other clusters are not affected.
   *
   * @param offset the offset of the event that was being processed
   * @param at the time of the event
   */
  void quarantine(long offset, long at, Throwable fault, Outbox out) {
    tasks.drop();
    report(fault, "no decisions are made until its next snapshot");
    cluster.quarantine(offset, at, "Gnomon failed: " + Faults.brief(fault), out);
  }

  /** Counts a fault and logs it, with its stack trace unless the last one was alike. */
  private void report(Throwable fault, String consequence) {
    cluster.counters.add(Count.FAULTS);
    StackTraceElement[] trace = fault.getStackTrace();
    String origin = fault.getClass().getName() + (trace.length == 0 ? "" : trace[0].toString());
    LOG.error(
        "cluster {}: {}; {}. Please report this as a defect",
        cluster.id,
        Faults.brief(fault),
        consequence,
        origin.equals(lastFault) ? null : fault);
    lastFault = origin;
  }

  private void reportEffect() {
    TrackedCluster tracked = cluster.tracked();
    Throwable fault = tracked == null ? null : tracked.effects().takeFault();
    if (fault != null) {
      report(fault, "the simulations without its changes begin again, decisions are not affected");
    }
  }
}
