package io.gnomon.controller.cluster;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.Refusal;
import io.gnomon.controller.mirror.RefusedEventException;
import io.gnomon.events.ClusterDeclared;
import io.gnomon.events.ClusterSnapshot;
import io.gnomon.events.CommandMode;
import io.gnomon.events.ConfigApplied;
import io.gnomon.events.ConfigRejected;
import io.gnomon.events.ConfigRequested;
import io.gnomon.events.Configuration;
import io.gnomon.events.DecisionOutcome;
import io.gnomon.events.DecisionRecorded;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.SnapshotReason;
import io.gnomon.events.SnapshotRequested;
import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.NonAction;
import io.gnomon.sim.tune.ShadowStudy;
import io.gnomon.sim.tune.StudyResult;
import io.gnomon.sim.tune.Tuner;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Follows one cluster: mirrors its queue, watches its slowdown, asks for studies, decides, commands
 * and follows what becomes of a command.
 *
 * <p>Its behaviour is a function of the events, of their offsets and of the studies' results alone,
 * so that a replay reproduces the state and every decision. While a study is open no event is
 * taken: the owner holds them back until {@link #conclude}. Single-threaded.
 */
public final class ClusterController {
  private static final String BETTER = "BETTER";

  private final String cluster;
  private final ControlSettings settings;
  private final Sequence sequence;
  private @Nullable Followed followed;
  private Life life = Life.WARMING;
  private @Nullable PendingCommand pending;
  private @Nullable Proposal proposal;
  private @Nullable OpenStudy open;
  private @Nullable Verification verification;
  private @Nullable String realised;
  private final Tally tally;

  /** A study that is under way, with the event that waits for it. */
  private record OpenStudy(long offset, GnomonEvent event, double observed) {}

  /** A controller that knows nothing of its cluster yet. */
  public ClusterController(String cluster, ControlSettings settings) {
    this(cluster, settings, new Sequence(), new Tally());
  }

  ClusterController(String cluster, ControlSettings settings, Sequence sequence, Tally tally) {
    this.cluster = cluster;
    this.settings = settings;
    this.sequence = sequence;
    this.tally = tally;
  }

  /** The cluster's id. */
  public String cluster() {
    return cluster;
  }

  /** Where this controller stands with the cluster. */
  public Life life() {
    return open != null ? Life.STUDYING : life;
  }

  /** How it is tuned. */
  public ControlSettings settings() {
    return settings;
  }

  /** What is known of the cluster, null before it has been declared. */
  public @Nullable Followed followed() {
    return followed;
  }

  /** The command that waits for an answer, or null. */
  public @Nullable PendingCommand pending() {
    return pending;
  }

  /** The proposal that waits for approval, or null. */
  public @Nullable Proposal proposal() {
    return proposal;
  }

  /** Counts of what happened. */
  public Tally tally() {
    return tally;
  }

  @Nullable Verification verification() {
    return verification;
  }

  Sequence sequence() {
    return sequence;
  }

  void resume(
      Life at,
      @Nullable Followed known,
      @Nullable PendingCommand command,
      @Nullable Proposal waiting,
      @Nullable Verification verified) {
    verification = verified;
    life = at;
    followed = known;
    pending = command;
    proposal = waiting;
  }

  /**
   * Takes the next event.
   *
   * @param offset of its record, the same on every replay
   * @return a study that must be {@link #conclude}d before the next event, or null
   */
  public @Nullable ShadowStudy take(long offset, GnomonEvent event, Outbox out) {
    if (open != null) {
      throw new IllegalStateException(
          "cluster " + cluster + " is being studied; conclude it first");
    }
    tally.taken(event.type());
    Sequence.Verdict verdict = sequence.judge(event.envelope(), event.data());
    if (verdict == Sequence.Verdict.DUPLICATE) {
      refuse(
          offset,
          Refusal.DUPLICATE,
          "event '" + event.envelope().id() + "' has been seen before",
          out);
      return null;
    }
    if (verdict == Sequence.Verdict.GAP) {
      degrade(offset, event.data().at(), SnapshotReason.GAP, sequence.explain(), out);
    }
    return proceed(offset, event, out);
  }

  private @Nullable ShadowStudy proceed(long offset, GnomonEvent event, Outbox out) {
    try {
      ShadowStudy study = lookBefore(offset, event, out);
      if (study == null) {
        apply(offset, event, out);
      }
      return study;
    } catch (RefusedEventException e) {
      refuse(offset, e.refusal(), String.valueOf(e.getMessage()), out);
      if (e.refusal().meansDivergence() && life != Life.DEGRADED) {
        degrade(
            offset,
            event.data().at(),
            SnapshotReason.DIVERGENCE,
            String.valueOf(e.getMessage()),
            out);
      }
      return null;
    }
  }

  // --- what events do

  private void apply(long offset, GnomonEvent event, Outbox out) throws RefusedEventException {
    EventData data = event.data();
    if (data instanceof ClusterDeclared declared) {
      declare(declared);
      return;
    }
    Followed known = known();
    if (data instanceof ClusterSnapshot snapshot) {
      tally.divergence(known.replace(snapshot));
      sequence.trust();
      if (life == Life.DEGRADED) {
        life = pending == null ? Life.WATCHING : Life.COMMANDED;
      }
      return;
    }
    if (data instanceof ConfigApplied applied) {
      known.mirror().apply(data);
      applied(known, applied);
    } else if (data instanceof ConfigRejected rejected) {
      known.mirror().apply(data);
      rejected(rejected);
    } else if (life == Life.DEGRADED) {
      known.mirror().second(data.at());
      throw new RefusedEventException(
          Refusal.DEGRADED, "the mirror is degraded; the event waits for a snapshot in vain");
    } else {
      known.mirror().apply(data);
    }
    expire(offset, known, out);
  }

  private Followed known() throws RefusedEventException {
    if (followed == null) {
      throw new RefusedEventException(
          Refusal.NOT_DECLARED,
          "cluster '" + cluster + "' has not been declared; send cluster.declared first");
    }
    return followed;
  }

  private void declare(ClusterDeclared declared) throws RefusedEventException {
    Followed known = followed;
    if (known == null) {
      long origin = declared.timeOrigin() >= 0 ? declared.timeOrigin() : declared.at();
      if (declared.at() < origin || declared.processors() < 1) {
        throw new RefusedEventException(
            Refusal.TIME_OUT_OF_RANGE,
            "declared at " + declared.at() + ", before its own origin " + origin);
      }
      followed = new Followed(origin, declared, new Tuner(settings.tuning()));
      life = Life.WATCHING;
    } else {
      known.declareAgain(declared);
    }
  }

  private void applied(Followed known, ConfigApplied applied) {
    PendingCommand waiting = pending;
    String former = known.configuration().policy();
    known.configure(applied.configuration());
    verification = null;
    if (waiting != null && waiting.command().command().equals(applied.command())) {
      known.tuner().changes().changed(known.mirror().state().now());
      tally.acknowledged();
      boolean back = waiting.command().mode() == CommandMode.ROLLBACK;
      life = back ? Life.ROLLED_BACK : Life.VERIFYING;
      verification =
          back ? null : new Verification(waiting.command(), former, known.mirror().state().now());
      pending = null;
    }
  }

  private void rejected(ConfigRejected rejected) throws RefusedEventException {
    PendingCommand waiting = pending;
    if (waiting == null || !waiting.command().command().equals(rejected.command())) {
      throw new RefusedEventException(
          Refusal.UNKNOWN_COMMAND, "command '" + rejected.command() + "' is not open");
    }
    tally.rejected();
    pending = null;
    life = Life.WATCHING;
  }

  private void expire(long offset, Followed known, Outbox out) {
    PendingCommand waiting = pending;
    if (waiting != null && known.mirror().now() >= waiting.command().expiresAt()) {
      pending = null;
      tally.expired();
      degrade(
          offset,
          known.mirror().now(),
          SnapshotReason.DIVERGENCE,
          "command " + waiting.command().command() + " was not answered before it expired",
          out);
    }
  }

  private void degrade(
      long offset, long at, SnapshotReason reason, @Nullable String detail, Outbox out) {
    if (life != Life.DEGRADED) {
      life = Life.DEGRADED;
      proposal = null;
      out.publish(
          cluster,
          cluster + "-s" + offset,
          new SnapshotRequested(at, reason, sequence.last(), detail));
    }
  }

  private void refuse(long offset, Refusal refusal, String detail, Outbox out) {
    tally.refused(refusal);
    out.refuse(offset, refusal, detail);
  }

  // --- looking, studying, deciding

  private @Nullable ShadowStudy lookBefore(long offset, GnomonEvent event, Outbox out)
      throws RefusedEventException {
    Followed known = followed;
    if (known == null || life == Life.DEGRADED) {
      return null;
    }
    Tuner tuner = known.tuner();
    Mirror mirror = known.mirror();
    int second = mirror.second(event.data().at());
    if (tuner.nextLook() < 0 || second < tuner.nextLook()) {
      return null;
    }
    mirror.state().advanceTo(second);
    double observed = tuner.observe(mirror.state());
    tuner.looked(second);
    known.observed(second, observed);
    tally.looked();
    if (verify(offset, known, observed, out)) {
      return null;
    }
    NonAction objection =
        pending != null ? NonAction.PENDING : tuner.objection(mirror.state(), observed);
    if (objection == null && !known.capable()) {
      objection = NonAction.NOT_CAPABLE;
    }
    if (objection != null) {
      record(offset, known, DecisionText.of(DecisionOutcome.KEPT, objection.name(), observed), out);
      return null;
    }
    open = new OpenStudy(offset, event, observed);
    return tuner.study(
        mirror.state(), known.policy(), List.of(tuner.replay(second)), known::allows);
  }

  /** Holds a change against what was predicted; true where it is undone. */
  private boolean verify(long offset, Followed known, double observed, Outbox out) {
    Verification change = verification;
    verification = null;
    realised = null;
    if (life == Life.VERIFYING || life == Life.ROLLED_BACK) {
      life = Life.WATCHING;
    }
    if (change == null) {
      return false;
    }
    realised = change.tell(observed);
    if (pending != null
        || settings.mode() != Mode.APPLY
        || !change.disappoints(observed, settings.rollbackFactor())) {
      return false;
    }
    ConfigRequested back = DecisionText.rollback(cluster, offset, known, change, settings);
    record(
        offset,
        known,
        DecisionText.of(DecisionOutcome.ROLLED_BACK, "GAIN_NOT_REALISED", observed)
            .commanding(back),
        out);
    send(known, back, out);
    return true;
  }

  /**
   * Ends the open study and takes the event that waited for it.
   *
   * @param result what the study gave, or null where it ran out of time
   * @return another study, if the waiting event leads to one, or null
   */
  public @Nullable ShadowStudy conclude(@Nullable StudyResult result, Outbox out) {
    OpenStudy study = open;
    Followed known = followed;
    if (study == null || known == null) {
      throw new IllegalStateException("cluster " + cluster + " is not being studied");
    }
    open = null;
    tally.studied();
    if (result == null) {
      record(
          study.offset(),
          known,
          DecisionText.of(DecisionOutcome.KEPT, NonAction.STUDY_TIMEOUT.name(), study.observed()),
          out);
    } else {
      decide(study.offset(), known, known.tuner().decide(result, study.observed()), out);
    }
    return proceed(study.offset(), study.event(), out);
  }

  private void decide(long offset, Followed known, Decision decision, Outbox out) {
    if (!decision.changes()) {
      String reason = String.valueOf(decision.reason());
      record(offset, known, DecisionText.of(DecisionOutcome.KEPT, reason, decision), out);
      return;
    }
    ConfigRequested command = DecisionText.command(cluster, offset, known, decision, settings);
    switch (settings.mode()) {
      case OBSERVE ->
          record(offset, known, DecisionText.of(DecisionOutcome.KEPT, "OBSERVING", decision), out);
      case RECOMMEND ->
          record(
              offset,
              known,
              DecisionText.of(DecisionOutcome.RECOMMENDED, BETTER, decision).proposing(command),
              out);
      case APPROVE -> {
        proposal = new Proposal(command.proposal(), command);
        life = Life.PROPOSED;
        record(
            offset,
            known,
            DecisionText.of(DecisionOutcome.AWAITING_APPROVAL, BETTER, decision).proposing(command),
            out);
      }
      case APPLY -> {
        record(
            offset,
            known,
            DecisionText.of(DecisionOutcome.COMMANDED, BETTER, decision).commanding(command),
            out);
        send(known, command, out);
      }
    }
  }

  private void send(Followed known, ConfigRequested command, Outbox out) {
    pending = new PendingCommand(command);
    proposal = null;
    life = Life.COMMANDED;
    known.tuner().changes().attempted(known.mirror().state().now());
    tally.commanded();
    out.publish(cluster, command.command(), command);
  }

  /**
   * Carries out the open proposal.
   *
   * @return false where no proposal of that id is open, or it has expired
   */
  public boolean approve(String id, Outbox out) {
    Proposal waiting = proposal;
    Followed known = followed;
    if (waiting == null || known == null || !waiting.id().equals(id)) {
      return false;
    }
    if (known.mirror().now() >= waiting.command().expiresAt()) {
      proposal = null;
      life = Life.WATCHING;
      return false;
    }
    send(known, waiting.command(), out);
    return true;
  }

  /** Drops the open proposal; false where no proposal of that id is open. */
  public boolean reject(String id) {
    Proposal waiting = proposal;
    if (waiting == null || !waiting.id().equals(id)) {
      return false;
    }
    proposal = null;
    life = Life.WATCHING;
    return true;
  }

  private void record(long offset, Followed known, DecisionText text, Outbox out) {
    DecisionRecorded data = text.telling(realised).at(cluster, offset, known, settings);
    known.decided(data);
    tally.decided(data.outcome(), data.reason());
    out.publish(cluster, data.decision(), data);
  }

  /** The policy that a configuration names, for the mirror to follow. */
  static SchedulingPolicy policy(Configuration configuration) {
    try {
      return Policies.create(configuration.policy());
    } catch (InvalidPolicyException unknown) {
      // a scheduler may run what we cannot simulate; EASY is what most of them come closest to
      return Policies.create("easy");
    }
  }
}
