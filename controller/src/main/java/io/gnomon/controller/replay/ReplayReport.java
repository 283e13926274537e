package io.gnomon.controller.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Locale;

/** The report of a repeated decision, as a table or as JSON. */
final class ReplayReport {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ReplayReport() {}

  static String json(ReplayedDecision replayed) {
    Comparison comparison = replayed.comparison();
    ObjectNode json = JSON.createObjectNode();
    json.put("decision", replayed.decision());
    json.put("equal", comparison.equal());
    json.put("fromOffset", replayed.from());
    json.put("events", replayed.events());
    json.put("studies", replayed.studies());
    json.put("studiesWithoutRecord", replayed.unrecorded());
    json.put("otherDecisions", replayed.others());
    json.put("firstDifferent", replayed.firstDifferent());
    json.putPOJO("differences", comparison.differences());
    json.set("recorded", comparison.recorded());
    json.set("again", comparison.again().isMissingNode() ? null : comparison.again());
    return json.toPrettyString();
  }

  static String table(ReplayedDecision replayed) {
    Comparison comparison = replayed.comparison();
    JsonNode recorded = comparison.recorded();
    StringBuilder text = new StringBuilder();
    line(
        text,
        "%s at %s: %s, %s",
        replayed.decision(),
        Instant.ofEpochSecond(recorded.path("at").asLong()),
        recorded.path("outcome").asText(),
        recorded.path("reason").asText());
    line(
        text,
        "repeated with %d events from offset %d; %d studies, %d of them without a record",
        replayed.events(),
        replayed.from(),
        replayed.studies(),
        replayed.unrecorded());
    simulated(text, recorded, comparison.again());
    if (comparison.equal()) {
      line(
          text,
          "%nall fields are equal to the record, including the state hash and the simulated slowdowns");
    } else {
      line(text, "%ndifferent:");
      for (Comparison.Difference one : comparison.differences()) {
        line(text, "  %s: recorded %s, now %s", one.field(), one.recorded(), one.again());
      }
    }
    String first = replayed.firstDifferent();
    if (replayed.others() > 0) {
      line(
          text,
          "%d earlier decisions were repeated: %s",
          replayed.others(),
          first == null ? "all equal" : "the first different one is " + first);
    }
    if (!comparison.equal() || first != null) {
      line(
          text,
          "Possible causes: another configuration, another version of Gnomon, or events that are no"
              + " longer retained.");
    }
    return text.toString();
  }

  /** Adds a line with the recorded and the repeated slowdown of each policy. */
  private static void simulated(StringBuilder text, JsonNode recorded, JsonNode again) {
    JsonNode rows = recorded.path("alternatives");
    if (rows.isEmpty()) {
      line(text, "nothing was simulated");
      return;
    }
    JsonNode extent = recorded.path("extent");
    line(
        text,
        "the study: %d scenarios (%s), %s%n",
        extent.path("scenarios").asInt(),
        recorded.path("scenario").asText(),
        extent.path("complete").asBoolean() ? "complete" : "ended by its time limit");
    line(text, "  %9s %9s  %-17s policy", "recorded", "now", "saves, 80 %");
    for (int i = 0; i < rows.size(); i++) {
      JsonNode row = rows.get(i);
      String policy = row.path("policy").asText();
      boolean chosen = policy.equals(recorded.path("chosen").asText());
      line(
          text,
          "%s %9s %9s  %-17s %s",
          chosen ? ">" : i == 0 ? "*" : " ",
          slowdown(row),
          slowdown(of(policy, again)),
          gain(row),
          policy);
    }
    line(text, "  slowdowns; * in force%s", recorded.has("chosen") ? ", > chosen" : "");
  }

  private static JsonNode of(String policy, JsonNode decision) {
    for (JsonNode row : decision.path("alternatives")) {
      if (row.path("policy").asText().equals(policy)) {
        return row;
      }
    }
    return decision.path("alternatives").path(-1);
  }

  private static String slowdown(JsonNode row) {
    JsonNode value = row.path("meanSlowdown");
    return value.isMissingNode() ? "–" : String.format(Locale.ROOT, "%.3f", value.asDouble());
  }

  private static String gain(JsonNode row) {
    return row.has("gainLow")
        ? String.format(
            Locale.ROOT,
            "%.1f to %.1f %%",
            100 * row.path("gainLow").asDouble(),
            100 * row.path("gainHigh").asDouble())
        : "–";
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
