package io.gnomon.sandbox.experiment;

import io.gnomon.sim.chart.ChartAxis;
import io.gnomon.sim.chart.SvgChart;
import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.report.document.Document;
import io.gnomon.sim.report.document.DocumentBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** The tables and the chart of some pairs. */
final class PairReport {
  private static final String WAIT = "mean wait, s";
  private static final String NONE = "–";
  private static final double PERCENT = 100;

  /** 97.5th percentiles of Student's t by degrees of freedom, from 1. */
  private static final double[] STUDENT = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179
  };

  private static final double NORMAL = 1.96;

  private PairReport() {}

  /**
   * A geometric mean with its 95 % interval, by Student's t of the logarithms.
   *
   * @param low NaN for a single value, as is high
   */
  record GeometricMean(double mean, double low, double high) {
    static GeometricMean of(double... values) {
      int n = values.length;
      double mean = 0;
      for (double value : values) {
        mean += Math.log(value) / n;
      }
      double squares = 0;
      for (double value : values) {
        squares += Math.pow(Math.log(value) - mean, 2);
      }
      double error = n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1) / n);
      double half = n < 2 ? Double.NaN : student(n - 1) * error;
      return new GeometricMean(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half));
    }

    private static double student(int degrees) {
      return degrees <= STUDENT.length
          ? STUDENT[degrees - 1]
          : NORMAL + (Math.pow(NORMAL, 3) + NORMAL) / (4 * degrees);
    }
  }

  /**
   * The tables.
   *
   * @param pairs in their order, at least one
   */
  static Document of(List<PairResult> pairs) {
    DocumentBuilder document = new DocumentBuilder();
    for (PairKind one : PairKind.values()) {
      List<PairResult> kind = pairs.stream().filter(pair -> pair.kind() == one).toList();
      if (!kind.isEmpty()) {
        document.heading(one.title());
        document.items(summaries(kind));
        document.add(columns().table(kind).caption("Jobs, untuned → tuned", 0));
        document.add(costs().table(kind).caption("Use and cost, untuned → tuned", 0));
        document.items(kind.stream().map(PairReport::changes).toList());
      }
    }
    List<PairResult> alike = pairs.stream().filter(pair -> !pair.alike().isEmpty()).toList();
    if (!alike.isEmpty()) {
      document.heading("Two untuned sites");
      document.say(
          summary("mean bounded slowdown, site 2 over site 1", alike, PairResult::alikeRatio));
    }
    return document.titled("Two real Slurms, one of them tuned");
  }

  private static List<String> summaries(List<PairResult> kind) {
    List<String> items = new ArrayList<>();
    items.add(
        summary("mean bounded slowdown, tuned over untuned", kind, PairResult::slowdownRatio));
    items.add(summary("mean wait, tuned over untuned", kind, PairResult::waitRatio));
    for (String account : new TreeSet<>(kind.get(0).untuned().accountWaits().keySet())) {
      items.add(summary("mean wait of " + account, kind, pair -> pair.accountRatio(account)));
    }
    items.add(
        summary(
            "estimate of the untuned mean wait over the twin's", kind, PairResult::estimateRatio));
    items.add(
        "the interval that the first change predicted contains the realised gain: %d of %d pairs with such an interval"
            .formatted(
                kind.stream().filter(PairResult::predicted).count(),
                kind.stream().filter(PairResult::predicts).count()));
    return items;
  }

  private static String summary(
      String what, List<PairResult> pairs, ToDoubleFunction<PairResult> ratio) {
    double[] known =
        pairs.stream().mapToDouble(ratio).filter(one -> one > 0 && Double.isFinite(one)).toArray();
    if (known.length == 0) {
      return what + ": not known";
    }
    GeometricMean mean = GeometricMean.of(known);
    return String.format(
        Locale.ROOT,
        "%s: geometric mean %.2f, 95 %% interval %s, n = %d",
        what,
        mean.mean(),
        Double.isNaN(mean.low())
            ? "not known"
            : String.format(Locale.ROOT, "%.2f to %.2f", mean.low(), mean.high()),
        known.length);
  }

  private static Columns<PairResult> columns() {
    return new Columns<PairResult>()
        .text("pair", pair -> pair.pair() + ", site " + pair.tunedSite())
        .text(WAIT, pair -> both(pair, RunFigures::meanWait))
        .text("mean slowdown", pair -> both(pair, RunFigures::meanSlowdown))
        .text("95th percentile", pair -> both(pair, RunFigures::p95Slowdown))
        .text("longest wait, s", pair -> both(pair, RunFigures::longestWait))
        .text("estimate of the untuned mean wait, s", pair -> fixed(pair.shown().untunedWait()));
  }

  private static Columns<PairResult> costs() {
    return new Columns<PairResult>()
        .text("pair", pair -> Integer.toString(pair.pair()))
        .text("use, %", pair -> both(pair, run -> PERCENT * run.utilization()))
        .text("mean wait by account, s", PairReport::accounts)
        .text(
            "slurmctld, CPU s",
            pair -> arrow(pair.untunedCost().cpuSeconds(), pair.tunedCost().cpuSeconds()))
        .text("its calls", pair -> arrow(pair.untunedCost().calls(), pair.tunedCost().calls()))
        .text("load of the machine", pair -> fixed(pair.load()));
  }

  private static String accounts(PairResult pair) {
    StringBuilder text = new StringBuilder();
    for (String account : new TreeSet<>(pair.untuned().accountWaits().keySet())) {
      text.append(text.isEmpty() ? "" : "; ").append(account).append(' ');
      text.append(
          arrow(
              pair.untuned().accountWaits().getOrDefault(account, Double.NaN),
              pair.tuned().accountWaits().getOrDefault(account, Double.NaN)));
    }
    return text.toString();
  }

  private static String changes(PairResult pair) {
    StringBuilder text = new StringBuilder("pair " + pair.pair());
    pair.shown().reasons().forEach((reason, n) -> text.append("; ").append(n + " × " + reason));
    boolean advice = pair.kind() == PairKind.ADVICE;
    String predicted = advice ? "geometric mean of wait and slowdown" : "cost";
    for (Shown.Made made : pair.shown().changes()) {
      text.append(
          String.format(
              Locale.ROOT,
              "; after %d s %s, predicted %s %s%s",
              made.second(),
              made.to(),
              predicted,
              change(made.gain()),
              Double.isNaN(made.low())
                  ? ""
                  : ", %s to %s (%d %% interval)"
                      .formatted(change(made.high()), change(made.low()), advice ? 95 : 80)));
    }
    return text
        + "; realised %s %s, mean slowdown %s"
            .formatted(predicted, change(pair.realisedGain()), change(1 - pair.slowdownRatio()));
  }

  /** A gain as a change, such as "−31 %". */
  private static String change(double gain) {
    return Double.isNaN(gain)
        ? "not known"
        : String.format(Locale.ROOT, "%+.0f %%", -PERCENT * gain).replace('-', '−');
  }

  private static String both(PairResult pair, ToDoubleFunction<RunFigures> figure) {
    return arrow(figure.applyAsDouble(pair.untuned()), figure.applyAsDouble(pair.tuned()));
  }

  private static String arrow(double untuned, double tuned) {
    return fixed(untuned) + " → " + fixed(tuned);
  }

  private static String fixed(double value) {
    return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%.1f", value);
  }

  /** The mean waits of each pair, and the estimate of that without tuning. */
  static SvgChart waits(List<PairResult> pairs) {
    return SvgChart.bars("Mean wait", "pair", names(pairs), ChartAxis.linear("seconds"))
        .bars("untuned", pairs.stream().mapToDouble(pair -> pair.untuned().meanWait()).toArray())
        .bars(
            "untuned, estimated by Gnomon",
            pairs.stream().mapToDouble(pair -> pair.shown().untunedWait()).toArray())
        .bars("tuned", pairs.stream().mapToDouble(pair -> pair.tuned().meanWait()).toArray());
  }

  private static List<String> names(List<PairResult> pairs) {
    return pairs.stream().map(pair -> pair.pair() + ", " + pair.kind().word()).toList();
  }

  /** A bar for each pair, and one for its two sites before one was tuned. */
  static SvgChart chart(List<PairResult> pairs) {
    return SvgChart.bars(
            "Mean bounded slowdown of one site over that of its twin",
            "pair",
            names(pairs),
            ChartAxis.linear("ratio"))
        .bars("tuned over untuned", pairs.stream().mapToDouble(PairResult::slowdownRatio).toArray())
        .bars(
            "both untuned",
            pairs.stream()
                .mapToDouble(pair -> pair.alike().isEmpty() ? Double.NaN : pair.alikeRatio())
                .toArray());
  }
}
