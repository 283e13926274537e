package io.gnomon.controller.notification;

import io.gnomon.events.config.Prediction;
import io.gnomon.sim.policy.PolicyWords;
import java.util.Locale;

/** The text of a notification, one line. */
final class NotificationText {
  private NotificationText() {}

  static String of(Notification notification) {
    String former = notification.former();
    String text =
        "Gnomon: cluster "
            + notification.cluster()
            + " "
            + String.format(
                Locale.ROOT,
                pattern(notification.kind()),
                inWords(notification.policy()),
                former == null ? "its previous policy" : inWords(former))
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

  private static String inWords(String policy) {
    return "“" + PolicyWords.of(policy) + "”";
  }

  private static String pattern(Notification.Kind kind) {
    return switch (kind) {
      case RECOMMENDED -> "would have a lower slowdown with %s than with %s";
      case PROPOSED ->
          "would have a lower slowdown with %s than with %s; the proposal is waiting for approval";
      case CHANGED -> "changed to %s from %s";
      case REVERTED -> "uses %s again instead of %s";
      case CHANGED_ELSEWHERE -> "was changed outside Gnomon to %s from %s";
      case REJECTED -> "rejected %s and keeps %s";
      case UNANSWERED -> "did not answer the command for %s; the last known policy is %s";
      case REALISED -> "did better with %s than it would have with %s";
      case NOT_REALISED -> "did worse with %s than it would have with %s";
    };
  }
}
