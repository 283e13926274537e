package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.order.QueueOrder;
import io.gnomon.sim.policy.slurm.pass.PassCost;
import io.gnomon.sim.policy.slurm.pass.Reserving;
import io.gnomon.sim.policy.slurm.pass.TestLimits;
import io.gnomon.sim.policy.slurm.preempt.PreemptionSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of the policy {@code slurm}. Names with an underscore are those of Slurm's
 * SchedulerParameters, with its defaults and ranges; names with a hyphen are Gnomon's.
 *
 * @param order order of the queue; one other than arrival sets priorities aside
 * @param priority parameters of the priorities
 * @param preemption parameters of preemption
 * @param limits limits and priorities of QOS and partitions
 * @param backfills whether the backfill plugin runs, or the main scheduler alone
 * @param tests waiting jobs that a backfill pass examines
 * @param reserving jobs that keep resources from later jobs
 * @param cost how long backfill passes take
 * @param interval seconds from the end of a backfill pass to the next one
 * @param window seconds ahead in which backfill reserves
 * @param resolution seconds; bounds of reservations are rounded down to multiples of it
 * @param maxJobStart jobs that a backfill pass starts, 0 for no limit
 * @param partCountReserve jobs for which a backfill pass reserves, 0 for no limit
 * @param endWindow seconds within which the first expected ends count as one; 0 for exact ends
 * @param windowLinear seconds by which that span grows for later ends, 0 to double it
 * @param gap seconds that a job must end before a reservation of its processors begins
 * @param separatesIdle whether a reservation holds idle processors on which a job could start now
 * @param coresPerNode processors of a node of a pool; reservations take whole nodes
 * @param queueDepth waiting jobs that a pass of the main scheduler examines
 * @param schedInterval seconds from one pass over the whole queue to the next
 * @param partitionDepth waiting jobs of one partition that such a pass examines, 0 for no limit
 * @param maxMainStart jobs that such a pass starts, 0 for no limit
 * @param batchDelay minimum seconds from one pass of the main scheduler to the next that an event
 *     causes
 * @param minInterval minimum seconds from one pass of the main scheduler to any other
 */
record SlurmSettings(
    QueueOrder order,
    PriorityParameters priority,
    PreemptionSettings preemption,
    SiteLimits limits,
    boolean backfills,
    TestLimits tests,
    Reserving reserving,
    PassCost cost,
    int interval,
    int window,
    int resolution,
    int maxJobStart,
    int partCountReserve,
    int endWindow,
    int windowLinear,
    int gap,
    boolean separatesIdle,
    int coresPerNode,
    int queueDepth,
    int schedInterval,
    int partitionDepth,
    int maxMainStart,
    int batchDelay,
    int minInterval) {
  private static final int MILLION = 1_000_000;
  private static final int MICROS = 1_000_000;
  private static final int HOUR = 3_600;
  private static final int DAY = 86_400;

  private static final Parameter<String> SCHEDULER =
      Parameter.choice(
          "scheduler",
          "backfill",
          List.of("backfill", "builtin"),
          "SchedulerType: sched/backfill, or sched/builtin, which is the main scheduler alone");
  private static final Parameter<Integer> INTERVAL =
      Parameter.seconds(
          "bf_interval", "30s", 1, 3 * HOUR, "time from the end of a backfill pass to the next");
  private static final Parameter<Integer> WINDOW =
      Parameter.seconds(
          "bf_window", "1d", 60, 30 * DAY, "how far ahead backfill reserves; whole minutes");
  private static final Parameter<Integer> RESOLUTION =
      Parameter.seconds(
          "bf_resolution", "60s", 1, HOUR, "reservations begin and end at multiples of this time");
  private static final Parameter<Integer> MAX_JOB_START =
      Parameter.integer(
          "bf_max_job_start", 0, 0, 10_000, "jobs that a backfill pass starts; 0: no limit");
  private static final Parameter<Integer> PART_COUNT_RESERVE =
      Parameter.integer(
          "bf_job_part_count_reserve",
          0,
          0,
          100_000,
          "jobs for which a backfill pass reserves; 0: no limit, 1: as in EASY");
  private static final Parameter<Integer> WINDOW_LINEAR =
      Parameter.seconds(
          "bf_window_linear", "0s", 0, DAY, "growth of end-window at each step; 0: it doubles");
  private static final Parameter<Integer> END_WINDOW =
      Parameter.seconds(
          "end-window",
          "30s",
          0,
          HOUR,
          "expected ends within this time count as one, the last; 30s in Slurm, 0: exact");
  private static final Parameter<Integer> GAP =
      Parameter.seconds(
          "gap",
          "1s",
          0,
          HOUR,
          "time that a job must end before a reservation; 1s in Slurm, 0: none");
  private static final Parameter<String> RESERVE =
      Parameter.choice(
          "reserve",
          "nodes",
          List.of("nodes", "any"),
          "nodes: a reservation holds part of the idle nodes, in proportion to all nodes that it"
              + " could use; any: processors are interchangeable");
  private static final Parameter<Integer> CORES_PER_NODE =
      Parameter.integer(
          "cores-per-node",
          1,
          1,
          100_000,
          "processors per node of a pool; reservations take whole nodes");
  private static final Parameter<Integer> QUEUE_DEPTH =
      Parameter.integer(
          "default_queue_depth", 100, 1, MILLION, "waiting jobs that the main scheduler examines");
  private static final Parameter<Integer> SCHED_INTERVAL =
      Parameter.seconds(
          "sched_interval", "60s", 1, DAY, "time between main passes over the whole queue");
  private static final Parameter<Integer> BATCH_DELAY =
      Parameter.seconds(
          "batch_sched_delay", "3s", 0, HOUR, "minimum time between main passes caused by events");
  private static final Parameter<Integer> PARTITION_DEPTH =
      Parameter.integer(
          "partition_job_depth",
          0,
          0,
          MILLION,
          "waiting jobs of one partition that the main scheduler examines; 0: no limit");
  private static final Parameter<Integer> MAX_MAIN_START =
      Parameter.integer(
          "sched_max_job_start", 0, 0, MILLION, "jobs that a main pass starts; 0: no limit");
  private static final Parameter<Integer> MIN_INTERVAL =
      Parameter.integer(
          "sched_min_interval",
          2,
          0,
          1000 * MICROS,
          "minimum microseconds between main passes; rounded to seconds");

  static List<Parameter<?>> parameters() {
    List<Parameter<?>> parameters =
        new ArrayList<>(
            List.of(
                SCHEDULER,
                INTERVAL,
                WINDOW,
                RESOLUTION,
                MAX_JOB_START,
                PART_COUNT_RESERVE,
                WINDOW_LINEAR,
                END_WINDOW,
                GAP,
                RESERVE,
                CORES_PER_NODE,
                QUEUE_DEPTH,
                SCHED_INTERVAL,
                PARTITION_DEPTH,
                MAX_MAIN_START,
                BATCH_DELAY,
                MIN_INTERVAL));
    parameters.addAll(TestLimits.parameters());
    parameters.addAll(Reserving.parameters());
    parameters.addAll(PassCost.parameters());
    parameters.addAll(QueueOrder.parameters());
    parameters.addAll(PriorityParameters.parameters());
    parameters.addAll(PreemptionSettings.parameters());
    return List.copyOf(parameters);
  }

  /** Whether jobs are in order of priority where the cluster's accounts are known. */
  boolean isByPriority() {
    return priority.isMultifactor() && order.isArrival();
  }

  /**
   * Reads the settings.
   *
   * @throws InvalidPolicyException if the order of the queue is not allowed
   */
  static SlurmSettings of(PolicySpec spec) {
    return new SlurmSettings(
        QueueOrder.of(spec),
        new PriorityParameters(spec),
        PreemptionSettings.of(spec),
        SiteLimits.of(spec),
        SCHEDULER.in(spec).equals("backfill"),
        TestLimits.of(spec),
        Reserving.of(spec),
        PassCost.of(spec, INTERVAL.in(spec)),
        INTERVAL.in(spec),
        WINDOW.in(spec),
        RESOLUTION.in(spec),
        MAX_JOB_START.in(spec),
        PART_COUNT_RESERVE.in(spec),
        END_WINDOW.in(spec),
        WINDOW_LINEAR.in(spec),
        GAP.in(spec),
        RESERVE.in(spec).equals("nodes"),
        CORES_PER_NODE.in(spec),
        QUEUE_DEPTH.in(spec),
        SCHED_INTERVAL.in(spec),
        PARTITION_DEPTH.in(spec),
        MAX_MAIN_START.in(spec),
        BATCH_DELAY.in(spec),
        (MIN_INTERVAL.in(spec) + MICROS / 2) / MICROS);
  }
}
