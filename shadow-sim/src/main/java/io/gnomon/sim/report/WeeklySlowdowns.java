package io.gnomon.sim.report;

import io.gnomon.sim.chart.ChartAxis;
import io.gnomon.sim.chart.Numbers;
import io.gnomon.sim.chart.SvgChart;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.JobLog;
import java.util.Arrays;
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
    Csv csv = new Csv().cell("week").cell("jobs");
    series.keySet().forEach(csv::cell);
    changes.keySet().forEach(name -> csv.cell("changes, " + name));
    csv.line();
    for (int week = 0; week < jobs.length; week++) {
      csv.cell(week).cell(jobs[week]);
      for (double[] slowdowns : series.values()) {
        csv.cell(slowdowns[week]);
      }
      for (int[] counts : changes.values()) {
        csv.cell(counts[week]);
      }
      csv.line();
    }
    return csv.toString();
  }

  /** A table of the named series, one row per week. */
  public TextTable table(List<String> names) {
    String[] heads = new String[2 + names.size() + changes.size()];
    heads[0] = "week";
    heads[1] = "jobs";
    int column = 2;
    for (String name : names) {
      heads[column++] = name;
    }
    for (String name : changes.keySet()) {
      heads[column++] = "changes, " + name;
    }
    TextTable table = new TextTable(heads);
    for (int week = 0; week < jobs.length; week++) {
      String[] cells = new String[heads.length];
      cells[0] = String.valueOf(week);
      cells[1] = String.valueOf(jobs[week]);
      column = 2;
      for (String name : names) {
        cells[column++] = Numbers.fixed(of(name)[week], 2);
      }
      for (int[] counts : changes.values()) {
        cells[column++] = String.valueOf(counts[week]);
      }
      table.row(cells);
    }
    return table;
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
