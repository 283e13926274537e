package io.gnomon.sim.report;

import io.gnomon.sim.metric.CategoryScheme;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.report.ReproducedStudy.Figure;
import io.gnomon.sim.report.ReproducedStudy.Table;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Kettimuthu et al. 2005 with exact estimates: mean bounded slowdown by category without suspension
 * (Tables 4 and 5) and under selective suspension, tuned or not, and immediate service (Figures 7,
 * 9 and 15 to 18, which print no numbers), with the worst cases. The paper's subsets are unnamed;
 * whole traces stand in for them.
 */
public final class Kettimuthu2005 implements Reproduction {
  /** One column of figures. */
  private record Scheme(String name, String policy) {}

  private static final List<Scheme> SCHEMES =
      List.of(
          new Scheme("NS", "easy"),
          new Scheme("SS", "selective-suspension(factor=2, tuned=false)"),
          new Scheme("TSS", "selective-suspension(factor=2, tuned=true)"),
          new Scheme("IS", "immediate-service(slice=10m)"));

  /**
   * What the paper says of one trace.
   *
   * @param slowdowns without suspension, shorter first, then narrower first
   */
  private record Published(ArchiveTrace trace, String name, int processors, double[] slowdowns) {}

  private static final List<Published> PUBLISHED =
      List.of(
          new Published(
              ArchiveTrace.CTC,
              "Table 4: CTC",
              430,
              new double[] {
                2.6, 4.76, 13.01, 34.07, 1.26, 1.76, 3.04, 7.14, 1.13, 1.43, 1.88, 1.63, 1.03, 1.05,
                1.09, 1.15
              }),
          new Published(
              ArchiveTrace.SDSC_SP2,
              "Table 5: SDSC",
              128,
              new double[] {
                2.53, 14.41, 37.78, 113.31, 1.15, 2.43, 4.83, 15.56, 1.19, 1.24, 1.96, 2.79, 1.03,
                1.09, 1.18, 1.43
              }));

  @Override
  public String study() {
    return "kettimuthu2005";
  }

  @Override
  public String title() {
    return "Selective preemption strategies for parallel job scheduling";
  }

  @Override
  public ReproducedStudy run(Path traces, Consumer<String> progress) throws IOException {
    List<Table> tables = new ArrayList<>();
    for (Published published : PUBLISHED) {
      JobLog log =
          published
              .trace
              .read(traces, published.processors, OverrunRule.EXTEND)
              .log()
              .withExactEstimates();
      List<Figure> means = new ArrayList<>();
      List<Figure> worst = new ArrayList<>();
      for (Scheme scheme : SCHEMES) {
        progress.accept(study() + ": " + published.name + ", " + scheme.name);
        List<JobGroup> groups =
            JobGroup.byCategory(
                Runs.outcome(log, published.processors, scheme.policy), CategoryScheme.SIXTEEN);
        for (int i = 0; i < groups.size(); i++) {
          JobGroup group = groups.get(i);
          double paper = scheme.name.equals("NS") ? published.slowdowns[i] : Double.NaN;
          means.add(
              new Figure(
                  group.name(), scheme.name, paper, group.statistics().meanBoundedSlowdown()));
          worst.add(
              new Figure(
                  group.name(), scheme.name, Double.NaN, group.statistics().maxBoundedSlowdown()));
        }
      }
      tables.add(new Table(published.name + ", mean bounded slowdown", means));
      tables.add(new Table(published.name + ", worst bounded slowdown", worst));
    }
    return new ReproducedStudy(study(), title(), tables);
  }
}
