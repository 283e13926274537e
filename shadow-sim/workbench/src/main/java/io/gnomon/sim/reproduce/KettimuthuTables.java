package io.gnomon.sim.reproduce;

import io.gnomon.sim.metric.EstimateQuality;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Metrics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.reproduce.KettimuthuRuns.Case;
import io.gnomon.sim.reproduce.ReproducedStudy.Figure;
import io.gnomon.sim.reproduce.ReproducedStudy.Table;
import io.gnomon.sim.workload.CategoryScheme;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Builds the tables of one trace of kettimuthu2005. */
final class KettimuthuTables {
  private static final double UNPUBLISHED = Double.NaN;
  private static final double PERCENT = 100;
  private static final int LONG = 8; // the first category of jobs over an hour

  /** A column: a simulation and its name in the paper. */
  record Scheme(String name, Case run) {
    /** The same simulation under another load. */
    Case at(double load) {
      return new Case(run.exact(), load, run.policy());
    }
  }

  private final KettimuthuTrace trace;
  private final KettimuthuRuns runs;

  KettimuthuTables(KettimuthuTrace trace, KettimuthuRuns runs) {
    this.trace = trace;
    this.runs = runs;
  }

  /** The share of jobs in each category, %. */
  Table shares(String title, CategoryScheme scheme) {
    List<Double> published = scheme == CategoryScheme.FOUR ? trace.fourShares() : trace.shares();
    JobLog log = runs.log();
    double[] jobs = new double[scheme.size()];
    for (int job = 0; job < log.size(); job++) {
      jobs[scheme.category(log.runtime(job), log.width(job))]++;
    }
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < jobs.length; i++) {
      figures.add(
          new Figure(scheme.name(i), "jobs, %", published.get(i), PERCENT * jobs[i] / log.size()));
    }
    return new Table(title, figures);
  }

  /** Metrics over all jobs, one row per scheme. */
  Table overall(String title, List<Scheme> schemes) {
    List<Figure> figures = new ArrayList<>();
    for (Scheme scheme : schemes) {
      Metrics metrics = Metrics.of(runs.outcome(scheme.run), trace.processors());
      double published = scheme.run.equals(Case.exact("easy")) ? trace.slowdown() : UNPUBLISHED;
      String name = scheme.name;
      figures.add(new Figure(name, "mean slowdown", published, metrics.meanBoundedSlowdown()));
      figures.add(new Figure(name, "mean wait, s", UNPUBLISHED, metrics.meanWait()));
      figures.add(new Figure(name, "mean turnaround, s", UNPUBLISHED, metrics.meanTurnaround()));
      figures.add(new Figure(name, "utilisation", UNPUBLISHED, metrics.utilization()));
    }
    return new Table(title, figures);
  }

  /** Mean bounded slowdowns by category, with those that the paper prints. */
  Table slowdowns(String title, List<Scheme> schemes) {
    Table ours = sixteen(title, schemes, JobStatistics::meanBoundedSlowdown);
    return new Table(
        title,
        ours.figures().stream()
            .map(figure -> new Figure(figure.row(), figure.column(), paper(figure), figure.ours()))
            .toList());
  }

  private double paper(Figure figure) {
    if (figure.column().equals("NS")) {
      for (int i = 0; i < CategoryScheme.SIXTEEN.size(); i++) {
        if (CategoryScheme.SIXTEEN.name(i).equals(figure.row())) {
          return trace.slowdowns().get(i);
        }
      }
    }
    boolean printed = figure.column().equals("SS 2") && figure.row().equals("VS VW");
    return printed ? trace.suspended() : UNPUBLISHED;
  }

  /** A metric by category. */
  Table sixteen(String title, List<Scheme> schemes, ToDoubleFunction<JobStatistics> measure) {
    return byCategory(
        title, schemes, outcome -> JobGroup.byCategory(outcome, CategoryScheme.SIXTEEN), measure);
  }

  /** A metric by category, of the jobs with estimates of this quality. */
  Table sixteen(
      String title,
      List<Scheme> schemes,
      EstimateQuality quality,
      ToDoubleFunction<JobStatistics> measure) {
    return byCategory(
        title,
        schemes,
        outcome -> JobGroup.byCategory(outcome, CategoryScheme.SIXTEEN, quality),
        measure);
  }

  private Table byCategory(
      String title,
      List<Scheme> schemes,
      Function<Outcome, List<JobGroup>> division,
      ToDoubleFunction<JobStatistics> measure) {
    List<List<JobGroup>> columns =
        schemes.stream().map(scheme -> division.apply(runs.outcome(scheme.run))).toList();
    List<Figure> figures = new ArrayList<>();
    for (int row = 0; row < columns.get(0).size(); row++) {
      for (int i = 0; i < schemes.size(); i++) {
        JobGroup group = columns.get(i).get(row);
        boolean empty = group.statistics().jobs() == 0;
        figures.add(
            new Figure(
                group.name(),
                schemes.get(i).name,
                UNPUBLISHED,
                empty ? Double.NaN : measure.applyAsDouble(group.statistics())));
      }
    }
    return new Table(title, figures);
  }

  /**
   * The ratio of the worst bounded slowdown of each category of long and very long jobs to that of
   * the first scheme, as the geometric mean over the loads.
   */
  Table worstToFirst(String title, List<Scheme> schemes, List<Double> loads) {
    List<Figure> figures = new ArrayList<>();
    for (int category = LONG; category < CategoryScheme.SIXTEEN.size(); category++) {
      double[] logarithms = new double[schemes.size()];
      for (double load : loads) {
        for (int i = 0; i < schemes.size(); i++) {
          logarithms[i] += Math.log(worst(schemes.get(i), load, category)) / loads.size();
        }
      }
      for (int i = 1; i < schemes.size(); i++) {
        figures.add(
            new Figure(
                CategoryScheme.SIXTEEN.name(category),
                schemes.get(i).name,
                UNPUBLISHED,
                Math.exp(logarithms[i] - logarithms[0])));
      }
    }
    return new Table(title, figures);
  }

  private double worst(Scheme scheme, double load, int category) {
    return JobGroup.byCategory(runs.outcome(scheme.at(load)), CategoryScheme.SIXTEEN)
        .get(category)
        .statistics()
        .maxBoundedSlowdown();
  }

  /** A metric of one of the four categories, one row per load factor. */
  Table byLoad(
      String title, List<Scheme> schemes, int category, ToDoubleFunction<JobStatistics> measure) {
    return byLoad(
        title,
        schemes,
        outcome ->
            measure.applyAsDouble(
                JobGroup.byCategory(outcome, CategoryScheme.FOUR).get(category).statistics()));
  }

  /** A metric of a whole run, one row per load factor. */
  Table byLoad(String title, List<Scheme> schemes, ToDoubleFunction<Outcome> measure) {
    List<Figure> figures = new ArrayList<>();
    for (double load : trace.loads()) {
      for (Scheme scheme : schemes) {
        figures.add(
            new Figure(
                Double.toString(load),
                scheme.name,
                UNPUBLISHED,
                measure.applyAsDouble(runs.outcome(scheme.at(load)))));
      }
    }
    return new Table(title, figures);
  }
}
