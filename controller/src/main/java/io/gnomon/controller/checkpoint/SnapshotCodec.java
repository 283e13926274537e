package io.gnomon.controller.checkpoint;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import com.fasterxml.jackson.dataformat.cbor.CBORParser;
import io.gnomon.sim.snapshot.Snapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes snapshots in CBOR (RFC 8949). A snapshot is a map; columns of numbers are typed arrays
 * (RFC 8746), big-endian: tag 74 for ints, tag 82 for doubles. Thread-safe.
 *
 * <p>Decoding ignores null, undefined and byte strings with other tags, which leaves room for new
 * kinds of fields.
 */
final class SnapshotCodec {
  private static final int INTS = 74;
  private static final int DOUBLES = 82;
  private static final CBORFactory FACTORY = new CBORFactory();

  private SnapshotCodec() {}

  static byte[] encode(Snapshot snapshot) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 14);
      try (CBORGenerator out = FACTORY.createGenerator(bytes)) {
        write(snapshot, out);
      }
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot encode a snapshot", e);
    }
  }

  /**
   * Decodes a snapshot.
   *
   * @throws IllegalArgumentException if the bytes are not one CBOR map
   */
  static Snapshot decode(byte[] bytes) {
    try (CBORParser in = FACTORY.createParser(bytes)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException(bytes.length + " bytes are not a CBOR map");
      }
      Snapshot snapshot = read(in);
      if (in.nextToken() != null) {
        throw new IllegalArgumentException(
            "unexpected bytes after a CBOR map of " + in.currentLocation().getByteOffset());
      }
      return snapshot;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          bytes.length + " bytes are not CBOR: " + e.getMessage(), e);
    }
  }

  private static void write(Snapshot snapshot, CBORGenerator out) throws IOException {
    out.writeStartObject();
    for (Snapshot.Field field : snapshot.fields()) {
      out.writeFieldName(field.name());
      write(field.value(), out);
    }
    out.writeEndObject();
  }

  private static void write(Object value, CBORGenerator out) throws IOException {
    if (value instanceof Long number) {
      out.writeNumber(number);
    } else if (value instanceof Double number) {
      out.writeNumber(number);
    } else if (value instanceof Boolean flag) {
      out.writeBoolean(flag);
    } else if (value instanceof String text) {
      out.writeString(text);
    } else if (value instanceof int[] numbers) {
      ByteBuffer packed = ByteBuffer.allocate(numbers.length * Integer.BYTES);
      packed.asIntBuffer().put(numbers);
      out.writeTag(INTS);
      out.writeBinary(packed.array());
    } else if (value instanceof double[] numbers) {
      ByteBuffer packed = ByteBuffer.allocate(numbers.length * Double.BYTES);
      packed.asDoubleBuffer().put(numbers);
      out.writeTag(DOUBLES);
      out.writeBinary(packed.array());
    } else if (value instanceof Snapshot section) {
      write(section, out);
    } else if (value instanceof List<?> elements) {
      out.writeStartArray(elements, elements.size());
      for (Object element : elements) {
        write(element, out);
      }
      out.writeEndArray();
    } else {
      throw new IllegalArgumentException("a field cannot be of " + value.getClass());
    }
  }

  private static Snapshot read(CBORParser in) throws IOException {
    Snapshot snapshot = new Snapshot();
    for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
      in.nextToken();
      Object value = value(in);
      if (value != null) {
        snapshot.put(new Snapshot.Field(name, value));
      }
    }
    return snapshot;
  }

  private static @Nullable Object value(CBORParser in) throws IOException {
    return switch (in.currentToken()) {
      case VALUE_NUMBER_INT -> in.getLongValue();
      case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_STRING -> in.getText();
      case VALUE_EMBEDDED_OBJECT -> column(in);
      case START_OBJECT -> read(in);
      case START_ARRAY -> elements(in);
      default -> null;
    };
  }

  private static List<Object> elements(CBORParser in) throws IOException {
    List<Object> elements = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      Object element = value(in);
      if (element != null) {
        elements.add(element);
      }
    }
    return elements;
  }

  private static @Nullable Object column(CBORParser in) throws IOException {
    int tag = in.getCurrentTag();
    ByteBuffer packed = ByteBuffer.wrap(in.getBinaryValue());
    if (tag == INTS) {
      int[] numbers = new int[packed.remaining() / Integer.BYTES];
      packed.asIntBuffer().get(numbers);
      return numbers;
    }
    if (tag == DOUBLES) {
      double[] numbers = new double[packed.remaining() / Double.BYTES];
      packed.asDoubleBuffer().get(numbers);
      return numbers;
    }
    return null;
  }
}
