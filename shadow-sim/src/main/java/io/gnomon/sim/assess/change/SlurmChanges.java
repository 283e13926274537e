package io.gnomon.sim.assess.change;

import io.gnomon.sim.assess.change.Change.Means;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.slurm.SchedulerParameters;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.PrioritySettings;
import io.gnomon.sim.priority.PriorityWeights;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The changes that are tried for a site with Slurm: parameters of the schedulers and of priorities,
 * partitions, default times and limits. They keep what the site prefers: no weight is removed or
 * turned round, and no factor is added but age. The order of the queue by other figures than
 * priority is tried for comparison; Slurm cannot be set to it.
 */
public final class SlurmChanges {
  private static final int DAY = 24 * 3600;
  private static final int MINUTE = 60;
  private static final int LONGEST_WINDOW = 30 * DAY;
  private static final int STEP = 4;
  private static final long LEAST_AGE = 1000;
  private static final int[] DEPTHS = {500, 2000, 5000};

  private final Setup recorded;
  private final PolicySpec policy;
  private final List<Change> changes = new ArrayList<>();

  private SlurmChanges(Setup recorded) {
    this.recorded = recorded;
    policy = recorded.policy();
  }

  /**
   * The changes for a site.
   *
   * @param recorded with a policy {@code slurm}
   */
  public static List<Change> of(Setup recorded) {
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

  private void set(String key, Object value, String title) {
    PolicySpec changed = policy.with(key, value);
    changes.add(
        Change.of(
            key + "=" + value,
            key,
            title.contains(key) ? title : title + " (" + key + ")",
            Means.CONFIGURATION,
            setup -> setup.with(setup.policy().with(key, value))));
    Policies.create(changed);
  }

  // --- the schedulers

  private void backfill() {
    if (policy.parameters().getOrDefault("scheduler", "backfill").equals("builtin")) {
      changes.add(
          Change.of(
              "backfill",
              "scheduler",
              "backfill: SchedulerType=sched/backfill",
              Means.CONFIGURATION,
              setup -> setup.with(setup.policy().without("scheduler"))));
      return;
    }
    int depth = value("bf_max_job_test");
    IntStream.of(DEPTHS)
        .filter(value -> value >= 2 * depth)
        .limit(2)
        .forEach(
            value ->
                set(
                    "bf_max_job_test",
                    value,
                    "backfill examines %d jobs instead of %d".formatted(value, depth)));
    if (value("bf_max_job_user") > 0) {
      set("bf_max_job_user", 0, "backfill examines any number of jobs of a user");
    }
    int interval = value("bf_interval");
    if (interval >= 2 * 30) {
      set("bf_interval", "30s", "backfill every 30 s instead of every " + interval + " s");
    }
    int window = value("bf_window");
    int longest =
        IntStream.range(0, recorded.log().size()).map(recorded.log()::estimate).max().orElse(0);
    int needed = Math.min(LONGEST_WINDOW, (longest + DAY - 1) / DAY * DAY);
    if (needed > window) {
      set(
          "bf_window",
          needed / MINUTE + "m",
          "backfill plans %d days ahead, as long as the longest time limit"
              .formatted(needed / DAY));
    }
    if (value("bf_job_part_count_reserve") == 0) {
      set(
          "bf_job_part_count_reserve",
          10,
          "backfill reserves for the first 10 jobs of each partition only");
    }
    if (value("default_queue_depth") < 1000) {
      set("default_queue_depth", 1000, "the main scheduler examines 1000 jobs");
    }
  }

  private int value(String key) {
    return SchedulerParameters.valueOf(key, policy);
  }

  // --- priorities

  private void priorities() {
    SlurmDefinitions site = recorded.slurm();
    Accounts accounts = site == null ? null : site.accounts();
    boolean byPriority =
        accounts != null
            && !policy.parameters().containsKey("order")
            && !policy.parameters().getOrDefault("PriorityType", "").equals("basic");
    if (accounts == null || !byPriority) {
      return;
    }
    PrioritySettings settings = accounts.settings();
    PriorityWeights weights = settings.weights();
    Map<String, Double> points = new LinkedHashMap<>();
    points.put("Age", weights.age());
    points.put("Fairshare", weights.fairShare());
    points.put("JobSize", weights.jobSize());
    points.put("Partition", weights.partition());
    points.put("QOS", weights.qos());
    points.replaceAll((name, site0) -> (double) weight(name, site0));
    double largest = points.values().stream().mapToDouble(value -> value).max().orElse(0);
    long factors = points.values().stream().filter(value -> value > 0).count();
    double age = points.getOrDefault("Age", 0.0);
    if (age == 0 && largest > 0) {
      long value = Math.max(LEAST_AGE, Math.round(largest));
      set(
          "PriorityWeightAge",
          value,
          "waiting raises the priority: PriorityWeightAge=%d instead of 0".formatted(value));
    }
    if (factors > 1) {
      for (String name : List.of("Age", "Fairshare", "JobSize")) {
        scaled(name, points.getOrDefault(name, 0.0));
      }
    }
    if (age > 0) {
      long most = settings.maxAgeSeconds();
      set(
          "PriorityMaxAge",
          most * STEP + "s",
          "the age counts up to %d days instead of %d".formatted(most * STEP / DAY, most / DAY));
    }
  }

  private long weight(String name, double ofSite) {
    String text = policy.parameters().get("PriorityWeight" + name);
    return text == null ? Math.round(ofSite) : Long.parseLong(text);
  }

  private void scaled(String name, double points) {
    String key = "PriorityWeight" + name;
    long more = Math.round(points * STEP);
    long less = Math.round(points / STEP);
    if (points > 0 && more < 1 << 30) {
      set(key, more, "%s=%d instead of %d".formatted(key, more, Math.round(points)));
    }
    if (less > 0) {
      set(key, less, "%s=%d instead of %d".formatted(key, less, Math.round(points)));
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
        Change.of(
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
