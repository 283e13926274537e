package io.gnomon.controller.cluster.tracked;

import io.gnomon.controller.fault.Faults;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.SnapshotComparison;
import io.gnomon.controller.wait.JobWaits;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.config.Prediction;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.effect.ClusterEffect;
import io.gnomon.sim.effect.IdleTracker;
import io.gnomon.sim.effect.JobLabels;
import io.gnomon.sim.effect.Labels;
import io.gnomon.sim.effect.LiveCluster;
import io.gnomon.sim.effect.MadeChange;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.spec.Spec;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports what happens to a tracked cluster to its {@link ClusterEffect}, its {@link JobWaits} and
 * its {@link IdleTracker}: submitted, started and completed jobs with their partitions and
 * accounts, decisions and changes. It does not influence decisions, and its faults end no event.
 */
public final class EffectRecorder {
  private final ClusterEffect effect = new ClusterEffect();
  private final JobWaits waits = new JobWaits();
  private final IdleTracker idle = new IdleTracker();
  private JobLabels labels = new JobLabels();
  private @Nullable Throwable fault;

  public EffectRecorder() {}

  /** The effect of changes on the cluster. */
  public ClusterEffect effect() {
    return effect;
  }

  /** The partitions and accounts of the active jobs. */
  public JobLabels labels() {
    return labels;
  }

  /** How long jobs waited. */
  public JobWaits waits() {
    return waits;
  }

  /** What was idle while jobs waited. */
  public IdleTracker idle() {
    return idle;
  }

  /** The scheduler's partition of the job in a slot, or null if it has not reported one. */
  @Nullable String partition(int slot) {
    int number = labels.partition(slot);
    return number == Labels.NONE ? null : effect.partitions().name(number);
  }

  /** Takes the samples that are due before an event; does nothing if its time is not valid. */
  public void before(EventData event, Mirror mirror, Supplier<LiveCluster> live) {
    long second = event.at() - mirror.origin();
    if (second >= mirror.state().now() && second <= ClusterState.LAST) {
      contained(() -> effect.advance((int) second, live));
    }
  }

  /**
   * Takes over that the state was replaced or may have changed as a whole.
   *
   * @param count whether the state before it was right up to now, so that the time counts as idle
   */
  void follow(Mirror mirror, boolean count) {
    measured(
        mirror,
        () -> {
          if (count) {
            idle.advanceTo(mirror.now());
          }
          idle.follow(mirror.state(), mirror.now());
        });
  }

  /**
   * Takes over that the event of a job was applied.
   *
   * @param slot of the job, in which it was if it has left
   * @param before what it held before the event, or null
   */
  void changed(Mirror mirror, int slot, @Nullable Placement before) {
    measured(
        mirror,
        () -> {
          idle.advanceTo(mirror.now());
          idle.changed(mirror.state(), slot, before);
        });
  }

  /** Takes over that another event was applied, which may have changed the capacity. */
  void passed(Mirror mirror, boolean resized) {
    measured(
        mirror,
        () -> {
          idle.advanceTo(mirror.now());
          if (resized) {
            idle.resized(mirror.state());
          }
        });
  }

  /** Measures what is idle: a fault begins that again with the present state, and nothing else. */
  private void measured(Mirror mirror, Runnable work) {
    Throwable thrown = Faults.in(work);
    if (thrown != null) {
      Throwable again = Faults.in(() -> idle.follow(mirror.state(), mirror.now()));
      fault = again == null ? thrown : again;
    }
  }

  /** Does what is for display only: its fault begins the simulations again, and nothing else. */
  private void contained(Runnable work) {
    Throwable thrown = Faults.in(work);
    if (thrown != null) {
      fault = thrown;
      effect.restart();
    }
  }

  /** Removes and returns the fault of a recording since the last call, or null. */
  public @Nullable Throwable takeFault() {
    Throwable taken = fault;
    fault = null;
    return taken;
  }

  /** Records the labels of a job that has been submitted. */
  public void submitted(Mirror mirror, JobSubmitted job) {
    contained(() -> label(mirror.slot(job.job()), job.queue(), account(job.group(), job.user())));
  }

  private void label(int slot, @Nullable String partition, @Nullable String account) {
    labels.set(slot, effect.partitions().of(partition), effect.accounts().of(account));
  }

  private static @Nullable String account(@Nullable String group, @Nullable String user) {
    return group == null ? user : group;
  }

  /** The account of the job in a slot, its user if it has none, or null if neither is known. */
  public @Nullable String account(int slot) {
    int number = labels.account(slot);
    return number == Labels.NONE ? null : effect.accounts().name(number);
  }

  /** Records a job that has started. */
  public void started(ClusterState state, int slot) {
    contained(() -> waits.started(state, slot, partition(slot), account(slot)));
  }

  /** Records a completed job before it leaves the state. */
  public void finished(ClusterState state, int slot) {
    contained(
        () -> {
          waits.completed(state, slot, partition(slot), account(slot));
          effect.finished(state, slot, labels.partition(slot), labels.account(slot));
        });
  }

  /**
   * Takes over the labels of the jobs of a snapshot, which has replaced the queue. Jobs keep labels
   * that it omits.
   */
  void relabel(SnapshotComparison compared, Mirror mirror) {
    contained(() -> relabelAll(compared, mirror));
  }

  private void relabelAll(SnapshotComparison compared, Mirror mirror) {
    JobLabels former = labels;
    labels = new JobLabels();
    for (JobSnapshot job : compared.snapshot().jobs()) {
      int slot = mirror.slot(job.job());
      if (slot == ClusterState.NONE) {
        continue; // it is set aside
      }
      int formerSlot = compared.formerSlot(job.job());
      if (formerSlot != ClusterState.NONE) {
        labels.set(slot, former.partition(formerSlot), former.account(formerSlot));
      }
      String account = account(job.group(), job.user());
      if (job.queue() != null || account != null || formerSlot == ClusterState.NONE) {
        label(slot, job.queue(), account);
      }
    }
  }

  /** Records a decision; only those for another policy count. */
  public void decided(LiveCluster live, DecisionRecorded decision) {
    String chosen = decision.chosen();
    boolean other =
        decision.outcome() == DecisionOutcome.KEPT
            ? decision.reason() == DecisionReason.OBSERVING
            : decision.outcome() != DecisionOutcome.ROLLED_BACK;
    if (other && chosen != null) {
      contained(() -> effect.recommended(live, Spec.parse(chosen)));
    }
  }

  /**
   * Records a change of the configuration; nothing if the policy stays.
   *
   * @param command the command that it carries out, or null if it was made outside Gnomon
   * @param decisions the latest decisions, oldest first
   */
  public void changed(
      LiveCluster live,
      @Nullable ConfigRequested command,
      Configuration former,
      Configuration now,
      List<DecisionRecorded> decisions) {
    if (!former.hasSettingsOf(now)) {
      contained(() -> record(live, command, former, now, decisions));
    }
  }

  private void record(
      LiveCluster live,
      @Nullable ConfigRequested command,
      Configuration former,
      Configuration now,
      List<DecisionRecorded> decisions) {
    if (command == null) {
      effect.changed(
          live,
          new MadeChange.Facts(
              MadeChange.Author.SCHEDULER, null, null, former.policy(), now.policy(), Double.NaN));
      return;
    }
    DecisionRecorded commanding = null;
    DecisionRecorded proposing = null;
    for (DecisionRecorded decision : decisions) {
      commanding = command.command().equals(decision.command()) ? decision : commanding;
      proposing = command.proposal().equals(decision.proposal()) ? decision : proposing;
    }
    DecisionRecorded cause = commanding == null ? proposing : commanding;
    Prediction predicted = command.predicted();
    effect.changed(
        live,
        new MadeChange.Facts(
            commanding == null ? MadeChange.Author.OPERATOR : MadeChange.Author.GNOMON,
            cause == null ? null : cause.decision(),
            command.command(),
            former.policy(),
            now.policy(),
            predicted == null
                ? Double.NaN
                : 1 - predicted.chosenSlowdown() / predicted.incumbentSlowdown(),
            command.mode() == CommandMode.ROLLBACK));
  }
}
