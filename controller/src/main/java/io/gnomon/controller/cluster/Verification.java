package io.gnomon.controller.cluster;

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
  private static final String SINCE = "since ";

  /** What became of the change, for people, or null where nothing was predicted. */
  public @Nullable String tell(double realised) {
    Prediction predicted = command.predicted();
    return predicted == null
        ? null
        : String.format(
            Locale.ROOT,
            SINCE + "%s: realised %.2f, predicted %.2f, the former was predicted %.2f",
            command.command(),
            realised,
            predicted.chosenSlowdown(),
            predicted.incumbentSlowdown());
  }

  /** Whether what came is worse than {@code factor} times what was predicted without the change. */
  public boolean disappoints(double realised, double factor) {
    Prediction predicted = command.predicted();
    return factor > 0 && predicted != null && realised > factor * predicted.incumbentSlowdown();
  }

  /** The command that a decision's detail tells the outcome of, or null. */
  public static @Nullable String commandTold(@Nullable String detail) {
    int end = detail == null ? -1 : detail.indexOf(": realised");
    return detail == null || end < 0 || !detail.startsWith(SINCE)
        ? null
        : detail.substring(SINCE.length(), end);
  }
}
