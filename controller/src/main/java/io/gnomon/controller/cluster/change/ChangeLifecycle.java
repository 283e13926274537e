package io.gnomon.controller.cluster.change;

import io.gnomon.controller.cluster.output.ClusterCounters;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.notification.Notification;
import io.gnomon.controller.notification.Notifications;
import io.gnomon.events.RejectReason;
import io.gnomon.events.audit.LapseCause;
import io.gnomon.events.audit.LapsedProposal;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.spec.Spec;
import org.jspecify.annotations.Nullable;

/**
 * The lifecycle of a change: proposed, commanded, in force, or rolled back. There is at most one
 * change at a time.
 */
public final class ChangeLifecycle {
  private final String cluster;
  private final ClusterCounters counters;
  private ControllerState state = ControllerState.WATCHING;
  private @Nullable Proposal proposal;
  private @Nullable PendingCommand pending;
  private @Nullable AppliedChange change;
  // not in a decision record yet
  private @Nullable LapsedProposal lapsed;

  public ChangeLifecycle(String cluster, ClusterCounters counters) {
    this.cluster = cluster;
    this.counters = counters;
  }

  public ControllerState state() {
    return state;
  }

  public @Nullable Proposal proposal() {
    return proposal;
  }

  public @Nullable PendingCommand pending() {
    return pending;
  }

  /**
   * The last change that Gnomon commanded while it is in force, or null. Only this one can be
   * rolled back.
   */
  public @Nullable AppliedChange change() {
    return change;
  }

  /** The identity of {@link #change()}, or null. */
  public @Nullable Change inForce() {
    return change == null ? null : change.change();
  }

  /** The proposal that has lapsed since the last decision record, or null. */
  public @Nullable LapsedProposal lapsed() {
    return lapsed;
  }

  /** Returns {@link #lapsed()} for a decision record, which is then the one that reports it. */
  public @Nullable LapsedProposal takeLapsed() {
    LapsedProposal taken = lapsed;
    lapsed = null;
    return taken;
  }

  /** Restores a state, of a checkpoint or an earlier one. */
  public void resume(
      ControllerState at,
      @Nullable PendingCommand commanded,
      @Nullable ConfigRequested proposed,
      @Nullable AppliedChange changed,
      @Nullable LapsedProposal unreported) {
    state = at;
    pending = commanded;
    proposal = proposed == null ? null : new Proposal(proposed.proposal(), proposed);
    change = changed;
    lapsed = unreported;
  }

  /** Returns an action that restores the present state. */
  public Runnable undo() {
    ControllerState then = state;
    PendingCommand waiting = pending;
    Proposal proposed = proposal;
    AppliedChange changed = change;
    LapsedProposal unreported = lapsed;
    return () ->
        resume(then, waiting, proposed == null ? null : proposed.command(), changed, unreported);
  }

  /** Opens a proposal, or replaces its command by one that expires at another time. */
  public void propose(ConfigRequested command) {
    proposal = new Proposal(command.proposal(), command);
    state = ControllerState.PROPOSED;
  }

  /** Drops the proposal, approved or not, if there is one: its command is not sent. */
  public void dropProposal(LapseCause cause) {
    if (proposal != null) {
      lapsed = new LapsedProposal(proposal.id(), cause);
      proposal = null;
      state = ControllerState.WATCHING;
    }
  }

  /** Drops the proposal that an operator rejects. */
  public void rejectProposal() {
    if (proposal != null) {
      proposal = null;
      state = ControllerState.WATCHING;
    }
  }

  /** Publishes a command, which is then pending until it is answered or expires. */
  public void send(TrackedCluster tracked, ConfigRequested command, Outbox out) {
    if (proposal != null && !proposal.id().equals(command.proposal())) {
      dropProposal(LapseCause.REPLACED);
    }
    pending = new PendingCommand(command, tracked.configuration());
    proposal = null;
    state = ControllerState.COMMANDED;
    tracked.tuner().changes().attempted(tracked.mirror().state().now());
    counters.add(Count.COMMANDS);
    out.publish(cluster, command.command(), command);
  }

  /** Processes a configuration that is now in force, commanded by Gnomon or changed elsewhere. */
  public void applied(TrackedCluster tracked, ConfigApplied applied, Outbox out) {
    PendingCommand waiting = pending;
    boolean commanded = waiting != null && waiting.command().command().equals(applied.command());
    PendingCommand answered = commanded ? waiting : null;
    AppliedChange made = answered == null ? null : made(tracked, answered);
    Configuration former = tracked.configuration();
    tracked
        .effects()
        .changed(
            tracked.live(),
            answered == null ? null : answered.command(),
            former,
            applied.configuration(),
            tracked.decisions());
    tracked.configure(applied.configuration());
    replaced(former, applied.configuration());
    if (answered != null) {
      counters.add(Count.APPLIED_COMMANDS);
      boolean rollback = answered.command().mode() == CommandMode.ROLLBACK;
      state = rollback ? ControllerState.ROLLED_BACK : ControllerState.WATCHING;
      change = made;
      pending = null;
      Notification.Kind kind = rollback ? Notification.Kind.REVERTED : Notification.Kind.CHANGED;
      out.send(
          Notifications.changed(cluster, kind, answered.command(), answered.former(), applied));
      return;
    }
    endRolledBack();
    if (!former.hasSettingsOf(applied.configuration())) {
      out.send(Notifications.changedElsewhere(cluster, former, applied));
    }
  }

  /**
   * Reports the change of a command to the tuner; call it before the policy is replaced.
   *
   * @return the change, or null for a rollback, which is not reviewed or rolled back itself
   */
  private static @Nullable AppliedChange made(TrackedCluster tracked, PendingCommand answered) {
    ConfigRequested command = answered.command();
    ClusterState mirrored = tracked.mirror().state();
    if (command.mode() == CommandMode.ROLLBACK) {
      tracked.tuner().changes().changed(mirrored.now());
      return null;
    }
    Spec chosen = Spec.parse(command.configuration().policy());
    int decided = (int) (command.at() - tracked.mirror().origin());
    SchedulingPolicy former = tracked.policyOf(answered.former());
    return new AppliedChange(
        command,
        answered.former().policy(),
        tracked.tuner().changed(mirrored, former, chosen, decided));
  }

  /**
   * Ends what depends on the former configuration: the proposal, which expects its version, and the
   * change in force, unless the policy stays.
   */
  private void replaced(Configuration former, Configuration now) {
    if (former.version() != now.version() || !former.hasSettingsOf(now)) {
      dropProposal(LapseCause.CONFIGURATION_CHANGED);
    }
    if (!former.hasSettingsOf(now)) {
      change = null;
    }
  }

  /** Processes a configuration that the scheduler reported without a command. */
  public void reported(Configuration former, Configuration now, long at, Outbox out) {
    replaced(former, now);
    if (expected(now) == null && !former.hasSettingsOf(now)) {
      out.send(
          Notifications.changedElsewhere(cluster, former, new ConfigApplied(at, now, null, null)));
    }
  }

  /** The pending command if it requests a configuration, or null. */
  public @Nullable ConfigRequested expected(Configuration configuration) {
    PendingCommand waiting = pending;
    return waiting != null
            && waiting.command().configuration().policy().equals(configuration.policy())
        ? waiting.command()
        : null;
  }

  /** Drops the pending command that the scheduler rejects, and returns it. */
  public ConfigRequested rejected(TrackedCluster tracked, ConfigRejected rejected, Outbox out)
      throws RejectedEventException {
    PendingCommand waiting = pending;
    if (waiting == null || !waiting.command().command().equals(rejected.command())) {
      throw new RejectedEventException(
          RejectReason.UNKNOWN_COMMAND, "command '" + rejected.command() + "' is not pending");
    }
    counters.add(Count.REJECTED_COMMANDS);
    out.send(Notifications.rejected(cluster, waiting.command(), tracked.configuration(), rejected));
    pending = null;
    state = ControllerState.WATCHING;
    return waiting.command();
  }

  /**
   * Drops the proposal and the pending command if they have expired.
   *
   * @param now epoch second of the scheduler's clock
   * @return the expired command, or null
   */
  public @Nullable ConfigRequested expire(long now) {
    if (proposal != null && now >= proposal.command().expiresAt()) {
      dropProposal(LapseCause.EXPIRED);
    }
    PendingCommand waiting = pending;
    if (waiting == null || now < waiting.command().expiresAt()) {
      return null;
    }
    pending = null;
    state = ControllerState.WATCHING;
    counters.add(Count.EXPIRED_COMMANDS);
    return waiting.command();
  }

  /** Ends the state after a rollback, which lasts until the next evaluation or change. */
  public void endRolledBack() {
    if (state == ControllerState.ROLLED_BACK) {
      state = ControllerState.WATCHING;
    }
  }
}
