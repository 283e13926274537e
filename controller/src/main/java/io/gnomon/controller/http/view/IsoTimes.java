package io.gnomon.controller.http.view;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Times in ISO 8601 beside those in epoch seconds: {@code atIso} beside {@code at}. They are in
 * UTC, to the second.
 */
public final class IsoTimes {
  private static final Set<String> TIMES =
      Set.of(
          "at",
          "submittedAt",
          "startedAt",
          "endedAt",
          "expectedEnd",
          "expiresAt",
          "opensAt",
          "closesAt",
          "backtestAbandonedAt",
          "start",
          "end",
          "low",
          "median",
          "high",
          "from",
          "since",
          "until");
  private static final String SUFFIX = "Iso";

  private IsoTimes() {}

  /** Adds them to an answer and all that it contains. */
  public static void add(JsonObject answer) {
    Map<String, String> added = new LinkedHashMap<>();
    for (Map.Entry<String, Object> field : answer) {
      Object value = field.getValue();
      if ((value instanceof Long || value instanceof Integer) && TIMES.contains(field.getKey())) {
        added.put(
            field.getKey() + SUFFIX,
            Instant.ofEpochSecond(((Number) value).longValue()).toString());
      } else {
        addWithin(value);
      }
    }
    added.forEach(answer::put);
  }

  private static void addWithin(Object value) {
    if (value instanceof JsonObject object) {
      add(object);
    } else if (value instanceof JsonArray array) {
      array.forEach(IsoTimes::addWithin);
    }
  }
}
