package io.gnomon.controller.cluster;

import static java.util.Objects.requireNonNull;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.notification.Notification;
import io.gnomon.controller.notification.Notifications;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.OperatorControls;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.RecordedVerification;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.NoChangeReason;
import io.gnomon.sim.tune.Tuner;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a cluster's slowdown when it is time to, asks for studies, and turns their results into
 * decisions, each of which is recorded. One study at a time.
 */
final class Evaluator {
  private final String cluster;
  private final ControlSettings settings;
  private final ChangeLifecycle course;
  private final OperatorControls oversight;
  private final ClusterCounters tally;
  private @Nullable OpenStudy open;

  /**
   * A study that is under way.
   *
   * @param offset of the event that waits for it
   * @param event that waits
   * @param known the cluster
   * @param observed the slowdown that led to it
   * @param verification how the last change compares with its prediction, or null
   * @param trial whether it tries the policies over the past weeks and leads to no decision
   */
  record OpenStudy(
      long offset,
      GnomonEvent event,
      TrackedCluster known,
      double observed,
      @Nullable RecordedVerification verification,
      boolean trial) {}

  Evaluator(
      String cluster,
      ControlSettings settings,
      ChangeLifecycle course,
      OperatorControls oversight,
      ClusterCounters tally) {
    this.cluster = cluster;
    this.settings = settings;
    this.course = course;
    this.oversight = oversight;
    this.tally = tally;
  }

  boolean studying() {
    return open != null;
  }

  /** Whether the open study is a trial, which no decision waits for. */
  boolean trying() {
    return open != null && open.trial();
  }

  /**
   * What is to be studied before an event that has just come: the trial that the last study has
   * left, whose decision has gone out by now, or else what {@link #lookBefore} asks for, or null.
   */
  @Nullable ShadowStudy studyBefore(
      long offset, GnomonEvent event, TrackedCluster known, Outbox out)
      throws RejectedEventException {
    ShadowStudy trial = trialBefore(offset, event, known);
    return trial == null ? lookBefore(offset, event, known, out) : trial;
  }

  private @Nullable ShadowStudy trialBefore(long offset, GnomonEvent event, TrackedCluster known) {
    ShadowStudy trial = known.tuner().trial(known.mirror().state(), known.policy(), known::allows);
    if (trial != null) {
      open = new OpenStudy(offset, event, known, 0, null, true);
    }
    return trial;
  }

  /** The look that is due before {@code event}, if one is; the study that it asks for, or null. */
  @Nullable ShadowStudy lookBefore(long offset, GnomonEvent event, TrackedCluster known, Outbox out)
      throws RejectedEventException {
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
    boolean frozen = oversight.frozen(mirror.now());
    // what cannot be undone now is held against its prediction once it can
    Verification change = frozen ? null : course.endVerification();
    RecordedVerification verification = change == null ? null : change.compare(observed);
    OpenStudy look = new OpenStudy(offset, event, known, observed, verification, false);
    if (change != null && verification != null) {
      out.tell(
          Notifications.verified(
              cluster,
              change.command(),
              change.former(),
              verification,
              Verification.describe(verification),
              mirror.now()));
    }
    if (change != null && disappoints(change, observed)) {
      rollBack(look, change, null, out);
      return null;
    }
    NoChangeReason objection = objection(known, observed, frozen);
    if (objection != null) {
      keep(look, objection, out);
      return null;
    }
    ShadowStudy study =
        tuner.studyBeforeTrial(
            mirror.state(), known.policy(), tuner.futures(mirror.state()), known::allows);
    open = look;
    return study;
  }

  private boolean disappoints(Verification change, double observed) {
    return course.pending() == null
        && oversight.mode() == Mode.APPLY
        && change.disappoints(observed, settings.rollbackFactor());
  }

  private void rollBack(
      OpenStudy look, Verification change, @Nullable Decision decision, Outbox out) {
    ConfigRequested back =
        DecisionRecordBuilder.rollback(
            cluster,
            Long.toString(look.offset()),
            look.known(),
            change,
            settings,
            "the change by " + change.command().command() + " did not pay");
    DecisionRecordBuilder text =
        decision == null
            ? DecisionRecordBuilder.of(
                DecisionOutcome.ROLLED_BACK, DecisionReason.GAIN_NOT_REALISED, look.observed())
            : DecisionRecordBuilder.of(
                DecisionOutcome.ROLLED_BACK, DecisionReason.GAIN_NOT_REALISED, decision);
    record(look, text.commanding(back), out);
    course.send(look.known(), back, out);
  }

  private @Nullable NoChangeReason objection(
      TrackedCluster known, double observed, boolean frozen) {
    if (course.pending() != null) {
      return NoChangeReason.PENDING;
    }
    NoChangeReason objection = known.tuner().objection(known.mirror().state(), observed);
    if (objection != null) {
      return objection;
    }
    return frozen ? NoChangeReason.FROZEN : known.capable() ? null : NoChangeReason.NOT_CAPABLE;
  }

  /** Ends the open study. */
  OpenStudy close() {
    OpenStudy study = open;
    if (study == null) {
      throw new IllegalStateException("cluster " + cluster + " is not being studied");
    }
    open = null;
    if (!study.trial()) {
      tally.studied();
    }
    return study;
  }

  /** Decides by a study's result what is to be done, as far as the mode allows; or learns of it. */
  void decide(OpenStudy study, StudyResult result, Outbox out) {
    TrackedCluster known = study.known();
    if (study.trial()) {
      known.tuner().tried(result);
      tally.tried();
      return;
    }
    Decision decision = known.tuner().decide(result, study.observed());
    if (!decision.changes()) {
      DecisionReason reason = DecisionRecordBuilder.reason(requireNonNull(decision.reason()));
      record(study, DecisionRecordBuilder.of(DecisionOutcome.KEPT, reason, decision), out);
      return;
    }
    PolicySpec chosen = decision.chosen();
    if (chosen != null && !decision.takesBack()) {
      known.tuner().advised(known.mirror().state(), known.policy(), chosen);
    }
    Verification change = course.change();
    if (decision.takesBack() && change != null && oversight.mode() == Mode.APPLY) {
      rollBack(study, change, decision, out);
      return;
    }
    ConfigRequested command =
        DecisionRecordBuilder.command(cluster, study.offset(), known, decision, settings);
    DecisionReason why =
        decision.takesBack() ? DecisionReason.GAIN_NOT_REALISED : DecisionReason.LOWER_COST;
    switch (oversight.mode()) {
      case OBSERVE ->
          record(
              study,
              DecisionRecordBuilder.of(DecisionOutcome.KEPT, DecisionReason.OBSERVING, decision),
              out);
      case RECOMMEND -> {
        record(
            study,
            DecisionRecordBuilder.of(DecisionOutcome.RECOMMENDED, why, decision).proposing(command),
            out);
        out.tell(wanted(Notification.Kind.RECOMMENDED, known, command));
      }
      case APPROVE -> {
        record(
            study,
            DecisionRecordBuilder.of(DecisionOutcome.AWAITING_APPROVAL, why, decision)
                .proposing(command),
            out);
        course.propose(command);
        out.tell(wanted(Notification.Kind.PROPOSED, known, command));
      }
      case APPLY -> {
        record(
            study,
            DecisionRecordBuilder.of(DecisionOutcome.COMMANDED, why, decision).commanding(command),
            out);
        course.send(known, command, out);
      }
    }
  }

  private Notification wanted(
      Notification.Kind kind, TrackedCluster known, ConfigRequested command) {
    return Notifications.wanted(cluster, kind, known.configuration(), command);
  }

  /** Ends a study without a result, and records why; a trial decides nothing. */
  void abandon(OpenStudy study, NoChangeReason why, Outbox out) {
    TrackedCluster known = study.known();
    if (study.trial()) {
      known.tuner().trialGivenUp(known.mirror().state());
      tally.trialGivenUp();
      return;
    }
    known.tuner().abandoned(known.mirror().state());
    keep(study, why, out);
  }

  /** Records that nothing is changed, and why. */
  private void keep(OpenStudy look, NoChangeReason why, Outbox out) {
    record(
        look,
        DecisionRecordBuilder.of(
            DecisionOutcome.KEPT, DecisionRecordBuilder.reason(why), look.observed()),
        out);
  }

  private void record(OpenStudy look, DecisionRecordBuilder text, Outbox out) {
    TrackedCluster known = look.known();
    DecisionRecorded data =
        text.verifying(look.verification()).at(cluster, look.offset(), known, settings);
    known.decided(data);
    tally.decided(data.outcome(), data.reason());
    out.publish(cluster, data.decision(), data);
  }
}
