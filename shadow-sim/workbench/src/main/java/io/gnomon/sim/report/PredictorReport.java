package io.gnomon.sim.report;

import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.predict.PredictionQuality;
import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.report.document.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.function.ObjDoubleConsumer;

/**
 * A comparison of runtime predictors on the same schedule.
 *
 * @param qualities by predictor, in display order
 */
public record PredictorReport(Map<String, PredictionQuality> qualities) {
  private static final Columns<Entry<String, PredictionQuality>> COLUMNS =
      new Columns<Entry<String, PredictionQuality>>()
          .text("predictor", "predictor", Entry::getKey)
          .percent("predicted", "jobs predicted, %", row -> row.getValue().predictedShare())
          .percent("coverage80", "in the 80 % interval, %", row -> row.getValue().coverage())
          .number("logScore", "log score, bits", row -> row.getValue().logScore(), 2)
          .percent("underPredicted", "under, %", row -> row.getValue().underPredicted())
          .percent("overPredicted", "over, %", row -> row.getValue().overPredicted());

  /**
   * Evaluates each predictor.
   *
   * @param progress receives the name of the predictor and the fraction of the jobs that it has
   *     predicted, 0 to 1; 1 once, at the end
   */
  public static PredictorReport of(
      Outcome outcome, List<String> predictors, ObjDoubleConsumer<String> progress) {
    Map<String, PredictionQuality> qualities = new LinkedHashMap<>();
    for (String predictor : predictors) {
      qualities.put(
          predictor,
          PredictorEvaluation.of(outcome, predictor, done -> progress.accept(predictor, done)));
    }
    return new PredictorReport(qualities);
  }

  /** Formats the comparison as a table. */
  public String toText() {
    return COLUMNS.table(rows()).toString();
  }

  /** Formats the comparison as a JSON array; shares are between 0 and 1. */
  public String toJson() {
    return COLUMNS.write(new Json(), rows()).toString();
  }

  /** Formats the comparison as CSV; shares are between 0 and 1. */
  public String toCsv() {
    return COLUMNS.csv(rows());
  }

  private List<Entry<String, PredictionQuality>> rows() {
    return List.copyOf(qualities.entrySet());
  }
}
