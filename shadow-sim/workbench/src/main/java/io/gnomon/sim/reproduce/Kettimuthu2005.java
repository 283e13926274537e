package io.gnomon.sim.reproduce;

import io.gnomon.sim.metric.EstimateQuality;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Metrics;
import io.gnomon.sim.reproduce.KettimuthuRuns.Case;
import io.gnomon.sim.reproduce.KettimuthuTables.Scheme;
import io.gnomon.sim.reproduce.ReproducedStudy.Table;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.workload.CategoryScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleConsumer;

/**
 * The study of Kettimuthu et al. 2005: mean and worst slowdown and turnaround by category, without
 * suspension (NS), with selective suspension (SS with its factor; TSS, the tuned variant) and with
 * immediate service (IS). Tables cover exact estimates, user estimates, well and badly estimated
 * jobs, suspension overhead, and four categories under increasing load.
 *
 * <p>Under TSS, some waiting jobs may suspend a running job that is beyond its limit. "TSS, text"
 * does not allow this, as in the text of the paper. A worst case depends on one job and changes
 * with small changes of the arrivals, so the two variants are also compared over several similar
 * loads.
 *
 * <p>The paper prints the numbers of Tables 2 to 5, 7 and 8 and few others; its other results are
 * charts, for which only our numbers are shown. The paper does not identify its subsets of the
 * traces; this study uses whole traces. Load is varied, and overhead added, with exact estimates.
 */
public final class Kettimuthu2005 implements PublishedStudy {
  private static final String TUNED = "selective-suspension(factor=2)";
  private static final String SERVICE = "immediate-service";
  private static final Scheme NS = new Scheme("NS", Case.exact("easy"));
  private static final Scheme SS = suspension("SS 2", "2");
  private static final Scheme TSS = new Scheme("TSS", Case.exact(TUNED));
  private static final Scheme TEXT =
      new Scheme("TSS, text", Case.exact("selective-suspension(factor=2, override=0)"));
  private static final Scheme IS = new Scheme("IS", Case.exact(SERVICE));

  private static final List<Scheme> FACTORS =
      List.of(NS, suspension("SS 1.5", "1.5"), SS, suspension("SS 5", "5"), TSS, IS);
  private static final List<Scheme> EXACT = List.of(NS, SS, TSS, TEXT, IS);
  private static final List<Scheme> NEAR = List.of(SS, TSS, TEXT);
  private static final List<Double> NEAR_LOADS = List.of(1.0, 1.0005, 1.001, 1.0015, 1.002, 1.0025);
  private static final List<Scheme> USER =
      List.of(
          new Scheme("NS", Case.user("easy")),
          new Scheme("SS 2", Case.user("selective-suspension(factor=2, tuned=false)")),
          new Scheme("TSS", Case.user(TUNED)),
          new Scheme("IS", Case.user(SERVICE)));
  private static final List<Scheme> OVERHEAD =
      List.of(
          NS,
          new Scheme("SS 2", Case.exact("selective-suspension(factor=2, tuned=false, disk=2)")),
          new Scheme("TSS", Case.exact("selective-suspension(factor=2, disk=2)")),
          new Scheme("IS", Case.exact("immediate-service(disk=2)")));
  private static final List<Scheme> LOADED = List.of(NS, TSS, IS);
  private static final String SLOWDOWN = "bounded slowdown";
  private static final String TURNAROUND = "turnaround, s";

  private static Scheme suspension(String name, String factor) {
    return new Scheme(name, Case.exact("selective-suspension(factor=" + factor + ", tuned=false)"));
  }

  @Override
  public String study() {
    return "kettimuthu2005";
  }

  @Override
  public String title() {
    return "Selective preemption strategies for parallel job scheduling";
  }

  @Override
  public ReproducedStudy run(Path traces, DoubleConsumer progress) throws IOException {
    KettimuthuReport pages = new KettimuthuReport(study());
    List<KettimuthuTrace> both = List.of(KettimuthuTrace.CTC, KettimuthuTrace.SDSC);
    int simulations = both.stream().mapToInt(trace -> cases(trace).size()).sum();
    ProgressCounter counter = new ProgressCounter(simulations, progress);
    for (KettimuthuTrace trace : both) {
      KettimuthuRuns runs = KettimuthuRuns.of(trace, traces, cases(trace), counter);
      KettimuthuTables tables = new KettimuthuTables(trace, runs);
      exactEstimates(pages, trace, tables);
      userEstimates(pages, trace, tables);
      overhead(pages, trace, tables);
      load(pages, trace, tables);
      pages.waits(trace, "exact estimates", EXACT, runs);
      pages.waits(trace, "user estimates", USER, runs);
    }
    return new ReproducedStudy(study(), title(), pages.tables(), pages.charts());
  }

  private static Set<Case> cases(KettimuthuTrace trace) {
    Set<Case> cases = new LinkedHashSet<>();
    for (double load : trace.loads()) {
      LOADED.forEach(scheme -> cases.add(scheme.at(load)));
    }
    for (double load : NEAR_LOADS) {
      NEAR.forEach(scheme -> cases.add(scheme.at(load)));
    }
    for (List<Scheme> schemes : List.of(FACTORS, EXACT, USER, OVERHEAD)) {
      schemes.forEach(scheme -> cases.add(scheme.run()));
    }
    return cases;
  }

  private static void exactEstimates(
      KettimuthuReport pages, KettimuthuTrace trace, KettimuthuTables tables) {
    pages.table(tables.shares(trace.table(2, 3) + ": jobs by category", CategoryScheme.SIXTEEN));
    pages.table(tables.overall(trace.name() + ", all jobs, exact estimates", FACTORS));
    pages.bars(
        tables.slowdowns(
            trace.table(4, 5) + " and " + trace.figure(7, 9) + ": mean slowdown", FACTORS),
        SLOWDOWN);
    pages.bars(
        tables.sixteen(
            trace.named(8, 10) + ": mean turnaround", FACTORS, JobStatistics::meanTurnaround),
        TURNAROUND);
    pages.bars(
        tables.sixteen(
            trace.named(11, 13) + " and " + trace.figure(15, 17) + ": worst slowdown",
            EXACT,
            JobStatistics::maxBoundedSlowdown),
        SLOWDOWN);
    pages.bars(
        tables.sixteen(
            trace.named(12, 14) + " and " + trace.figure(16, 18) + ": worst turnaround",
            EXACT,
            JobStatistics::maxTurnaround),
        TURNAROUND);
    pages.table(
        tables.worstToFirst(
            trace.name() + ", worst slowdown relative to SS 2, geometric mean of six near loads",
            NEAR,
            NEAR_LOADS));
  }

  private static void userEstimates(
      KettimuthuReport pages, KettimuthuTrace trace, KettimuthuTables tables) {
    pages.table(tables.overall(trace.name() + ", all jobs, user estimates", USER));
    pages.bars(
        tables.sixteen(
            trace.named(19, 20) + ": mean slowdown, user estimates",
            USER,
            JobStatistics::meanBoundedSlowdown),
        SLOWDOWN);
    pages.bars(
        tables.sixteen(
            trace.named(21, 22) + ": mean turnaround, user estimates",
            USER,
            JobStatistics::meanTurnaround),
        TURNAROUND);
    for (EstimateQuality quality : EstimateQuality.values()) {
      int second = quality.ordinal();
      String jobs = " of " + quality.label() + " estimated jobs";
      pages.bars(
          tables.sixteen(
              trace.named(23 + second, 25 + second) + ": mean slowdown" + jobs,
              USER,
              quality,
              JobStatistics::meanBoundedSlowdown),
          SLOWDOWN);
      pages.bars(
          tables.sixteen(
              trace.named(27 + second, 29 + second) + ": mean turnaround" + jobs,
              USER,
              quality,
              JobStatistics::meanTurnaround),
          TURNAROUND);
    }
  }

  private static void overhead(
      KettimuthuReport pages, KettimuthuTrace trace, KettimuthuTables tables) {
    pages.table(tables.overall(trace.name() + ", all jobs, with overhead", OVERHEAD));
    pages.bars(
        tables.sixteen(
            trace.named(31, 33) + ": mean slowdown with overhead",
            OVERHEAD,
            JobStatistics::meanBoundedSlowdown),
        SLOWDOWN);
    pages.bars(
        tables.sixteen(
            trace.named(32, 34) + ": mean turnaround with overhead",
            OVERHEAD,
            JobStatistics::meanTurnaround),
        TURNAROUND);
  }

  private static void load(KettimuthuReport pages, KettimuthuTrace trace, KettimuthuTables tables) {
    pages.table(tables.shares(trace.table(7, 8) + ": jobs by category", CategoryScheme.FOUR));
    Table utilisation =
        tables.byLoad(
            trace.named(35, 36) + ": utilisation by load",
            LOADED,
            outcome -> Metrics.of(outcome, trace.processors()).utilization());
    pages.lines(utilisation, "utilisation");
    for (int category = 0; category < CategoryScheme.FOUR.size(); category++) {
      String jobs = " of " + CategoryScheme.FOUR.name(category) + " jobs";
      Table slowdown =
          tables.byLoad(
              trace.named(37, 39) + ": mean slowdown" + jobs + " by load",
              LOADED,
              category,
              JobStatistics::meanBoundedSlowdown);
      Table turnaround =
          tables.byLoad(
              trace.named(38, 40) + ": mean turnaround" + jobs + " by load",
              LOADED,
              category,
              JobStatistics::meanTurnaround);
      pages.lines(slowdown, SLOWDOWN);
      pages.lines(turnaround, TURNAROUND);
      pages.against(
          trace.named(41, 43) + ": mean slowdown" + jobs + " by utilisation",
          utilisation,
          slowdown,
          SLOWDOWN);
      pages.against(
          trace.named(42, 44) + ": mean turnaround" + jobs + " by utilisation",
          utilisation,
          turnaround,
          TURNAROUND);
    }
  }
}
