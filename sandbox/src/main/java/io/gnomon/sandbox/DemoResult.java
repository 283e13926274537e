package io.gnomon.sandbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.gnomon.sim.effect.Totals;
import io.gnomon.sim.effect.Variant;
import io.gnomon.sim.metric.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The result of a demo; its fields are those of {@code --json}.
 *
 * @param workload display name
 * @param processors of the cluster
 * @param machine its nodes in words; absent for a pool of processors
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
 * @param slowdown mean bounded slowdowns
 * @param compared jobs in the slowdowns of the dashboard
 * @param changes by Gnomon
 * @param since the first epoch second that the dashboard compares
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
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String machine,
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
    int compared,
    int changes,
    long since,
    int waiting,
    int mirrorChecks,
    int mirrorDifferences,
    double elapsedSeconds,
    double eventsPerSecond) {
  /** The size of the cluster in words. */
  String size() {
    return machine == null ? processors + " processors" : machine;
  }

  /**
   * Mean bounded slowdowns of completed jobs; 0 if there are none.
   *
   * @param tuned with Gnomon, as on the dashboard
   * @param estimatedUntuned Gnomon's estimate for the same jobs without its changes, as on the
   *     dashboard
   * @param untuned of an untuned copy of the cluster, over the jobs that completed in both
   */
  public record Slowdown(double tuned, double estimatedUntuned, double untuned) {
    /** Compares the effect with an untuned run of the same workload, up to {@code now}. */
    static Slowdown of(Totals effect, Outcome tuned, Outcome untuned, int now) {
      double sum = 0;
      int jobs = 0;
      for (int job = 0; job < tuned.log().size(); job++) {
        if (completed(tuned, job, now) && completed(untuned, job, now)) {
          sum += untuned.boundedSlowdown(job);
          jobs++;
        }
      }
      return new Slowdown(
          effect.jobs() == 0 ? 0 : effect.meanSlowdown(Variant.ACTUAL),
          effect.jobs() == 0 ? 0 : effect.meanSlowdown(Variant.UNTUNED),
          jobs == 0 ? 0 : sum / jobs);
    }

    private static boolean completed(Outcome outcome, int job, int now) {
      return outcome.schedule().finished(job) && outcome.schedule().end(job) <= now;
    }
  }
}
