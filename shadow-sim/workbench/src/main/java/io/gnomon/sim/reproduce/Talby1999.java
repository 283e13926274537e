package io.gnomon.sim.reproduce;

import io.gnomon.sim.engine.Arrival;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.reproduce.ReproducedStudy.Chart;
import io.gnomon.sim.reproduce.ReproducedStudy.Figure;
import io.gnomon.sim.reproduce.ReproducedStudy.Table;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;

/**
 * The study of Talby and Feitelson 1999 on KTH by month, with 128 processors and jobs killed at
 * their estimates: slack-based and conservative backfilling (Table 1), by slack factor (Table 2),
 * with priorities (Tables 3 and 4) and by heuristic (Table 5). Figures are mean waits in seconds.
 * Each month starts with an empty machine; the mean of the year is over its jobs.
 */
public final class Talby1999 implements PublishedStudy {
  private static final int PROCESSORS = 128;
  private static final ZoneId ZONE = ZoneId.of("Europe/Stockholm");
  private static final int FIFTH = 5;
  private static final double PERCENT = 100;
  private static final String YEAR = "year";
  private static final List<String> MONTHS =
      List.of(
          "Sept", "Oct", "Nov", "Dec", "Jan 97", "Feb", "March", "April", "May", "June", "July",
          "August");
  private static final double[] CONSERVATIVE = {
    440.6, 3062.7, 4887.0, 2157.2, 3302.3, 2624.3, 2644.8, 2220.3, 2093.6, 1443.2, 399.9, 1941.5,
    2401.44
  };
  private static final double[] PRIORITY = {
    440.6, 2504.3, 3774.6, 1904.2, 2531.9, 2373.9, 2196.9, 1905.2, 1779.2, 1282.0, 354.1, 1670.8,
    2004.46
  };
  private static final double[] UNEQUAL = {
    440.6, 2783.7, 4797.7, 2026.0, 2777.4, 2728.7, 2220.9, 2056.2, 1889.3, 1374.7, 372.6, 1847.1,
    2226.17
  };
  private static final double[] FACTORS = {1, 3, 5, 7, 9, 11};
  private static final double[] BY_FACTOR = {2156, 2004, 2027, 1986, 1939, 1956};
  private static final double[] GAPS = {0, 0.5, 1, 1.5, 2};
  private static final double[] BY_GAP = {2004.46, 2020.40, 2044.39, 2017.82, 2226.17};
  private static final List<String> HEURISTICS = List.of("ast", "aat", "dc", "du", "dp");
  private static final double[] EQUAL_BY_HEURISTIC = {2004.5, 2088.5, 2179.9, 2206.0, 2120.0};
  private static final double[] UNEQUAL_BY_HEURISTIC = {2226.2, 2223.3, 2250.1, 2279.8, 2228.5};
  private static final double[] HIGH_BY_HEURISTIC = {1955.3, 1952.6, 1988.1, 2048.9, 1962.3};
  private static final double[] LOW_BY_HEURISTIC = {2294.0, 2291.1, 2315.7, 2337.6, 2295.1};

  /** Simulated years: three of all priorities, then those of tables 2, 4 and 5. */
  private static final int YEARS = 3 + FACTORS.length + GAPS.length + 2 * HEURISTICS.size();

  private List<JobLog> months = List.of();
  private ProgressCounter years = new ProgressCounter(YEARS, done -> {});

  @Override
  public String study() {
    return "talby1999";
  }

  @Override
  public String title() {
    return "Supporting priorities and improving utilization of the IBM SP2 using slack-based"
        + " backfilling";
  }

  @Override
  public ReproducedStudy run(Path traces, DoubleConsumer progress) throws IOException {
    months = months(ArchiveTrace.KTH.read(traces, PROCESSORS, OverrunRule.KILL).log());
    years = new ProgressCounter(YEARS, progress);
    Waits conservative = waits("conservative", 0);
    Waits equal = waits(slack(3, "ast"), 0);
    Waits unequal = waits(slack(3, "ast"), 2);
    List<Table> tables =
        List.of(
            table1(conservative, equal),
            table2(conservative),
            table3(unequal),
            table4(),
            table5(conservative, equal));
    Chart chart =
        TableCharts.bars(
            "talby1999-table-1",
            tables.get(0),
            "month",
            "mean wait, s",
            List.of("conservative", "priority"));
    return new ReproducedStudy(study(), title(), tables, List.of(chart));
  }

  /** The twelve months from September 1996, by local time of submission. */
  private static List<JobLog> months(JobLog log) {
    List<JobLog> months = new ArrayList<>();
    YearMonth month = YearMonth.of(1996, 9);
    for (int i = 0; i < MONTHS.size(); i++, month = month.plusMonths(1)) {
      months.add(log.slice(firstOf(log, month), firstOf(log, month.plusMonths(1))));
    }
    return months;
  }

  private static int firstOf(JobLog log, YearMonth month) {
    Instant begin = month.atDay(1).atStartOfDay(ZONE).toInstant();
    long second = begin.getEpochSecond() - log.originEpochSecond();
    return log.firstSubmittedAtOrAfter((int) Math.max(0, second));
  }

  private static String slack(double factor, String heuristic) {
    return "slack(average-wait=2401s, factor=" + factor + ", heuristic=" + heuristic + ")";
  }

  /**
   * Mean waits in seconds.
   *
   * @param byMonth of all jobs, by month
   * @param year of all jobs, of every fifth job and of the others
   */
  private record Waits(double[] byMonth, double[] year) {}

  private Waits waits(String policy, double gap) {
    double[] byMonth = new double[months.size()];
    double[] sums = new double[3];
    int[] jobs = new int[3];
    for (int month = 0; month < months.size(); month++) {
      JobLog log = months.get(month);
      Outcome outcome = StudyRuns.outcome(log, PROCESSORS, policy, new EveryFifth(log, gap));
      for (int job = 0; job < log.size(); job++) {
        int wait = outcome.schedule().start(job) - log.submit(job);
        byMonth[month] += (double) wait / log.size();
        int group = job % FIFTH == FIFTH - 1 ? 1 : 2;
        sums[0] += wait;
        sums[group] += wait;
        jobs[0]++;
        jobs[group]++;
      }
    }
    years.completed();
    double[] year = new double[3];
    Arrays.setAll(year, group -> sums[group] / jobs[group]);
    return new Waits(byMonth, year);
  }

  private Table table1(Waits conservative, Waits equal) {
    List<Figure> figures = new ArrayList<>();
    for (int month = 0; month <= months.size(); month++) {
      boolean whole = month == months.size();
      String name = whole ? YEAR : MONTHS.get(month);
      double base = whole ? conservative.year[0] : conservative.byMonth[month];
      double ours = whole ? equal.year[0] : equal.byMonth[month];
      figures.add(new Figure(name, "conservative", CONSERVATIVE[month], base));
      figures.add(new Figure(name, "priority", PRIORITY[month], ours));
      figures.add(
          new Figure(
              name,
              "reduction, %",
              PERCENT * (1 - PRIORITY[month] / CONSERVATIVE[month]),
              PERCENT * (1 - ours / base)));
    }
    return new Table("Table 1: priority beside conservative backfilling, mean wait, s", figures);
  }

  private Table table2(Waits conservative) {
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < FACTORS.length; i++) {
      double ours = waits(slack(FACTORS[i], "ast"), 0).year[0];
      addWithRatio(figures, "SF " + (int) FACTORS[i], BY_FACTOR[i], ours, conservative);
    }
    return new Table("Table 2: mean wait by slack factor, s", figures);
  }

  private static void addWithRatio(
      List<Figure> figures, String row, double paper, double ours, Waits conservative) {
    figures.add(new Figure(row, "mean wait", paper, ours));
    figures.add(
        new Figure(
            row,
            "to conservative",
            paper / CONSERVATIVE[MONTHS.size()],
            ours / conservative.year[0]));
  }

  private Table table3(Waits unequal) {
    List<Figure> figures = new ArrayList<>();
    for (int month = 0; month < months.size(); month++) {
      figures.add(new Figure(MONTHS.get(month), "all", UNEQUAL[month], unequal.byMonth[month]));
    }
    figures.add(new Figure(YEAR, "all", UNEQUAL[months.size()], unequal.year[0]));
    figures.add(new Figure(YEAR, "every fifth", HIGH_BY_HEURISTIC[0], unequal.year[1]));
    figures.add(new Figure(YEAR, "the others", LOW_BY_HEURISTIC[0], unequal.year[2]));
    return new Table("Table 3: every fifth job of high priority, mean wait, s", figures);
  }

  private Table table4() {
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < GAPS.length; i++) {
      double ours = waits(slack(3, "ast"), GAPS[i]).year[0];
      figures.add(new Figure("gap " + GAPS[i], "mean wait", BY_GAP[i], ours));
    }
    return new Table("Table 4: mean wait by priority gap, s", figures);
  }

  private Table table5(Waits conservative, Waits equal) {
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < HEURISTICS.size(); i++) {
      String name = HEURISTICS.get(i);
      double same = waits(slack(3, name), 0).year[0];
      double[] apart = waits(slack(3, name), 2).year;
      addWithRatio(figures, name, EQUAL_BY_HEURISTIC[i], same, conservative);
      figures.add(new Figure(name, "unequal", UNEQUAL_BY_HEURISTIC[i], apart[0]));
      figures.add(new Figure(name, "every fifth", HIGH_BY_HEURISTIC[i], apart[1]));
      figures.add(new Figure(name, "the others", LOW_BY_HEURISTIC[i], apart[2]));
      figures.add(
          new Figure(
              name,
              "loss, %",
              PERCENT * (UNEQUAL_BY_HEURISTIC[i] / EQUAL_BY_HEURISTIC[0] - 1),
              PERCENT * (apart[0] / equal.year[0] - 1)));
    }
    return new Table("Table 5: heuristics, mean wait, s", figures);
  }

  /** Arrivals in which every fifth job has a user and a political priority of half the gap. */
  private static final class EveryFifth implements Arrivals {
    private final Arrivals arrivals;
    private final double gap;

    EveryFifth(JobLog log, double gap) {
      this(new LogArrivals(log), gap);
    }

    private EveryFifth(Arrivals arrivals, double gap) {
      this.arrivals = arrivals;
      this.gap = gap;
    }

    @Override
    public int nextTime() {
      return arrivals.nextTime();
    }

    @Override
    public void take(Arrival into) {
      arrivals.take(into);
      boolean preferred = into.job % FIFTH == FIFTH - 1;
      into.priority = preferred ? (int) Math.round(PERCENT * gap / 2) : 0;
    }

    @Override
    public Arrivals fork() {
      return new EveryFifth(arrivals.fork(), gap);
    }
  }
}
