package io.gnomon.controller.cluster;

import io.gnomon.events.audit.RecordedVerification;
import io.gnomon.events.audit.VerificationResult;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Prediction;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A change in force that is held against what was predicted of it.
 *
 * @param command that put it in force
 * @param former the policy that it replaced, the last good one
 * @param since the state's second at which it came into force
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
            disappoints(observed, 1)
                ? VerificationResult.NOT_REALISED
                : VerificationResult.REALISED);
  }

  /** A description for people. */
  public static String describe(RecordedVerification verification) {
    return String.format(
        Locale.ROOT,
        "since %s: slowdown %.2f, predicted %.2f, predicted without the change %.2f",
        verification.command(),
        verification.observedSlowdown(),
        verification.predictedSlowdown(),
        verification.incumbentSlowdown());
  }

  /** Whether what came is worse than {@code factor} times what was predicted without the change. */
  public boolean disappoints(double realised, double factor) {
    Prediction predicted = command.predicted();
    return factor > 0 && predicted != null && realised > factor * predicted.incumbentSlowdown();
  }
}
