package io.gnomon.controller.notification;

import io.gnomon.events.EventData;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.text.Durations;
import java.util.Locale;
import java.util.Optional;

/** Creates notifications; ids derive from commands, proposals and versions. */
public final class Notifications {
  private Notifications() {}

  /** A recommendation or a proposal. */
  public static Notification proposed(
      String cluster,
      Notification.Kind kind,
      Configuration incumbent,
      ConfigRequested proposal,
      String reason) {
    return new Notification(
        proposal.proposal() + "/" + kind.wireName(),
        cluster,
        kind,
        proposal.at(),
        proposal.configuration().policy(),
        incumbent.policy(),
        reason,
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
   * The result of the review of the change in force; empty if the change neither lowered the cost
   * nor made things worse.
   *
   * @param former the policy before the change
   */
  public static Optional<Notification> reviewed(
      String cluster, ConfigRequested command, String former, ReviewResult review, long now) {
    if (!review.mistaken() && !(review.gain() > 0)) {
      return Optional.empty();
    }
    Notification.Kind kind =
        review.mistaken() ? Notification.Kind.NOT_REALISED : Notification.Kind.REALISED;
    return Optional.of(
        new Notification(
            command.command() + "/" + kind.wireName(),
            cluster,
            kind,
            now,
            command.configuration().policy(),
            former,
            String.format(
                Locale.ROOT,
                "over %s the change %s %.1f %% of the cost",
                Durations.printSeconds(review.until() - review.change().since()),
                review.mistaken() ? "added" : "saved",
                100 * Math.abs(review.gain())),
            command.predicted(),
            Double.isFinite(review.gain()) ? review.gain() : null,
            EventData.NONE));
  }
}
