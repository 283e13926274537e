package io.gnomon.sim.report;

import io.gnomon.sim.feedback.CheckedForecast;
import io.gnomon.sim.feedback.GainCalibration;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * How well the forecasts of a loop's changes were calibrated: an interval of 80 % is to hold the
 * realised gain four times out of five.
 *
 * @param forecasts and what came of them, by time
 */
public record ForecastCoverage(List<CheckedForecast> forecasts) {
  /** Copies the list. */
  public ForecastCoverage {
    forecasts = List.copyOf(forecasts);
  }

  /** The fraction of the realised gains that the intervals held; NaN without any. */
  public double coverage() {
    return share(CheckedForecast::held);
  }

  /** The same of the intervals that the studies' futures alone give. */
  public double coverageOfFutures() {
    return share(CheckedForecast::heldByFutures);
  }

  /** The fraction of the realised gains below their intervals. */
  public double below() {
    return share(one -> one.realised() < one.interval().low());
  }

  /** The gain that half of the forecasts did not exceed. */
  public double medianForecast() {
    return median(one -> one.forecast().gain());
  }

  /** The realised gain that half of the changes did not exceed. */
  public double medianRealised() {
    return median(CheckedForecast::realised);
  }

  /** The width that half of the intervals did not exceed. */
  public double medianWidth() {
    return median(one -> one.interval().high() - one.interval().low());
  }

  private double share(Predicate<CheckedForecast> of) {
    return (double) forecasts.stream().filter(of).count() / forecasts.size();
  }

  private double median(ToDoubleFunction<CheckedForecast> figure) {
    double[] sorted = forecasts.stream().mapToDouble(figure).sorted().toArray();
    return sorted.length == 0 ? Double.NaN : sorted[(sorted.length - 1) / 2];
  }

  Json write(Json json) {
    return json.put("nominal", GainCalibration.COVERAGE)
        .put("forecasts", forecasts.size())
        .put("coverage", coverage())
        .put("coverageOfFutures", coverageOfFutures())
        .put("below", below())
        .put("medianForecastGain", medianForecast())
        .put("medianRealisedGain", medianRealised())
        .put("medianWidth", medianWidth());
  }

  void writeForecasts(Json json) {
    json.name("forecasts").array();
    for (CheckedForecast one : forecasts) {
      json.object().put("time", one.forecast().time());
      json.put("from", one.forecast().from().toString());
      json.put("to", one.forecast().to().toString());
      json.put("gain", one.forecast().gain());
      json.put("low", one.interval().low()).put("high", one.interval().high());
      json.put("spread", one.forecast().spread());
      json.put("realised", one.realised()).endObject();
    }
    json.endArray();
  }

  /** In a sentence. */
  String toText() {
    return forecasts.isEmpty()
        ? "no change, so no forecast to check"
        : String.format(
            Locale.ROOT,
            "of %d forecast gains %.0f %% were realised within their 80 %% intervals (%.0f %% below,"
                + " %.0f %% above; from the futures alone %.0f %%); median gain forecast %.2f,"
                + " realised %.2f, width %.2f",
            forecasts.size(),
            100 * coverage(),
            100 * below(),
            100 * (1 - coverage() - below()),
            100 * coverageOfFutures(),
            medianForecast(),
            medianRealised(),
            medianWidth());
  }
}
