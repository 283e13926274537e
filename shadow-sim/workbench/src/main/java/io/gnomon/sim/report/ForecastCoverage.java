package io.gnomon.sim.report;

import io.gnomon.sim.feedback.CheckedForecast;
import io.gnomon.sim.feedback.GainCalibration;
import io.gnomon.sim.report.document.Json;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The calibration of the gain forecasts of a loop: an 80 % interval should contain the realised
 * gain in four of five cases.
 *
 * @param forecasts with their realised gains, by time
 */
public record ForecastCoverage(List<CheckedForecast> forecasts) {
  /** Copies the list. */
  public ForecastCoverage {
    forecasts = List.copyOf(forecasts);
  }

  /** The fraction of realised gains within their intervals; NaN without forecasts. */
  public double coverage() {
    return share(CheckedForecast::held);
  }

  /** The same for intervals derived from the scenarios of the studies alone. */
  public double coverageOfScenarios() {
    return share(CheckedForecast::heldByScenarios);
  }

  /** The fraction of realised gains below their intervals. */
  public double below() {
    return share(one -> one.realised() < one.interval().low());
  }

  /** The median forecast gain. */
  public double medianForecast() {
    return median(one -> one.forecast().gain());
  }

  /** The median realised gain. */
  public double medianRealised() {
    return median(CheckedForecast::realised);
  }

  /** The median width of the intervals. */
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
        .put("coverageOfScenarios", coverageOfScenarios())
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

  /** Formats the calibration as one sentence. */
  String toText() {
    return forecasts.isEmpty()
        ? "no changes and therefore no forecasts to check"
        : String.format(
            Locale.ROOT,
            "of %d forecast gains %.0f %% were realised within their 80 %% intervals (%.0f %% below,"
                + " %.0f %% above; from scenarios alone %.0f %%); median gain forecast %.2f,"
                + " realised %.2f, width %.2f",
            forecasts.size(),
            100 * coverage(),
            100 * below(),
            100 * (1 - coverage() - below()),
            100 * coverageOfScenarios(),
            medianForecast(),
            medianRealised(),
            medianWidth());
  }
}
