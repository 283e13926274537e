package io.gnomon.events.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.gnomon.events.EventType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The JSON Schemas as they are shipped: to validate with, and to look into. */
final class Schemas {
  private static final String FOLDER = "io/gnomon/events/schemas/";

  private final ObjectMapper mapper = new ObjectMapper();
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final Map<EventType, Schema> validators = new EnumMap<>(EventType.class);

  static String fileOf(EventType type) {
    return type.shortName() + ".v1.json";
  }

  /** What the type's schema has against a record; empty where it is valid. */
  List<Error> errors(EventType type, String json) {
    return validators
        .computeIfAbsent(
            type, t -> registry.getSchema(SchemaLocation.of("classpath:" + FOLDER + fileOf(t))))
        .validate(
            json,
            InputFormat.JSON,
            context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
  }

  /** The whole schema file of a type. */
  JsonNode root(EventType type) {
    return file(fileOf(type));
  }

  /** What the schema says of the type's data. */
  JsonNode data(EventType type) {
    return root(type).at("/$defs/data");
  }

  /** A schema with its references followed; what stands beside a reference is laid over it. */
  JsonNode resolved(JsonNode schema) {
    if (!schema.has("$ref")) {
      return schema;
    }
    String[] reference = schema.get("$ref").asText().split("#", 2);
    String file = reference[0].isEmpty() ? "common.v1.json" : reference[0];
    ObjectNode target = resolved(file(file).at(reference[1])).deepCopy();
    schema
        .properties()
        .forEach(
            entry -> {
              if (!entry.getKey().equals("$ref")) {
                target.set(entry.getKey(), entry.getValue());
              }
            });
    return target;
  }

  private JsonNode file(String name) {
    try (InputStream in = Schemas.class.getResourceAsStream("/" + FOLDER + name)) {
      if (in == null) {
        throw new IllegalStateException("there is no schema " + name);
      }
      return mapper.readTree(in);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
