package io.gnomon.controller.operation;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the controller does with a better configuration. */
public enum Mode {
  /** Study and record only. */
  OBSERVE,
  /** Recommend the better configuration. */
  RECOMMEND,
  /** Propose it, and command it after approval by an operator. */
  APPROVE,
  /** Command it without approval. */
  APPLY;

  /**
   * Parses the name of a mode.
   *
   * @throws IllegalArgumentException if the name is unknown; the message lists the allowed names
   */
  public static Mode parse(String text) {
    return Arrays.stream(values())
        .filter(mode -> mode.word().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "mode is '"
                        + text
                        + "'; it must be one of "
                        + Arrays.stream(values())
                            .map(Mode::word)
                            .collect(Collectors.joining(", "))));
  }

  /** The name in the configuration and the API. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
