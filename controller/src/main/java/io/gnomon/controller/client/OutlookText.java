package io.gnomon.controller.client;

import io.gnomon.text.Durations;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An answer about a job as text.
 *
 * @param json the answer
 * @param zone of the times that are printed
 */
record OutlookText(JsonObject json, ZoneId zone) {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);
  private static final int MINUTE = 60;
  private static final int HOUR = 3_600;
  private static final int DAY = 86_400;

  /** The answer about a submitted job. */
  String ofJob() {
    String state = json.getString("state");
    StringBuilder text =
        new StringBuilder(
            "Job %s: %s, submitted %s, %s\n"
                .formatted(
                    json.getString("job"),
                    state,
                    time(json.getLong("submittedAt")),
                    request(json)));
    line(text, "Started", json.getLong("startedAt"));
    line(text, "Ends at the latest", json.getLong("expectedEnd"));
    line(text, "Ended", json.getLong("endedAt"));
    if (json.containsKey("forecast")) {
      outlook(text);
    }
    return text.toString();
  }

  /** The answer about a job that has not been submitted. */
  String ofRequest() {
    StringBuilder text = new StringBuilder("A job of " + request(json) + ", submitted now\n");
    outlook(text);
    return text.toString();
  }

  private void line(StringBuilder text, String what, @Nullable Long at) {
    if (at != null) {
      text.append(what).append(": ").append(time(at)).append(", ").append(distance(at));
      text.append('\n');
    }
  }

  private void outlook(StringBuilder text) {
    JsonObject forecast = json.getJsonObject("forecast");
    boolean held =
        objects(json.getJsonArray("waitsFor")).stream()
            .anyMatch(cause -> "hold".equals(cause.getString("cause")));
    text.append(held ? "Expected start: unknown; if it is released now: " : "Expected start: ")
        .append(json.getBoolean("neverStarts", false) ? "never" : start(forecast))
        .append('\n');
    JsonObject fidelity = json.getJsonObject("fidelity");
    if (fidelity != null) {
      text.append("Predictions so far: ").append(fidelity(fidelity)).append('\n');
    }
    List<JsonObject> causes = objects(json.getJsonArray("waitsFor"));
    if (!causes.isEmpty()) {
      text.append("\nIt waits for:\n");
      causes.forEach(cause -> text.append("  ").append(cause.getString("text")).append('\n'));
    }
    JsonObject priority = json.getJsonObject("priority");
    if (priority != null) {
      String points =
          priority.getJsonObject("points").stream()
              .filter(one -> ((Number) one.getValue()).longValue() != 0)
              .map(one -> factor(one.getKey()) + " " + one.getValue())
              .collect(Collectors.joining(", "));
      text.append("\nPriority ").append(priority.getLong("total"));
      text.append(points.isEmpty() ? "" : ": " + points).append('\n');
    }
    JsonObject ahead = json.getJsonObject("ahead");
    List<JsonObject> jobs = objects(ahead.getJsonArray("jobs"));
    if (!jobs.isEmpty()) {
      text.append("\nJobs expected to start first:\n");
      for (JsonObject job : jobs) {
        text.append(
            "  %-12s %8s  %s\n"
                .formatted(
                    job.getString("job"),
                    processors(job.getInteger("processors")),
                    distance(job.getLong("start"))));
      }
      int more = ahead.getInteger("total") - jobs.size();
      if (more > 0) {
        text.append("  and ").append(more).append(" more\n");
      }
      for (JsonObject one : objects(ahead.getJsonArray("accounts"))) {
        text.append(
            "  account %s: %s, %s\n"
                .formatted(
                    one.getString("account"),
                    plural(one.getInteger("jobs"), "job"),
                    processors(one.getInteger("processors"))));
      }
    }
    List<JsonObject> alternatives = objects(json.getJsonArray("alternatives"));
    if (!alternatives.isEmpty()) {
      text.append("\nWith another request:\n");
      alternatives.forEach(one -> alternative(text, one));
    }
  }

  private static String fidelity(JsonObject fidelity) {
    long jobs = fidelity.getLong("jobs");
    if (jobs == 0) {
      return "no waiting job has been compared with its simulated start yet";
    }
    return String.format(
        Locale.ROOT,
        "waits of the last %,d jobs that waited differed by %.0f %%, their mean by %+.0f %%; the"
            + " model is %strusted",
        jobs,
        100 * fidelity.getDouble("waitError"),
        100 * fidelity.getDouble("waitBias"),
        fidelity.getBoolean("trusted") ? "" : "not ");
  }

  private void alternative(StringBuilder text, JsonObject one) {
    String what =
        switch (one.getString("change")) {
          case "usual-runtime" ->
              "time limit " + limit(one) + ", within which 9 of 10 similar jobs ended";
          case "half-limit" -> "time limit " + limit(one);
          case "half-nodes" ->
              plural(one.getInteger("nodes"), "node")
                  + " with "
                  + processors(one.getInteger("processors"));
          case "partition" -> "partition " + one.getString("name");
          case "qos" -> "QOS " + one.getString("name");
          default -> processors(one.getInteger("processors"));
        };
    Long earlier = one.getLong("earlierSeconds");
    String gain =
        earlier == null || Math.abs(earlier) < MINUTE
            ? ""
            : " (%s %s)".formatted(words(Math.abs(earlier)), earlier > 0 ? "earlier" : "later");
    text.append("  %s:\n    %s%s\n".formatted(what, start(one.getJsonObject("forecast")), gain));
  }

  private static String limit(JsonObject one) {
    return words(one.getLong("estimateSeconds"));
  }

  private static String request(JsonObject job) {
    return processors(job.getInteger("processors"))
        + ", time limit "
        + Durations.printSeconds(job.getLong("estimateSeconds"));
  }

  private static String processors(int count) {
    return plural(count, "processor");
  }

  private static String plural(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** The words for a factor of priority; resources have the names that Slurm prints. */
  private static String factor(String key) {
    return switch (key) {
      case "fairShare" -> "fair share";
      case "jobSize" -> "job size";
      case "qos" -> "QOS";
      default -> key;
    };
  }

  private static List<JsonObject> objects(JsonArray array) {
    return array.stream().map(JsonObject.class::cast).toList();
  }

  private String start(JsonObject start) {
    Long median = start.getLong("median");
    Long low = start.getLong("low");
    Long high = start.getLong("high");
    String range =
        low == null
            ? ""
            : "; with 80 %% probability %s"
                .formatted(
                    high == null
                        ? "not before " + time(low)
                        : low.equals(high)
                            ? "then"
                            : "between %s and %s".formatted(time(low), time(high)));
    return (median == null
            ? "not within the simulated time"
            : time(median) + ", " + distance(median))
        + range;
  }

  private String time(long second) {
    ZonedDateTime then = Instant.ofEpochSecond(second).atZone(zone);
    LocalDate today = Instant.ofEpochSecond(json.getLong("at")).atZone(zone).toLocalDate();
    return then.format(then.toLocalDate().equals(today) ? TIME : DATE);
  }

  private String distance(long second) {
    long seconds = second - json.getLong("at");
    return Math.abs(seconds) < MINUTE
        ? "now"
        : seconds > 0 ? "in " + words(seconds) : words(-seconds) + " ago";
  }

  /** A duration in its two largest units. */
  private static String words(long seconds) {
    if (seconds < MINUTE) {
      return seconds + " s";
    }
    if (seconds < HOUR) {
      return seconds / MINUTE + " min";
    }
    return seconds < DAY
        ? units(seconds, HOUR, "h", MINUTE, "min")
        : units(seconds, DAY, "d", HOUR, "h");
  }

  private static String units(long seconds, int large, String name, int small, String rest) {
    long count = seconds % large / small;
    return seconds / large + " " + name + (count == 0 ? "" : " " + count + " " + rest);
  }
}
