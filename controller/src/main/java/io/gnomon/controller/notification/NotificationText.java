package io.gnomon.controller.notification;

import io.gnomon.events.config.Prediction;
import java.util.Locale;

/** A notice as one line for people. */
final class NotificationText {
  private NotificationText() {}

  static String of(Notification notice) {
    String former = notice.former();
    String text =
        "Gnomon: cluster "
            + notice.cluster()
            + " "
            + String.format(
                Locale.ROOT,
                pattern(notice.kind()),
                notice.policy(),
                former == null ? "what it had" : former)
            + ": "
            + notice.reason();
    Prediction prediction = notice.prediction();
    return prediction == null || notice.realised() != null
        ? text
        : text
            + String.format(
                Locale.ROOT,
                " (simulated slowdown %.2f instead of %.2f)",
                prediction.chosenSlowdown(),
                prediction.incumbentSlowdown());
  }

  private static String pattern(Notification.Kind kind) {
    return switch (kind) {
      case RECOMMENDED -> "would do better with %s than with %s";
      case PROPOSED -> "would do better with %s than with %s, which waits for approval";
      case CHANGED -> "changed to %s from %s";
      case REVERTED -> "went back to %s from %s";
      case CHANGED_ELSEWHERE -> "runs %s instead of %s";
      case REFUSED -> "refused %s and keeps %s";
      case UNANSWERED -> "did not answer to %s; the last known is %s";
      case REALISED -> "does well with %s, which replaced %s";
      case NOT_REALISED -> "does worse than predicted with %s, which replaced %s";
    };
  }
}
