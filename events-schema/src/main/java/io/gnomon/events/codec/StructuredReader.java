package io.gnomon.events.codec;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.json.JsonException;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonScanner.Kind;
import io.gnomon.events.json.NameTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads an event in structured mode: one JSON object with attributes and data in any order. Data
 * that precedes the type is skipped and read at the end. Not thread-safe.
 */
final class StructuredReader {
  private static final NameTable NAMES =
      new NameTable(
          List.of(
              "specversion",
              "id",
              "source",
              "type",
              "time",
              "sequence",
              "datacontenttype",
              "data",
              "data_base64"));
  private static final int TYPE = NAMES.indexOf("type");
  private static final int SEQUENCE = NAMES.indexOf("sequence");
  private static final int DATA = NAMES.indexOf("data");

  private final EventDataCodecs codecs;
  private final JsonScanner in = new JsonScanner();
  private final Attributes attributes = new Attributes();
  private @Nullable EventData data;
  private int dataFrom;
  private int dataTo;

  StructuredReader(EventDataCodecs codecs) {
    this.codecs = codecs;
  }

  GnomonEvent read(byte[] value) {
    try {
      start(value);
      int present = 0;
      while (in.nextField()) {
        int name = in.field(NAMES);
        if (name < 0) {
          in.skipValue();
        } else if (!in.skipNull()) {
          if ((present & 1 << name) != 0) {
            throw InvalidEventException.duplicate(NAMES.names().get(name));
          }
          present |= 1 << name;
          field(name);
        }
      }
      in.endDocument();
    } catch (JsonException broken) {
      throw InvalidEventException.of(broken);
    }
    EventType type = attributes.requiredType();
    EventData read = data;
    if (read == null) {
      if (dataTo == 0) {
        throw InvalidEventException.missing("data");
      }
      in.reset(value, dataFrom, dataTo);
      read = data(type);
    }
    return codecs.event(attributes.envelope(), read);
  }

  /** The type of a record of any size, or null if there is none; reads only up to the type. */
  @Nullable EventType typeOf(byte[] value) {
    try {
      start(value);
      while (in.nextField()) {
        if (in.field(NAMES) == TYPE) {
          type();
          return attributes.knownType();
        }
        in.skipValue();
      }
      return null;
    } catch (JsonException | InvalidEventException invalid) {
      return null;
    }
  }

  /** The sequence number of a record, or of its start, or NONE; reads only up to the number. */
  long sequenceOf(byte[] value) {
    try {
      start(value);
      while (in.nextField()) {
        if (in.field(NAMES) == SEQUENCE) {
          field(SEQUENCE);
          return attributes.sequence();
        }
        in.skipValue();
      }
    } catch (JsonException | InvalidEventException invalid) {
      return EventData.NONE;
    }
    return EventData.NONE;
  }

  private void start(byte[] value) {
    attributes.clear();
    data = null;
    dataTo = 0;
    in.reset(value, 0, value.length);
    in.beginObject();
  }

  private void field(int name) {
    try {
      if (name == DATA) {
        EventType type = attributes.knownType();
        if (type != null) {
          data = data(type);
        } else {
          dataFrom = in.position();
          in.skipValue();
          dataTo = in.position();
        }
      } else {
        attribute(NAMES.names().get(name));
      }
    } catch (JsonException broken) {
      throw InvalidEventException.of(broken).within(NAMES.names().get(name));
    }
  }

  private void attribute(String name) {
    switch (name) {
      case "specversion" -> attributes.version(in.nextString(Attributes.VERSION));
      case "id" -> attributes.id(in.nextString());
      case "source" -> attributes.cluster(in.nextString(attributes.likelyCluster()));
      case "type" -> type();
      case "time" -> attributes.time(in.nextString());
      case "sequence" -> {
        if (in.peek() == Kind.NUMBER) {
          attributes.sequence(in.nextLong());
        } else {
          attributes.sequence(in.nextString());
        }
      }
      case "datacontenttype" -> attributes.contentType(in.nextString(Attributes.CONTENT_TYPE));
      default ->
          throw new InvalidEventException(
              Reason.UNSUPPORTED_CONTENT, "/" + name, in.excerpt(), "data as JSON in 'data'");
    }
  }

  private void type() {
    int index = in.nextString(attributes.types);
    attributes.type(index, index < 0 ? in.lastString() : "");
  }

  private EventData data(EventType type) {
    try {
      return codecs.read(type, in);
    } catch (InvalidEventException inner) {
      throw inner.within("data");
    } catch (JsonException broken) {
      throw InvalidEventException.of(broken).within("data");
    }
  }
}
