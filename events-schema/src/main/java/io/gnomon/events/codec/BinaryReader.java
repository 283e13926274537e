package io.gnomon.events.codec;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.json.JsonException;
import io.gnomon.events.json.JsonScanner;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads an event in binary mode: the attributes are {@code ce_} headers and the value is the data.
 * Not thread-safe.
 */
final class BinaryReader {
  private final EventDataCodecs codecs;
  private final JsonScanner in = new JsonScanner();
  private final Attributes attributes = new Attributes();

  BinaryReader(EventDataCodecs codecs) {
    this.codecs = codecs;
  }

  GnomonEvent read(byte[] value, HeaderLookup headers) {
    attributes.clear();
    accept(headers, "specversion", attributes::version);
    accept(headers, "id", attributes::id);
    accept(headers, "source", attributes::cluster);
    accept(headers, "time", attributes::time);
    accept(headers, "sequence", attributes::sequence);
    EventType type = type(headers);
    attributes.requiredType();
    String contentType = header(headers, EventCodec.CONTENT_TYPE_HEADER, "datacontenttype");
    if (contentType != null) {
      attributes.contentType(contentType);
    }
    return codecs.event(attributes.envelope(), data(type, value));
  }

  /** The type of a record of any size. */
  EventType typeOf(HeaderLookup headers) {
    attributes.clear();
    return type(headers);
  }

  private EventType type(HeaderLookup headers) {
    accept(headers, "type", name -> attributes.type(attributes.types.indexOf(name), name));
    EventType type = attributes.knownType();
    if (type == null) {
      throw InvalidEventException.missing("type");
    }
    return type;
  }

  private EventData data(EventType type, byte[] value) {
    try {
      in.reset(value, 0, value.length);
      EventData data = codecs.read(type, in);
      in.endDocument();
      return data;
    } catch (InvalidEventException inner) {
      throw inner.within("data");
    } catch (JsonException broken) {
      throw InvalidEventException.of(broken).within("data");
    }
  }

  private static void accept(HeaderLookup headers, String attribute, Consumer<String> setter) {
    String text = header(headers, EventCodec.HEADER_PREFIX + attribute, attribute);
    if (text != null) {
      setter.accept(text);
    }
  }

  private static @Nullable String header(HeaderLookup headers, String name, String attribute) {
    byte[] bytes = headers.value(name);
    return bytes == null ? null : text(bytes, attribute);
  }

  /** The value of a header, decoded as UTF-8. */
  static String text(byte[] bytes, String attribute) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    // U+FFFD stands for invalid bytes, unless the header really contains it: decode strictly
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
