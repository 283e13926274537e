package io.gnomon.slurm.parameter;

import static io.gnomon.slurm.parameter.Row.DAY;
import static io.gnomon.slurm.parameter.Row.HOUR;
import static io.gnomon.slurm.parameter.Row.MILLION;
import static io.gnomon.slurm.parameter.Row.MINUTE;
import static io.gnomon.slurm.parameter.Row.MOST_JOB_FACTOR;
import static io.gnomon.slurm.parameter.Row.MOST_POINTS;
import static io.gnomon.slurm.parameter.Row.MOST_PRIORITY;
import static io.gnomon.slurm.parameter.Row.fixedOption;
import static io.gnomon.slurm.parameter.Row.fixedSetting;
import static io.gnomon.slurm.parameter.Row.limit;
import static io.gnomon.slurm.parameter.Row.model;
import static io.gnomon.slurm.parameter.Row.notSimulated;
import static io.gnomon.slurm.parameter.Row.option;
import static io.gnomon.slurm.parameter.Row.setting;
import static io.gnomon.slurm.parameter.Row.weight;
import static io.gnomon.slurm.parameter.Values.choice;
import static io.gnomon.slurm.parameter.Values.count;
import static io.gnomon.slurm.parameter.Values.flag;
import static io.gnomon.slurm.parameter.Values.number;
import static io.gnomon.slurm.parameter.Values.time;

import io.gnomon.slurm.release.SlurmRelease;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parameters of Slurm's scheduling, a row each. Simulation, bridge, dashboard and documents
 * read them here; what a value does is where it is simulated. The order is that of the options in
 * the line {@code SchedulerParameters} that Gnomon writes.
 *
 * <p>All rows hold for Slurm 22.05 and later, except for those with {@link #since}; {@code
 * SlurmRowsIT} compares them with each release. Source: manual pages slurm.conf(5), sacctmgr(1) and
 * scontrol(1). Where they give no upper bound, it is that of the simulation.
 */
public enum SlurmParameter {
  SCHEDULER(
      fixedSetting(
              ParameterGroup.SCHEDULERS,
              choice("backfill", "builtin"),
              "",
              "SchedulerType: sched/backfill, or sched/builtin, which is the main scheduler alone")
          .printed("SchedulerType")),
  BF_INTERVAL(
      option(
              ParameterGroup.SCHEDULERS,
              time(Unit.SECONDS, 1, 3 * HOUR, "30s"),
              "backfill every %s",
              "time from the end of a backfill pass to the next")
          .studied("5s", "10s", "30s", "60s")),
  BF_WINDOW(
      option(
              ParameterGroup.SCHEDULERS,
              time(Unit.MINUTES, MINUTE, 30 * DAY, "1d"),
              "backfill plans %s ahead",
              "how far ahead backfill reserves; whole minutes")
          .studied("1440m", "4320m", "10080m")),
  BF_RESOLUTION(
      option(
              ParameterGroup.SCHEDULERS,
              time(Unit.SECONDS, 1, HOUR, "60s"),
              "plans in steps of %s",
              "reservations begin and end at multiples of this time")
          .studied("10s", "60s", "300s")),
  BF_MAX_JOB_TEST(
      option(
              ParameterGroup.TESTS,
              count(Unit.JOBS, 1, MILLION, 500),
              "backfill tests %s jobs",
              "waiting jobs that a backfill pass examines")
          .studied("500", "2000")),
  BF_MAX_JOB_PART(
      option(
          ParameterGroup.TESTS,
          count(Unit.JOBS, 0, MILLION, 0),
          "backfill tests %s jobs per partition",
          "waiting jobs of one partition that a backfill pass examines; 0: no limit")),
  BF_MAX_JOB_USER(
      option(
              ParameterGroup.TESTS,
              count(Unit.JOBS, 0, MILLION, 0),
              "backfill tests %s jobs per user",
              "waiting jobs of one user that a backfill pass examines; 0: no limit")
          .studied("0", "10", "50")),
  BF_MAX_JOB_USER_PART(
      option(
          ParameterGroup.TESTS,
          count(Unit.JOBS, 0, MILLION, 0),
          "backfill tests %s jobs per user and partition",
          "waiting jobs of one user in one partition that a backfill pass examines; 0: no limit")),
  BF_MAX_JOB_ASSOC(
      fixedOption(
          ParameterGroup.TESTS,
          count(Unit.JOBS, 0, MILLION, 0),
          "backfill tests %s jobs per association",
          "waiting jobs of one association that a backfill pass examines; 0: no limit")),
  BF_MAX_JOB_START(
      option(
          ParameterGroup.SCHEDULERS,
          count(Unit.JOBS, 0, 10_000, 0),
          "backfill starts at most %s jobs",
          "jobs that a backfill pass starts; 0: no limit")),
  BF_JOB_PART_COUNT_RESERVE(
      option(
              ParameterGroup.SCHEDULERS,
              count(Unit.JOBS, 0, 100_000, 0),
              "reservations for %s jobs",
              "jobs for which a backfill pass reserves; 0: no limit, 1: as in EASY")
          .studied("0", "1", "10")),
  BF_WINDOW_LINEAR(
      option(
          ParameterGroup.SCHEDULERS,
          time(Unit.SECONDS, 0, DAY, "0s"),
          "search window grows by %s",
          "growth of end-window at each step; 0: it doubles")),
  END_WINDOW(
      "end-window",
      model(
          ParameterGroup.SCHEDULERS,
          time(Unit.SECONDS, 0, HOUR, "30s"),
          "ends within %s count as one",
          "expected ends within this time count as one, the last; 30s in Slurm, 0: exact")),
  GAP(
      model(
          ParameterGroup.SCHEDULERS,
          time(Unit.SECONDS, 0, HOUR, "1s"),
          "%s free before a reservation",
          "time that a job must end before a reservation; 1s in Slurm, 0: none")),
  RESERVE(
      model(
          ParameterGroup.SCHEDULERS,
          choice("nodes", "any"),
          "reserves any processors",
          "nodes: a reservation holds part of the idle nodes, in proportion to all nodes that it"
              + " could use; any: processors are interchangeable")),
  CORES_PER_NODE(
      "cores-per-node",
      model(
          ParameterGroup.SCHEDULERS,
          count(Unit.PROCESSORS, 1, 100_000, 1),
          "%s processors per node",
          "processors per node of a pool; reservations take whole nodes")),
  DEFAULT_QUEUE_DEPTH(
      option(
              ParameterGroup.SCHEDULERS,
              count(Unit.JOBS, 1, MILLION, 100),
              "main scheduler tests %s jobs",
              "waiting jobs that the main scheduler examines")
          .studied("100", "1000")),
  SCHED_INTERVAL(
      option(
          ParameterGroup.SCHEDULERS,
          time(Unit.SECONDS, 1, DAY, "60s"),
          "whole queue every %s",
          "time between main passes over the whole queue")),
  PARTITION_JOB_DEPTH(
      fixedOption(
          ParameterGroup.SCHEDULERS,
          count(Unit.JOBS, 0, MILLION, 0),
          "main scheduler tests %s jobs per partition",
          "waiting jobs of one partition that the main scheduler examines; 0: no limit")),
  SCHED_MAX_JOB_START(
      fixedOption(
          ParameterGroup.SCHEDULERS,
          count(Unit.JOBS, 0, MILLION, 0),
          "main scheduler starts at most %s jobs",
          "jobs that a main pass starts; 0: no limit")),
  BATCH_SCHED_DELAY(
      option(
          ParameterGroup.SCHEDULERS,
          time(Unit.SECONDS, 0, HOUR, "3s"),
          "at least %s between passes",
          "minimum time between main passes caused by events")),
  SCHED_MIN_INTERVAL(
      fixedOption(
          ParameterGroup.SCHEDULERS,
          count(Unit.MICROSECONDS, 0, 1000 * MILLION, 2),
          "at least %s µs between main passes",
          "minimum microseconds between main passes; rounded to seconds")),
  BF_MIN_AGE_RESERVE(
      fixedOption(
          ParameterGroup.RESERVING,
          time(Unit.SECONDS, 0, 30 * DAY, "0s"),
          "jobs reserve after %s",
          "jobs that have been eligible for less time do not keep resources from later jobs")),
  BF_MIN_PRIO_RESERVE(
      fixedOption(
          ParameterGroup.RESERVING,
          number(Unit.POINTS, 0, MOST_PRIORITY, 0),
          "jobs reserve from priority %s",
          "jobs of lower priority do not keep resources from later jobs; without effect where jobs"
              + " are not in order of priority")),
  TEST_MS(
      "test-ms",
      model(
          ParameterGroup.COST,
          number(Unit.MILLISECONDS, 0, 60_000, 0),
          "backfill takes %s ms per job",
          "time that backfill takes for each job that it examines, in milliseconds; sdiag: mean"
              + " cycle / mean depth (try sched) / 1000")),
  BF_MAX_TIME(
      fixedOption(
              ParameterGroup.COST,
              time(Unit.SECONDS, 0, HOUR, "0s"),
              "backfill ends after %s",
              "time after which a backfill pass ends; 0: bf_interval; only with test-ms")
          .leastSet(1)),
  BF_YIELD_INTERVAL(
      fixedOption(
          ParameterGroup.COST,
          count(Unit.MICROSECONDS, 1, 10 * MILLION, 2 * MILLION),
          "backfill pauses every %s µs",
          "microseconds from one pause of a backfill pass to the next; only with test-ms")),
  BF_YIELD_SLEEP(
      fixedOption(
          ParameterGroup.COST,
          count(Unit.MICROSECONDS, 1, 10 * MILLION, MILLION / 2),
          "pauses of %s µs",
          "microseconds of a pause of a backfill pass; only with test-ms")),
  BF_CONTINUE(
      fixedOption(
          ParameterGroup.COST,
          flag(),
          "backfill continues after pauses",
          "a backfill pass continues after a pause in which jobs or nodes have changed; only with"
              + " test-ms")),
  ASSOC_LIMIT_STOP(
      notSimulated(flag(), "a job that a limit of its association keeps back blocks later jobs")),
  BF_BUSY_NODES(notSimulated(flag(), "backfill prefers nodes in use for reservations")),
  BF_LICENSES(notSimulated(flag(), "backfill reserves for jobs that wait for licences")),
  MAX_RPC_CNT(
      notSimulated(
          count(Unit.NONE, 0, 1000, 0), "scheduling is put off while as many requests are open")),
  BF_YIELD_RPC_CNT(
      notSimulated(
              count(Unit.NONE, 0, 200, 0), "a pause of backfill ends when fewer requests are open")
          .since(26, 5)),
  BF_TOPOPT_ENABLE(
      notSimulated(flag(), "backfill delays a job for nodes that are closer together")
          .since(24, 11)),

  PRIORITY_TYPE(
      "PriorityType",
      fixedSetting(
          ParameterGroup.PRIORITY,
          choice("multifactor", "basic"),
          "jobs in order of arrival",
          "multifactor: the queue is in order of priority where the cluster's accounts are known;"
              + " basic: in order of arrival")),
  PRIORITY_WEIGHT_AGE("PriorityWeightAge", weight("age", "age")),
  PRIORITY_WEIGHT_ASSOC("PriorityWeightAssoc", weight("association", "the association")),
  PRIORITY_WEIGHT_FAIR_SHARE(
      "PriorityWeightFairshare",
      weight("fair-share", "fair share").printed("PriorityWeightFairShare")),
  PRIORITY_WEIGHT_JOB_SIZE("PriorityWeightJobSize", weight("job-size", "job size")),
  PRIORITY_WEIGHT_PARTITION("PriorityWeightPartition", weight("partition", "the partition")),
  PRIORITY_WEIGHT_QOS("PriorityWeightQOS", weight("QOS", "QOS")),
  // slurmctld counts ages and half-lives in minutes, and ends at a half-life of 0 without resets
  PRIORITY_MAX_AGE(
      "PriorityMaxAge",
      setting(
              time(Unit.TIME, 1, 365 * DAY, Values.OF_SITE),
              "age counts up to %s",
              "age at which the age factor is 1")
          .leastSet(MINUTE)),
  PRIORITY_DECAY_HALF_LIFE(
      "PriorityDecayHalfLife",
      setting(
              time(Unit.TIME, 0, 365 * DAY, Values.OF_SITE),
              "usage halves in %s",
              "time in which usage decays to a half, 0 for never")
          .leastSet(MINUTE)),
  PRIORITY_FAVOR_SMALL(
      "PriorityFavorSmall",
      setting(
              choice("NO", "YES").ofSite(),
              "",
              "whether the job-size factor is larger for smaller jobs")
          .wordsOf(Map.of("YES", "small jobs favoured", "NO", "large jobs favoured"))),

  PREEMPT_TYPE(
      "PreemptType",
      fixedSetting(
              ParameterGroup.PREEMPTION,
              choice("none", "partition_prio", "qos"),
              "no job is preempted",
              "partition_prio: jobs of partitions with a higher PriorityTier preempt; qos: jobs"
                  + " preempt those of each QOS that their own lists; only on nodes")
          .wordsOf(
              Map.of(
                  "partition_prio", "jobs of higher tiers preempt others",
                  "qos", "jobs preempt those of some QOS"))),
  PREEMPT_MODE(
      "PreemptMode",
      fixedSetting(
              ParameterGroup.PREEMPTION,
              choice("off", "cancel", "requeue", "suspend"),
              "no job is preempted",
              "what happens to preempted jobs")
          .wordsOf(
              Map.of(
                  "requeue", "preempted jobs wait again",
                  "cancel", "preempted jobs end",
                  "suspend", "preempted jobs resume later"))),
  PREEMPT_YOUNGEST_FIRST(
      fixedOption(
          ParameterGroup.PREEMPTION,
          flag(),
          "the youngest are preempted first",
          "among equal jobs, those that started last go first")),
  PREEMPT_EXEMPT_TIME(
      "PreemptExemptTime",
      fixedSetting(
          ParameterGroup.PREEMPTION,
          time(Unit.TIME, 0, 30 * DAY, "0s"),
          "jobs run %s before they are preempted",
          "time that a job runs before it is preempted")),

  QOS_PRIORITY(
      "qos.NAME.Priority",
      limit(Place.QOS, 0, MOST_POINTS, "QOS %2$s has priority %1$s", "priority of a QOS")
          .printed("Priority")),
  QOS_JOBS_OF_USER(
      "qos.NAME.MaxJobsPU",
      limit(
              Place.QOS,
              1,
              MOST_POINTS,
              "a user runs at most %1$s jobs of QOS %2$s",
              "running jobs of a user in a QOS")
          .printed("MaxJobsPerUser")),
  QOS_CPUS_OF_USER(
      "qos.NAME.MaxTRESPU.cpu",
      limit(
              Place.QOS,
              1,
              MOST_POINTS,
              "a user holds at most %1$s CPUs in QOS %2$s",
              "CPUs of a user in a QOS")
          .printed("MaxTRESPerUser=cpu")),
  PARTITION_JOB_FACTOR(
      "partition.NAME.PriorityJobFactor",
      limit(
              Place.PARTITION,
              0,
              MOST_JOB_FACTOR,
              "partition %2$s has priority %1$s",
              "priority of a partition's jobs")
          .printed("PriorityJobFactor"));

  private static final Map<String, SlurmParameter> BY_NAME =
      Arrays.stream(values())
          .collect(Collectors.toMap(SlurmParameter::parameter, Function.identity()));

  private final String parameter;
  private final Row row;

  /** A parameter with the name of the constant in lower case. */
  SlurmParameter(Row row) {
    this.parameter = name().toLowerCase(Locale.ROOT);
    this.row = row;
  }

  SlurmParameter(String parameter, Row row) {
    this.parameter = parameter;
    this.row = row;
  }

  /** The row of a parameter of the policy {@code slurm}; empty if there is none. */
  public static Optional<SlurmParameter> of(String parameter) {
    return Optional.ofNullable(BY_NAME.get(parameter));
  }

  /** The rows that are written in one place and changed in one way. */
  public static Stream<SlurmParameter> in(Place place, ChangeMethod change) {
    return Arrays.stream(values()).filter(one -> one.place() == place && one.change() == change);
  }

  /**
   * The name in the policy {@code slurm}; that of a limit has {@code NAME} in the place of the QOS
   * or partition.
   */
  public String parameter() {
    return parameter;
  }

  /** The name as Slurm prints it; slurm.conf ignores case. */
  public String printed() {
    return row.printed.isEmpty() ? parameter : row.printed;
  }

  /** Where it is written. */
  public Place place() {
    return row.place;
  }

  /** What it belongs to. */
  public ParameterGroup group() {
    return row.group;
  }

  /** How Gnomon changes it. */
  public ChangeMethod change() {
    return row.change;
  }

  /** Whether the policy {@code slurm} has it. */
  public boolean isSimulated() {
    return row.simulated;
  }

  /** Its values in the policy {@code slurm}. */
  public Values allowed() {
    return row.values;
  }

  /** The smallest value that Gnomon sets or takes from Slurm, in the units of a policy. */
  public long leastSet() {
    return row.leastSet;
  }

  /**
   * A phrase for a value other than the default.
   *
   * @return with {@code %1$s} or {@code %s} for the value, and {@code %2$s} for the name of a QOS
   *     or partition; empty if the value has no phrase of its own
   */
  public String words(String value) {
    return row.wordsOf.getOrDefault(value, row.words);
  }

  /** The oldest release that has it, of 22.05, 24.11 and 26.05. */
  public SlurmRelease since() {
    return row.since;
  }

  /** The row whose value this one's must not exceed in Slurm; empty if there is none. */
  public Optional<SlurmParameter> bound() {
    boolean bounded = group() == ParameterGroup.TESTS && change() == ChangeMethod.RECONFIGURE;
    return bounded && this != BF_MAX_JOB_TEST ? Optional.of(BF_MAX_JOB_TEST) : Optional.empty();
  }

  /** The values that studies try, as a policy has them. */
  public List<String> studied() {
    return row.studied;
  }

  /** Its meaning in one line. */
  public String meaning() {
    return row.meaning;
  }
}
