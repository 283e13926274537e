package io.gnomon.sim.assess.change;

import io.gnomon.sim.assess.change.SiteChange.Means;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntBinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Shorter default and maximum times of partitions whose jobs do not need the present ones. */
final class TimeChanges {
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;
  private static final int[] ROUND = {
    HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY
  };
  private static final double SHARE = 0.1; // of the jobs of a partition that a change concerns
  private static final double KEPT = 0.9; // of them that the default time suffices for

  private final JobLog log;
  private final Machine machine;

  TimeChanges(SimulatedSite recorded, Machine machine) {
    log = recorded.log();
    this.machine = machine;
  }

  List<SiteChange> all() {
    List<SiteChange> changes = new ArrayList<>();
    for (int number = 0; number < machine.partitions().size(); number++) {
      int own = number;
      int[] jobs =
          IntStream.range(0, log.size())
              .filter(job -> PartitionChanges.partition(machine, log.request(job)) == own)
              .toArray();
      Partition partition = machine.partitions().get(number);
      defaultTime(number, partition, jobs).ifPresent(changes::add);
      maximumTime(number, partition, jobs).ifPresent(changes::add);
    }
    return changes;
  }

  private static int round(int seconds, int present) {
    return IntStream.of(ROUND).filter(time -> time >= seconds).findFirst().orElse(present);
  }

  private Optional<SiteChange> defaultTime(int number, Partition partition, int[] jobs) {
    int present =
        partition.defaultSeconds() == Partition.UNLIMITED
            ? partition.maxSeconds()
            : partition.defaultSeconds();
    int[] runtimes =
        IntStream.of(jobs)
            .filter(job -> log.estimate(job) == present)
            .map(log::runtime)
            .sorted()
            .toArray();
    if (present == Partition.UNLIMITED
        || runtimes.length == 0
        || runtimes.length < SHARE * jobs.length) {
      return Optional.empty();
    }
    int shorter = round(runtimes[(int) Math.ceil(KEPT * runtimes.length) - 1], present);
    return 2L * shorter > present
        ? Optional.empty()
        : Optional.of(
            change(
                "default." + partition.name(),
                "shorter default time of partition %s: DefaultTime %s → %s"
                    .formatted(partition.name(), words(present), words(shorter)),
                "jobs that take the default and run longer than %s request their present time, all"
                        .formatted(words(shorter))
                    + " others the new default",
                number,
                (estimate, runtime) ->
                    estimate == present && runtime <= shorter ? shorter : estimate,
                one -> one.withTimes(shorter, one.maxSeconds())));
  }

  private Optional<SiteChange> maximumTime(int number, Partition partition, int[] jobs) {
    int present = partition.maxSeconds();
    int longest = IntStream.of(jobs).map(log::runtime).max().orElse(present);
    int shorter = round(longest, present);
    long concerned = IntStream.of(jobs).filter(job -> log.estimate(job) > shorter).count();
    return 2L * shorter > present || concerned < Math.max(1, SHARE * jobs.length)
        ? Optional.empty()
        : Optional.of(
            change(
                "max." + partition.name(),
                "shorter maximum time of partition %s: MaxTime %s → %s"
                    .formatted(partition.name(), words(present), words(shorter)),
                "jobs that request more than %s request %1$s; no recorded job ran longer"
                    .formatted(words(shorter)),
                number,
                (estimate, runtime) -> Math.min(estimate, shorter),
                one -> one.withTimes(Math.min(one.defaultSeconds(), shorter), shorter)));
  }

  /** Other times of a partition, and other estimates by the present one and the runtime. */
  private SiteChange change(
      String id,
      String words,
      String effect,
      int number,
      IntBinaryOperator estimate,
      UnaryOperator<Partition> times) {
    return new SiteChange(
        id,
        id,
        words,
        Means.CONFIGURATION,
        effect,
        setup -> {
          JobLog jobs = setup.log();
          int[] estimates = SlurmChanges.estimates(jobs);
          for (int job = 0; job < estimates.length; job++) {
            if (PartitionChanges.partition(machine, jobs.request(job)) == number) {
              estimates[job] = estimate.applyAsInt(estimates[job], jobs.runtime(job));
            }
          }
          return PartitionChanges.inSite(machine.partitions().get(number), times)
              .apply(setup.with(jobs.withEstimates(estimates)));
        });
  }

  /** A time in words. */
  static String words(int seconds) {
    if (seconds == Partition.UNLIMITED) {
      return "UNLIMITED";
    }
    if (seconds % HOUR != 0) {
      return ConfigurationLines.time(seconds);
    }
    return seconds % DAY == 0
        ? seconds / DAY + (seconds == DAY ? " day" : " days")
        : seconds / HOUR + (seconds == HOUR ? " hour" : " hours");
  }
}
