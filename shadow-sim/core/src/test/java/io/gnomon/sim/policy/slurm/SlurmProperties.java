package io.gnomon.sim.policy.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.engine.Workloads.Estimates;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What Slurm is in its limits, and that passes which are left out would have changed nothing. */
class SlurmProperties {
  // every second that something happens, all jobs, everything exact and as far ahead as it goes
  private static final Spec LIMIT =
      Spec.parse(
          "slurm(batch_sched_delay=0s, bf_interval=1s, bf_max_job_test=1000000, bf_resolution=1s,"
              + " bf_window=30d, default_queue_depth=1000000, end-window=0s, gap=0s, reserve=any)");

  @Property(tries = 200)
  void withoutItsLimitsItIsConservativeBackfillingWithoutGuarantees(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 24) int processors) {
    same(seed, processors, Estimates.AT_LEAST, LIMIT, "conservative(guarantee=false)");
  }

  @Property(tries = 200)
  void withoutItsLimitsItKeepsTheOrderThatItIsGiven(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 24) int processors) {
    same(
        seed,
        processors,
        Estimates.AT_LEAST,
        LIMIT.with("order", "shortest"),
        "conservative(guarantee=false, order=shortest)");
  }

  @Property(tries = 200)
  void withOneReservationItIsEasy(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 24) int processors) {
    same(seed, processors, Estimates.AT_LEAST, LIMIT.with("bf_job_part_count_reserve", 1), "easy");
  }

  @Property(tries = 200)
  void withoutBackfillItIsFirstComeFirstServed(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 24) int processors,
      @ForAll Estimates estimates) {
    same(seed, processors, estimates, LIMIT.with("scheduler", "builtin"), "fcfs");
  }

  @Property(tries = 300)
  void itIsPlainSlurmJobByJob(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 16) int processors,
      @ForAll Estimates estimates,
      @ForAll @IntRange(min = 1, max = 20) int interval,
      @ForAll @IntRange(min = 1, max = 30) int resolution,
      @ForAll @IntRange(min = 0, max = 30) int endWindow,
      @ForAll @IntRange(min = 0, max = 5) int delay,
      @ForAll @IntRange(min = 1, max = 12) int depth,
      @ForAll @IntRange(min = 0, max = 4) int few,
      @ForAll @IntRange(min = 1, max = 4) int cores,
      @ForAll @IntRange(min = 0, max = 2) int gap,
      @ForAll boolean idle) {
    Spec spec =
        Spec.of("slurm")
            .with("bf_interval", interval)
            .with("bf_resolution", resolution)
            .with("bf_window", 60 + 10 * depth)
            .with("bf_max_job_test", 3 * depth)
            .with("bf_max_job_user", few)
            .with("bf_max_job_start", few)
            .with("bf_job_part_count_reserve", few / 2)
            .with("end-window", endWindow)
            .with("cores-per-node", cores)
            .with("gap", gap)
            .with("reserve", idle ? "nodes" : "any")
            .with("batch_sched_delay", delay)
            .with("default_queue_depth", depth)
            .with("sched_interval", 7)
            .with("bf_max_job_part", few == 0 ? depth : 0)
            .with("bf_min_age_reserve", few == 1 ? 5 * depth : 0)
            .with("partition_job_depth", few == 2 ? depth : 0)
            .with("sched_max_job_start", few == 3 ? 2 : 0);
    JobLog log = ofUsers(Workloads.random(seed, 50, processors, estimates));

    assertThat(Workloads.run(log, processors, Policies.create(spec)))
        .isEqualTo(Workloads.run(log, processors, new PlainSlurm(SlurmSettings.of(spec))));
  }

  /** The same jobs, most of three users, the others of unknown users. */
  private static JobLog ofUsers(JobLog log) {
    JobLogBuilder builder = JobLog.builder();
    for (int job = 0; job < log.size(); job++) {
      int user = job * 7 % 5;
      builder
          .job(log.jobId(job), log.submit(job), log.runtime(job), log.estimate(job), log.width(job))
          .by(
              user < 3 ? user * 1_000_000_007 & Integer.MAX_VALUE : JobLog.UNKNOWN,
              JobLog.UNKNOWN,
              JobLog.UNKNOWN);
    }
    return builder.build();
  }

  private static void same(
      long seed, int processors, Estimates estimates, Spec slurm, String other) {
    JobLog log = Workloads.random(seed, 60, processors, estimates);

    assertThat(Workloads.run(log, processors, Policies.create(slurm)))
        .isEqualTo(Workloads.run(log, processors, Policies.create(other)));
  }
}
