package io.gnomon.events.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.InvalidJob;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobByJobCodecTest {
  private static final String GOOD =
      "{\"job\":\"%s\",\"state\":\"waiting\",\"submittedAt\":5,\"processors\":1,\"estimateSeconds\":9}";

  private final EventCodec codec = EventCodec.jobByJob();

  private GnomonEvent decode(String jobs) {
    String record =
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"c\",\"data\":{\"jobs\":["
            + jobs
            + "],\"at\":9,\"processors\":8},\"type\":\"io.gnomon.cluster.snapshot.v1\"}";
    return codec.decode(record.getBytes(StandardCharsets.UTF_8));
  }

  private InvalidEventException refusal(String jobs) {
    return catchThrowableOfType(InvalidEventException.class, () -> decode(jobs));
  }

  private static List<String> names(EventData data) {
    return ((ClusterSnapshot) data).jobs().stream().map(JobSnapshot::job).toList();
  }

  private static String named(String job) {
    return GOOD.formatted(job);
  }

  @Test
  void setsAsideTheJobsThatAreNotValidAndKeepsTheOthers() {
    String wide =
        named("4").replace("\"processors\":1", "\"user\":{\"deep\":[[]]},\"processors\":1");
    GnomonEvent event =
        decode(
            String.join(
                ",", named("1"), named("x".repeat(300)), named("2"), "7", wide, "{}", named("3")));

    assertThat(names(event.data())).containsExactly("1", "2", "3");
    assertThat(event.setAside()).extracting(InvalidJob::job).containsExactly(null, null, "4", null);
    assertThat(event.setAside().get(2).problem()).contains("/4/user", "found {\"deep\"");
  }

  @Test
  void setsNothingAsideOfTheNextEvent() {
    assertThat(decode("7").setAside()).hasSize(1);
    assertThat(refusal("7,{")).isNotNull();
    assertThat(decode(named("1")).setAside()).isEmpty();
  }

  @Test
  void refusesWhatIsNotJson() {
    assertThat(refusal(named("1") + ",{\"job\":}").reason()).isEqualTo(Reason.MALFORMED_JSON);
    assertThat(refusal(named("1") + ",{\"job\":\"\\ud800\"}").reason()).isEqualTo(Reason.NOT_UTF8);
  }

  @Test
  void refusesASnapshotOfTooManyJobsThatAreNotValid() {
    int most = Ranges.MAX_INVALID_JOBS;
    assertThat(decode(String.join(",", Collections.nCopies(most, "0"))).setAside()).hasSize(most);
    assertThat(refusal(String.join(",", Collections.nCopies(most + 1, "0"))).reason())
        .isEqualTo(Reason.OUT_OF_RANGE);
  }
}
