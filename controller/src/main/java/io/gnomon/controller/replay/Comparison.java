package io.gnomon.controller.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.codec.EventCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of a recorded decision with its repetition, in the published form.
 *
 * @param recorded the data of the record
 * @param again the data of the repetition, or a missing node if the replay made no decision
 * @param differences the fields that differ
 */
public record Comparison(JsonNode recorded, JsonNode again, List<Difference> differences) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A field that differs.
   *
   * @param field the path in the data, such as {@code alternatives/2/meanSlowdown}
   * @param recorded the recorded value, or "nothing" if the field is missing
   * @param again the repeated value, or "nothing" if the field is missing
   */
  public record Difference(String field, String recorded, String again) {}

  /** Compares all fields. */
  public static Comparison of(
      String cluster, DecisionRecorded recorded, @Nullable DecisionRecorded again) {
    JsonNode then = data(cluster, recorded);
    JsonNode now = again == null ? MissingNode.getInstance() : data(cluster, again);
    List<Difference> differences = new ArrayList<>();
    compare("", then, now, differences);
    return new Comparison(then, now, List.copyOf(differences));
  }

  /** Whether all fields are equal. */
  public boolean equal() {
    return differences.isEmpty();
  }

  private static void compare(
      String path, JsonNode recorded, JsonNode again, List<Difference> differences) {
    if (recorded.equals(again)) {
      return;
    }
    if (recorded.isContainerNode() && again.getNodeType() == recorded.getNodeType()) {
      String prefix = path.isEmpty() ? "" : path + "/";
      for (String field : fields(recorded, again)) {
        compare(prefix + field, at(recorded, field), at(again, field), differences);
      }
      return;
    }
    differences.add(
        new Difference(path.isEmpty() ? "decision" : path, text(recorded), text(again)));
  }

  private static Iterable<String> fields(JsonNode one, JsonNode other) {
    if (one.isArray()) {
      List<String> places = new ArrayList<>();
      for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
        places.add(Integer.toString(i));
      }
      return places;
    }
    TreeSet<String> names = new TreeSet<>();
    one.fieldNames().forEachRemaining(names::add);
    other.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static JsonNode at(JsonNode container, String field) {
    return container.isArray() ? container.path(Integer.parseInt(field)) : container.path(field);
  }

  private static String text(JsonNode node) {
    return node.isMissingNode() ? "nothing" : node.isTextual() ? node.textValue() : node.toString();
  }

  private static JsonNode data(String cluster, DecisionRecorded decision) {
    GnomonEvent event = GnomonEvent.of(cluster, "again", EventData.NONE, null, decision);
    try {
      return JSON.readTree(new EventCodec().encodeStructured(event).value()).path("data");
    } catch (IOException e) {
      throw new UncheckedIOException(decision.decision(), e);
    }
  }
}
