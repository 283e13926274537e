package io.gnomon.events.codec.value;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A common form of codecs and JSON Schemas, in which a test can compare them. */
public final class CodecSchema {
  private CodecSchema() {}

  /** The names of the fields of an object, in the order in which they are written. */
  public static List<String> names(RecordCodec<?> codec) {
    return codec.fields().stream().map(RecordField::name).toList();
  }

  /** The constraints that a codec checks. */
  public static Object of(ValueCodec<?> codec) {
    if (codec instanceof RecordCodec<?> recordCodec) {
      return object(recordCodec);
    }
    if (codec instanceof StringCodec text) {
      return text.pattern() == null
          ? "text 1.." + text.maxLength()
          : "text 1.." + text.maxLength() + " ^" + text.pattern() + "$";
    }
    if (codec instanceof IntegerCodec integer) {
      return "whole " + integer.min() + ".." + integer.max();
    }
    if (codec instanceof LongCodec integer) {
      return "whole " + integer.min() + ".." + integer.max();
    }
    if (codec instanceof DoubleCodec number) {
      return number.min() == 0 ? "number 0.." : "number";
    }
    if (codec instanceof EnumCodec<?> words) {
      return words.wireNames();
    }
    if (codec instanceof ListCodec<?> list) {
      return List.of("list", list.maxSize(), of(list.element()));
    }
    if (codec instanceof SetCodec<?> set) {
      return of(set.list());
    }
    if (codec instanceof MapCodec<?> map) {
      return List.of("map", map.maxSize(), of(map.name()), of(map.value()));
    }
    if (codec == HostListCodec.HOST_LIST) {
      return "text 1.." + HostList.MAX_LENGTH + " ^" + HostList.PATTERN + "$";
    }
    if (codec == BooleanCodec.BOOLEAN) {
      return "flag";
    }
    throw new IllegalArgumentException("no words for " + codec);
  }

  private static Map<String, Object> object(RecordCodec<?> recordCodec) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (RecordField field : recordCodec.fields()) {
      object.put(field.name() + (field.required() ? "!" : ""), of(field.codec()));
    }
    return object;
  }

  /** The constraints of a schema. */
  public static Object normalized(JsonNode unresolved, UnaryOperator<JsonNode> resolver) {
    JsonNode schema = resolver.apply(unresolved);
    if (schema.has("enum")) {
      List<String> words = new ArrayList<>();
      schema.get("enum").forEach(word -> words.add(word.asText()));
      return words;
    }
    return switch (schema.path("type").asText()) {
      case "object" ->
          schema.has("propertyNames")
              ? List.of(
                  "map",
                  schema.get("maxProperties").asInt(),
                  normalized(schema.get("propertyNames"), resolver),
                  normalized(schema.get("additionalProperties"), resolver))
              : object(schema, resolver);
      case "array" ->
          List.of(
              "list", schema.get("maxItems").asInt(), normalized(schema.get("items"), resolver));
      case "string" -> text(schema);
      case "integer" ->
          "whole " + schema.get("minimum").asLong() + ".." + schema.get("maximum").asLong();
      case "number" -> schema.has("minimum") ? "number " + schema.get("minimum") + ".." : "number";
      case "boolean" -> "flag";
      default -> throw new IllegalArgumentException("no words for " + schema);
    };
  }

  private static Map<String, Object> object(JsonNode schema, UnaryOperator<JsonNode> resolver) {
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
                    normalized(property.getValue(), resolver)));
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
