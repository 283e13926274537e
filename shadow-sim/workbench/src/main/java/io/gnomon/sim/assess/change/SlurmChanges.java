package io.gnomon.sim.assess.change;

import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.sim.assess.change.SiteChange.Means;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.difference.PolicyDifference;
import io.gnomon.sim.policy.difference.SiteValues;
import io.gnomon.sim.policy.slurm.parameter.PolicyParameters;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.slurm.mapping.PriorityMapping;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The changes that are tried for a site with Slurm: parameters of the schedulers and of priorities,
 * partitions, default times and limits. They keep what the site prefers: no weight is removed or
 * turned round, and no factor is added but age. The order of the queue by other figures than
 * priority is tried for comparison; Slurm cannot be set to it.
 */
public final class SlurmChanges {
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;
  private static final int MINUTE = 60;
  private static final int LONGEST_WINDOW = 30 * DAY;
  private static final int STEP = 4;
  private static final long LEAST_AGE = 1000;
  private static final int[] DEPTHS = {500, 2000, 5000};
  private static final List<SlurmParameter> WEIGHTS =
      PriorityMapping.WEIGHTS.stream()
          .filter(row -> row != SlurmParameter.PRIORITY_WEIGHT_ASSOC)
          .toList();
  private static final Map<SlurmParameter, String> FACTORS =
      Map.of(
          SlurmParameter.PRIORITY_WEIGHT_AGE, "age",
          SlurmParameter.PRIORITY_WEIGHT_FAIR_SHARE, "fair share",
          SlurmParameter.PRIORITY_WEIGHT_JOB_SIZE, "job size");
  private static final List<SlurmParameter> SCALED = WEIGHTS.subList(0, 3);

  private final SimulatedSite recorded;
  private final Spec policy;
  private final List<SiteChange> changes = new ArrayList<>();

  private SlurmChanges(SimulatedSite recorded) {
    this.recorded = recorded;
    policy = recorded.policy();
  }

  /**
   * The changes for a site.
   *
   * @param recorded with a policy {@code slurm}
   */
  public static List<SiteChange> of(SimulatedSite recorded) {
    SlurmChanges found = new SlurmChanges(recorded);
    found.backfill();
    found.priorities();
    SlurmDefinitions site = recorded.slurm();
    if (site != null) {
      found.changes.addAll(new PartitionChanges(recorded, site).all());
      found.changes.addAll(LimitChanges.of(recorded, site));
    }
    found.orders();
    return List.copyOf(found.changes);
  }

  private void set(SlurmParameter row, Object value, String title) {
    String key = row.parameter();
    Spec changed = policy.with(key, value);
    changes.add(
        SiteChange.of(
            key + "=" + value,
            key,
            title + ": " + difference(changed),
            Means.CONFIGURATION,
            setup -> setup.with(setup.policy().with(key, value))));
    Policies.create(changed);
  }

  private String difference(Spec changed) {
    SlurmDefinitions site = recorded.slurm();
    Accounts accounts = site == null ? null : site.accounts();
    SiteValues values = accounts == null ? SiteValues.UNKNOWN : SiteValues.of(accounts.settings());
    return PolicyDifference.ofSlurm(policy, changed, values).stream()
        .map(one -> one.name() + " " + one.before() + " → " + one.after())
        .collect(Collectors.joining(", "));
  }

  // --- the schedulers

  private void backfill() {
    if (PolicyParameters.word(SlurmParameter.SCHEDULER, policy).equals("builtin")) {
      changes.add(
          SiteChange.of(
              "backfill",
              "scheduler",
              "backfill: SchedulerType=sched/backfill",
              Means.CONFIGURATION,
              setup -> setup.with(setup.policy().without("scheduler"))));
      return;
    }
    int depth = value(SlurmParameter.BF_MAX_JOB_TEST);
    IntStream.of(DEPTHS)
        .filter(value -> value >= 2 * depth)
        .limit(2)
        .forEach(
            value -> set(SlurmParameter.BF_MAX_JOB_TEST, value, "backfill examines more jobs"));
    if (value(SlurmParameter.BF_MAX_JOB_USER) > 0) {
      set(SlurmParameter.BF_MAX_JOB_USER, 0, "backfill examines any number of jobs of a user");
    }
    int interval = value(SlurmParameter.BF_INTERVAL);
    if (interval >= 2 * 30) {
      set(SlurmParameter.BF_INTERVAL, "30s", "backfill runs more often");
    }
    int window = value(SlurmParameter.BF_WINDOW);
    int longest =
        IntStream.range(0, recorded.log().size()).map(recorded.log()::estimate).max().orElse(0);
    int needed = Math.min(LONGEST_WINDOW, (longest + DAY - 1) / DAY * DAY);
    if (needed > window) {
      set(
          SlurmParameter.BF_WINDOW,
          needed / MINUTE + "m",
          "backfill plans ahead as long as the longest time limit");
    }
    if (value(SlurmParameter.BF_JOB_PART_COUNT_RESERVE) == 0) {
      set(
          SlurmParameter.BF_JOB_PART_COUNT_RESERVE,
          10,
          "backfill reserves for the first 10 jobs of each partition only");
    }
    if (value(SlurmParameter.DEFAULT_QUEUE_DEPTH) < 1000) {
      set(SlurmParameter.DEFAULT_QUEUE_DEPTH, 1000, "the main scheduler examines more jobs");
    }
  }

  private int value(SlurmParameter row) {
    return PolicyParameters.whole(row, policy);
  }

  // --- priorities

  private void priorities() {
    SlurmDefinitions site = recorded.slurm();
    Accounts accounts = site == null ? null : site.accounts();
    boolean byPriority =
        accounts != null
            && !policy.parameters().containsKey("order")
            && !PolicyParameters.word(SlurmParameter.PRIORITY_TYPE, policy).equals("basic");
    if (accounts == null || !byPriority) {
      return;
    }
    PrioritySettings settings = accounts.settings();
    Map<SlurmParameter, Double> points = new EnumMap<>(SlurmParameter.class);
    WEIGHTS.forEach(
        row -> points.put(row, (double) weight(row, PriorityMapping.value(settings, row))));
    double largest = points.values().stream().mapToDouble(value -> value).max().orElse(0);
    long factors = points.values().stream().filter(value -> value > 0).count();
    double age = points.getOrDefault(SlurmParameter.PRIORITY_WEIGHT_AGE, 0.0);
    if (age == 0 && largest > 0) {
      long value = Math.max(LEAST_AGE, Math.round(largest));
      set(SlurmParameter.PRIORITY_WEIGHT_AGE, value, "waiting raises the priority");
    }
    if (factors > 1) {
      SCALED.forEach(row -> scaled(row, points.getOrDefault(row, 0.0)));
    }
    if (age > 0) {
      long most = settings.maxAgeSeconds();
      set(SlurmParameter.PRIORITY_MAX_AGE, most * STEP + "s", "the age counts longer");
    }
    if (points.getOrDefault(SlurmParameter.PRIORITY_WEIGHT_FAIR_SHARE, 0.0) > 0) {
      halfLife(settings.halfLifeSeconds());
    }
  }

  private void halfLife(double seconds) {
    SlurmParameter row = SlurmParameter.PRIORITY_DECAY_HALF_LIFE;
    long half = Math.round(seconds);
    if (half >= STEP * HOUR) {
      set(row, half / STEP + "s", "usage is forgotten sooner");
    }
    long longer = half == 0 ? 7 * DAY : half * STEP;
    if (longer <= 365L * DAY) {
      set(row, longer + "s", half == 0 ? "usage is forgotten" : "usage is remembered longer");
    }
  }

  private long weight(SlurmParameter row, double ofSite) {
    String text = policy.parameters().get(row.parameter());
    return text == null ? Math.round(ofSite) : Long.parseLong(text);
  }

  private void scaled(SlurmParameter row, double points) {
    long more = Math.round(points * STEP);
    long less = Math.round(points / STEP);
    if (points > 0 && more < 1 << 30) {
      set(row, more, FACTORS.get(row) + " counts more");
    }
    if (less > 0) {
      set(row, less, FACTORS.get(row) + " counts less");
    }
  }

  // --- orders of the queue that Slurm does not have

  private void orders() {
    if (policy.parameters().containsKey("order")) {
      return;
    }
    order("shortest", "1e-9", "queue in the order of requested time; long waits come first");
    order(
        "smallest-area", "1e-10", "queue in the order of processors × time; long waits come first");
  }

  private void order(String order, String weight, String title) {
    changes.add(
        SiteChange.of(
            "order=" + order,
            "order",
            title + " (set by Gnomon's bridge, not by slurm.conf)",
            Means.POLICY,
            setup -> setup.with(setup.policy().with("order", order).with("weight", weight))));
  }

  /** The estimates of a log. */
  static int[] estimates(JobLog log) {
    return IntStream.range(0, log.size()).map(log::estimate).toArray();
  }
}
