package io.gnomon.sim.policy.slack;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.spec.Description;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The terms of slack-based backfilling: priorities, slacks and the price of a delay (talby1999,
 * sections 2.2 and 2.3).
 *
 * <p>A job's user priority and political priority are both its priority in the state divided by
 * 100, from 0 to 1, and 0 if it has none. Its scheduler priority is 0.5 at first, then its
 * scheduled wait divided by twice the average wait, at most 1. Its priority is the mean of the
 * three.
 *
 * @param factor SF, maximum delay of the least important job in average waits
 * @param averageWait AWT, in seconds
 * @param heuristic order in which delayed jobs are scheduled again
 * @param weights exponents of utilisation, time, priorities and fairness
 * @param overQuota users whose jobs have political priority -1: they may be delayed without limit
 * @param longestQueue maximum number of scheduled jobs for a search
 */
record SlackTerms(
    double factor,
    int averageWait,
    Heuristic heuristic,
    double[] weights,
    int[] overQuota,
    int longestQueue) {
  /** An unlimited slack. */
  static final int INFINITE = Integer.MAX_VALUE;

  private static final int UTILISATION = 0;
  private static final int TIME = 1;
  private static final int PRIORITY = 2;
  private static final int FAIRNESS = 3;
  private static final double FULL = 100;
  private static final double FIRST_SCHEDULER_PRIORITY = 0.5;
  // a priority of 0 would make every delay free or infinitely expensive
  private static final double LEAST_PRIORITY = 0.01;

  private static final Parameter<Double> FACTOR =
      Parameter.number("factor", 3, 0, 1000, "slack of the least important job, in average waits");
  private static final Parameter<Integer> AVERAGE_WAIT =
      Parameter.seconds(
          "average-wait", "40m", 1, 10_000_000, "typical average wait on this cluster");
  private static final Parameter<String> HEURISTIC =
      Parameter.choice(
              "heuristic",
              Heuristic.AST.word(),
              Heuristic.words(),
              "order in which delayed jobs are scheduled again: ascending scheduled time or arrival"
                  + " time, descending utilisation, cost or priority")
          .inWords(word -> "delayed jobs again " + Heuristic.of(word).describe());
  private static final List<Parameter<Double>> WEIGHTS =
      List.of(
          weight("utilisation-weight", "the processors of a job", "width"),
          weight("time-weight", "the seconds of a delay", "time"),
          weight(
              "priority-weight",
              "the job's priority divided by that of the job it is delayed for",
              "priority"),
          weight("fairness-weight", "the slack that the job has used up", "used slack"));
  private static final Parameter<String> OVER_QUOTA =
      Parameter.text(
              "over-quota",
              "none",
              "none, or user numbers joined by +, such as 4+17",
              "users whose jobs run only if they delay no other job",
              text -> {
                users(text);
                return text;
              })
          .inWords("users %s never delay others");

  private static final Parameter<Integer> LONGEST_QUEUE =
      Parameter.integer(
              "longest-queue",
              100,
              0,
              Integer.MAX_VALUE,
              "with more scheduled jobs than this, no job is delayed for another, as in conservative"
                  + " backfilling")
          .inWords("no delays beyond %s jobs");

  private static Parameter<Double> weight(String name, String of, String word) {
    return Parameter.number(name, 1, 0, 10, "exponent, in the price of a delay, of " + of)
        .inWords("delays priced by " + word + " ^ %s");
  }

  static List<Parameter<?>> parameters() {
    List<Parameter<?>> parameters = new ArrayList<>(List.of(FACTOR, AVERAGE_WAIT, HEURISTIC));
    parameters.addAll(WEIGHTS);
    parameters.add(OVER_QUOTA);
    parameters.add(LONGEST_QUEUE);
    return List.copyOf(parameters);
  }

  /** The terms of a spec in words. */
  static String describe(Spec spec) {
    Description policy = new Description(spec, parameters());
    return policy
        .add(
            "a job may be delayed for others, by at most %s average waits of %s"
                .formatted(policy.number(FACTOR.name()), policy.time(AVERAGE_WAIT.name())))
        .toString();
  }

  static SlackTerms of(Spec spec) {
    return new SlackTerms(
        FACTOR.in(spec),
        AVERAGE_WAIT.in(spec),
        Heuristic.of(HEURISTIC.in(spec)),
        WEIGHTS.stream().mapToDouble(weight -> weight.in(spec)).toArray(),
        users(OVER_QUOTA.in(spec)),
        LONGEST_QUEUE.in(spec));
  }

  private static int[] users(String text) {
    return text.equals("none")
        ? new int[0]
        : Arrays.stream(text.split("\\+", -1)).mapToInt(Integer::parseInt).toArray();
  }

  /** The priority of a job that is not scheduled yet. */
  double firstPriority(ClusterState state, int slot) {
    return priority(state, slot, FIRST_SCHEDULER_PRIORITY);
  }

  /** The priority of a job with the given scheduled wait. */
  double priorityAfter(ClusterState state, int slot, int wait) {
    return priority(state, slot, Math.min(1, wait / (2.0 * averageWait)));
  }

  private static double priority(ClusterState state, int slot, double scheduler) {
    double given = Math.min(FULL, Math.max(0, state.priority(slot))) / FULL;
    return Math.max(LEAST_PRIORITY, (given + given + scheduler) / 3);
  }

  /** The slack of a job with the given priority, in seconds. */
  int slack(ClusterState state, int slot, double priority) {
    for (int user : overQuota) {
      if (state.user(slot) == user) {
        return INFINITE;
      }
    }
    return (int) Math.min(ClusterState.LAST, (1 - priority) * factor * averageWait);
  }

  /** The price of a new job's wait. */
  double waitPrice(int seconds, int width) {
    return power(seconds, weights[TIME]) * power(width, weights[UTILISATION]);
  }

  /**
   * The price of delaying a job in favour of another, negative if it starts earlier.
   *
   * @param priorities the job's priority divided by the other's
   * @param used its initial slack divided by its remaining slack
   */
  double delayPrice(int seconds, int width, double priorities, double used) {
    return Math.signum(seconds)
        * power(Math.abs(seconds), weights[TIME])
        * power(width, weights[UTILISATION])
        * power(priorities, weights[PRIORITY])
        * power(used, weights[FAIRNESS]);
  }

  private static double power(double base, double exponent) {
    return exponent == 1 ? base : Math.pow(base, exponent);
  }
}
