package io.gnomon.controller.http.view;

import io.gnomon.controller.forecast.StartOutlook;
import io.gnomon.controller.node.WaitReason;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.limit.HoldingLimit;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** What a job waits for. */
enum JobWaitCause {
  /** The scheduler does not let it start. */
  HOLD,
  /** A dependency, a begin time, a reservation or the number of tasks of its array. */
  CONDITION,
  /** A limit of its user, account, QOS or partition. */
  LIMIT,
  /** The cluster is smaller than the job. */
  CAPACITY,
  /** Too few processors are free. */
  PROCESSORS,
  /** Too few GPUs are free on the nodes. */
  GPUS,
  /** Too little memory is free on the nodes. */
  MEMORY,
  /** Too few CPUs are free on the nodes. */
  CPUS,
  /** Too few nodes are free. */
  NODES,
  /** A reservation keeps the nodes. */
  RESERVATION,
  /** Other jobs start first. */
  QUEUE,
  /** Processors are free and no job is ahead, but the policy does not start it yet. */
  POLICY;

  /**
   * The causes that keep a job from starting now, the most important one first; none if it is
   * expected to start at once.
   *
   * @param width processors that it requests
   * @param impediment what keeps it from starting, apart from other jobs
   */
  static JsonArray of(ClusterState state, int width, Impediment impediment, StartOutlook outlook) {
    JsonArray causes = new JsonArray();
    int free = state.freeProcessors();
    int ahead = outlook.ahead().size();
    WaitingReason condition = impediment.condition();
    if (impediment.held()) {
      causes.add(
          HOLD.because(
              "It is held (%s); when it is released is not known. The forecast is for a release now."
                  .formatted(
                      condition == null ? "the scheduler names no reason" : condition.text())));
    } else if (condition != null) {
      causes.add(
          CONDITION.because(
              "It cannot start yet: %s (%s). The forecast includes that."
                  .formatted(words(condition), condition.text())));
    }
    HoldingLimit limit = impediment.limit();
    if (impediment.never() != null) {
      return causes.add(
          LIMIT.because(
              "It %s (%s)."
                  .formatted(impediment.never().text(), impediment.never().reason().text())));
    }
    if (limit != null) {
      causes.add(
          LIMIT.because(
              "A limit holds it back: %s (%s).".formatted(limit.text(), limit.reason().text())));
    }
    WaitReason onNodes = impediment.onNodes();
    boolean fits = onNodes == null ? width <= free : onNodes == WaitReason.QUEUE;
    if (onNodes != null) {
      addOnNodes(causes, onNodes);
    } else if (width > state.processors()) {
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
      causes.add(QUEUE.because(queue(fits, onNodes != null, outlook)));
    }
    boolean later = outlook.start().median() > outlook.at() - outlook.origin();
    if (causes.isEmpty() && later) {
      causes.add(
          POLICY.because(
              (onNodes == null ? free + " processors are free" : "What it needs is free")
                  + " and no other job is expected to start first, but the policy in force does"
                  + " not start it yet."));
    }
    return causes;
  }

  private static String words(WaitingReason condition) {
    return switch (condition) {
      case BEGIN_TIME -> "its begin time has not come";
      case DEPENDENCY -> "it depends on other jobs";
      case ARRAY_TASK_LIMIT -> "as many tasks of its array run as it allows";
      case RESERVATION -> "its reservation has not begun";
      default -> "a condition is not met";
    };
  }

  private static void addOnNodes(JsonArray causes, WaitReason reason) {
    switch (reason) {
      case GPUS -> causes.add(GPUS.because("Too few GPUs are free on the nodes that it may use."));
      case MEMORY ->
          causes.add(MEMORY.because("Too little memory is free on the nodes that it may use."));
      case CPUS -> causes.add(CPUS.because("Too few CPUs are free on the nodes that it may use."));
      case NODES ->
          causes.add(
              NODES.because("Too few of the nodes that it may use are up and have room for it."));
      case RESERVATION ->
          causes.add(
              RESERVATION.because(
                  "Nodes that it needs are reserved before it would reach its time limit."));
      case CAPACITY ->
          causes.add(
              CAPACITY.because(
                  "The nodes and partitions that it may use cannot run it, even when idle."));
      case QUEUE, LIMIT -> {}
    }
  }

  private static String queue(boolean fits, boolean onNodes, StartOutlook outlook) {
    int jobs = outlook.ahead().size();
    int requested = outlook.ahead().stream().mapToInt(StartOutlook.Ahead::processors).sum();
    return "%s expected to start first; %s %d processors.%s"
        .formatted(
            jobs == 1 ? "1 job is" : jobs + " jobs are",
            jobs == 1 ? "it requests" : "together they request",
            requested,
            fits ? reserved(onNodes) : "");
  }

  private static String reserved(boolean onNodes) {
    return onNodes
        ? " What it needs is free, but reserved for jobs ahead of it."
        : " The processors that are free are reserved for jobs ahead of it.";
  }

  private static String processors(int width) {
    return width == 1 ? "1 processor is" : width + " processors are";
  }

  private JsonObject because(String text) {
    return new JsonObject().put("cause", name().toLowerCase(Locale.ROOT)).put("text", text);
  }
}
