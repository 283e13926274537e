package io.gnomon.sim.metric;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import io.gnomon.sim.snapshot.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures what was idle while jobs that request it waited, by week and group of partitions: a unit
 * counts while it is not held by a job and at least one eligible job that requests such units waits
 * in its group. What was idle may not have fitted: other nodes, too few CPUs or memory, or a limit.
 *
 * <p>The driver says what is idle, which jobs wait and when time passes. Time costs O(groups).
 * Memory is bounded by the weeks that are kept and {@value #MOST_NAMES} names in each. Not
 * thread-safe.
 */
public final class IdleResources implements Saved {
  /** The name of the groups for which there is no name left. */
  public static final String OTHERS = "others";

  private static final int MOST_NAMES = 128;
  private static final int HOUR = 3_600;
  private static final int WEEK = 7 * 86_400;
  private static final int MONDAY = 4 * 86_400; // the epoch began on a Thursday

  /** What is counted. */
  public enum Resource {
    /** Processors, or CPUs of nodes. */
    PROCESSORS,
    /** GPUs of any type. */
    GPUS
  }

  private static final Resource[] RESOURCES = Resource.values();
  private static final int SUMS = 2 * RESOURCES.length; // of each resource, idle and all hours

  /**
   * One resource of a group in a week.
   *
   * @param week its Monday, in epoch seconds
   * @param partitions of the group
   * @param hours unit-hours that were idle while jobs that request the resource waited
   * @param all unit-hours that were there in that time, idle or held; greater than 0
   */
  public record Row(long week, String partitions, double hours, double all) {
    /** The Monday in UTC, such as 2024-11-18. */
    public String monday() {
      return Instant.ofEpochSecond(week).toString().substring(0, 10);
    }

    /** The part that was idle. */
    public double part() {
      return hours / all;
    }
  }

  private final int mostWeeks;
  private final TreeMap<Long, Map<String, double[]>> weeks = new TreeMap<>();
  private List<String> names = List.of();
  private int[] waiting = new int[0]; // by group and resource, as the following
  private long[] idle = new long[0];
  private long[] present = new long[0];
  private long second;

  /**
   * Nothing measured yet.
   *
   * @param mostWeeks how many weeks are kept, at least 1
   */
  public IdleResources(int mostWeeks) {
    this.mostWeeks = mostWeeks;
  }

  /**
   * Begins with other groups, in which there is nothing and no job waits; keeps what was counted.
   */
  public void begin(List<String> groups) {
    names = List.copyOf(groups);
    waiting = new int[RESOURCES.length * names.size()];
    idle = new long[waiting.length];
    present = new long[waiting.length];
  }

  private static int cell(int group, Resource resource) {
    return RESOURCES.length * group + resource.ordinal();
  }

  /** Changes how many eligible jobs that request a resource wait in a group. */
  public void waits(int group, Resource resource, int change) {
    waiting[cell(group, resource)] += change;
  }

  /**
   * Changes how much there is of a resource.
   *
   * @param idleChange change of what no job holds
   * @param allChange change of all
   */
  public void change(int group, Resource resource, long idleChange, long allChange) {
    idle[cell(group, resource)] += idleChange;
    present[cell(group, resource)] += allChange;
  }

  /**
   * Moves the time forth or back without counting it, and drops the weeks after it, which a clock
   * that was wrong has counted.
   */
  public void skipTo(long epochSecond) {
    second = epochSecond;
    weeks.tailMap(week(epochSecond), false).clear();
  }

  private static long week(long epochSecond) {
    return epochSecond - Math.floorMod(epochSecond - MONDAY, WEEK);
  }

  /** Counts the time up to {@code epochSecond}; nothing if that is in the past. */
  public void advanceTo(long epochSecond) {
    while (second < epochSecond) {
      long week = week(second);
      long to = Math.min(epochSecond, week + WEEK);
      for (int cell = 0; cell < waiting.length; cell++) {
        if (waiting[cell] > 0) {
          double hours = (double) (to - second) / HOUR;
          double[] sums = sums(week, names.get(cell / RESOURCES.length));
          int at = 2 * (cell % RESOURCES.length);
          sums[at] += hours * Math.max(0, idle[cell]);
          sums[at + 1] += hours * present[cell];
        }
      }
      second = to;
    }
  }

  private double[] sums(long week, String name) {
    Map<String, double[]> groups = weeks.get(week);
    if (groups == null) {
      groups = new LinkedHashMap<>();
      for (String each : names.subList(0, Math.min(MOST_NAMES, names.size()))) {
        groups.put(each, new double[SUMS]);
      }
      weeks.put(week, groups);
      if (weeks.size() > mostWeeks) {
        weeks.pollFirstEntry();
      }
    }
    return groups.computeIfAbsent(
        groups.size() < MOST_NAMES || groups.containsKey(name) ? name : OTHERS,
        added -> new double[SUMS]);
  }

  /** What was counted of a resource; the earliest week first, without those in which it is 0. */
  public List<Row> rows(Resource resource) {
    int at = 2 * resource.ordinal();
    List<Row> rows = new ArrayList<>();
    weeks.forEach(
        (week, groups) ->
            groups.forEach(
                (name, sums) -> {
                  if (sums[at + 1] > 0) {
                    rows.add(new Row(week, name, sums[at], sums[at + 1]));
                  }
                }));
    return rows;
  }

  /** Lists what was counted and up to when; not what is idle and waits now. */
  @Override
  public void fields(Fields fields) {
    second = fields.number("second", second);
    List<Snapshot> kept = new ArrayList<>();
    weeks.forEach((week, groups) -> kept.add(written(week, groups)));
    List<Snapshot> stored = fields.sections("weeks", kept);
    if (fields.reading()) {
      weeks.clear();
      stored.forEach(this::read);
    }
  }

  private static Snapshot written(long week, Map<String, double[]> groups) {
    return new Snapshot()
        .put("from", week)
        .putStrings("group", List.copyOf(groups.keySet()))
        .put("hours", groups.values().stream().flatMapToDouble(Arrays::stream).toArray());
  }

  private void read(Snapshot stored) {
    List<String> groups = stored.getStrings("group");
    double[] hours = stored.getDoubles("hours", SUMS * groups.size());
    Map<String, double[]> sums = new LinkedHashMap<>();
    for (int i = 0; i < groups.size(); i++) {
      sums.put(groups.get(i), Arrays.copyOfRange(hours, SUMS * i, SUMS * (i + 1)));
    }
    weeks.put(stored.getLong("from"), sums);
  }
}
