package io.gnomon.sim.report;

import io.gnomon.sim.chart.Numbers;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.predict.PredictionQuality;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How good some predictors were on the same schedule.
 *
 * @param qualities by predictor, in the order in which they are shown
 */
public record PredictorReport(Map<String, PredictionQuality> qualities) {
  private static final double PERCENT = 100;

  /** Tries each predictor; {@code progress} hears of each before it starts. */
  public static PredictorReport of(
      Outcome outcome, List<String> predictors, Consumer<String> progress) {
    Map<String, PredictionQuality> qualities = new LinkedHashMap<>();
    for (String predictor : predictors) {
      progress.accept("predictor " + predictor);
      qualities.put(predictor, PredictorEvaluation.of(outcome, predictor));
    }
    return new PredictorReport(qualities);
  }

  /** As a table. */
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

  /** As an array of JSON objects, shares from 0 to 1. */
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

  /** As comma-separated values, shares from 0 to 1. */
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
