package io.gnomon.controller.notification;

import io.gnomon.events.config.Prediction;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.difference.PolicyDifference;
import io.gnomon.sim.policy.difference.SiteValues;
import java.util.Locale;

/** The text of a notification, one line. */
final class NotificationText {
  private NotificationText() {}

  static String of(Notification notification) {
    String text =
        "Gnomon: cluster "
            + notification.cluster()
            + " "
            + String.format(Locale.ROOT, pattern(notification.kind()), change(notification))
            + ": "
            + notification.reason();
    Prediction prediction = notification.prediction();
    return prediction == null || notification.reviewedGain() != null
        ? text
        : text
            + String.format(
                Locale.ROOT,
                " (simulated slowdown %.2f instead of %.2f)",
                prediction.chosenSlowdown(),
                prediction.incumbentSlowdown());
  }

  /** What changes, or the policy in words if it is not known from which one. */
  private static String change(Notification notification) {
    String policy = notification.policy();
    String former = notification.former();
    String difference =
        former == null
            ? ""
            : PolicyDifference.between(former, policy, SiteValues.UNKNOWN).toString();
    return "“" + (difference.isEmpty() ? Policies.describe(policy) : difference) + "”";
  }

  private static String pattern(Notification.Kind kind) {
    return switch (kind) {
      case RECOMMENDED -> "would have a lower slowdown with the change %s";
      case PROPOSED ->
          "would have a lower slowdown with the change %s; the proposal is waiting for approval";
      case CHANGED -> "was changed: %s";
      case REVERTED -> "was rolled back: %s";
      case CHANGED_ELSEWHERE -> "was changed outside Gnomon: %s";
      case REJECTED -> "rejected the change %s";
      case UNANSWERED -> "did not answer the command for the change %s";
      case REALISED -> "did better with the change %s than it would have without";
      case NOT_REALISED -> "did worse with the change %s than it would have without";
    };
  }
}
