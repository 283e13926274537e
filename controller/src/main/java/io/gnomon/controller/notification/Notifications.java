package io.gnomon.controller.notification;

import io.gnomon.events.EventData;
import io.gnomon.events.audit.RecordedVerification;
import io.gnomon.events.audit.VerificationResult;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import org.jspecify.annotations.Nullable;

/** What people are told of a cluster's configuration; ids are made of what they are about. */
public final class Notifications {
  private Notifications() {}

  /** A study has found something better, which is recommended or proposed. */
  public static Notification wanted(
      String cluster, Notification.Kind kind, Configuration incumbent, ConfigRequested wanted) {
    return new Notification(
        wanted.proposal() + "/" + kind.wireName(),
        cluster,
        kind,
        wanted.at(),
        wanted.configuration().policy(),
        incumbent.policy(),
        wanted.reason(),
        wanted.predicted(),
        null,
        EventData.NONE);
  }

  /** A command has come into force. */
  public static Notification changed(
      String cluster,
      Notification.Kind kind,
      ConfigRequested command,
      Configuration former,
      ConfigApplied applied) {
    return answered(cluster, kind, command, former, command.reason(), applied.at());
  }

  /** The scheduler has refused a command. */
  public static Notification refused(
      String cluster, ConfigRequested command, Configuration incumbent, ConfigRejected rejected) {
    String detail = rejected.detail();
    String reason = rejected.reason().wireName() + (detail == null ? "" : ": " + detail);
    return answered(cluster, Notification.Kind.REFUSED, command, incumbent, reason, rejected.at());
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

  /** A command has expired without an answer. */
  public static Notification unanswered(
      String cluster, ConfigRequested command, Configuration incumbent, long now) {
    return new Notification(
        command.command() + "/" + Notification.Kind.UNANSWERED.wireName(),
        cluster,
        Notification.Kind.UNANSWERED,
        now,
        command.configuration().policy(),
        incumbent.policy(),
        "command " + command.command() + " was not answered before it expired",
        command.predicted(),
        null,
        EventData.NONE);
  }

  /** Another configuration is in force, and no open command asked for it. */
  public static Notification elsewhere(
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
            ? "the scheduler was configured by another hand"
            : "command " + late + " was carried out, but was not waited for any more",
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
