package io.gnomon.controller.client;

import io.gnomon.slurm.value.Amount;
import io.gnomon.text.Durations;
import io.gnomon.text.Suggestions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;

/**
 * What a job would request, by the names of the text form, with valid values.
 *
 * @param values such as {@code processors} and {@code time}
 */
record JobRequest(Map<String, String> values) {
  private static final String EXAMPLE = "'processors=64,time=4h,user=ann'";
  private static final String EXCLUSIVE = "exclusive";
  private static final List<String> KEYS =
      List.of(
          "processors",
          "time",
          "user",
          "nodes",
          "memory",
          "memory-per-cpu",
          "gpus",
          "gpus-per-node",
          "features",
          "partition",
          "account",
          "qos",
          EXCLUSIVE);

  /** Copies the values. */
  JobRequest {
    values = Map.copyOf(values);
  }

  /**
   * Parses the text form.
   *
   * @throws TypeConversionException with what is allowed, if it does not have the form
   */
  static JobRequest parse(String text) {
    Map<String, String> values = new TreeMap<>();
    for (String part : text.split(",", -1)) {
      String[] pair = part.strip().split("=", 2);
      boolean flag = pair.length == 1 && pair[0].equals(EXCLUSIVE);
      if (!flag && (pair.length < 2 || pair[1].isBlank())) {
        throw invalid("'%s' is not of the form key=value".formatted(part));
      }
      String key = pair[0].strip();
      values.put(key, checked(key, flag ? "true" : pair[1].strip()));
    }
    return new JobRequest(values);
  }

  /** The value of a key if it is allowed. */
  static String checked(String key, String value) {
    switch (key) {
      case "processors", "nodes" -> count(key, value);
      case "time" -> seconds(value);
      case "memory", "memory-per-cpu" -> mebibytes(key, value);
      case "gpus", "gpus-per-node" -> {
        if (!value.matches("([A-Za-z][\\w.-]*:)?[1-9]\\d{0,5}")) {
          throw invalid("%s is '%s'; it must be such as 2 or a100:2".formatted(key, value));
        }
      }
      case EXCLUSIVE -> {
        if (!value.matches("true|false")) {
          throw invalid("exclusive is '%s'; it must be true or false".formatted(value));
        }
      }
      default -> {
        if (!KEYS.contains(key)) {
          throw invalid(
              "unknown key '%s'; %s"
                  .formatted(
                      key,
                      Suggestions.closest(key, KEYS)
                          .map(known -> "did you mean '" + known + "'?")
                          .orElse("allowed are " + String.join(", ", KEYS))));
        }
      }
    }
    return value;
  }

  /** This request, in which the values of another one take the place of its own. */
  JobRequest with(JobRequest other) {
    Map<String, String> all = new TreeMap<>(values);
    all.putAll(other.values);
    return new JobRequest(all);
  }

  /** The required key that is missing; empty if none is. */
  String missing() {
    return List.of("processors", "time").stream()
        .filter(key -> !values.containsKey(key))
        .findFirst()
        .orElse("");
  }

  private static void count(String key, String text) {
    if (!text.matches("[1-9]\\d{0,8}")) {
      throw invalid("%s is '%s'; it must be a whole number from 1".formatted(key, text));
    }
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

  private static long mebibytes(String key, String text) {
    if (!Amount.matches(text)) {
      throw invalid("%s is '%s'; it must be such as 4000M or 16G".formatted(key, text));
    }
    return Amount.parse(text).mebibytes();
  }

  static TypeConversionException invalid(String what) {
    return new TypeConversionException(what + "; write for example " + EXAMPLE);
  }

  /** The query of the API. */
  String query() {
    return values.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(one -> parameter(one.getKey(), one.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String parameter(String key, String value) {
    return switch (key) {
      case "time" -> "estimateSeconds=" + seconds(value);
      case "memory" -> "memoryMb=" + mebibytes(key, value);
      case "memory-per-cpu" -> "memoryPerCpuMb=" + mebibytes(key, value);
      case "gpus-per-node" -> "gpusPerNode=" + ControllerClient.encoded(value);
      default -> key + "=" + ControllerClient.encoded(value);
    };
  }
}
