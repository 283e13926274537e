package io.gnomon.events.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** JSON values as plain Java objects: read by the scanner, read by Jackson, made at random. */
final class Trees {
  /** What stands for JSON's null, so that maps can hold it. */
  static final Object NULL = Optional.empty();

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private Trees() {}

  /** Reads a whole document with the scanner. */
  static Object scanned(byte[] json) {
    JsonScanner in = new JsonScanner();
    in.reset(json, 0, json.length);
    Object value = value(in);
    in.endDocument();
    return value;
  }

  /** Skips a whole document with the scanner. */
  static void skipped(byte[] json) {
    JsonScanner in = new JsonScanner();
    in.reset(json, 0, json.length);
    in.skipValue();
    in.endDocument();
  }

  /** Reads strict UTF-8 with Jackson; empty where it is no JSON. */
  static Optional<Object> parsed(byte[] json) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
      JsonNode tree = MAPPER.readTree(text);
      return tree == null || tree.isMissingNode() ? Optional.empty() : Optional.of(value(tree));
    } catch (CharacterCodingException | JsonProcessingException noJson) {
      return Optional.empty();
    }
  }

  /** Whether any text or name in it has half of a surrogate pair, which UTF-8 cannot carry. */
  static boolean hasHalfPairs(Object value) {
    if (value instanceof String text) {
      return text.codePoints().anyMatch(point -> point >= 0xD800 && point <= 0xDFFF);
    }
    if (value instanceof List<?> list) {
      return list.stream().anyMatch(Trees::hasHalfPairs);
    }
    return value instanceof Map<?, ?> map
        && (map.keySet().stream().anyMatch(Trees::hasHalfPairs)
            || map.values().stream().anyMatch(Trees::hasHalfPairs));
  }

  static Arbitrary<Object> values() {
    return values(4);
  }

  private static Arbitrary<Object> values(int depth) {
    Arbitrary<Object> leaf =
        Arbitraries.oneOf(
            texts().map(text -> text),
            Arbitraries.doubles().map(number -> number + 0.0),
            Arbitraries.longs().map(number -> (double) number),
            Arbitraries.of(true, false),
            Arbitraries.just(NULL));
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<Object> inner = Arbitraries.lazy(() -> values(depth - 1));
    return Arbitraries.oneOf(
        leaf,
        inner.list().ofMaxSize(4).map(list -> list),
        Arbitraries.maps(texts(), inner).ofMaxSize(4).map(map -> map));
  }

  /** Texts of every plane, of controls and of what JSON escapes, without half pairs. */
  static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
            Arbitraries.integers().between(0, 0x7F),
            Arbitraries.of((int) '"', (int) '\\', (int) '/', (int) '\n', 0, 0x7F, 0x80, 0x7FF),
            Arbitraries.integers().between(0x80, 0xD7FF),
            Arbitraries.integers().between(0xE000, 0xFFFF),
            Arbitraries.integers().between(0x10000, 0x10FFFF))
        .list()
        .ofMaxSize(12)
        .map(points -> points.stream().map(Character::toString).reduce("", String::concat));
  }

  private static Object value(JsonScanner in) {
    return switch (in.peek()) {
      case OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        in.beginObject();
        while (in.nextField()) {
          object.put(in.fieldName(), value(in));
        }
        yield object;
      }
      case ARRAY -> {
        List<Object> array = new ArrayList<>();
        in.beginArray();
        while (in.nextElement()) {
          array.add(value(in));
        }
        yield array;
      }
      case STRING -> in.nextString();
      case NUMBER -> in.nextDouble() + 0.0; // Jackson takes -0 for 0
      case BOOLEAN -> in.nextBoolean();
      case NULL -> {
        if (!in.skipNull()) {
          in.skipValue();
        }
        yield NULL;
      }
    };
  }

  private static Object value(JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> object = new LinkedHashMap<>();
      node.properties().forEach(field -> object.put(field.getKey(), value(field.getValue())));
      return object;
    }
    if (node.isArray()) {
      List<Object> array = new ArrayList<>();
      node.forEach(element -> array.add(value(element)));
      return array;
    }
    if (node.isTextual()) {
      return node.textValue();
    }
    if (node.isNumber()) {
      return node.doubleValue() + 0.0;
    }
    return node.isBoolean() ? node.booleanValue() : NULL;
  }
}
