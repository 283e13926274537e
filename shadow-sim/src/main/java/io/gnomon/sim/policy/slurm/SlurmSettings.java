package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.order.QueueOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * What a Slurm is set to. Names with an underscore are those of Slurm's SchedulerParameters, with
 * its defaults and ranges; names with a hyphen are ours.
 *
 * @param order of the queue, Slurm's priorities
 * @param backfills whether the backfill plugin runs, or the main scheduler alone
 * @param interval seconds from one backfill pass to the next
 * @param window seconds ahead in which backfill reserves
 * @param resolution seconds to whose multiples the edges of reservations are moved down
 * @param maxJobTest waiting jobs that a backfill pass looks at
 * @param maxJobUser waiting jobs of one user that a backfill pass looks at, 0 for any number
 * @param maxJobStart jobs that a backfill pass starts, 0 for any number
 * @param partCountReserve jobs for which a backfill pass reserves, 0 for any number
 * @param endWindow seconds within which the first expected ends count as one; 0 for exact ends
 * @param windowLinear seconds by which that span grows for the ends after, 0 to double it
 * @param gap seconds that a job must end before a reservation of its processors begins
 * @param tellsIdle whether a reservation holds idle processors that a job could start on now
 * @param coresPerNode processors of a node, of which reservations take all
 * @param queueDepth waiting jobs that a pass of the main scheduler looks at
 * @param schedInterval seconds from one pass over the whole queue to the next
 * @param batchDelay least seconds from one pass of the main scheduler to the next
 */
record SlurmSettings(
    QueueOrder order,
    boolean backfills,
    int interval,
    int window,
    int resolution,
    int maxJobTest,
    int maxJobUser,
    int maxJobStart,
    int partCountReserve,
    int endWindow,
    int windowLinear,
    int gap,
    boolean tellsIdle,
    int coresPerNode,
    int queueDepth,
    int schedInterval,
    int batchDelay) {
  private static final int MILLION = 1_000_000;
  private static final int HOUR = 3_600;
  private static final int DAY = 86_400;

  private static final Parameter<String> SCHEDULER =
      Parameter.choice(
          "scheduler",
          "backfill",
          List.of("backfill", "builtin"),
          "SchedulerType: sched/backfill, or sched/builtin, which is the main scheduler alone");
  private static final Parameter<Integer> INTERVAL =
      Parameter.seconds("bf_interval", "30s", 1, 3 * HOUR, "time between backfill passes");
  private static final Parameter<Integer> WINDOW =
      Parameter.seconds(
          "bf_window", "1d", 60, 30 * DAY, "how far ahead backfill reserves; whole minutes");
  private static final Parameter<Integer> RESOLUTION =
      Parameter.seconds(
          "bf_resolution", "60s", 1, HOUR, "reservations begin and end at multiples of it");
  private static final Parameter<Integer> MAX_JOB_TEST =
      Parameter.integer(
          "bf_max_job_test", 500, 1, MILLION, "waiting jobs that a backfill pass looks at");
  private static final Parameter<Integer> MAX_JOB_USER =
      Parameter.integer(
          "bf_max_job_user",
          0,
          0,
          MILLION,
          "waiting jobs of one user that a backfill pass looks at; 0: any number");
  private static final Parameter<Integer> MAX_JOB_START =
      Parameter.integer(
          "bf_max_job_start", 0, 0, 10_000, "jobs that a backfill pass starts; 0: any number");
  private static final Parameter<Integer> PART_COUNT_RESERVE =
      Parameter.integer(
          "bf_job_part_count_reserve",
          0,
          0,
          100_000,
          "jobs for which a backfill pass reserves; 0: any number, 1: as EASY");
  private static final Parameter<Integer> WINDOW_LINEAR =
      Parameter.seconds(
          "bf_window_linear",
          "0s",
          0,
          DAY,
          "how much end-window grows at each step; 0: it doubles");
  private static final Parameter<Integer> END_WINDOW =
      Parameter.seconds(
          "end-window",
          "30s",
          0,
          HOUR,
          "expected ends this close count as one, the last; 30s in Slurm, 0: exact");
  private static final Parameter<Integer> GAP =
      Parameter.seconds(
          "gap",
          "1s",
          0,
          HOUR,
          "how long before a reservation a job must end; 1s in Slurm, 0: none");
  private static final Parameter<String> RESERVE =
      Parameter.choice(
          "reserve",
          "nodes",
          List.of("nodes", "any"),
          "nodes: a reservation holds some nodes that are idle now, in proportion to all that it"
              + " could take; any: processors are not told apart");
  private static final Parameter<Integer> CORES_PER_NODE =
      Parameter.integer(
          "cores-per-node", 1, 1, 100_000, "reservations take whole nodes of so many processors");
  private static final Parameter<Integer> QUEUE_DEPTH =
      Parameter.integer(
          "default_queue_depth", 100, 1, MILLION, "waiting jobs that the main scheduler looks at");
  private static final Parameter<Integer> SCHED_INTERVAL =
      Parameter.seconds(
          "sched_interval", "60s", 1, DAY, "time between main passes over the whole queue");
  private static final Parameter<Integer> BATCH_DELAY =
      Parameter.seconds(
          "batch_sched_delay", "3s", 0, HOUR, "least time between main passes that events cause");

  static List<Parameter<?>> parameters() {
    List<Parameter<?>> parameters =
        new ArrayList<>(
            List.of(
                SCHEDULER,
                INTERVAL,
                WINDOW,
                RESOLUTION,
                MAX_JOB_TEST,
                MAX_JOB_USER,
                MAX_JOB_START,
                PART_COUNT_RESERVE,
                WINDOW_LINEAR,
                END_WINDOW,
                GAP,
                RESERVE,
                CORES_PER_NODE,
                QUEUE_DEPTH,
                SCHED_INTERVAL,
                BATCH_DELAY));
    parameters.addAll(QueueOrder.parameters());
    return List.copyOf(parameters);
  }

  /**
   * Reads the settings.
   *
   * @throws InvalidPolicyException where the order of the queue is not legal
   */
  static SlurmSettings of(PolicySpec spec) {
    return new SlurmSettings(
        QueueOrder.of(spec),
        SCHEDULER.in(spec).equals("backfill"),
        INTERVAL.in(spec),
        WINDOW.in(spec),
        RESOLUTION.in(spec),
        MAX_JOB_TEST.in(spec),
        MAX_JOB_USER.in(spec),
        MAX_JOB_START.in(spec),
        PART_COUNT_RESERVE.in(spec),
        END_WINDOW.in(spec),
        WINDOW_LINEAR.in(spec),
        GAP.in(spec),
        RESERVE.in(spec).equals("nodes"),
        CORES_PER_NODE.in(spec),
        QUEUE_DEPTH.in(spec),
        SCHED_INTERVAL.in(spec),
        BATCH_DELAY.in(spec));
  }
}
