package io.gnomon.controller.http;

import io.gnomon.controller.Controller;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.Followed;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Locale;

/** The figures of a controller in Prometheus's text format, as they are when asked for. */
final class Metrics {
  private Metrics() {}

  static String of(Controller controller) {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Gauge.builder("gnomon.ready", controller, one -> one.ready() ? 1 : 0)
        .description("1 when every assigned partition is restored and can publish")
        .register(registry);
    controller.clusters().forEach(cluster -> add(cluster, registry));
    String text = registry.scrape();
    registry.close();
    return text;
  }

  private static void add(ClusterController cluster, PrometheusMeterRegistry registry) {
    Tags tags = Tags.of("cluster", cluster.cluster());
    cluster
        .tally()
        .events()
        .forEach(
            (type, count) ->
                Counter.builder("gnomon.events")
                    .tags(tags.and("type", type.shortName()))
                    .description("Events taken, by type")
                    .register(registry)
                    .increment(count));
    cluster
        .tally()
        .refusals()
        .forEach(
            (refusal, count) ->
                Counter.builder("gnomon.events.refused")
                    .tags(tags.and("reason", refusal.name().toLowerCase(Locale.ROOT)))
                    .description("Events that could not be used, by reason")
                    .register(registry)
                    .increment(count));
    cluster
        .tally()
        .decisions()
        .forEach(
            (what, count) ->
                Counter.builder("gnomon.decisions")
                    .tags(
                        tags.and(
                            "outcome",
                            what.substring(0, what.indexOf('/')),
                            "reason",
                            what.substring(what.indexOf('/') + 1).toLowerCase(Locale.ROOT)))
                    .description("Decisions, by outcome and reason")
                    .register(registry)
                    .increment(count));
    counter(registry, tags, "gnomon.studies", "Studies concluded", cluster.tally().studies());
    counter(registry, tags, "gnomon.commands", "Commands published", cluster.tally().commands());
    counter(
        registry,
        tags,
        "gnomon.commands.acknowledged",
        "Commands that the scheduler applied",
        cluster.tally().acknowledgements());
    counter(
        registry,
        tags,
        "gnomon.commands.rejected",
        "Commands that the scheduler refused",
        cluster.tally().rejections());
    counter(
        registry,
        tags,
        "gnomon.commands.expired",
        "Commands that were never answered",
        cluster.tally().expiries());
    counter(
        registry,
        tags,
        "gnomon.mirror.divergence",
        "Jobs in which snapshots differed from the mirror",
        cluster.tally().divergence());
    gauge(
        registry,
        tags,
        "gnomon.commands.pending",
        "Commands that wait for the scheduler",
        cluster.pending() == null ? 0 : 1);
    gauge(
        registry,
        tags,
        "gnomon.slowdown.threshold",
        "Aggregate bounded slowdown above which a study is made",
        cluster.settings().tuning().threshold());
    Followed followed = cluster.followed();
    if (followed != null) {
      gauge(
          registry,
          tags,
          "gnomon.slowdown",
          "Aggregate bounded slowdown of the past period and of those that wait",
          followed.tuner().observe(followed.mirror().state()));
      gauge(
          registry,
          tags,
          "gnomon.jobs.waiting",
          "Jobs that wait",
          followed.mirror().state().waiting().size());
      gauge(
          registry,
          tags,
          "gnomon.jobs.running",
          "Jobs that run",
          followed.mirror().state().running().size());
    }
  }

  private static void counter(
      PrometheusMeterRegistry registry, Tags tags, String name, String help, long value) {
    Counter.builder(name).tags(tags).description(help).register(registry).increment((double) value);
  }

  private static void gauge(
      PrometheusMeterRegistry registry, Tags tags, String name, String help, double value) {
    Double held = value;
    Gauge.builder(name, held, Double::doubleValue)
        .strongReference(true)
        .tags(tags)
        .description(help)
        .register(registry);
  }
}
