package io.gnomon.controller.notification;

import io.gnomon.events.EventData;
import io.gnomon.events.audit.RecordedVerification;
import io.gnomon.events.audit.VerificationResult;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import org.jspecify.annotations.Nullable;

/** Creates notifications; ids derive from commands, proposals and versions. */
public final class Notifications {
  private Notifications() {}

  /** A recommendation or a proposal. */
  public static Notification proposed(
      String cluster, Notification.Kind kind, Configuration incumbent, ConfigRequested proposal) {
    return new Notification(
        proposal.proposal() + "/" + kind.wireName(),
        cluster,
        kind,
        proposal.at(),
        proposal.configuration().policy(),
        incumbent.policy(),
        proposal.reason(),
        proposal.predicted(),
        null,
        EventData.NONE);
  }

  /** The scheduler applied a command. */
  public static Notification changed(
      String cluster,
      Notification.Kind kind,
      ConfigRequested command,
      Configuration former,
      ConfigApplied applied) {
    return answered(cluster, kind, command, former, command.reason(), applied.at());
  }

  /** The scheduler rejected a command. */
  public static Notification rejected(
      String cluster, ConfigRequested command, Configuration incumbent, ConfigRejected rejected) {
    String detail = rejected.detail();
    String reason = rejected.reason().wireName() + (detail == null ? "" : ": " + detail);
    return answered(cluster, Notification.Kind.REJECTED, command, incumbent, reason, rejected.at());
  }

  private static Notification answered(
      String cluster,
      Notification.Kind kind,
      ConfigRequested command,
      Configuration former,
      String reason,
      long at) {
    return new Notification(
        command.command() + "/" + kind.wireName(),
        cluster,
        kind,
        at,
        command.configuration().policy(),
        former.policy(),
        reason,
        command.predicted(),
        null,
        Math.max(0, at - command.at()));
  }

  /** A command expired without an answer. */
  public static Notification unanswered(
      String cluster, ConfigRequested command, Configuration incumbent, long now) {
    return new Notification(
        command.command() + "/" + Notification.Kind.UNANSWERED.wireName(),
        cluster,
        Notification.Kind.UNANSWERED,
        now,
        command.configuration().policy(),
        incumbent.policy(),
        "command " + command.command() + " expired without an answer",
        command.predicted(),
        null,
        EventData.NONE);
  }

  /** The configuration changed without an open command. */
  public static Notification changedElsewhere(
      String cluster, Configuration former, ConfigApplied applied) {
    Configuration configuration = applied.configuration();
    String late = applied.command();
    return new Notification(
        cluster
            + "-v"
            + configuration.version()
            + "/"
            + Notification.Kind.CHANGED_ELSEWHERE.wireName(),
        cluster,
        Notification.Kind.CHANGED_ELSEWHERE,
        applied.at(),
        configuration.policy(),
        former.policy(),
        late == null
            ? "the scheduler was reconfigured outside Gnomon"
            : "command " + late + " was applied after it had expired",
        null,
        null,
        EventData.NONE);
  }

  /**
   * The result of verifying a change.
   *
   * @param former the policy before the change, or null
   * @param detail the result in words
   */
  public static Notification verified(
      String cluster,
      ConfigRequested command,
      @Nullable String former,
      RecordedVerification verification,
      String detail,
      long now) {
    Notification.Kind kind =
        verification.result() == VerificationResult.REALISED
            ? Notification.Kind.REALISED
            : Notification.Kind.NOT_REALISED;
    return new Notification(
        command.command() + "/" + kind.wireName(),
        cluster,
        kind,
        now,
        command.configuration().policy(),
        former,
        detail,
        command.predicted(),
        verification.observedSlowdown(),
        EventData.NONE);
  }
}
