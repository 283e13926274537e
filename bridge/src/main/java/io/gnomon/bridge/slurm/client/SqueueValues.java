package io.gnomon.bridge.slurm.client;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.gnomon.bridge.slurm.client.SqueueField.Kind;
import io.gnomon.events.codec.value.Repairs;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.json.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads single values of {@code squeue --json}, each of which the parser stands at and passes. A
 * value of another kind is left out, or is an error if no causes are received.
 */
final class SqueueValues {
  private static final long NO_VAL = 0xffff_fffeL;
  private static final long INFINITE = 0xffff_ffffL;
  private static final int MAX_TEXT = 4096;
  private static final int MAX_LIST = 1 << 20;

  private final JsonParser json;
  private final @Nullable Consumer<String> causes;
  // values that many jobs share are stored once
  private final Map<String, String> knownTexts = new HashMap<>();
  private final Map<Set<String>, Set<String>> knownWords = new HashMap<>();

  /**
   * A reader of values.
   *
   * @param causes receives why a value was left out; null for errors
   */
  SqueueValues(JsonParser json, @Nullable Consumer<String> causes) {
    this.json = json;
    this.causes = causes;
  }

  /** Requires a token, null for the end of the output. */
  void expect(@Nullable JsonToken found, @Nullable JsonToken expected) throws IOException {
    if (found != expected) {
      throw unexpected(found, kind(expected));
    }
  }

  private JsonParseException unexpected(@Nullable JsonToken found, String expected)
      throws IOException {
    String value = "";
    if (found == JsonToken.VALUE_STRING) {
      value = " '" + json.getText() + "'";
    } else if (found != null && found.isScalarValue()) {
      value = " " + json.getText();
    }
    return new JsonParseException(
        json, "found %s%s instead of %s".formatted(kind(found), value, expected));
  }

  private static String kind(@Nullable JsonToken token) {
    if (token == null) {
      return "the end of the output";
    }
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      default -> token.asString() == null ? token.name() : token.asString();
    };
  }

  /** Reads a word or a list of words. */
  Set<String> words() throws IOException {
    Set<String> words = new HashSet<>();
    switch (json.currentToken()) {
      case VALUE_NULL -> {}
      case START_ARRAY -> {
        while (json.nextToken() != JsonToken.END_ARRAY) {
          words.add(text(SqueueField.JOB_STATE));
        }
      }
      default -> words.add(text(SqueueField.JOB_STATE));
    }
    return knownWords.computeIfAbsent(Set.copyOf(words), same -> same);
  }

  /** Reads a list of texts. */
  List<String> texts(SqueueField field) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      json.skipChildren();
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      texts.add(text(field));
    }
    return texts;
  }

  String text(SqueueField field) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return "";
    }
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      leftOut(field.key(), "a string");
      return "";
    }
    String text = json.getText();
    if (text.length() > (field.kind() == Kind.LIST ? MAX_LIST : MAX_TEXT)) {
      String cut =
          field.kind() == Kind.NAME ? StringCodec.NAME.fit(text, new Repairs(how -> {})) : null;
      report("left out " + field.key() + ", or a part of it because it is too long");
      return cut == null ? "" : cut;
    }
    return shared(text);
  }

  /** Returns a text as it can be published, the same object for equal texts. */
  String shared(String text) {
    return knownTexts.computeIfAbsent(text, JsonWriter::writable);
  }

  /** Skips the present value, which is of another kind, or reports it as an error. */
  void leftOut(String what, String expected) throws IOException {
    if (causes == null) {
      throw unexpected(json.currentToken(), expected);
    }
    json.skipChildren();
    report("left out " + what + " because it is not " + expected);
  }

  /** Reports something that was left out, or that it is wrong as an error. */
  void leaveOut(String wrong, String cause) throws IOException {
    if (causes == null) {
      throw new JsonParseException(json, wrong);
    }
    report(cause);
  }

  private void report(String cause) {
    if (causes != null) {
      causes.accept(cause);
    }
  }

  /** Reads a number, {@link JobRecord#NONE} or {@link JobRecord#UNLIMITED}. */
  long number() throws IOException {
    return switch (json.currentToken()) {
      case VALUE_NULL -> JobRecord.NONE;
      case START_OBJECT -> Math.max(JobRecord.NONE, numberObject());
      default -> {
        long number = plainNumber(JobRecord.NONE);
        boolean unset = number == NO_VAL || number < 0;
        yield unset ? JobRecord.NONE : number == INFINITE ? JobRecord.UNLIMITED : number;
      }
    };
  }

  /** Reads a nice value. Slurm 22.05 prints null for 0, and negative values as unsigned. */
  long nice() throws IOException {
    return switch (json.currentToken()) {
      case VALUE_NULL -> 0;
      case START_OBJECT -> {
        long printed = numberObject();
        yield printed == JobRecord.UNLIMITED ? 0 : (int) printed;
      }
      default -> (int) plainNumber(0);
    };
  }

  /** Reads a number; one beyond 64 bits is the greatest or the least. */
  private long plainNumber(long otherwise) throws IOException {
    JsonToken found = json.currentToken();
    if (!found.isNumeric()) {
      leftOut("a value", "a number");
      return otherwise;
    }
    return switch (json.getNumberType()) {
      case INT, LONG -> json.getLongValue();
      case BIG_INTEGER -> json.getBigIntegerValue().signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
      default -> (long) json.getDoubleValue();
    };
  }

  private long numberObject() throws IOException {
    boolean set = true;
    boolean infinite = false;
    long number = JobRecord.NONE;
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      switch (name) {
        case "set" -> set = flag();
        case "infinite" -> infinite = flag();
        case "number" -> number = plainNumber(JobRecord.NONE);
        default -> json.skipChildren();
      }
    }
    return infinite ? JobRecord.UNLIMITED : set ? number : JobRecord.NONE;
  }

  private boolean flag() throws IOException {
    json.skipChildren();
    return json.currentToken() == JsonToken.VALUE_TRUE;
  }
}
