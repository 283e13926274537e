package io.gnomon.events.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gnomon.events.Envelope;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EventCodecTest {
  private static final String STARTED =
      "{\"specversion\":\"1.0\",\"id\":\"a\",\"source\":\"kth\","
          + "\"type\":\"io.gnomon.job.started.v1\",\"data\":{\"job\":\"17\",\"at\":60}}";

  private final EventCodec codec = new EventCodec();

  @ParameterizedTest
  @EnumSource
  void readsBackWhatItWritesInStructuredMode(EventType type) {
    GnomonEvent event = Samples.event(type);
    EncodedEvent encoded = codec.encodeStructured(event);
    assertThat(codec.decode(encoded.value(), headers(encoded.headers()))).isEqualTo(event);
    assertThat(codec.decode(encoded.value())).isEqualTo(event);
  }

  @ParameterizedTest
  @EnumSource
  void readsBackWhatItWritesInBinaryMode(EventType type) {
    GnomonEvent event = Samples.event(type);
    EncodedEvent encoded = codec.encodeBinary(event);
    assertThat(codec.decode(encoded.value(), headers(encoded.headers()))).isEqualTo(event);
  }

  @Test
  void readsDataThatStandsBeforeItsType() {
    String json =
        """
        {"data": {"later": {"x": [1, null]}, "at": 60, "job": "17"}, "extension": true,
         "type": "io.gnomon.job.started.v1", "sequence": 9, "source": "kth", "id": "a",
         "specversion": "1.0"}
        """;
    assertThat(decode(json))
        .isEqualTo(GnomonEvent.of("kth", "a", 9, null, new JobStarted("17", 60)));
  }

  @Test
  void keepsNothingOfARecordForTheNext() {
    codec.decode(codec.encodeStructured(Samples.event(EventType.JOB_SUBMITTED)).value());
    String bare =
        STARTED
            .replace("job.started", "job.submitted")
            .replace("\"at\":60", "\"at\":60,\"processors\":1,\"estimateSeconds\":5");
    assertThat(decode(bare))
        .isEqualTo(GnomonEvent.of("kth", "a", -1, null, new JobSubmitted("17", 60, 1, 5)));
  }

  @Test
  void readsEscapesAndEveryPlaneOfUnicode() {
    String job = "ü€😀\"\\/\b\f\n\r\t";
    String escaped = "\\u00fc\\u20ac\\ud83d\\ude00\\\"\\\\\\/\\b\\f\\n\\r\\t";
    GnomonEvent event = decode(STARTED.replace("\"17\"", "\"" + escaped + "\""));
    assertThat(event.data()).isEqualTo(new JobStarted(job, 60));
    assertThat(codec.decode(codec.encodeStructured(event).value())).isEqualTo(event);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "at":60                 | "at":-1                  | OUT_OF_RANGE        | /data/at
          "at":60                 | "at":1.5                 | WRONG_TYPE          | /data/at
          "at":60                 | "at":"60"                | WRONG_TYPE          | /data/at
          "at":60                 | "at":99999999999999999999| OUT_OF_RANGE        | /data/at
          "at":60                 | "at":060                 | MALFORMED_JSON      | /data/at
          "at":60                 | "at":60,"at":61          | DUPLICATE_FIELD     | /data/at
          "at":60                 | "at":60,"limitSeconds":0 | OUT_OF_RANGE        | /data/limitSeconds
          "at":60                 | "bt":60                  | MISSING_FIELD       | /data/at
          "at":60                 | "at":null                | MISSING_FIELD       | /data/at
          "at":60                 | "at":nul                 | MALFORMED_JSON      | /data/at
          "job":"17"              | "job":17                 | WRONG_TYPE          | /data/job
          "job":"17"              | "job":""                 | OUT_OF_RANGE        | /data/job
          "job":"17"              | "job":"\\ud83d"          | NOT_UTF8            | /data/job
          job.started             | job.begun                | UNKNOWN_TYPE        | /type
          "1.0"                   | "0.3"                    | UNSUPPORTED_VERSION | /specversion
          "specversion":"1.0",    | ``                       | MISSING_FIELD       | /specversion
          "id":"a",               | ``                       | MISSING_FIELD       | /id
          "source":"kth",         | ``                       | MISSING_FIELD       | /source
          "source":"kth"          | "source":"k t h"         | NOT_ALLOWED         | /source
          "source":"kth"          | "source":"."             | NOT_ALLOWED         | /source
          "source":"kth"          | "source":".."            | NOT_ALLOWED         | /source
          "id":"a"                | "id":"a","sequence":"x"  | NOT_ALLOWED         | /sequence
          "id":"a"                | "id":"a","sequence":-1   | OUT_OF_RANGE        | /sequence
          "id":"a"                | "id":"a","time":"now"    | NOT_ALLOWED         | /time
          "id":"a"                | "id":"a","id":"b"        | DUPLICATE_FIELD     | /id
          "data":                 | "date":                  | MISSING_FIELD       | /data
          "data":                 | "data_base64":"","date": | UNSUPPORTED_CONTENT | /data_base64
          "data":                 | "datacontenttype":"text/xml","data": | UNSUPPORTED_CONTENT | /datacontenttype
          {"job":"17","at":60}    | []                       | WRONG_TYPE          | /data
          }}                      | }                        | MALFORMED_JSON      | ``
          }}                      | }} {}                    | MALFORMED_JSON      | ``
          """)
  void refusesWithReasonAndPlace(String good, String bad, Reason reason, String place) {
    InvalidEventException refusal = refusal(STARTED.replace(good, bad));
    assertThat(refusal.reason()).isEqualTo(reason);
    assertThat(refusal.place()).isEqualTo(place == null ? "" : place);
  }

  /** A URL cannot contain a segment . or .., so the API could not reach such a cluster. */
  @ParameterizedTest
  @CsvSource({
    "., false",
    ".., false",
    "..., true",
    "a/.., true",
    ".a, true",
    "a, true",
    "a b, false"
  })
  void theIdsOfClustersAreThoseOfTheSchemaAndOfTheConfiguration(String id, boolean allowed) {
    String json = STARTED.replace("\"kth\"", "\"" + id + "\"");
    assertThat(id.matches(Envelope.CLUSTER_ID)).isEqualTo(allowed);
    assertThat(new Schemas().errors(EventType.JOB_STARTED, json).isEmpty()).isEqualTo(allowed);
    if (allowed) {
      assertThat(decode(json).envelope().cluster()).isEqualTo(id);
    } else {
      assertThat(refusal(json).allowed()).contains("other than . and ..");
    }
  }

  @Test
  void saysWhatStandsThereAndWhatIsAllowed() {
    assertThat(refusal(STARTED.replace("60", "-5")))
        .hasMessage(
            "OUT_OF_RANGE at /data/at: found -5; allowed: an integer from 0 to 253402300799");
  }

  @Test
  void cutsALongValueInItsMessage() {
    String word = "x".repeat(1 << 19);
    assertThat(refusal(STARTED.replace("job.started", word)).found()).hasSize(121);
    assertThat(refusal(STARTED.replace("\"kth\"", "\" " + word + "\"")).getMessage())
        .hasSizeLessThan(400);
    // the quote before them makes the cut fall within a pair
    String pairs = "😀".repeat(200);
    assertThat(refusal(STARTED.replace("\"1.0\"", "\"" + pairs + "\"")).found())
        .isEqualTo("'" + "😀".repeat(59) + "…");
  }

  @Test
  void refusesNoBytes() {
    assertThat(refusal("").reason()).isEqualTo(Reason.EMPTY);
    assertThat(catchThrowableOfType(InvalidEventException.class, () -> codec.decode(null)).reason())
        .isEqualTo(Reason.EMPTY);
  }

  @Test
  void refusesFiveMegabytesUnlessTheyAreAboutAWholeCluster() {
    String padding = " ".repeat(5 << 20);
    assertThat(refusal(STARTED + padding).reason()).isEqualTo(Reason.TOO_LARGE);
    assertThat(refusal("x" + padding).reason()).isEqualTo(Reason.TOO_LARGE);
    String snapshot =
        new String(
            codec.encodeStructured(Samples.event(EventType.CLUSTER_SNAPSHOT)).value(),
            StandardCharsets.UTF_8);
    assertThat(decode(snapshot + padding).data()).isInstanceOf(ClusterSnapshot.class);
    EncodedEvent binary = codec.encodeBinary(Samples.event(EventType.JOB_STARTED));
    byte[] padded =
        (new String(binary.value(), StandardCharsets.UTF_8) + padding)
            .getBytes(StandardCharsets.UTF_8);
    assertThat(
            catchThrowableOfType(
                    InvalidEventException.class,
                    () -> codec.decode(padded, headers(binary.headers())))
                .reason())
        .isEqualTo(Reason.TOO_LARGE);
  }

  @ParameterizedTest
  @EnumSource(names = {"CLUSTER_DECLARED", "CLUSTER_SNAPSHOT", "CAPACITY_CHANGED"})
  void anEventAboutAWholeClusterHasALimitOfItsOwn(EventType type) {
    byte[] value = codec.encodeStructured(Samples.event(type)).value();
    EventCodec wide = new EventCodec(new SizeLimits(10, value.length));
    EventCodec narrow = new EventCodec(new SizeLimits(10, value.length - 1));
    assertThat(wide.decode(value)).isEqualTo(Samples.event(type));
    assertThat(
            catchThrowableOfType(InvalidEventException.class, () -> narrow.decode(value)).reason())
        .isEqualTo(Reason.TOO_LARGE);
  }

  @Test
  void refusesARunningJobWithoutItsStart() {
    String snapshot =
        STARTED
            .replace("job.started", "cluster.snapshot")
            .replace(
                "\"job\":\"17\"",
                "\"processors\":8,\"jobs\":[{\"job\":\"1\",\"state\":\"running\","
                    + "\"submittedAt\":5,\"processors\":1,\"estimateSeconds\":9}]");
    assertThat(refusal(snapshot).place()).isEqualTo("/data/jobs/0/startedAt");
  }

  private GnomonEvent decode(String json) {
    return codec.decode(json.getBytes(StandardCharsets.UTF_8));
  }

  private InvalidEventException refusal(String json) {
    return catchThrowableOfType(InvalidEventException.class, () -> decode(json));
  }

  private static HeaderLookup headers(Map<String, String> headers) {
    return name -> {
      String value = headers.get(name);
      return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
    };
  }
}
