package io.gnomon.controller.trace;

import io.gnomon.controller.cluster.ClusterController;
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
 * OpenTelemetry traces of the decisions that follow a study.
 *
 * <p>The span {@code decide} lasts from the event to the transaction that publishes the decision.
 * It contains {@code study} and {@code publish}. After a command, {@code answer} lasts until the
 * scheduler answers or the command expires. A trace continues the trace of the event's record, and
 * published records carry it. The exporter sends spans on its own thread; at most 2,048 wait, and
 * spans that the collector does not accept are dropped. All methods run on one event loop context.
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
  private final Map<String, DecisionTrace> traces = new HashMap<>();

  /** The spans of an open decision. */
  private static final class DecisionTrace {
    private final Span whole;
    private Span step;
    private long published = NOT_YET; // nanoseconds of the epoch

    DecisionTrace(Span whole, Span step) {
      this.whole = whole;
      this.step = step;
    }
  }

  /** Traces for {@code processor} with the times of {@code clock}. */
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
  public void studyStarted(String cluster, StudyTrigger trigger) {
    DecisionTrace trace = traces.get(cluster);
    if (trace == null || trace.published != NOT_YET) {
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
      traces.put(cluster, new DecisionTrace(whole, step(whole, "study")));
    } else {
      trace.step.end();
      trace.step = step(trace.whole, "study");
    }
  }

  @Override
  public void studyEnded(String cluster, StudyEnd end, Duration took) {
    DecisionTrace trace = traces.get(cluster);
    if (trace == null || trace.published != NOT_YET) {
      return;
    }
    trace.step.setAttribute("gnomon.study.result", end.name());
    if (end != StudyEnd.COMPLETED) {
      trace.step.setStatus(StatusCode.ERROR, end.name());
    }
    trace.step.end();
    trace.step = step(trace.whole, "publish");
  }

  @Override
  public void clusterLeft(ClusterController controller) {
    DecisionTrace trace = traces.remove(controller.cluster());
    if (trace != null && trace.published == NOT_YET) {
      trace.step.end();
      trace.whole.end();
    }
  }

  @Override
  public void published(String cluster) {
    DecisionTrace trace = traces.get(cluster);
    if (trace != null && trace.published == NOT_YET) {
      trace.step.end();
      trace.whole.end();
      trace.published = clock.now();
    }
  }

  @Override
  public void notificationPublished(Notification notification) {
    DecisionTrace trace = traces.get(notification.cluster());
    if (trace == null || trace.published == NOT_YET || !ANSWERS.contains(notification.kind())) {
      return;
    }
    traces.remove(notification.cluster());
    tracer
        .spanBuilder("answer")
        .setParent(Context.root().with(trace.whole))
        .setStartTimestamp(trace.published, TimeUnit.NANOSECONDS)
        .setAttribute("gnomon.cluster", notification.cluster())
        .setAttribute("gnomon.answer", notification.kind().wireName())
        .setAttribute("gnomon.policy", notification.policy())
        .startSpan()
        .end();
  }

  @Override
  public @Nullable String traceparent(String cluster) {
    DecisionTrace trace = traces.get(cluster);
    if (trace == null || trace.published != NOT_YET) {
      return null;
    }
    SpanContext context = trace.whole.getSpanContext();
    return "00-" + context.getTraceId() + "-" + context.getSpanId() + "-01";
  }

  private Span step(Span whole, String name) {
    return tracer.spanBuilder(name).setParent(Context.root().with(whole)).startSpan();
  }

  /** Sends waiting spans for up to two seconds. */
  @Override
  public void close() {
    provider.shutdown().join(2, TimeUnit.SECONDS);
  }
}
