package io.gnomon.controller.cluster;

import static java.util.Objects.requireNonNull;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.RefusedEventException;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.RecordedVerification;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.NonAction;
import io.gnomon.sim.tune.ShadowStudy;
import io.gnomon.sim.tune.StudyResult;
import io.gnomon.sim.tune.Tuner;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a cluster's slowdown when it is time to, asks for studies, and turns their results into
 * decisions, each of which is recorded. One study at a time.
 */
final class Watch {
  private final String cluster;
  private final ControlSettings settings;
  private final ChangeCourse course;
  private final Oversight oversight;
  private final Tally tally;
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
      Followed known,
      double observed,
      @Nullable RecordedVerification verification,
      boolean trial) {}

  Watch(
      String cluster,
      ControlSettings settings,
      ChangeCourse course,
      Oversight oversight,
      Tally tally) {
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
  @Nullable ShadowStudy studyBefore(long offset, GnomonEvent event, Followed known, Outbox out)
      throws RefusedEventException {
    ShadowStudy trial = trialBefore(offset, event, known);
    return trial == null ? lookBefore(offset, event, known, out) : trial;
  }

  private @Nullable ShadowStudy trialBefore(long offset, GnomonEvent event, Followed known) {
    ShadowStudy trial = known.tuner().trial(known.mirror().state(), known.policy(), known::allows);
    if (trial != null) {
      open = new OpenStudy(offset, event, known, 0, null, true);
    }
    return trial;
  }

  /** The look that is due before {@code event}, if one is; the study that it asks for, or null. */
  @Nullable ShadowStudy lookBefore(long offset, GnomonEvent event, Followed known, Outbox out)
      throws RefusedEventException {
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
    OpenStudy look =
        new OpenStudy(
            offset,
            event,
            known,
            observed,
            change == null ? null : change.compare(observed),
            false);
    if (change != null) {
      Notice verified = Notices.verified(cluster, change, observed, mirror.now());
      if (verified != null) {
        out.tell(verified);
      }
    }
    if (change != null && disappoints(change, observed)) {
      rollBack(look, change, null, out);
      return null;
    }
    NonAction objection = objection(known, observed, frozen);
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
        DecisionText.rollback(
            cluster,
            Long.toString(look.offset()),
            look.known(),
            change,
            settings,
            "the change by " + change.command().command() + " did not pay");
    DecisionText text =
        decision == null
            ? DecisionText.of(
                DecisionOutcome.ROLLED_BACK, DecisionReason.GAIN_NOT_REALISED, look.observed())
            : DecisionText.of(
                DecisionOutcome.ROLLED_BACK, DecisionReason.GAIN_NOT_REALISED, decision);
    record(look, text.commanding(back), out);
    course.send(look.known(), back, out);
  }

  private @Nullable NonAction objection(Followed known, double observed, boolean frozen) {
    if (course.pending() != null) {
      return NonAction.PENDING;
    }
    NonAction objection = known.tuner().objection(known.mirror().state(), observed);
    if (objection != null) {
      return objection;
    }
    return frozen ? NonAction.FROZEN : known.capable() ? null : NonAction.NOT_CAPABLE;
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
    Followed known = study.known();
    if (study.trial()) {
      known.tuner().tried(result);
      tally.tried();
      return;
    }
    Decision decision = known.tuner().decide(result, study.observed());
    if (!decision.changes()) {
      DecisionReason reason = DecisionText.reason(requireNonNull(decision.reason()));
      record(study, DecisionText.of(DecisionOutcome.KEPT, reason, decision), out);
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
        DecisionText.command(cluster, study.offset(), known, decision, settings);
    DecisionReason why =
        decision.takesBack() ? DecisionReason.GAIN_NOT_REALISED : DecisionReason.LOWER_COST;
    switch (oversight.mode()) {
      case OBSERVE ->
          record(
              study,
              DecisionText.of(DecisionOutcome.KEPT, DecisionReason.OBSERVING, decision),
              out);
      case RECOMMEND -> {
        record(
            study,
            DecisionText.of(DecisionOutcome.RECOMMENDED, why, decision).proposing(command),
            out);
        out.tell(wanted(Notice.Kind.RECOMMENDED, known, command));
      }
      case APPROVE -> {
        record(
            study,
            DecisionText.of(DecisionOutcome.AWAITING_APPROVAL, why, decision).proposing(command),
            out);
        course.propose(command);
        out.tell(wanted(Notice.Kind.PROPOSED, known, command));
      }
      case APPLY -> {
        record(
            study,
            DecisionText.of(DecisionOutcome.COMMANDED, why, decision).commanding(command),
            out);
        course.send(known, command, out);
      }
    }
  }

  private Notice wanted(Notice.Kind kind, Followed known, ConfigRequested command) {
    return Notices.wanted(cluster, kind, known.configuration(), command);
  }

  /** Ends a study without a result, and records why; a trial decides nothing. */
  void abandon(OpenStudy study, NonAction why, Outbox out) {
    Followed known = study.known();
    if (study.trial()) {
      known.tuner().trialGivenUp(known.mirror().state());
      tally.trialGivenUp();
      return;
    }
    known.tuner().abandoned(known.mirror().state());
    keep(study, why, out);
  }

  /** Records that nothing is changed, and why. */
  private void keep(OpenStudy look, NonAction why, Outbox out) {
    record(
        look,
        DecisionText.of(DecisionOutcome.KEPT, DecisionText.reason(why), look.observed()),
        out);
  }

  private void record(OpenStudy look, DecisionText text, Outbox out) {
    Followed known = look.known();
    DecisionRecorded data =
        text.verifying(look.verification()).at(cluster, look.offset(), known, settings);
    known.decided(data);
    tally.decided(data.outcome(), data.reason());
    out.publish(cluster, data.decision(), data);
  }
}
