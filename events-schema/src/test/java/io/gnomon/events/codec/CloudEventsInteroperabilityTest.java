package io.gnomon.events.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.core.message.Encoding;
import io.cloudevents.kafka.CloudEventDeserializer;
import io.cloudevents.kafka.CloudEventSerializer;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The CloudEvents SDK reads what the codec writes, and the codec what the SDK writes. */
class CloudEventsInteroperabilityTest {
  private static final String TOPIC = "gnomon.events";
  private final EventCodec codec = new EventCodec();

  @ParameterizedTest
  @EnumSource
  void theSdkReadsOurStructuredMode(EventType type) {
    GnomonEvent event = Samples.event(type);
    assertSame(event, read(codec.encodeStructured(event)));
  }

  @ParameterizedTest
  @EnumSource
  void theSdkReadsOurBinaryMode(EventType type) {
    GnomonEvent event = Samples.event(type);
    CloudEvent read = read(codec.encodeBinary(event));
    assertSame(event, read);
    assertThat(read.getData().toBytes()).isEqualTo(codec.encodeBinary(event).value());
  }

  @ParameterizedTest
  @EnumSource
  void weReadTheSdksStructuredMode(EventType type) {
    assertThat(written(type, Encoding.STRUCTURED)).isEqualTo(Samples.event(type));
  }

  @ParameterizedTest
  @EnumSource
  void weReadTheSdksBinaryMode(EventType type) {
    assertThat(written(type, Encoding.BINARY)).isEqualTo(Samples.event(type));
  }

  @Test
  void aBatchIsRefusedByName() {
    Headers headers =
        new RecordHeaders().add("content-type", bytes("application/cloudevents-batch+json"));
    InvalidEventException refusal =
        catchThrowableOfType(
            InvalidEventException.class, () -> codec.decode(bytes("[]"), lookup(headers)));
    assertThat(refusal.reason()).isEqualTo(Reason.UNSUPPORTED_CONTENT);
  }

  @Test
  void headersThatAreNoUtf8AreRefused() {
    EncodedEvent encoded = codec.encodeBinary(Samples.event(EventType.JOB_STARTED));
    Headers headers = headers(encoded).remove("ce_id").add("ce_id", new byte[] {(byte) 0xC3});
    InvalidEventException refusal =
        catchThrowableOfType(
            InvalidEventException.class, () -> codec.decode(encoded.value(), lookup(headers)));
    assertThat(refusal.reason()).isEqualTo(Reason.NOT_UTF8);
    assertThat(refusal.place()).isEqualTo("/id");
  }

  /** The SDK writes the sample's attributes and data as an event of its own. */
  private GnomonEvent written(EventType type, Encoding encoding) {
    GnomonEvent event = Samples.event(type);
    CloudEvent cloudEvent =
        CloudEventBuilder.v1()
            .withId(event.envelope().id())
            .withSource(URI.create(event.cluster()))
            .withType(type.typeName())
            .withTime(OffsetDateTime.parse(event.envelope().time()))
            .withExtension("sequence", Long.toString(event.envelope().sequence()))
            .withExtension("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
            .withSubject("a subject")
            .withData("application/json", codec.encodeBinary(event).value())
            .build();
    Headers headers = new RecordHeaders();
    byte[] value;
    try (CloudEventSerializer serializer = new CloudEventSerializer()) {
      serializer.configure(
          Map.of(
              CloudEventSerializer.ENCODING_CONFIG,
              encoding,
              CloudEventSerializer.EVENT_FORMAT_CONFIG,
              "application/cloudevents+json"),
          false);
      value = serializer.serialize(TOPIC, headers, cloudEvent);
    }
    GnomonEvent read = codec.decode(value, lookup(headers));
    String time = read.envelope().time();
    assertThat(OffsetDateTime.parse(time)).isEqualTo(event.envelope().time());
    return GnomonEvent.of(
        read.cluster(),
        read.envelope().id(),
        read.envelope().sequence(),
        event.envelope().time(),
        read.data());
  }

  private static CloudEvent read(EncodedEvent encoded) {
    try (CloudEventDeserializer deserializer = new CloudEventDeserializer()) {
      return deserializer.deserialize(TOPIC, headers(encoded), encoded.value());
    }
  }

  private static void assertSame(GnomonEvent event, CloudEvent read) {
    assertThat(read.getId()).isEqualTo(event.envelope().id());
    assertThat(read.getSource()).hasToString(event.cluster());
    assertThat(read.getType()).isEqualTo(event.type().typeName());
    assertThat(read.getExtension("sequence")).isEqualTo(Long.toString(event.envelope().sequence()));
    assertThat(read.getTime()).isEqualTo(event.envelope().time());
    assertThat(read.getDataContentType()).isEqualTo("application/json");
    assertThat(read.getData()).isNotNull();
  }

  private static Headers headers(EncodedEvent encoded) {
    Headers headers = new RecordHeaders();
    encoded.headers().forEach((name, value) -> headers.add(name, bytes(value)));
    return headers;
  }

  private static HeaderLookup lookup(Headers headers) {
    return name -> {
      Header header = headers.lastHeader(name);
      return header == null ? null : header.value();
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
