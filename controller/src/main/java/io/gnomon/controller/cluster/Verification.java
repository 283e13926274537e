package io.gnomon.controller.cluster;

import io.gnomon.events.ConfigRequested;
import io.gnomon.events.Prediction;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A change in force that is held against what was predicted of it.
 *
 * @param command that put it in force
 * @param former the policy that it replaced, the last good one
 * @param since the state's second at which it came into force
 */
record Verification(ConfigRequested command, String former, int since) {
  /** What became of the change, for people, or null where nothing was predicted. */
  @Nullable String tell(double realised) {
    Prediction predicted = command.predicted();
    return predicted == null
        ? null
        : String.format(
            Locale.ROOT,
            "since %s: realised %.2f, predicted %.2f, the former was predicted %.2f",
            command.command(),
            realised,
            predicted.chosenSlowdown(),
            predicted.incumbentSlowdown());
  }

  /** Whether what came is worse than {@code factor} times what was predicted without the change. */
  boolean disappoints(double realised, double factor) {
    Prediction predicted = command.predicted();
    return factor > 0 && predicted != null && realised > factor * predicted.incumbentSlowdown();
  }
}
