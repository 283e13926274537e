package io.gnomon.controller.cluster;

import io.gnomon.events.audit.RecordedVerification;
import io.gnomon.events.audit.VerificationResult;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Prediction;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A change in force, for comparison with its prediction.
 *
 * @param command the command of the change
 * @param former the policy that it replaced
 * @param since the second of the cluster state at which it came into force
 */
public record Verification(ConfigRequested command, String former, int since) {
  /** The comparison of an observed slowdown with the prediction, or null without a prediction. */
  public @Nullable RecordedVerification compare(double observed) {
    Prediction predicted = command.predicted();
    return predicted == null
        ? null
        : new RecordedVerification(
            command.command(),
            observed,
            predicted.chosenSlowdown(),
            predicted.incumbentSlowdown(),
            worseThanPredicted(observed, 1)
                ? VerificationResult.NOT_REALISED
                : VerificationResult.REALISED);
  }

  /** Returns a description as text. */
  public static String describe(RecordedVerification verification) {
    return String.format(
        Locale.ROOT,
        "since %s: slowdown %.2f, predicted %.2f, predicted without the change %.2f",
        verification.command(),
        verification.observedSlowdown(),
        verification.predictedSlowdown(),
        verification.incumbentSlowdown());
  }

  /** Whether the slowdown exceeds {@code factor} times the one predicted without the change. */
  public boolean worseThanPredicted(double realised, double factor) {
    Prediction predicted = command.predicted();
    return factor > 0 && predicted != null && realised > factor * predicted.incumbentSlowdown();
  }
}
