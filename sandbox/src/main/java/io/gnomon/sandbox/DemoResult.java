package io.gnomon.sandbox;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * What came of a demo; its fields are those of {@code --json}.
 *
 * @param workload what was run
 * @param processors of the cluster
 * @param jobs of the workload
 * @param completed jobs that have completed
 * @param weeks simulated
 * @param events that went through Kafka
 * @param consumed events that the controller took
 * @param commands published
 * @param applied commands that the cluster applied and the controller saw acknowledged
 * @param repeated commands that the cluster got twice
 * @param studies made
 * @param rejected events that the controller refused
 * @param slowdown mean bounded slowdowns over the jobs that completed
 * @param mirrorChecks how often the mirror was held against the cluster
 * @param mirrorDifferences jobs in which they differed, over all checks
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
    long events,
    long consumed,
    long commands,
    long applied,
    long repeated,
    long studies,
    long rejected,
    Slowdown slowdown,
    int mirrorChecks,
    int mirrorDifferences,
    double elapsedSeconds,
    double eventsPerSecond) {
  /**
   * Mean bounded slowdowns.
   *
   * @param tuned of the cluster that Gnomon tuned
   * @param untuned of the same cluster left alone
   */
  public record Slowdown(double tuned, double untuned) {}
}
