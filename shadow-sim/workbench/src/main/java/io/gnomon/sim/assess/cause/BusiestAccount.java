package io.gnomon.sim.assess.cause;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Grouping;
import io.gnomon.sim.assess.figure.JobGroups;
import io.gnomon.sim.assess.figure.Sums;
import io.gnomon.sim.workload.JobLog;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * An account whose jobs have most of the waiting, and why.
 *
 * @param name of the account
 * @param waiting its share of all waiting
 * @param work its share of all processor time
 * @param reason why its jobs wait
 * @param before its mean wait, in seconds
 * @param without its mean wait without the reason; as {@code before} if there is none to simulate
 */
public record BusiestAccount(
    String name, double waiting, double work, Reason reason, double before, double without) {
  /** Why the jobs of one account wait. */
  public enum Reason {
    /** Limits of its associations or QOS. */
    LIMITS,
    /** It submits most of the work. */
    WORK,
    /** Jobs of others come first. */
    PRIORITY,
    /** It submits half of its work within a twentieth of the hours. */
    BURSTS,
    /** None of these. */
    UNKNOWN
  }

  private static final double MOST = 0.5;
  private static final double CLEAR = 0.25;
  private static final double LIKE_WORK = 0.6;
  private static final int HOUR = 3600;
  private static final double SHORT = 0.05;
  private static final int LEAST_HOURS = 48;

  /** The account with at least half of all waiting; empty if there is none, or only one account. */
  public static Optional<BusiestAccount> of(
      SimulatedSite recorded,
      JobGroups groups,
      ConfigurationFigures inForce,
      Map<RemovedCause, ConfigurationFigures> without) {
    List<String> names = groups.names(Grouping.ACCOUNT);
    double all = inForce.all().waitSeconds();
    for (int group = 0; group < names.size(); group++) {
      Sums own = inForce.of(Grouping.ACCOUNT, group);
      boolean alone = own.jobs() == inForce.all().jobs();
      if (all > 0
          && own.waitSeconds() >= MOST * all
          && !alone
          && !names.get(group).equals(JobGroups.OTHERS)) {
        return Optional.of(of(recorded, groups, group, own, own.waitSeconds() / all, without));
      }
    }
    return Optional.empty();
  }

  private static BusiestAccount of(
      SimulatedSite recorded,
      JobGroups groups,
      int group,
      Sums own,
      double waiting,
      Map<RemovedCause, ConfigurationFigures> without) {
    JobLog log = recorded.log();
    int[] jobs =
        IntStream.range(0, log.size())
            .filter(job -> groups.of(Grouping.ACCOUNT, job) == group)
            .toArray();
    double work =
        work(log, jobs) / Math.max(1, work(log, IntStream.range(0, log.size()).toArray()));
    Sums unlimited = of(without, RemovedCause.NO_LIMITS, group, own);
    Sums inOrder = of(without, RemovedCause.NO_PRIORITIES, group, own);
    Reason reason = Reason.UNKNOWN;
    Sums after = own;
    if (unlimited.waitGain(own) >= CLEAR) {
      reason = Reason.LIMITS;
      after = unlimited;
    } else if (work >= LIKE_WORK * waiting) {
      reason = Reason.WORK;
    } else if (inOrder.waitGain(own) >= CLEAR) {
      reason = Reason.PRIORITY;
      after = inOrder;
    } else if (isBursty(log, jobs)) {
      reason = Reason.BURSTS;
    }
    return new BusiestAccount(
        groups.names(Grouping.ACCOUNT).get(group),
        waiting,
        work,
        reason,
        own.meanWait(),
        after.meanWait());
  }

  private static Sums of(
      Map<RemovedCause, ConfigurationFigures> without, RemovedCause what, int group, Sums own) {
    ConfigurationFigures figures = without.get(what);
    return figures == null ? own : figures.of(Grouping.ACCOUNT, group);
  }

  private static double work(JobLog log, int[] jobs) {
    return Arrays.stream(jobs).mapToDouble(job -> (double) log.runtime(job) * log.width(job)).sum();
  }

  /** Whether half of the work is submitted in a twentieth of the hours. */
  private static boolean isBursty(JobLog log, int[] jobs) {
    int first = log.submit(0) / HOUR;
    double[] hours = new double[log.submit(log.size() - 1) / HOUR - first + 1];
    if (hours.length < LEAST_HOURS) {
      return false;
    }
    for (int job : jobs) {
      hours[log.submit(job) / HOUR - first] += (double) log.runtime(job) * log.width(job);
    }
    Arrays.sort(hours);
    int most = Math.max(1, (int) (SHORT * hours.length));
    double busiest = Arrays.stream(hours, hours.length - most, hours.length).sum();
    return busiest >= MOST * Arrays.stream(hours).sum();
  }

  /** The reason as a sentence without its subject. */
  public String why() {
    return switch (reason) {
      case LIMITS -> "limits of its associations or QOS hold its jobs back";
      case WORK -> "it submits " + WaitCause.percent(work) + " of all work";
      case PRIORITY -> "jobs of other accounts have a higher priority";
      case BURSTS -> "half of its work is submitted within a twentieth of the hours";
      case UNKNOWN -> "neither limits, nor priorities, nor the amount of its work explain it";
    };
  }
}
