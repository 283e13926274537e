package io.gnomon.controller.operation;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the controller may do with a good alternative. */
public enum Mode {
  /** Study and record, recommend nothing. */
  OBSERVE,
  /** Name what would be better. */
  RECOMMEND,
  /** Propose, and command once a person approves. */
  APPROVE,
  /** Command at once. */
  APPLY;

  /**
   * The mode that a configuration names.
   *
   * @throws IllegalArgumentException listing what is allowed
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

  /** Its name in configurations and in the API. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
