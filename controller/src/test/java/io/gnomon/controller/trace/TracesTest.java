package io.gnomon.controller.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.listener.OwnerListener.StudyEnd;
import io.gnomon.controller.listener.StudyTrigger;
import io.gnomon.controller.notification.Notification;
import io.gnomon.events.EventData;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.common.Clock;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TracesTest {
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final AtomicLong nanoseconds = new AtomicLong();
  private final Clock clock =
      new Clock() {
        @Override
        public long now() {
          return nanoseconds.get();
        }

        @Override
        public long nanoTime() {
          return nanoseconds.get();
        }
      };
  @AutoClose private final Traces traces = new Traces(SimpleSpanProcessor.create(spans), clock);

  private SpanData span(String name) {
    return spans.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .reduce((one, other) -> other)
        .orElseThrow();
  }

  private static Notification notification(Notification.Kind kind) {
    return new Notification("n", "c", kind, 5, "easy", null, "so", null, null, EventData.NONE);
  }

  @Test
  void aDecisionIsATraceFromTheEventToTheSchedulersAnswer() {
    traces.studyStarted("c", new StudyTrigger(3, 4711, PARENT));
    traces.studyEnded("c", StudyEnd.COMPLETED, Duration.ofSeconds(1));
    String told = traces.traceparent("c");
    nanoseconds.set(7);
    traces.published("c");
    nanoseconds.set(9);
    traces.notificationPublished(notification(Notification.Kind.CHANGED));

    assertThat(spans.getFinishedSpanItems())
        .extracting(SpanData::getName)
        .containsExactly("study", "publish", "decide", "answer");
    assertThat(spans.getFinishedSpanItems())
        .extracting(SpanData::getTraceId)
        .containsOnly("0af7651916cd43dd8448eb211c80319c");
    SpanData whole = span("decide");
    assertThat(whole.getEndEpochNanos()).isEqualTo(7);
    assertThat(span("answer").getStartEpochNanos()).isEqualTo(7);
    assertThat(span("answer").getEndEpochNanos()).isEqualTo(9);
    assertThat(whole.getParentSpanId()).isEqualTo("b7ad6b7169203331");
    assertThat(whole.getAttributes().get(AttributeKey.longKey("gnomon.offset"))).isEqualTo(4711);
    assertThat(told).isEqualTo("00-0af7651916cd43dd8448eb211c80319c-" + whole.getSpanId() + "-01");
    for (String part : new String[] {"study", "publish", "answer"}) {
      assertThat(span(part).getParentSpanId()).isEqualTo(whole.getSpanId());
    }
    assertThat(span("answer").getStartEpochNanos())
        .isGreaterThanOrEqualTo(span("publish").getStartEpochNanos());
    assertThat(traces.traceparent("c")).isNull();
  }

  @Test
  void aDecisionWithoutACommandEndsWithItsPublication() {
    traces.studyStarted("c", new StudyTrigger(0, 1, null));
    traces.studyEnded("c", StudyEnd.TIMED_OUT, Duration.ofSeconds(30));
    traces.published("c");
    traces.notificationPublished(notification(Notification.Kind.RECOMMENDED));

    assertThat(spans.getFinishedSpanItems()).hasSize(3);
    assertThat(span("study").getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(span("decide").getParentSpanContext().isValid()).isFalse();

    traces.studyStarted("c", new StudyTrigger(0, 2, "nonsense"));
    traces.studyEnded("c", StudyEnd.COMPLETED, Duration.ofSeconds(1));
    traces.published("c");
    assertThat(span("decide").getAttributes().get(AttributeKey.longKey("gnomon.offset")))
        .isEqualTo(2);
  }

  @Test
  void whatNoStudyLedToIsNoTrace() {
    traces.published("c");
    traces.notificationPublished(notification(Notification.Kind.CHANGED_ELSEWHERE));
    traces.notificationPublished(notification(Notification.Kind.CHANGED));
    assertThat(traces.traceparent("c")).isNull();
    assertThat(spans.getFinishedSpanItems()).isEmpty();
  }
}
