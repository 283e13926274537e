package io.gnomon.sim.workload.machinefile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The lines of the fields of a file in YAML. */
final class FieldLines {
  private final Map<JsonPointer, Integer> lines = new HashMap<>();

  /**
   * Finds the lines.
   *
   * @param content valid YAML
   */
  FieldLines(String content) throws IOException {
    try (JsonParser parser = new YAMLFactory().createParser(content)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (!token.isStructEnd()) {
          lines.putIfAbsent(
              parser.getParsingContext().pathAsPointer(),
              parser.currentTokenLocation().getLineNr());
        }
      }
    }
  }

  /** The line of a field, or of the object in which it is missing. */
  int of(JsonPointer field) {
    JsonPointer found = field;
    while (!lines.containsKey(found) && found.head() != null) {
      found = found.head();
    }
    return lines.getOrDefault(found, 1);
  }
}
