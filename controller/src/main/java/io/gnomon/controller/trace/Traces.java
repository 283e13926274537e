package io.gnomon.controller.trace;

import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.listener.StudyTrigger;
import io.gnomon.controller.notification.Notification;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.Clock;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A trace of each decision that a study was made for.
 *
 * <p>The span {@code decide} lasts from the event to the transaction in which the decision is
 * published, and within it {@code study} and {@code publish}. Where a command came of it, {@code
 * answer} follows: until the scheduler has answered or the command has expired. Where the event's
 * record names a trace, it goes on; what is published names it too. Spans go out on a thread of the
 * exporter's, at most 2,048 wait, and what a collector does not take is dropped. All methods on one
 * event loop context.
 */
public final class Traces implements OwnerListener, AutoCloseable {
  private static final long NOT_YET = -1;
  private static final Set<Notification.Kind> ANSWERS =
      EnumSet.of(
          Notification.Kind.CHANGED,
          Notification.Kind.REVERTED,
          Notification.Kind.REJECTED,
          Notification.Kind.UNANSWERED);
  private static final TextMapGetter<StudyTrigger> HEADERS =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(StudyTrigger trigger) {
          return Set.of(StudyTrigger.TRACEPARENT);
        }

        @Override
        public @Nullable String get(@Nullable StudyTrigger trigger, String key) {
          return trigger != null && StudyTrigger.TRACEPARENT.equals(key)
              ? trigger.traceparent()
              : null;
        }
      };

  private final Clock clock;
  private final SdkTracerProvider provider;
  private final Tracer tracer;
  private final Map<String, Course> courses = new HashMap<>();

  /** A decision on its way. */
  private static final class Course {
    private final Span whole;
    private Span step;
    private long published = NOT_YET; // nanoseconds of the epoch

    Course(Span whole, Span step) {
      this.whole = whole;
      this.step = step;
    }
  }

  /** Traces that go to {@code processor}, their times by {@code clock}. */
  public Traces(SpanProcessor processor, Clock clock) {
    this.clock = clock;
    provider =
        SdkTracerProvider.builder()
            .setClock(clock)
            .addSpanProcessor(processor)
            .setResource(
                Resource.create(Attributes.builder().put("service.name", "gnomon").build()))
            .build();
    tracer = provider.get("io.gnomon.controller");
  }

  /** Traces that go to a collector's OTLP over HTTP; its path is {@code /v1/traces} as a rule. */
  public static Traces to(URI collector) {
    return new Traces(
        BatchSpanProcessor.builder(
                OtlpHttpSpanExporter.builder()
                    .setEndpoint(collector.toString())
                    .setTimeout(Duration.ofSeconds(5))
                    .build())
            .setScheduleDelay(Duration.ofSeconds(1))
            .build(),
        Clock.getDefault());
  }

  @Override
  public void studying(String cluster, StudyTrigger trigger) {
    Course course = courses.get(cluster);
    if (course == null || course.published != NOT_YET) {
      Context parent =
          W3CTraceContextPropagator.getInstance().extract(Context.root(), trigger, HEADERS);
      Span whole =
          tracer
              .spanBuilder("decide")
              .setParent(parent)
              .setSpanKind(SpanKind.CONSUMER)
              .setAttribute("gnomon.cluster", cluster)
              .setAttribute("gnomon.partition", trigger.partition())
              .setAttribute("gnomon.offset", trigger.offset())
              .startSpan();
      courses.put(cluster, new Course(whole, step(whole, "study")));
    } else {
      course.step.end();
      course.step = step(course.whole, "study");
    }
  }

  @Override
  public void studied(String cluster, StudyEnd end, Duration took) {
    Course course = courses.get(cluster);
    if (course == null || course.published != NOT_YET) {
      return;
    }
    course.step.setAttribute("gnomon.study.end", end.name());
    if (end != StudyEnd.COMPLETED) {
      course.step.setStatus(StatusCode.ERROR, end.name());
    }
    course.step.end();
    course.step = step(course.whole, "publish");
  }

  @Override
  public void published(String cluster) {
    Course course = courses.get(cluster);
    if (course != null && course.published == NOT_YET) {
      course.step.end();
      course.whole.end();
      course.published = clock.now();
    }
  }

  @Override
  public void told(Notification notice) {
    Course course = courses.get(notice.cluster());
    if (course == null || course.published == NOT_YET || !ANSWERS.contains(notice.kind())) {
      return;
    }
    courses.remove(notice.cluster());
    tracer
        .spanBuilder("answer")
        .setParent(Context.root().with(course.whole))
        .setStartTimestamp(course.published, TimeUnit.NANOSECONDS)
        .setAttribute("gnomon.cluster", notice.cluster())
        .setAttribute("gnomon.answer", notice.kind().wireName())
        .setAttribute("gnomon.policy", notice.policy())
        .startSpan()
        .end();
  }

  @Override
  public @Nullable String traceparent(String cluster) {
    Course course = courses.get(cluster);
    if (course == null || course.published != NOT_YET) {
      return null;
    }
    SpanContext context = course.whole.getSpanContext();
    return "00-" + context.getTraceId() + "-" + context.getSpanId() + "-01";
  }

  private Span step(Span whole, String name) {
    return tracer.spanBuilder(name).setParent(Context.root().with(whole)).startSpan();
  }

  /** Sends what waits, for two seconds at most. */
  @Override
  public void close() {
    provider.shutdown().join(2, TimeUnit.SECONDS);
  }
}
