package io.gnomon.events.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.RejectHeaders;
import io.gnomon.events.RejectReason;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.Fixtures.Fixture;
import io.gnomon.events.codec.value.CodecSchema;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.signature.SigningKeys;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Schemas, records, codec, fixtures and asyncapi.yaml say the same. */
class ContractTest {
  /** What no schema can see: a validator takes a parsed value. */
  private static final Set<Reason> BEFORE_ANY_SCHEMA =
      EnumSet.of(Reason.MALFORMED_JSON, Reason.DUPLICATE_FIELD);

  private static final Schemas SCHEMAS = new Schemas();
  private final ObjectMapper mapper = new ObjectMapper();
  private final EventCodec codec = new EventCodec();
  private final EventDataCodecs codecs = new EventDataCodecs(false, StringCodec.LONG);

  @ParameterizedTest
  @EnumSource
  void everyTypeHasItsSchemaAndItsFixtures(EventType type) {
    assertThat(SCHEMAS.root(type).at("/properties/type/const").asText()).isEqualTo(type.typeName());
    assertThat(Fixtures.of(type, "good")).hasSizeGreaterThanOrEqualTo(2);
    assertThat(Fixtures.of(type, "bad")).hasSizeGreaterThanOrEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void aRecordHasTheComponentsThatTheSchemaHasProperties(EventType type) {
    List<String> components = new ArrayList<>();
    for (RecordComponent component : Samples.data(type).getClass().getRecordComponents()) {
      if (component.getType() == JobDescription.class) {
        Arrays.stream(JobDescription.class.getRecordComponents())
            .map(RecordComponent::getName)
            .forEach(components::add);
      } else {
        components.add(component.getName());
      }
    }
    List<String> properties = new ArrayList<>();
    SCHEMAS.data(type).get("properties").fieldNames().forEachRemaining(properties::add);
    assertThat(properties).containsExactlyInAnyOrderElementsOf(components);
    assertThat(CodecSchema.names(codecs.codec(type))).isEqualTo(properties);
  }

  @ParameterizedTest
  @EnumSource
  void theCodecChecksWhatTheSchemaSays(EventType type) {
    assertThat(CodecSchema.of(codecs.codec(type)))
        .isEqualTo(CodecSchema.normalized(SCHEMAS.data(type), SCHEMAS::resolved));
  }

  @ParameterizedTest
  @MethodSource("io.gnomon.events.codec.Fixtures#good")
  void aGoodFixtureIsValidAndComesBackEqual(Fixture fixture) throws IOException {
    String json = new String(fixture.json(), StandardCharsets.UTF_8);
    assertThat(SCHEMAS.errors(fixture.type(), json)).isEmpty();
    GnomonEvent event = codec.decode(fixture.json());
    assertThat(event.data()).isInstanceOf(Samples.data(fixture.type()).getClass());
    assertThat(mapper.readTree(codec.encodeStructured(event).value()))
        .isEqualTo(mapper.readTree(json));
  }

  @ParameterizedTest
  @MethodSource("io.gnomon.events.codec.Fixtures#bad")
  void aBadFixtureIsRefusedForItsReasonByBoth(Fixture fixture) {
    InvalidEventException refusal =
        catchThrowableOfType(InvalidEventException.class, () -> codec.decode(fixture.json()));
    assertThat(refusal).isNotNull();
    assertThat(refusal.reason()).isEqualTo(fixture.reason());
    assertThat(refusal.place()).isEqualTo(fixture.place());
    if (!BEFORE_ANY_SCHEMA.contains(fixture.reason())) {
      String json = new String(fixture.json(), StandardCharsets.UTF_8);
      assertThat(SCHEMAS.errors(fixture.type(), json)).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("io.gnomon.events.codec.Fixtures#good")
  void anUnknownFieldIsRefusedByTheSchemaAndPassedByTheCodec(Fixture fixture) throws IOException {
    ObjectNode grown = (ObjectNode) mapper.readTree(fixture.json());
    grown.putObject("later").putArray("list").add(1.5).addNull();
    ObjectNode data = (ObjectNode) grown.get("data");
    data.put("later", "\u00fc");
    assertThat(SCHEMAS.errors(fixture.type(), grown.toString())).hasSizeGreaterThanOrEqualTo(2);
    assertThat(codec.decode(mapper.writeValueAsBytes(grown)))
        .isEqualTo(codec.decode(fixture.json()));
  }

  @ParameterizedTest
  @EnumSource
  void whatTheCodecWritesIsValid(EventType type) {
    byte[] json = codec.encodeStructured(Samples.event(type)).value();
    assertThat(SCHEMAS.errors(type, new String(json, StandardCharsets.UTF_8))).isEmpty();
  }

  @Test
  void asyncapiHasEveryTypeOnItsTopic() throws IOException {
    JsonNode asyncapi = asyncapi();
    for (EventType type : EventType.values()) {
      JsonNode message = asyncapi.at("/components/messages").path(type.shortName());
      assertThat(message.path("name").asText()).isEqualTo(type.typeName());
      assertThat(message.at("/payload/schema/$ref").asText())
          .isEqualTo("./schemas/" + Schemas.fileOf(type));
      JsonNode channel = channel(asyncapi, type.topic());
      assertThat(channel.at("/messages").path(type.shortName()).path("$ref").asText())
          .isEqualTo("#/components/messages/" + type.shortName());
    }
    for (Topic topic : Topic.values()) {
      assertThat(channel(asyncapi, topic).path("address").asText()).isEqualTo(topic.named());
    }
  }

  @Test
  void asyncapiPointsAtNothingThatIsNotThere() throws IOException {
    JsonNode asyncapi = asyncapi();
    Set<String> references = new TreeSet<>(asyncapi.findValuesAsText("$ref"));
    assertThat(references).isNotEmpty();
    for (String reference : references) {
      if (reference.startsWith("#")) {
        assertThat(asyncapi.at(reference.substring(1)).isMissingNode()).as(reference).isFalse();
      } else {
        assertThat(getClass().getResource("/io/gnomon/events/" + reference.substring(2)))
            .as(reference)
            .isNotNull();
      }
    }
  }

  @Test
  void asyncapiNamesTheHeadersOfRejectedRecords() throws IOException {
    JsonNode asyncapi = asyncapi();
    List<String> headers = new ArrayList<>();
    asyncapi
        .at("/components/messages/rejected/headers/properties")
        .fieldNames()
        .forEachRemaining(headers::add);
    assertThat(headers)
        .containsExactly(
            RejectHeaders.REASON,
            RejectHeaders.DETAIL,
            RejectHeaders.OFFSET,
            RejectHeaders.SIZE,
            RejectHeaders.SHA256);
    List<String> reasons = new ArrayList<>();
    asyncapi
        .at("/components/messages/rejected/headers/properties")
        .path(RejectHeaders.REASON)
        .path("enum")
        .forEach(reason -> reasons.add(reason.asText()));
    assertThat(reasons)
        .isEqualTo(Arrays.stream(RejectReason.values()).map(RejectReason::name).toList());
  }

  @Test
  void asyncapiNamesTheSignatureOfCommands() throws IOException {
    JsonNode headers = asyncapi().at("/components/messages/config.requested/headers/properties");
    SigningKeys keys = SigningKeys.parse("test", "5a".repeat(32));
    assertThat(keys.sign(new byte[] {1, 2, 3}))
        .matches(headers.path(SigningKeys.HEADER).path("pattern").asText());
  }

  private static JsonNode asyncapi() throws IOException {
    try (InputStream in =
        ContractTest.class.getResourceAsStream("/io/gnomon/events/asyncapi.yaml")) {
      return new YAMLMapper().readTree(in);
    }
  }

  private static JsonNode channel(JsonNode asyncapi, Topic topic) {
    String suffix = topic.named().substring(Topic.DEFAULT_PREFIX.length() + 1);
    return asyncapi.at("/channels").path(suffix);
  }
}
