package io.gnomon.controller.http.view;

import io.gnomon.controller.forecast.StartOutlook;
import io.gnomon.sim.cluster.ClusterState;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** What a job waits for. */
enum WaitCause {
  /** The scheduler does not let it start. */
  HOLD,
  /** The cluster is smaller than the job. */
  CAPACITY,
  /** Too few processors are free. */
  PROCESSORS,
  /** Other jobs start first. */
  QUEUE,
  /** Processors are free and no job is ahead, but the policy does not start it yet. */
  POLICY;

  /**
   * The causes that keep a job from starting now, the most important one first; none if it is
   * expected to start at once.
   *
   * @param width processors that it requests
   * @param held whether it is held
   */
  static JsonArray of(ClusterState state, int width, boolean held, StartOutlook outlook) {
    JsonArray causes = new JsonArray();
    int free = state.freeProcessors();
    int ahead = outlook.ahead().size();
    if (held) {
      causes.add(
          HOLD.because(
              "It is held: a hold, a dependency, a begin time or a limit of the scheduler keeps it"
                  + " from starting. The forecast assumes that it is released now."));
    }
    if (width > state.processors()) {
      causes.add(
          CAPACITY.because(
              "%s needed; the cluster has %d now."
                  .formatted(processors(width), state.processors())));
    } else if (width > free) {
      causes.add(
          PROCESSORS.because(
              "%s needed; %d of %d are free."
                  .formatted(processors(width), free, state.processors())));
    }
    if (ahead > 0) {
      causes.add(QUEUE.because(queue(width <= free, outlook)));
    }
    boolean later = outlook.start().median() > outlook.at() - outlook.origin();
    if (causes.isEmpty() && later) {
      causes.add(
          POLICY.because(
              "%d processors are free and no other job is expected to start first, but the policy"
                      .formatted(free)
                  + " in force does not start it on them yet."));
    }
    return causes;
  }

  private static String queue(boolean fits, StartOutlook outlook) {
    int jobs = outlook.ahead().size();
    int requested = outlook.ahead().stream().mapToInt(StartOutlook.Ahead::processors).sum();
    return "%s expected to start first; %s %d processors.%s"
        .formatted(
            jobs == 1 ? "1 job is" : jobs + " jobs are",
            jobs == 1 ? "it requests" : "together they request",
            requested,
            fits ? " The processors that are free are reserved for jobs ahead of it." : "");
  }

  private static String processors(int width) {
    return width == 1 ? "1 processor is" : width + " processors are";
  }

  private JsonObject because(String text) {
    return new JsonObject().put("cause", name().toLowerCase(Locale.ROOT)).put("text", text);
  }
}
