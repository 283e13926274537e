package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.Assessment;
import io.gnomon.sim.assess.CombinedChanges;
import io.gnomon.sim.assess.Verdict;
import io.gnomon.sim.assess.figure.Gain;
import io.gnomon.sim.assess.figure.Sums;
import io.gnomon.sim.assess.reproduction.Reproduction;
import io.gnomon.sim.chart.ChartAxis;
import io.gnomon.sim.chart.SvgChart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The charts of a report. Stateless. */
final class AssessmentCharts {
  private AssessmentCharts() {}

  /** Reduction of waits by the advised changes, one after the other. */
  static SvgChart changesAgainstGain(Assessment assessment) {
    List<String> names = new ArrayList<>(List.of("no change"));
    List<Gain> gains = new ArrayList<>();
    for (CombinedChanges step : assessment.steps()) {
      if (step.verdict() != Verdict.ADVISED) {
        break;
      }
      int number = step.changes().size();
      names.add(number == 1 ? "1 change" : number + " changes");
      gains.add(step.gain());
    }
    return SvgChart.bars(
            "Reduction by the number of changes",
            "changes of the configuration",
            names,
            ChartAxis.linear("reduction, %"))
        .bars("mean wait", percent(gains, Gain::waitGain))
        .bars("mean bounded slowdown", percent(gains, Gain::slowdownGain));
  }

  /** The gains in per cent, with 0 for no change before them. */
  private static double[] percent(List<Gain> gains, ToDoubleFunction<Gain> figure) {
    double[] values = new double[gains.size() + 1];
    for (int i = 0; i < gains.size(); i++) {
      values[i + 1] = 100 * figure.applyAsDouble(gains.get(i));
    }
    return values;
  }

  /** The distributions of recorded and simulated waits, which are drawn as at least a minute. */
  static SvgChart waits(Reproduction reproduction) {
    double[] fractions =
        Reproduction.FRACTIONS.stream().mapToDouble(fraction -> fraction).toArray();
    return SvgChart.xy(
            "Recorded and simulated waits",
            ChartAxis.log("wait, min"),
            ChartAxis.linear("fraction of jobs"))
        .line("recorded", quantiles(reproduction, 0), fractions)
        .line("simulated", quantiles(reproduction, 1), fractions);
  }

  private static double[] quantiles(Reproduction reproduction, int which) {
    return reproduction.quantiles().stream()
        .mapToDouble(pair -> Math.max(1, pair[which] / 60))
        .toArray();
  }

  /** Mean waits by block, in force and with the advised changes. */
  static SvgChart blocks(Assessment assessment) {
    List<Sums> before = assessment.inRecord().blocks();
    double[] numbers = new double[before.size()];
    for (int block = 0; block < numbers.length; block++) {
      numbers[block] = block + 1;
    }
    SvgChart chart =
        SvgChart.xy(
                "Mean wait over time",
                ChartAxis.linear(assessment.blocks().words() + " of the record"),
                ChartAxis.linear("mean wait, h"))
            .line("in force", numbers, hours(before));
    CombinedChanges advised = assessment.advised();
    return advised == null
        ? chart
        : chart.line("with the advised changes", numbers, hours(advised.inRecord().blocks()));
  }

  private static double[] hours(List<Sums> blocks) {
    return blocks.stream()
        .mapToDouble(sums -> sums.jobs() == 0 ? Double.NaN : sums.meanWait() / 3600)
        .toArray();
  }
}
