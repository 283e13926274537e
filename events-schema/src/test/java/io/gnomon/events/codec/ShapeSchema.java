package io.gnomon.events.codec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a shape checks and what a schema says, both in the same words, to be compared. */
final class ShapeSchema {
  private ShapeSchema() {}

  static Object of(Form<?> form) {
    if (form instanceof Shape<?> shape) {
      return object(shape);
    }
    if (form instanceof TextForm text) {
      return text.pattern() == null
          ? "text 1.." + text.most()
          : "text 1.." + text.most() + " ^" + text.pattern() + "$";
    }
    if (form instanceof IntegerForm integer) {
      return "whole " + integer.least() + ".." + integer.most();
    }
    if (form instanceof NumberForm number) {
      return number.least() == 0 ? "number 0.." : "number";
    }
    if (form instanceof WordForm<?> words) {
      return words.words();
    }
    if (form instanceof ListForm<?> list) {
      return List.of("list", list.most(), of(list.element()));
    }
    if (form == FlagForm.FLAG) {
      return "flag";
    }
    throw new IllegalArgumentException("no words for " + form);
  }

  private static Map<String, Object> object(Shape<?> shape) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (Field<?> field : shape.fields()) {
      Object value =
          field instanceof WholeField<?> whole
              ? "whole " + whole.least() + ".." + whole.most()
              : of(((ValueField<?, ?>) field).form());
      object.put(field.name() + (field.required() ? "!" : ""), value);
    }
    return object;
  }

  static Object normalized(JsonNode unresolved, Schemas schemas) {
    JsonNode schema = schemas.resolved(unresolved);
    if (schema.has("enum")) {
      List<String> words = new ArrayList<>();
      schema.get("enum").forEach(word -> words.add(word.asText()));
      return words;
    }
    return switch (schema.path("type").asText()) {
      case "object" -> object(schema, schemas);
      case "array" ->
          List.of("list", schema.get("maxItems").asInt(), normalized(schema.get("items"), schemas));
      case "string" -> text(schema);
      case "integer" ->
          "whole " + schema.get("minimum").asLong() + ".." + schema.get("maximum").asLong();
      case "number" -> schema.has("minimum") ? "number " + schema.get("minimum") + ".." : "number";
      case "boolean" -> "flag";
      default -> throw new IllegalArgumentException("no words for " + schema);
    };
  }

  private static Map<String, Object> object(JsonNode schema, Schemas schemas) {
    if (schema.path("additionalProperties").asBoolean(true)) {
      throw new IllegalArgumentException("open to unknown fields: " + schema);
    }
    List<String> required = new ArrayList<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    Map<String, Object> object = new LinkedHashMap<>();
    schema
        .get("properties")
        .properties()
        .forEach(
            property ->
                object.put(
                    property.getKey() + (required.remove(property.getKey()) ? "!" : ""),
                    normalized(property.getValue(), schemas)));
    if (!required.isEmpty()) {
      throw new IllegalArgumentException("required, but not a property: " + required);
    }
    return object;
  }

  private static String text(JsonNode schema) {
    String length = "text " + schema.get("minLength").asInt() + ".." + schema.get("maxLength");
    return schema.has("pattern") ? length + " " + schema.get("pattern").asText() : length;
  }
}
