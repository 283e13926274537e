package io.gnomon.sim.assess.figure;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.workload.CategoryScheme;
import io.gnomon.sim.workload.JobLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The groups of a log's jobs by partition, account, size and week. Only the groups with the most
 * jobs have a name of their own; the others are counted together. Immutable.
 */
public final class JobGroups {
  /** Name of the jobs of all groups that have none of their own. */
  public static final String OTHERS = "all others";

  private static final int MOST = 12;

  /**
   * The jobs of a partition that were submitted in a week.
   *
   * @param from its Monday in UTC, such as 2024-11-18, or {@code week 1} if the record has no dates
   * @param partition its name; {@code all} if partitions are not recorded
   */
  public record Week(String from, String partition) {}

  private static final int WEEK = 7 * 86_400;
  private static final int MONDAY = 4 * 86_400; // the epoch began on a Thursday

  private final List<Week> weeks = new ArrayList<>();
  private final Map<Grouping, List<String>> names = new EnumMap<>(Grouping.class);
  private final Map<Grouping, int[]> ofJob = new EnumMap<>(Grouping.class);

  /** The groups of the jobs of a setup as recorded. */
  public JobGroups(SimulatedSite recorded) {
    JobLog log = recorded.log();
    group(log, Grouping.PARTITION, job -> partition(recorded, job));
    group(log, Grouping.ACCOUNT, job -> account(recorded, job));
    CategoryScheme sizes = CategoryScheme.FOUR;
    group(log, Grouping.SIZE, job -> sizes.words(sizes.category(log.runtime(job), log.width(job))));
    groupByWeek(log);
  }

  /** Groups by week and partition, in this order. */
  private void groupByWeek(JobLog log) {
    List<String> partitions =
        names(Grouping.PARTITION).isEmpty() ? List.of("all") : names(Grouping.PARTITION);
    int[] partitionOf = ofJob.getOrDefault(Grouping.PARTITION, new int[log.size()]);
    long zero = log.originEpochSecond() <= 0 ? 0 : log.originEpochSecond() - MONDAY;
    long[] cells = new long[log.size()];
    for (int job = 0; job < cells.length; job++) {
      long week = (zero + log.submit(job)) / WEEK;
      cells[job] = week * partitions.size() + partitionOf[job];
    }
    long[] different = Arrays.stream(cells).sorted().distinct().toArray();
    for (long cell : different) {
      long week = cell / partitions.size();
      String from =
          log.originEpochSecond() <= 0
              ? "week " + (week + 1)
              : Instant.ofEpochSecond(week * WEEK + MONDAY).toString().substring(0, 10);
      weeks.add(new Week(from, partitions.get((int) (cell % partitions.size()))));
    }
    names.put(
        Grouping.WEEK, weeks.stream().map(week -> week.from() + ", " + week.partition()).toList());
    ofJob.put(
        Grouping.WEEK,
        Arrays.stream(cells).mapToInt(cell -> Arrays.binarySearch(different, cell)).toArray());
  }

  /** The groups of {@link Grouping#WEEK}, the earliest first. */
  public List<Week> weeks() {
    return List.copyOf(weeks);
  }

  private void group(JobLog log, Grouping by, IntFunction<String> nameOf) {
    Map<String, Integer> counts = new HashMap<>();
    String[] own = new String[log.size()];
    for (int job = 0; job < own.length; job++) {
      own[job] = nameOf.apply(job);
      counts.merge(own[job], 1, Integer::sum);
    }
    List<String> kept =
        new ArrayList<>(
            counts.keySet().stream()
                .filter(name -> !name.isEmpty())
                .sorted(
                    Comparator.comparingInt((String name) -> -counts.getOrDefault(name, 0))
                        .thenComparing(name -> name))
                .limit(MOST)
                .toList());
    if (kept.isEmpty()) {
      return; // not recorded
    }
    kept.add(OTHERS);
    int[] groups = new int[own.length];
    for (int job = 0; job < own.length; job++) {
      int index = kept.indexOf(own[job]);
      groups[job] = index < 0 ? kept.size() - 1 : index;
    }
    names.put(by, List.copyOf(kept));
    ofJob.put(by, groups);
  }

  /** The names of the groups; empty if what defines them is not recorded. */
  public List<String> names(Grouping by) {
    return names.getOrDefault(by, List.of());
  }

  /** The index of a job's group in {@link #names}. */
  public int of(Grouping by, int job) {
    return ofJob.getOrDefault(by, new int[0])[job];
  }

  /** The partition of a job; empty if it is not recorded. */
  static String partition(SimulatedSite setup, int job) {
    JobLog log = setup.log();
    Request request = log.request(job);
    SlurmDefinitions site = setup.slurm();
    if (request != null && site != null) {
      Machine machine = site.machine();
      int number = machine.defaultPartition();
      return request.partitions().isEmpty()
          ? number < 0 ? "" : machine.partitions().get(number).name()
          : String.join(",", request.partitions());
    }
    if (log.queue(job) != JobLog.UNKNOWN) {
      return "queue " + log.queue(job);
    }
    return log.partition(job) == JobLog.UNKNOWN ? "" : "partition " + log.partition(job);
  }

  private static String account(SimulatedSite setup, int job) {
    JobLog log = setup.log();
    JobAccount jobAccount = log.jobAccount(job);
    SlurmDefinitions site = setup.slurm();
    if (jobAccount == null) {
      return log.group(job) == JobLog.UNKNOWN ? "" : "group " + log.group(job);
    }
    if (!jobAccount.account().isEmpty() || site == null) {
      return jobAccount.account();
    }
    Accounts accounts = site.accounts();
    return accounts == null ? "" : accounts.defaultAccounts().getOrDefault(jobAccount.user(), "");
  }
}
