package io.gnomon.events.codec;

import io.gnomon.events.Envelope;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.codec.InvalidEventException.Reason;
import io.gnomon.events.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Events as the values and headers of Kafka records: CloudEvents 1.0, JSON format, structured or
 * binary mode.
 *
 * <p>Reading is tolerant where growth needs it (unknown fields, attributes and headers pass) and
 * strict everywhere else: one JSON value of valid UTF-8, every known field once, with its type and
 * in its range. What is refused is refused with an {@link InvalidEventException} that names reason,
 * place, value and what is allowed.
 *
 * <p>Not thread-safe: one instance for each thread. Decoding is a single pass over the bytes and
 * allocates the records and their texts only.
 */
public final class EventCodec {
  /** The header of the content type. */
  public static final String CONTENT_TYPE_HEADER = "content-type";

  /** What precedes an attribute's name in its header. */
  public static final String HEADER_PREFIX = "ce_";

  private static final String VERSION_HEADER = HEADER_PREFIX + "specversion";
  private static final String TYPE_HEADER = HEADER_PREFIX + "type";
  private static final String STRUCTURED = "application/cloudevents";
  private static final String STRUCTURED_JSON = "application/cloudevents+json";
  private static final Map<String, String> STRUCTURED_HEADERS =
      Map.of(CONTENT_TYPE_HEADER, STRUCTURED_JSON + "; charset=UTF-8");

  private final SizeLimits limits;
  private final EventShapes shapes = new EventShapes();
  private final StructuredReader structured = new StructuredReader(shapes);
  private final BinaryReader binary = new BinaryReader(shapes);
  private final JsonWriter out = new JsonWriter();

  /** A codec with {@link SizeLimits#DEFAULT}. */
  public EventCodec() {
    this(SizeLimits.DEFAULT);
  }

  /** A codec with other limits. */
  public EventCodec(SizeLimits limits) {
    this.limits = limits;
  }

  /**
   * Reads a record without headers, as a shell script sends it: one JSON object with attributes and
   * data.
   *
   * @throws InvalidEventException if it is no event
   */
  public GnomonEvent decode(byte @Nullable [] value) {
    return decode(value, HeaderLookup.NONE);
  }

  /**
   * Reads a record in the mode that its headers tell: structured where the content type says so or
   * no CloudEvents header is there, else binary.
   *
   * @param value the record's value, null for a tombstone
   * @throws InvalidEventException if it is no event
   */
  public GnomonEvent decode(byte @Nullable [] value, HeaderLookup headers) {
    if (value == null || value.length == 0) {
      throw new InvalidEventException(Reason.EMPTY, "", "no bytes", "one JSON object");
    }
    boolean isBinary = isBinary(headers);
    if (value.length > limits.bytes()) {
      checkSize(value, isBinary ? headers : null);
    }
    return isBinary ? binary.read(value, headers) : structured.read(value);
  }

  /** Writes an event as one JSON object with attributes and data. */
  public EncodedEvent encodeStructured(GnomonEvent event) {
    Envelope envelope = event.envelope();
    out.reset();
    out.beginObject();
    attribute("specversion", Attributes.VERSION);
    attribute("id", envelope.id());
    attribute("source", envelope.cluster());
    attribute("type", event.type().typeName());
    if (envelope.time() != null) {
      attribute("time", envelope.time());
    }
    if (envelope.hasSequence()) {
      attribute("sequence", Long.toString(envelope.sequence()));
    }
    attribute("datacontenttype", Attributes.CONTENT_TYPE);
    out.field("data");
    shapes.write(event.data(), out);
    out.endObject();
    return new EncodedEvent(STRUCTURED_HEADERS, out.toByteArray());
  }

  /** Writes an event as headers for its attributes and a value for its data. */
  public EncodedEvent encodeBinary(GnomonEvent event) {
    Envelope envelope = event.envelope();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(VERSION_HEADER, Attributes.VERSION);
    headers.put(HEADER_PREFIX + "id", envelope.id());
    headers.put(HEADER_PREFIX + "source", envelope.cluster());
    headers.put(TYPE_HEADER, event.type().typeName());
    if (envelope.time() != null) {
      headers.put(HEADER_PREFIX + "time", envelope.time());
    }
    if (envelope.hasSequence()) {
      headers.put(HEADER_PREFIX + "sequence", Long.toString(envelope.sequence()));
    }
    headers.put(CONTENT_TYPE_HEADER, Attributes.CONTENT_TYPE);
    out.reset();
    shapes.write(event.data(), out);
    return new EncodedEvent(headers, out.toByteArray());
  }

  /** The shapes, for the test that holds them to the schemas. */
  EventShapes shapes() {
    return shapes;
  }

  private void attribute(String name, String value) {
    out.field(name);
    out.text(value);
  }

  private static boolean isBinary(HeaderLookup headers) {
    byte[] contentType = headers.value(CONTENT_TYPE_HEADER);
    if (contentType != null) {
      String media = Attributes.mediaType(BinaryReader.text(contentType, "datacontenttype"));
      if (media.startsWith(STRUCTURED)) {
        if (!media.equals(STRUCTURED_JSON)) {
          throw new InvalidEventException(
              Reason.UNSUPPORTED_CONTENT, "/datacontenttype", media, STRUCTURED_JSON);
        }
        return false;
      }
    }
    return headers.value(VERSION_HEADER) != null || headers.value(TYPE_HEADER) != null;
  }

  /** Only a snapshot may be longer than the limit of all others. */
  private void checkSize(byte[] value, @Nullable HeaderLookup binaryHeaders) {
    int limit = limits.snapshotBytes();
    if (value.length <= limit) {
      EventType type =
          binaryHeaders == null ? structured.typeOf(value) : binary.typeOf(binaryHeaders);
      limit = type == EventType.CLUSTER_SNAPSHOT ? limit : limits.bytes();
    }
    if (value.length > limit) {
      throw new InvalidEventException(
          Reason.TOO_LARGE, "", value.length + " bytes", limit + " bytes at most");
    }
  }
}
