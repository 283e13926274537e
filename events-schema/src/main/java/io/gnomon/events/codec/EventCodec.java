package io.gnomon.events.codec;

import io.gnomon.events.Envelope;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encodes events as values and headers of Kafka records and decodes them: CloudEvents 1.0 in JSON,
 * structured or binary mode.
 *
 * <p>Decoding ignores unknown fields, attributes and headers, so that newer producers work with
 * older readers. Everything else is strict: the value is one JSON value in valid UTF-8, and each
 * known field appears at most once, has the right type and is in range. An invalid record throws an
 * {@link InvalidEventException} with the reason, the place, the value and what is allowed.
 *
 * <p>Not thread-safe: use one instance per thread. Decoding is a single pass over the bytes and
 * allocates little more than the records and their strings.
 */
public final class EventCodec {
  /** The name of the header with the content type. */
  public static final String CONTENT_TYPE_HEADER = "content-type";

  /** The prefix of a header that carries a CloudEvents attribute. */
  public static final String HEADER_PREFIX = "ce_";

  private static final String VERSION_HEADER = HEADER_PREFIX + "specversion";
  private static final String TYPE_HEADER = HEADER_PREFIX + "type";
  private static final String STRUCTURED = "application/cloudevents";
  private static final String STRUCTURED_JSON = "application/cloudevents+json";
  private static final Map<String, String> STRUCTURED_HEADERS =
      Map.of(CONTENT_TYPE_HEADER, STRUCTURED_JSON + "; charset=UTF-8");

  private final SizeLimits limits;
  private final EventDataCodecs codecs;
  private final StructuredReader structured;
  private final BinaryReader binary;
  private final JsonWriter out = new JsonWriter();

  /** Creates a codec with {@link SizeLimits#DEFAULT}. */
  public EventCodec() {
    this(SizeLimits.DEFAULT);
  }

  /** Creates a codec with {@code limits}. */
  public EventCodec(SizeLimits limits) {
    this(limits, new EventDataCodecs(false, StringCodec.LONG));
  }

  private EventCodec(SizeLimits limits, EventDataCodecs codecs) {
    this.limits = limits;
    this.codecs = codecs;
    structured = new StructuredReader(codecs);
    binary = new BinaryReader(codecs);
  }

  /**
   * Creates a codec with {@link SizeLimits#DEFAULT} that reads a snapshot job by job: a job that is
   * not valid is set aside, see {@link GnomonEvent#setAside()}, and the others stand.
   */
  public static EventCodec jobByJob() {
    return new EventCodec(SizeLimits.DEFAULT, new EventDataCodecs(true, StringCodec.LONG));
  }

  /**
   * Creates a codec for the ledger of a bridge: the detail of a rejection has any length, because
   * older bridges stored it before they cut it.
   */
  public static EventCodec ofLedger() {
    return new EventCodec(
        SizeLimits.UNLIMITED,
        new EventDataCodecs(false, new StringCodec(Integer.MAX_VALUE, null, true)));
  }

  /**
   * Decodes a record without headers: one JSON object with attributes and data.
   *
   * @throws InvalidEventException if the record is not a valid event
   */
  public GnomonEvent decode(byte @Nullable [] value) {
    return decode(value, HeaderLookup.NONE);
  }

  /**
   * Decodes a record in the mode of its headers: structured if the content type says so or if there
   * is no CloudEvents header, otherwise binary.
   *
   * @param value the record's value, null for a tombstone
   * @throws InvalidEventException if the record is not a valid event
   */
  public GnomonEvent decode(byte @Nullable [] value, HeaderLookup headers) {
    if (value == null || value.length == 0) {
      throw new InvalidEventException(Reason.EMPTY, "", "an empty value", "one JSON object");
    }
    checkSize(value, headers);
    return isBinary(headers) ? binary.read(value, headers) : structured.read(value);
  }

  /**
   * Checks a value's size by {@link SizeLimits#of}. Reads a large value up to its type.
   *
   * @throws InvalidEventException if it is too large for its type
   */
  public void checkSize(byte[] value, HeaderLookup headers) {
    int limit = limits.clusterBytes();
    if (value.length > limits.bytes() && value.length <= limit) {
      limit = limits.of(isBinary(headers) ? binary.typeOf(headers) : structured.typeOf(value));
    }
    if (value.length > limit) {
      throw new InvalidEventException(
          Reason.TOO_LARGE, "", value.length + " bytes", "at most " + limit + " bytes");
    }
  }

  /**
   * Returns the sequence number of an event in structured mode, or {@link EventData#NONE}; reads
   * only up to the number, so that the start of the record is enough.
   */
  public long sequenceOf(byte[] value) {
    return structured.sequenceOf(value);
  }

  /** Encodes an event as one JSON object with attributes and data. */
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
    codecs.write(event.data(), out);
    out.endObject();
    return new EncodedEvent(STRUCTURED_HEADERS, out.toByteArray());
  }

  /** Encodes an event with its attributes in headers and its data in the value. */
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
    codecs.write(event.data(), out);
    return new EncodedEvent(headers, out.toByteArray());
  }

  private void attribute(String name, String value) {
    out.field(name);
    out.string(value);
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
}
