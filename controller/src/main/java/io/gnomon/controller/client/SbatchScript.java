package io.gnomon.controller.client;

import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.slurm.value.SbatchOptions;
import io.gnomon.slurm.value.SlurmTime;
import io.gnomon.slurm.value.Tres;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the script of a job requests by its {@code #SBATCH} lines. Some options that change where
 * and when it can run are not simulated; {@link #notSimulated} names them. Others are ignored.
 *
 * <p>Source: manual of sbatch.
 */
final class SbatchScript {
  private static final String MARK = "#SBATCH";
  private static final Pattern OPTION = Pattern.compile("(--[a-z-]+|-[A-Za-z])=?(.*)");
  private static final List<String> NOT_SIMULATED =
      List.of(
          "--array",
          "--begin",
          "--dependency",
          "--exclude",
          "--licenses",
          "--mem-per-gpu",
          "--nodelist",
          "--reservation");

  private final Map<String, String> options;

  private SbatchScript(Map<String, String> options) {
    this.options = options;
  }

  /** Reads the lines of a script up to its first command. */
  static SbatchScript of(List<String> lines) {
    Map<String, String> options = new HashMap<>();
    for (String line : lines) {
      String text = line.strip();
      if (text.startsWith(MARK)) {
        options(text.substring(MARK.length()).replaceFirst("\\s#.*", "").strip(), options);
      } else if (!text.isEmpty() && !text.startsWith("#")) {
        break;
      }
    }
    return new SbatchScript(options);
  }

  /** The options of the script that can change its start, which a forecast does not include. */
  List<String> notSimulated() {
    return NOT_SIMULATED.stream().filter(options::containsKey).toList();
  }

  private static void options(String text, Map<String, String> options) {
    String last = "";
    for (String word : text.split("\\s+")) {
      Matcher option = OPTION.matcher(word);
      if (option.matches()) {
        last = SbatchOptions.LONG_NAMES.getOrDefault(option.group(1), option.group(1));
        options.put(last, unquoted(option.group(2)));
      } else if (options.getOrDefault(last, "?").isEmpty()) {
        options.put(last, unquoted(word));
      }
    }
  }

  private static String unquoted(String value) {
    return value.replaceAll("^[\"']|[\"']$", "");
  }

  /**
   * What the job requests.
   *
   * @throws picocli.CommandLine.TypeConversionException if a value has no meaning
   */
  JobRequest request() {
    Map<String, String> values = new TreeMap<>();
    String nodes = options.get("--nodes");
    long least = nodes == null ? 1 : number("--nodes", nodes.split("-", 2)[0]);
    long tasks =
        options.containsKey("--ntasks")
            ? number("--ntasks", options.get("--ntasks"))
            : least * number("--ntasks-per-node", options.get("--ntasks-per-node"));
    long processors = tasks * number("--cpus-per-task", options.get("--cpus-per-task"));
    put(values, "processors", Long.toString(processors));
    put(values, "nodes", nodes == null ? null : Long.toString(least));
    put(values, "time", time(options.get("--time")));
    put(values, "memory", options.get("--mem"));
    put(values, "memory-per-cpu", options.get("--mem-per-cpu"));
    put(values, "gpus", gpus("--gpus-per-task", "gpu:", tasks));
    put(values, "gpus", gpus("--gpus", "gpu:", 1));
    put(values, "gpus-per-node", gpus("--gpus-per-node", "gpu:", 1));
    put(values, "gpus-per-node", gpus("--gres", "", 1));
    put(values, "features", options.get("--constraint"));
    put(values, "partition", options.get("--partition"));
    put(values, "account", options.get("--account"));
    put(values, "qos", options.get("--qos"));
    put(values, "exclusive", "".equals(options.get("--exclusive")) ? "true" : null);
    return new JobRequest(values);
  }

  private static void put(Map<String, String> values, String key, @Nullable String value) {
    if (value != null) {
      values.put(key, JobRequest.checked(key, value));
    }
  }

  private static long number(String option, @Nullable String text) {
    if (text == null) {
      return 1;
    }
    if (!text.matches("[1-9]\\d{0,5}")) {
      throw JobRequest.invalid(
          "%s is '%s'; it must be a whole number from 1".formatted(option, text));
    }
    return Long.parseLong(text);
  }

  private static @Nullable String time(@Nullable String limit) {
    if (limit == null) {
      return null;
    }
    OptionalLong seconds = SlurmTime.seconds(minutes(limit));
    if (seconds.isEmpty() || seconds.getAsLong() < 1 || seconds.getAsLong() > 1_000_000_000) {
      throw JobRequest.invalid(
          "--time is '%s'; it must be such as 30, 2:00:00 or 1-12".formatted(limit));
    }
    return seconds.getAsLong() + "s";
  }

  /** sbatch reads a number as minutes and two numbers as minutes and seconds. */
  private static String minutes(String limit) {
    return limit.matches("\\d+") ? limit + ":00" : limit;
  }

  /** The GPUs of an option, whose items get a prefix, times a factor; null for none. */
  private @Nullable String gpus(String option, String prefix, long factor) {
    String value = options.get(option);
    if (value == null) {
      return null;
    }
    Map<String, Integer> gpus =
        Tres.requestedGpus(prefix + value.replace(",", "," + prefix), ResourceRequest.ANY_GPU);
    if (gpus.size() > 1) {
      throw JobRequest.invalid(
          "%s is '%s'; a forecast can have GPUs of one type only".formatted(option, value));
    }
    return gpus.entrySet().stream()
        .map(
            one ->
                (one.getKey().equals(ResourceRequest.ANY_GPU) ? "" : one.getKey() + ":")
                    + factor * one.getValue())
        .findFirst()
        .orElse(null);
  }
}
