package io.gnomon.controller.forecast;

import io.gnomon.sim.forecast.JobForecast;
import java.util.List;

/**
 * When a job is expected to start, and how other requests would change that.
 *
 * @param at epoch second of the state that was simulated
 * @param origin epoch second of second 0 of the starts
 * @param horizonSeconds how far was simulated
 * @param simulations number of simulations per request
 * @param start the start of the job as requested
 * @param ahead the waiting jobs that are expected to start before it, by start
 * @param alternatives the other requests
 * @param starts the start with each of the other requests
 */
public record StartOutlook(
    long at,
    long origin,
    int horizonSeconds,
    int simulations,
    JobForecast.Outcome start,
    List<Ahead> ahead,
    List<RequestAlternative> alternatives,
    List<JobForecast.Outcome> starts) {

  /**
   * A job that is expected to start first.
   *
   * @param job its id
   * @param processors that it requests
   * @param start second of its expected start
   */
  public record Ahead(String job, int processors, int start) {}

  /** Copies the lists. */
  public StartOutlook {
    ahead = List.copyOf(ahead);
    alternatives = List.copyOf(alternatives);
    starts = List.copyOf(starts);
  }
}
