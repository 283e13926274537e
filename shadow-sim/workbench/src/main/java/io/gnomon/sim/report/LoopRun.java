package io.gnomon.sim.report;

import io.gnomon.sim.report.document.Json;
import io.gnomon.sim.tune.TunedRun;

/**
 * The result of a closed loop.
 *
 * @param service metrics of the jobs
 * @param run the decisions of the loop
 * @param times durations of its studies
 * @param calibration of its forecasts
 * @param elapsedSeconds duration of the loop
 */
public record LoopRun(
    ServiceSummary service,
    TunedRun run,
    StudyTimes times,
    ForecastCoverage calibration,
    double elapsedSeconds) {
  /** Writes the fields of the loop's JSON object. */
  Json write(Json json) {
    json.put("name", service.name());
    service.write(json);
    json.put("evaluations", run.decisions().size());
    json.put("studies", run.studies()).put("changes", run.changes());
    times.write(json.name("studySeconds").object()).endObject();
    calibration.write(json.name("calibration").object()).endObject();
    return json.put("elapsedSeconds", elapsedSeconds);
  }
}
