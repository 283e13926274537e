package io.gnomon.sim.report;

import io.gnomon.sim.tune.TunedRun;

/**
 * A closed loop and what it gave.
 *
 * @param service how jobs fared
 * @param run what it did
 * @param times of its studies
 * @param calibration of its forecasts
 * @param elapsedSeconds of the loop
 */
public record LoopRun(
    ServiceSummary service,
    TunedRun run,
    StudyTimes times,
    ForecastCoverage calibration,
    double elapsedSeconds) {
  /** The fields of an object about it. */
  Json write(Json json) {
    json.put("name", service.name());
    service.write(json);
    json.put("looks", run.decisions().size());
    json.put("studies", run.studies()).put("changes", run.changes());
    times.write(json.name("studySeconds").object()).endObject();
    calibration.write(json.name("calibration").object()).endObject();
    return json.put("elapsedSeconds", elapsedSeconds);
  }
}
