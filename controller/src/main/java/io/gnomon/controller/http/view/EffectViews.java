package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.operation.Mode;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.effect.EffectSummary;
import io.gnomon.sim.effect.HistoryPoint;
import io.gnomon.sim.effect.IdleTracker;
import io.gnomon.sim.effect.MadeChange;
import io.gnomon.sim.effect.Totals;
import io.gnomon.sim.effect.Variant;
import io.gnomon.sim.metric.IdleResources;
import io.gnomon.sim.metric.IdleResources.Resource;
import io.gnomon.sim.policy.Policies;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The effect of Gnomon's changes on a cluster as JSON for the API. */
public final class EffectViews {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final long WEEK = 7 * 86_400;
  private static final long MONDAY = 4 * 86_400; // the epoch began on a Thursday

  // of four past weeks and this one, buckets of the effect are at most 16 h wide
  private static final int PRECISE_WEEKS = IdleTracker.WEEKS;

  /**
   * A span of time.
   *
   * @param from first epoch second
   * @param to first epoch second after it
   */
  public record Span(long from, long to) {
    private int first(long origin) {
      return clamp(from - origin);
    }

    private int end(long origin) {
      return clamp(to - origin);
    }

    private static int clamp(long second) {
      return (int) Math.max(0, Math.min(ClusterState.LAST, second));
    }
  }

  /** The effect on the jobs that completed in a span of time. */
  public JsonObject effect(ClusterController cluster, Span span) {
    TrackedCluster tracked = cluster.tracked();
    Mode mode = cluster.controls().mode();
    if (tracked == null) {
      return effect(null, 0, mode).put("waitHoursSaved", null);
    }
    long origin = tracked.mirror().origin();
    EffectSummary summary = tracked.effect().summary(span.first(origin), span.end(origin));
    return effect(summary, origin, mode).put("waitHoursSaved", hoursSaved(summary.all(), mode));
  }

  private static JsonObject effect(@Nullable EffectSummary summary, long origin, Mode mode) {
    boolean advises = mode != Mode.APPLY;
    Totals all = summary == null ? new Totals() : summary.all();
    long since = summary == null ? 0 : summary.since();
    long until = summary == null ? 0 : summary.until();
    boolean empty = since == until;
    return new JsonObject()
        .put("since", empty ? null : (Long) (origin + since))
        .put("until", empty ? null : (Long) (origin + until))
        .put("jobs", all.jobs())
        .put("changes", summary == null ? 0 : Math.max(0, summary.changes() - summary.rollbacks()))
        .put("rollbacks", summary == null ? 0 : summary.rollbacks())
        .put("recommendations", summary == null ? 0 : summary.recommendations())
        .put("slowdown", compared(all::meanSlowdown, advises))
        .put("meanWait", compared(all::meanWait, advises))
        .put("longestWait", compared(all::longestWait, advises))
        .put("byCategory", groups(summary == null ? Map.of() : summary.byCategory(), mode))
        .put("byPartition", groups(summary == null ? Map.of() : summary.byPartition(), mode))
        .put("byAccount", groups(summary == null ? Map.of() : summary.byAccount(), mode));
  }

  /**
   * The waiting that was saved, by week and partition, of the jobs that completed in each week, and
   * what was idle while jobs waited; the latest week first, weeks without either left out. A job
   * that completed within 16 h after a week began may count in the week before. Of weeks before the
   * latest five that error would be larger, so they are left out.
   */
  public JsonObject weeks(ClusterController cluster) {
    JsonArray weeks = new JsonArray();
    TrackedCluster tracked = cluster.tracked();
    if (tracked != null) {
      Mode mode = cluster.controls().mode();
      long origin = tracked.mirror().origin();
      long now = tracked.mirror().now();
      long monday = now - Math.floorMod(now - MONDAY, WEEK);
      for (int i = 0; i < PRECISE_WEEKS && monday + WEEK > origin; i++, monday -= WEEK) {
        Span span = new Span(monday, monday + WEEK);
        EffectSummary summary = tracked.effect().summary(span.first(origin), span.end(origin));
        JsonArray idle = idle(tracked.effects().idle(), monday);
        if (summary.all().jobs() > 0 || !idle.isEmpty()) {
          weeks.add(
              new JsonObject()
                  .put("from", monday)
                  .put("until", monday + WEEK)
                  .put("jobs", summary.all().jobs())
                  .put("waitHoursSaved", hoursSaved(summary.all(), mode))
                  .put("byPartition", groups(summary.byPartition(), mode))
                  .put("idleWhileJobsWaited", idle));
        }
      }
    }
    return new JsonObject().put("weeks", weeks);
  }

  /** What was idle in a week. If jobs waited for GPUs, they waited for processors too. */
  private static JsonArray idle(IdleTracker idle, long week) {
    Map<String, JsonObject> rows = new LinkedHashMap<>();
    for (IdleResources.Row row : idle.rows(Resource.PROCESSORS)) {
      if (row.week() == week) {
        rows.put(
            row.partitions(),
            new JsonObject()
                .put("partition", row.partitions())
                .put("processorHours", row.hours())
                .put("ofProcessorHours", row.all())
                .put("gpuHours", 0)
                .put("ofGpuHours", 0));
      }
    }
    for (IdleResources.Row row : idle.rows(Resource.GPUS)) {
      JsonObject same = row.week() == week ? rows.get(row.partitions()) : null;
      if (same != null) {
        same.put("gpuHours", row.hours()).put("ofGpuHours", row.all());
      }
    }
    return new JsonArray(List.copyOf(rows.values()));
  }

  private static boolean advises(ClusterController cluster) {
    return cluster.controls().mode() != Mode.APPLY;
  }

  private static @Nullable Double hoursSaved(Totals totals, Mode mode) {
    boolean changes = mode == Mode.APPLY || mode == Mode.APPROVE;
    double seconds =
        changes
            ? totals.waitSeconds(Variant.UNTUNED) - totals.waitSeconds(Variant.ACTUAL)
            : totals.waitSeconds(Variant.ACTUAL) - totals.waitSeconds(Variant.ADVISED);
    return totals.jobs() == 0 ? null : (Double) (seconds / SECONDS_PER_HOUR);
  }

  private static JsonArray groups(Map<String, Totals> groups, Mode mode) {
    JsonArray array = new JsonArray();
    groups.forEach(
        (name, totals) ->
            array.add(
                new JsonObject()
                    .put("name", name)
                    .put("jobs", totals.jobs())
                    .put("waitHoursSaved", hoursSaved(totals, mode))
                    .put("meanWait", compared(totals::meanWait, mode != Mode.APPLY))));
    return array;
  }

  private static JsonObject compared(ToDoubleFunction<Variant> figure, boolean advises) {
    return new JsonObject()
        .put("actual", number(figure.applyAsDouble(Variant.ACTUAL)))
        .put("untuned", number(figure.applyAsDouble(Variant.UNTUNED)))
        .put("advised", advises ? number(figure.applyAsDouble(Variant.ADVISED)) : null);
  }

  /** The series and the changes in a span of time. */
  public JsonObject history(ClusterController cluster, Span span, int most) {
    JsonArray points = new JsonArray();
    JsonArray changes = new JsonArray();
    TrackedCluster tracked = cluster.tracked();
    if (tracked != null) {
      boolean advises = advises(cluster);
      long origin = tracked.mirror().origin();
      int first = span.first(origin);
      int end = span.end(origin);
      for (HistoryPoint point : tracked.effect().points(first, end, most)) {
        points.add(
            new JsonObject()
                .put("at", origin + point.second())
                .put("actual", figures(point.actual()))
                .put("untuned", figures(point.untuned()))
                .put("advised", advises ? figures(point.advised()) : null));
      }
      for (MadeChange change : tracked.effect().changes()) {
        if (change.second() >= first && change.second() < end) {
          changes.add(change(change, origin, tracked));
        }
      }
    }
    return new JsonObject().put("points", points).put("changes", changes);
  }

  private static @Nullable JsonObject figures(HistoryPoint.@Nullable Figures figures) {
    return figures == null
        ? null
        : new JsonObject()
            .put("slowdown", number(figures.slowdown()))
            .put("meanWait", number(figures.meanWait()))
            .put("queueLength", number(figures.queueLength()))
            .put("utilization", number(figures.utilization()));
  }

  private static JsonObject change(MadeChange change, long origin, TrackedCluster tracked) {
    MadeChange.Facts facts = change.facts();
    return new JsonObject()
        .put("number", change.number())
        .put("at", origin + change.second())
        .put("decision", facts.decision())
        .put("command", facts.command())
        .put("from", inWords(facts.from()))
        .put("to", inWords(facts.to()))
        .put("difference", DifferenceView.of(facts.from(), facts.to(), tracked))
        .put("predictedGain", number(facts.predictedGain()))
        .put("realisedGain", number(change.realisedGain()))
        .put("by", facts.by().name().toLowerCase(Locale.ROOT))
        .put("rollsBack", facts.rollsBack());
  }

  private static JsonObject inWords(String policy) {
    return new JsonObject().put("spec", policy).put("words", Policies.describe(policy));
  }

  /** The value, or null if it is not finite. */
  static @Nullable Double number(double value) {
    return Double.isFinite(value) ? (Double) value : null;
  }
}
