package io.gnomon.events.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.EventData;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.ResourceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class EventFitterTest {
  private final List<String> causes = new ArrayList<>();
  private final EventFitter fitter = new EventFitter(causes::add);

  private JobSubmitted fitted(String user, String name, int processors, ResourceRequest request) {
    return (JobSubmitted)
        Objects.requireNonNull(
            fitter.fit(
                new JobSubmitted(
                    "7",
                    100,
                    new JobDescription(
                        processors, 60, user, null, name, null, 1, -1, List.of(), request))));
  }

  @Test
  void namesThatAreCutStayDifferent() {
    String common = "\uD83D\uDE00".repeat(299);
    JobSubmitted one = fitted(common + "1", "short", 1, null);
    JobSubmitted other = fitted(common + "2", "short", 1, null);
    assertThat(one.user()).isNotEqualTo(other.user()).startsWith("\uD83D\uDE00".repeat(242) + "~");
    assertThat(one.user().codePointCount(0, one.user().length())).isEqualTo(255);
    assertThat(fitted(common + "1", "short", 1, null).user()).isEqualTo(one.user());
    assertThat(one.application()).isEqualTo("short");
    assertThat(causes).containsOnly("/user: cut to 255 characters");
  }

  @Test
  void anExpressionIsLeftOutAsAWholeAndTheRestOfTheJobStands() {
    ResourceRequest request =
        ResourceRequest.builder()
            .tasks(4)
            .dependency("afterok:1" + ":2".repeat(3000))
            .features("a b")
            .build();
    JobSubmitted job = fitted("ann", "", Integer.MAX_VALUE, request);
    assertThat(job.request()).isEqualTo(ResourceRequest.builder().tasks(4).build());
    assertThat(job.application()).isNull();
    assertThat(job.processors()).isEqualTo((1 << 30) - 1);
    assertThat(causes)
        .containsExactlyInAnyOrder(
            "/request/dependency: left out because it has too many characters",
            "/request/features: left out because it does not match \\S+",
            "/application: left out because it has no characters",
            "/processors: lowered to 1073741823");
  }

  @Test
  void anEventWithoutARequiredValueHasNoValidForm() {
    EventData nameless =
        new JobSubmitted(
            "", 100, new JobDescription(1, 60, null, null, null, null, 1, -1, List.of(), null));
    assertThat(fitter.fit(nameless)).isNull();
    assertThat(causes)
        .containsExactly(
            "/job: left out because it has no characters",
            "/job: required and without a valid value");
  }
}
