package io.gnomon.sim.report;

import io.gnomon.sim.chart.Numbers;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.predict.PredictionQuality;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjDoubleConsumer;

/**
 * A comparison of runtime predictors on the same schedule.
 *
 * @param qualities by predictor, in display order
 */
public record PredictorReport(Map<String, PredictionQuality> qualities) {
  private static final double PERCENT = 100;

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
    TextTable table =
        new TextTable(
            "predictor",
            "jobs predicted, %",
            "in the 80 % interval, %",
            "log score, bits",
            "under, %",
            "over, %");
    qualities.forEach(
        (name, quality) ->
            table.row(
                name,
                Numbers.fixed(PERCENT * quality.predictedShare(), 1),
                Numbers.fixed(PERCENT * quality.coverage(), 1),
                Numbers.fixed(quality.logScore(), 2),
                Numbers.fixed(PERCENT * quality.underPredicted(), 1),
                Numbers.fixed(PERCENT * quality.overPredicted(), 1)));
    return table.toString();
  }

  /** Formats the comparison as a JSON array; shares are between 0 and 1. */
  public String toJson() {
    Json json = new Json().array();
    qualities.forEach(
        (name, quality) ->
            json.object()
                .put("predictor", name)
                .put("predicted", quality.predictedShare())
                .put("coverage80", quality.coverage())
                .put("logScore", quality.logScore())
                .put("underPredicted", quality.underPredicted())
                .put("overPredicted", quality.overPredicted())
                .endObject());
    return json.endArray().toString();
  }

  /** Formats the comparison as CSV; shares are between 0 and 1. */
  public String toCsv() {
    Csv csv = new Csv();
    for (String head :
        List.of(
            "predictor",
            "predicted",
            "coverage80",
            "logScore",
            "underPredicted",
            "overPredicted")) {
      csv.cell(head);
    }
    csv.line();
    qualities.forEach(
        (name, quality) ->
            csv.cell(name)
                .cell(quality.predictedShare())
                .cell(quality.coverage())
                .cell(quality.logScore())
                .cell(quality.underPredicted())
                .cell(quality.overPredicted())
                .line());
    return csv.toString();
  }
}
