package io.gnomon.sandbox;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.gnomon.sim.metric.Outcome;

/**
 * The result of a demo; its fields are those of {@code --json}.
 *
 * @param workload display name
 * @param processors of the cluster
 * @param jobs that have been submitted
 * @param completed jobs that have completed
 * @param weeks simulated, rounded down
 * @param evaluations by the controller
 * @param events sent through Kafka
 * @param consumed events that the controller consumed
 * @param commands published
 * @param applied commands that the cluster applied and acknowledged
 * @param repeated commands that the cluster received twice
 * @param studies run by the controller
 * @param rejected events that the controller rejected
 * @param slowdown mean bounded slowdowns, tuned and untuned over the same jobs
 * @param waiting jobs that wait at the end
 * @param mirrorChecks number of comparisons of the mirror with the cluster
 * @param mirrorDifferences differences found in all checks
 * @param elapsedSeconds from the first event to the end
 * @param eventsPerSecond through Kafka and the controller
 */
@JsonPropertyOrder({"events", "commands", "applied", "studies", "slowdown"})
public record DemoResult(
    String workload,
    int processors,
    int jobs,
    int completed,
    int weeks,
    int evaluations,
    long events,
    long consumed,
    long commands,
    long applied,
    long repeated,
    long studies,
    long rejected,
    Slowdown slowdown,
    int waiting,
    int mirrorChecks,
    int mirrorDifferences,
    double elapsedSeconds,
    double eventsPerSecond) {
  /**
   * Mean bounded slowdowns over the jobs that have completed in both runs; 0 if there are none.
   *
   * @param tuned with Gnomon
   * @param untuned without tuning
   */
  public record Slowdown(double tuned, double untuned) {
    /** Compares two outcomes of the same workload, up to {@code now}. */
    static Slowdown of(Outcome tuned, Outcome untuned, int now) {
      double tunedSum = 0;
      double untunedSum = 0;
      int jobs = 0;
      for (int job = 0; job < tuned.log().size(); job++) {
        if (completed(tuned, job, now) && completed(untuned, job, now)) {
          tunedSum += tuned.boundedSlowdown(job);
          untunedSum += untuned.boundedSlowdown(job);
          jobs++;
        }
      }
      return jobs == 0 ? new Slowdown(0, 0) : new Slowdown(tunedSum / jobs, untunedSum / jobs);
    }

    private static boolean completed(Outcome outcome, int job, int now) {
      return outcome.schedule().finished(job) && outcome.schedule().end(job) <= now;
    }
  }
}
