package io.gnomon.sim.report;

import io.gnomon.sim.chart.ChartAxis;
import io.gnomon.sim.chart.SvgChart;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.report.document.Json;
import io.gnomon.sim.report.document.Table;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.JobLog;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Mean bounded slowdown by week of submission, for several schedules of the same log. Weeks start
 * at the log's first submission. Not thread-safe.
 */
public final class WeeklySlowdowns {
  private final JobLog log;
  private final Map<String, double[]> series = new LinkedHashMap<>();
  private final Map<String, int[]> changes = new LinkedHashMap<>();
  private int[] jobs = new int[0];

  /** Creates an empty collection for a log. */
  public WeeklySlowdowns(JobLog log) {
    this.log = log;
  }

  /** Adds a schedule of the log under a name; O(n). */
  public void add(String name, Schedule schedule) {
    List<JobStatistics> weeks =
        JobGroup.byWeek(new Outcome(log, schedule)).stream().map(JobGroup::statistics).toList();
    jobs = weeks.stream().mapToInt(JobStatistics::jobs).toArray();
    series.put(
        name,
        weeks.stream()
            .mapToDouble(week -> week.jobs() == 0 ? Double.NaN : week.meanBoundedSlowdown())
            .toArray());
  }

  /** Adds a loop with the number of its changes in each week. */
  public void add(String name, TunedRun run) {
    add(name, run.schedule());
    int[] counts = new int[jobs.length];
    for (Decision decision : run.decisions()) {
      int week = (decision.time() - log.submit(0)) / TuneSettings.WEEK;
      if (decision.changes() && week < counts.length) {
        counts[week]++;
      }
    }
    changes.put(name, counts);
  }

  /** A chart of the named series. */
  public SvgChart chart(String title, List<String> names) {
    double[] weeks = IntStream.range(0, jobs.length).asDoubleStream().toArray();
    SvgChart chart =
        SvgChart.xy(
            title, ChartAxis.linear("week"), ChartAxis.log("mean bounded slowdown of the week"));
    names.forEach(name -> chart.line(name, weeks, of(name)));
    return chart;
  }

  /**
   * Formats all series as CSV, one row per week: {@code week,jobs}, the slowdowns, then the changes
   * of loops.
   */
  public String toCsv() {
    return columns(series.keySet()).csv(weeks());
  }

  /** A table of the named series, one row per week. */
  public Table table(List<String> names) {
    return columns(names).table(weeks());
  }

  private Columns<Integer> columns(Collection<String> names) {
    Columns<Integer> columns =
        new Columns<Integer>()
            .number("week", "week", week -> week, 0)
            .number("jobs", "jobs", week -> jobs[week], 0);
    names.forEach(name -> columns.number(name, name, week -> of(name)[week], 2));
    changes.forEach(
        (loop, counts) -> {
          String title = "changes, " + loop;
          columns.number(title, title, week -> counts[week], 0);
        });
    return columns;
  }

  private List<Integer> weeks() {
    return IntStream.range(0, jobs.length).boxed().toList();
  }

  /** Writes a JSON array with one object per week. */
  Json write(Json json) {
    json.array();
    for (int week = 0; week < jobs.length; week++) {
      json.object().put("week", week).put("jobs", jobs[week]);
      json.name("meanBoundedSlowdown").object();
      for (Map.Entry<String, double[]> one : series.entrySet()) {
        json.put(one.getKey(), one.getValue()[week]);
      }
      json.endObject().name("changes").object();
      for (Map.Entry<String, int[]> one : changes.entrySet()) {
        json.put(one.getKey(), one.getValue()[week]);
      }
      json.endObject().endObject();
    }
    return json.endArray();
  }

  /** Writes one series as a JSON array; null for a week without jobs. */
  Json write(Json json, String name) {
    json.array();
    for (double slowdown : of(name)) {
      json.value(slowdown);
    }
    return json.endArray();
  }

  private double[] of(String name) {
    double[] slowdowns = series.get(name);
    if (slowdowns == null) {
      throw new IllegalArgumentException(
          "unknown series '" + name + "'; allowed are " + series.keySet());
    }
    return Arrays.copyOf(slowdowns, slowdowns.length);
  }
}
