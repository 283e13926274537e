package io.gnomon.events.codec;

import io.gnomon.events.Envelope;
import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.json.NameTable;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The CloudEvents attributes of the record that is being read. Each setter checks its value. The
 * readers take the values from JSON fields or from headers. Not thread-safe.
 */
final class Attributes {
  static final String VERSION = "1.0";
  static final String CONTENT_TYPE = "application/json";

  private static final StringCodec ID = StringCodec.NAME;
  private static final EventType[] TYPES = EventType.values();
  private static final int SEQUENCE_DIGITS = 16;

  final NameTable types = new NameTable(Arrays.stream(TYPES).map(EventType::typeName).toList());

  private boolean versioned;
  private @Nullable String id;
  private @Nullable String cluster;
  private String lastCluster = "";
  private @Nullable EventType type;
  private @Nullable String time;
  private long sequence;

  void clear() {
    versioned = false;
    id = null;
    cluster = null;
    type = null;
    time = null;
    sequence = EventData.NONE;
  }

  void version(String text) {
    if (!text.equals(VERSION)) {
      throw new InvalidEventException(
          Reason.UNSUPPORTED_VERSION, "/specversion", "'" + text + "'", "'" + VERSION + "'");
    }
    versioned = true;
  }

  void id(String text) {
    id = checked(text, "id");
  }

  /** Sets the cluster id, {@link Envelope#CLUSTER_ID}. */
  void cluster(String text) {
    if (text.equals(lastCluster) && !text.isEmpty()) {
      cluster = lastCluster;
      return;
    }
    checked(text, "source");
    boolean allowed = !text.equals(".") && !text.equals("..");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean digit = c >= '0' && c <= '9';
      allowed &= letter || digit || "-._~:/".indexOf(c) >= 0;
    }
    if (!allowed) {
      throw new InvalidEventException(
          Reason.NOT_ALLOWED, "/source", "'" + text + "'", Envelope.CLUSTER_ID_IN_WORDS);
    }
    cluster = text;
    lastCluster = text;
  }

  /** The sequence number, or NONE. */
  long sequence() {
    return sequence;
  }

  /** The cluster of the previous record, which most records share. */
  String likelyCluster() {
    return lastCluster;
  }

  void type(int index, String name) {
    if (index < 0) {
      throw new InvalidEventException(
          Reason.UNKNOWN_TYPE,
          "/type",
          "'" + name + "'",
          "one of " + String.join(", ", types.names()));
    }
    type = TYPES[index];
  }

  void time(String text) {
    if (!Rfc3339.isValid(text)) {
      throw new InvalidEventException(
          Reason.NOT_ALLOWED, "/time", "'" + text + "'", "RFC 3339, such as 2026-11-21T03:06:00Z");
    }
    time = text;
  }

  void sequence(long number) {
    if (number < 0 || number > Ranges.MAX_EXACT) {
      throw new InvalidEventException(
          Reason.OUT_OF_RANGE,
          "/sequence",
          Long.toString(number),
          "an integer from 0 to " + Ranges.MAX_EXACT);
    }
    sequence = number;
  }

  /** Sets the sequence from a string of digits, the form that CloudEvents defines. */
  void sequence(String digits) {
    long number = 0;
    boolean allowed = !digits.isEmpty() && digits.length() <= SEQUENCE_DIGITS;
    for (int i = 0; allowed && i < digits.length(); i++) {
      int digit = digits.charAt(i) - '0';
      allowed = digit >= 0 && digit <= 9;
      number = number * 10 + digit;
    }
    if (!allowed) {
      throw new InvalidEventException(
          Reason.NOT_ALLOWED,
          "/sequence",
          "'" + digits + "'",
          "1 to " + SEQUENCE_DIGITS + " digits");
    }
    sequence(number);
  }

  /** Checks the media type of the data; parameters are ignored. */
  void contentType(String text) {
    String media = mediaType(text);
    if (!media.equals(CONTENT_TYPE) && !media.endsWith("+json")) {
      throw new InvalidEventException(
          Reason.UNSUPPORTED_CONTENT, "/datacontenttype", "'" + text + "'", CONTENT_TYPE);
    }
  }

  /** The media type without parameters, in lower case. */
  static String mediaType(String text) {
    int parameters = text.indexOf(';');
    return (parameters < 0 ? text : text.substring(0, parameters)).strip().toLowerCase(Locale.ROOT);
  }

  @Nullable EventType knownType() {
    return type;
  }

  EventType requiredType() {
    if (!versioned) {
      throw InvalidEventException.missing("specversion");
    }
    if (type == null) {
      throw InvalidEventException.missing("type");
    }
    return type;
  }

  Envelope envelope() {
    if (id == null) {
      throw InvalidEventException.missing("id");
    }
    if (cluster == null) {
      throw InvalidEventException.missing("source");
    }
    return new Envelope(id, cluster, sequence, time);
  }

  private static String checked(String text, String attribute) {
    try {
      return ID.checked(text);
    } catch (InvalidEventException inner) {
      throw inner.within(attribute);
    }
  }
}
