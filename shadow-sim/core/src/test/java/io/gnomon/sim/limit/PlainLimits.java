package io.gnomon.sim.limit;

import io.gnomon.model.accounts.Association;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Limits without counters: each test goes through all jobs. Minutes that were used do not decay.
 */
final class PlainLimits {
  /** A job; its start is −1 while it waits. */
  static final class Job {
    final int association;
    final String qos;
    final int partition;
    final long cpus;
    final int[] nodes;
    final int timeLimit;
    int start = -1;

    Job(int association, String qos, int partition, long cpus, int[] nodes, int timeLimit) {
      this.association = association;
      this.qos = qos;
      this.partition = partition;
      this.cpus = cpus;
      this.nodes = nodes;
      this.timeLimit = timeLimit;
    }

    private long minutes() {
      return (timeLimit + 59) / 60;
    }
  }

  private final LimitDefinitions definitions;
  final List<Job> jobs = new ArrayList<>();

  PlainLimits(LimitDefinitions definitions) {
    this.definitions = definitions;
  }

  /** Whether a waiting job may start, with run minutes as of the second {@code recalculated}. */
  boolean mayStart(Job job, int recalculated) {
    return counts(job, LimitKind.GROUP_JOBS)
            .allMatch(limit -> running(limit.group) + 1 <= limit.most)
        && counts(job, LimitKind.JOBS_OF_USER)
            .allMatch(limit -> running(limit.group.and(sameUser(job))) + 1 <= limit.most)
        && counts(job, LimitKind.JOBS_OF_ACCOUNT)
            .allMatch(limit -> running(limit.group.and(sameAccount(job))) + 1 <= limit.most)
        && counts(job, LimitKind.JOBS).allMatch(limit -> running(limit.group) + 1 <= limit.most)
        && counts(job, LimitKind.WALL_MINUTES).allMatch(limit -> job.minutes() <= limit.most)
        && cpus(job, LimitKind.GROUP_TRES)
            .allMatch(limit -> sum(limit.group, of -> of.cpus) + job.cpus <= limit.most)
        && cpus(job, LimitKind.USER_TRES)
            .allMatch(
                limit ->
                    sum(limit.group.and(sameUser(job)), of -> of.cpus) + job.cpus <= limit.most)
        && cpus(job, LimitKind.ACCOUNT_TRES)
            .allMatch(
                limit ->
                    sum(limit.group.and(sameAccount(job)), of -> of.cpus) + job.cpus <= limit.most)
        && nodes(job, LimitKind.GROUP_TRES)
            .allMatch(limit -> differentNodes(limit.group, job) <= limit.most)
        && nodes(job, LimitKind.USER_TRES)
            .allMatch(limit -> differentNodes(limit.group.and(sameUser(job)), job) <= limit.most)
        && nodes(job, LimitKind.ACCOUNT_TRES)
            .allMatch(limit -> differentNodes(limit.group.and(sameAccount(job)), job) <= limit.most)
        && cpus(job, LimitKind.JOB_TRES).allMatch(limit -> job.cpus <= limit.most)
        && cpus(job, LimitKind.LEAST_TRES).allMatch(limit -> job.cpus >= limit.most)
        && cpus(job, LimitKind.JOB_TRES_MINUTES)
            .allMatch(limit -> job.cpus * job.minutes() <= limit.most)
        && cpus(job, LimitKind.GROUP_TRES_RUN_MINUTES)
            .allMatch(
                limit ->
                    sum(limit.group, of -> remaining(of, recalculated)) / 60
                            + job.cpus * job.minutes()
                        <= limit.most);
  }

  private static long remaining(Job job, int recalculated) {
    return job.cpus * (job.timeLimit - Math.max(0, recalculated - job.start));
  }

  private long differentNodes(Predicate<Job> group, Job another) {
    return Stream.concat(
            jobs.stream().filter(job -> job.start >= 0).filter(group), Stream.of(another))
        .flatMapToInt(job -> Arrays.stream(job.nodes))
        .distinct()
        .count();
  }

  private long running(Predicate<Job> group) {
    return sum(group, job -> 1);
  }

  private long sum(Predicate<Job> group, ToLongFunction<Job> value) {
    return jobs.stream().filter(job -> job.start >= 0).filter(group).mapToLong(value).sum();
  }

  private Predicate<Job> sameUser(Job job) {
    return other -> of(other).user().equals(of(job).user());
  }

  private Predicate<Job> sameAccount(Job job) {
    return other -> of(other).account().equals(of(job).account());
  }

  private Association of(Job job) {
    return definitions.tree().get(job.association);
  }

  /** A limit that applies, and the jobs of whose holder it counts some. */
  private record Limit(long most, Predicate<Job> group) {}

  private Stream<Limit> counts(Job job, LimitKind kind) {
    boolean byQos =
        kind == LimitKind.JOBS
            && qosNames(job.qos, job.partition)
                .anyMatch(
                    name ->
                        definitions.ofQos(name).of(LimitKind.JOBS_OF_USER).isPresent()
                            || definitions.ofQos(name).of(LimitKind.JOBS_OF_ACCOUNT).isPresent());
    return byQos
        ? Stream.empty()
        : limits(job, kind.isOfGroup(), limits -> limits.of(kind)).stream();
  }

  private Stream<Limit> cpus(Job job, LimitKind kind) {
    return limits(job, kind.isOfGroup(), limits -> limits.of(kind, "cpu")).stream();
  }

  private Stream<Limit> nodes(Job job, LimitKind kind) {
    return limits(job, kind.isOfGroup(), limits -> limits.of(kind, "node")).stream();
  }

  private List<Limit> limits(Job job, boolean ofGroup, Function<Limits, Optional<Long>> of) {
    for (String name : qosNames(job.qos, job.partition).toList()) {
      Optional<Long> most = of.apply(definitions.ofQos(name));
      if (most.isPresent()) {
        return List.of(new Limit(most.get(), other -> counts(name, other)));
      }
    }
    List<Limit> limits = new ArrayList<>();
    int index = job.association;
    while (index >= 0) {
      int holder = index;
      of.apply(definitions.tree().get(index).limits())
          .ifPresent(most -> limits.add(new Limit(most, other -> isBelow(other, holder))));
      index = ofGroup ? definitions.tree().parent(index) : -1;
    }
    return limits;
  }

  private boolean counts(String qos, Job job) {
    return qosNames(job.qos, job.partition).anyMatch(qos::equals);
  }

  private Stream<String> qosNames(String ofJob, int partition) {
    String ofPartition = definitions.partitionQos().get(partition).orElse("");
    boolean jobFirst = definitions.qos().get(ofJob).precedesPartition();
    return (jobFirst ? Stream.of(ofJob, ofPartition) : Stream.of(ofPartition, ofJob))
        .filter(name -> !name.isEmpty())
        .distinct();
  }

  private boolean isBelow(Job job, int holder) {
    int index = job.association;
    while (index >= 0 && index != holder) {
      index = definitions.tree().parent(index);
    }
    return index == holder;
  }
}
