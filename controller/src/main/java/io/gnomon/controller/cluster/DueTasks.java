package io.gnomon.controller.cluster;

import static java.util.Objects.requireNonNull;

import io.gnomon.controller.cluster.change.Proposal;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.SlowPart;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.room.DeclaredBytes;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Evaluation;
import io.gnomon.sim.tune.NoChangeReason;
import io.gnomon.sim.tune.Tuner;
import org.jspecify.annotations.Nullable;

/**
 * The second step of processing an event: evaluates the cluster if that is due before the event,
 * and hands out long-running work: the simulations that the evaluation, or a backtest, needs, and
 * the slow parts of large declarations and snapshots. At most one task is open at a time.
 */
final class DueTasks {
  // fewer jobs are compared within a few milliseconds
  private static final int LARGE = 2_000;
  private static final int LARGE_BYTES = 1 << 20; // nodes and accounts

  private final ControlledCluster cluster;
  private final DecisionMaker decisions;
  private @Nullable OpenTask open;

  DueTasks(ControlledCluster cluster, DecisionMaker decisions) {
    this.cluster = cluster;
    this.decisions = decisions;
  }

  /** Whether simulations are open. */
  boolean simulates() {
    return open instanceof OpenTask.Simulating;
  }

  /** Whether a task is open. */
  boolean busy() {
    return open != null;
  }

  /**
   * Returns the task before an event, or null: the backtest that became due with the last
   * evaluation, or else the evaluation that is due.
   *
   * @param first whether the event is new; a backtest runs only before a new event, and thus after
   *     the last decision has been published
   */
  @Nullable ClusterTask before(ReceivedEvent received, boolean first, Outbox out)
      throws RejectedEventException {
    TrackedCluster tracked = cluster.tracked();
    if (tracked == null || !cluster.health.trusted() || cluster.objection(received) != null) {
      return null;
    }
    if (first) {
      tracked.effects().before(received.data(), tracked.mirror(), tracked::live);
      carryOutApproved(received, tracked, out);
      ShadowStudy due =
          tracked
              .tuner()
              .backtestDue(tracked.mirror().state(), tracked.policy(), tracked.possible());
      if (due != null) {
        open = new OpenTask.Backtesting(received, tracked);
        return new ClusterTask.RunBacktest(due);
      }
    }
    return evaluation(received, tracked, out);
  }

  /** Sends the command of an approved proposal when the maintenance window has opened. */
  private void carryOutApproved(ReceivedEvent received, TrackedCluster tracked, Outbox out)
      throws RejectedEventException {
    Proposal approved = cluster.approved();
    if (approved == null || cluster.lifecycle.pending() != null) {
      return;
    }
    Mirror mirror = tracked.mirror();
    int second = mirror.second(received.at());
    long now = mirror.origin() + second;
    if (cluster.settings.maintenance().open(now)
        && !cluster.controls.frozen(now)
        && now < approved.command().expiresAt()) {
      mirror.state().advanceTo(second);
      cluster.lifecycle.send(tracked, cluster.settings.inWindow(approved.command(), now), out);
    }
  }

  /** Evaluates the cluster if that is due; returns the simulations, or null if it needs none. */
  private @Nullable ClusterTask evaluation(
      ReceivedEvent received, TrackedCluster tracked, Outbox out) throws RejectedEventException {
    Tuner tuner = tracked.tuner();
    Mirror mirror = tracked.mirror();
    int second = mirror.second(received.at());
    if (tuner.nextEvaluation() < 0 || second < tuner.nextEvaluation()) {
      return null;
    }
    mirror.state().advanceTo(second);
    double observed = tuner.observe(mirror.state());
    tracked.observed(second, observed);
    cluster.counters.add(Count.EVALUATIONS);
    cluster.lifecycle.endRolledBack();
    tracked.endSpanIfDue();
    boolean frozen = cluster.controls.frozen(mirror.now());
    boolean closed = cluster.waitsForMaintenance(mirror.now());
    NoChangeReason objection = objection(tracked, observed, frozen, closed);
    tuner.evaluated(second);
    if (closed) {
      tuner.evaluateAtLatest(
          Math.toIntExact(cluster.settings.maintenance().opensAt(mirror.now()) - mirror.origin()),
          objection == NoChangeReason.OUTSIDE_MAINTENANCE);
    }
    Evaluation evaluation =
        objection == null
            ? tuner.evaluate(
                mirror.state(),
                tracked.policy(),
                tuner.scenarios(mirror.state()),
                tracked.possible())
            : tuner.ofThePast(
                mirror.state(), !frozen && !closed && cluster.lifecycle.pending() == null);
    tracked.beginSpan();
    OpenTask.Evaluating current = new OpenTask.Evaluating(received, tracked, observed, objection);
    if (evaluation == null) {
      decisions.keep(current, requireNonNull(objection), out);
      return null;
    }
    open = current;
    return new ClusterTask.Evaluate(evaluation);
  }

  private @Nullable NoChangeReason objection(
      TrackedCluster tracked, double observed, boolean frozen, boolean closed) {
    if (cluster.lifecycle.pending() != null) {
      return NoChangeReason.PENDING;
    }
    NoChangeReason objection = tracked.tuner().objection(tracked.mirror().state(), observed);
    if (objection != null) {
      return objection;
    }
    if (frozen || closed) {
      return frozen ? NoChangeReason.FROZEN : NoChangeReason.OUTSIDE_MAINTENANCE;
    }
    return tracked.capable() ? null : NoChangeReason.NOT_CAPABLE;
  }

  /** Whether an event has a slow part that should run as a task. */
  boolean isLarge(EventData data) {
    TrackedCluster tracked = cluster.tracked();
    int active = tracked == null ? 0 : tracked.mirror().state().activeCount();
    if (data instanceof ClusterDeclared declared) {
      return active >= LARGE
          || DeclaredBytes.of(declared.machine(), declared.accounting()) >= LARGE_BYTES;
    }
    if (tracked == null || !(data instanceof ClusterSnapshot snapshot)) {
      return false;
    }
    DeclaredMachine machine =
        snapshot.machine() == null ? tracked.mirror().declaredMachine() : snapshot.machine();
    return active + snapshot.jobs().size() >= LARGE
        || DeclaredBytes.of(machine, snapshot.accounting()) >= LARGE_BYTES;
  }

  /** Begins the slow part of a large event. */
  ClusterTask prepare(ReceivedEvent received) throws RejectedEventException {
    SlowPart part =
        received.data() instanceof ClusterDeclared declared
            ? cluster.expansion(received, declared)
            : requireNonNull(cluster.tracked())
                .replacement((ClusterSnapshot) received.data(), received.event().setAside());
    open = new OpenTask.Preparing(received);
    return new ClusterTask.Prepare(part);
  }

  /** Drops the open task; its event is not applied. */
  void drop() {
    open = null;
  }

  /**
   * Ends the open task.
   *
   * @param <T> its kind
   * @throws IllegalStateException if no such task is open
   */
  <T extends OpenTask> T end(Class<T> kind) {
    if (!kind.isInstance(open)) {
      throw new IllegalStateException(
          "cluster %s has no open %s".formatted(cluster.id, kind.getSimpleName()));
    }
    T ended = kind.cast(open);
    open = null;
    if (ended instanceof OpenTask.Evaluating evaluating && evaluating.objection() == null) {
      cluster.counters.add(Count.STUDIES);
    }
    return ended;
  }

  /** Passes the result of a backtest to the tuner. */
  void backtested(OpenTask.Simulating ended, StudyResult result) {
    ended.tracked().tuner().backtested(result);
    cluster.counters.add(Count.BACKTESTS);
  }

  /** Reports a backtest without a result to the tuner. */
  void backtestAbandoned(OpenTask.Simulating ended) {
    ended.tracked().tuner().backtestAbandoned(ended.tracked().mirror().state());
    cluster.counters.add(Count.ABANDONED_BACKTESTS);
  }
}
