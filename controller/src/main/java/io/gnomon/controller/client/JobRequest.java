package io.gnomon.controller.client;

import io.gnomon.text.Durations;
import io.gnomon.text.Suggestions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/**
 * What a job would request.
 *
 * @param processors at least 1
 * @param seconds its time limit, at least 1
 * @param user who would submit it, or null
 */
record JobRequest(int processors, int seconds, @Nullable String user) {
  private static final String EXAMPLE = "'processors=64,time=4h,user=ann'";
  private static final List<String> KEYS = List.of("processors", "time", "user");

  /**
   * Parses the text form.
   *
   * @throws TypeConversionException with what is allowed, if it does not have the form
   */
  static JobRequest parse(String text) {
    int processors = 0;
    int seconds = 0;
    String user = null;
    for (String part : text.split(",", -1)) {
      String[] pair = part.strip().split("=", 2);
      if (pair.length < 2 || pair[1].isBlank()) {
        throw invalid("'%s' is not of the form key=value".formatted(part));
      }
      String value = pair[1].strip();
      switch (pair[0].strip()) {
        case "processors" -> processors = processors(value);
        case "time" -> seconds = seconds(value);
        case "user" -> user = value;
        default ->
            throw invalid(
                "unknown key '%s'; %s"
                    .formatted(
                        pair[0],
                        Suggestions.closest(pair[0], KEYS)
                            .map(key -> "did you mean '" + key + "'?")
                            .orElse("allowed are " + String.join(", ", KEYS))));
      }
    }
    if (processors == 0 || seconds == 0) {
      throw invalid("'%s' is missing".formatted(processors == 0 ? "processors" : "time"));
    }
    return new JobRequest(processors, seconds, user);
  }

  private static int processors(String text) {
    if (!text.matches("[1-9]\\d{0,8}")) {
      throw invalid("processors is '%s'; it must be a whole number from 1".formatted(text));
    }
    return Integer.parseInt(text);
  }

  private static int seconds(String text) {
    try {
      int seconds = Durations.parseSeconds(text);
      if (seconds > 0) {
        return seconds;
      }
    } catch (IllegalArgumentException noDuration) {
      throw invalid("time: " + noDuration.getMessage());
    }
    throw invalid("time is '%s'; it must be at least 1s".formatted(text));
  }

  private static TypeConversionException invalid(String what) {
    return new TypeConversionException(what + "; write for example " + EXAMPLE);
  }

  /** The query of the API. */
  String query() {
    String query = "processors=%d&estimateSeconds=%d".formatted(processors, seconds);
    return user == null ? query : query + "&user=" + ControllerClient.encoded(user);
  }
}
