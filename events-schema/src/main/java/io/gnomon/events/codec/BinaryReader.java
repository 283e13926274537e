package io.gnomon.events.codec;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.codec.InvalidEventException.Reason;
import io.gnomon.events.json.JsonException;
import io.gnomon.events.json.JsonScanner;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads an event whose attributes are {@code ce_} headers and whose value is its data alone. */
final class BinaryReader {
  private final EventShapes shapes;
  private final JsonScanner in = new JsonScanner();
  private final Attributes attributes = new Attributes();

  BinaryReader(EventShapes shapes) {
    this.shapes = shapes;
  }

  GnomonEvent read(byte[] value, HeaderLookup headers) {
    attributes.clear();
    given(headers, "specversion", attributes::version);
    given(headers, "id", attributes::id);
    given(headers, "source", attributes::cluster);
    given(headers, "time", attributes::time);
    given(headers, "sequence", attributes::sequence);
    EventType type = type(headers);
    attributes.requiredType();
    String contentType = header(headers, EventCodec.CONTENT_TYPE_HEADER, "datacontenttype");
    if (contentType != null) {
      attributes.contentType(contentType);
    }
    return new GnomonEvent(attributes.envelope(), data(type, value));
  }

  /** The type of a record that may be too large for it. */
  EventType typeOf(HeaderLookup headers) {
    attributes.clear();
    return type(headers);
  }

  private EventType type(HeaderLookup headers) {
    given(headers, "type", name -> attributes.type(attributes.types.indexOf(name), name));
    EventType type = attributes.knownType();
    if (type == null) {
      throw InvalidEventException.missing("type");
    }
    return type;
  }

  private EventData data(EventType type, byte[] value) {
    try {
      in.reset(value, 0, value.length);
      EventData data = shapes.read(type, in);
      in.endDocument();
      return data;
    } catch (InvalidEventException inner) {
      throw inner.within("data");
    } catch (JsonException broken) {
      throw InvalidEventException.of(broken).within("data");
    }
  }

  private static void given(HeaderLookup headers, String attribute, Consumer<String> use) {
    String text = header(headers, EventCodec.HEADER_PREFIX + attribute, attribute);
    if (text != null) {
      use.accept(text);
    }
  }

  private static @Nullable String header(HeaderLookup headers, String name, String attribute) {
    byte[] bytes = headers.value(name);
    return bytes == null ? null : text(bytes, attribute);
  }

  /** A header's value as UTF-8. */
  static String text(byte[] bytes, String attribute) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    // only what was replaced, or a replacement that was really sent, is worth a second look
    if (text.indexOf('\uFFFD') < 0) {
      return text;
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException notUtf8) {
      throw new InvalidEventException(
          Reason.NOT_UTF8, "/" + attribute, "bytes that are not UTF-8", "UTF-8");
    }
  }
}
