package io.gnomon.sim.assess;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.Selection;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.policy.slurm.ConfiguredPolicy;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import io.gnomon.sim.safety.SafetyWorkloads;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Generated sites on which it is known what an assessment should advise. */
final class AdviceWorkloads {
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;
  private static final int CPUS = 16;
  private static final int NODES = 4;
  private static final int USERS = 8;
  private static final int WIDTH = 5; // of equal jobs
  // more are needed where advice is measured on many logs
  private static final boolean MEASURES = Integer.getInteger("gnomon.advice.logs") != null;
  private static final int JOBS = MEASURES ? 5000 : 2000;
  private static final int MANY_JOBS = MEASURES ? 9000 : 3000; // where waits vary more
  private static final int MOST_AT_ONCE = 30;
  private static final double LOAD = 0.9;

  private AdviceWorkloads() {}

  /** Equal jobs on a pool, for which no order is better than another one. */
  static SimulatedSite equalJobs(long seed) {
    JobLog log = new SafetyWorkloads.Kind(SafetyWorkloads.Shape.ALIKE, 5000, 64, 0.9).log(seed);
    return SimulatedSite.pool(log, 64, Spec.of("easy"));
  }

  /** Small and large jobs on a pool. */
  static SimulatedSite mixedJobs(long seed) {
    JobLog log = new SafetyWorkloads.Kind(SafetyWorkloads.Shape.MODEL, 5000, 64, 0.8).log(seed);
    return SimulatedSite.pool(log, 64, Spec.of("easy"));
  }

  /** Equal jobs of a Slurm with shared nodes. */
  static SimulatedSite equalJobsOfSlurm(long seed) {
    JobLog equal = equalJobs(seed).log();
    JobLogBuilder builder = JobLog.builder();
    for (int job = 0; job < equal.size(); job++) {
      String user = "user" + job % USERS;
      builder
          .job(job + 1, equal.submit(job), equal.runtime(job), equal.estimate(job), WIDTH)
          .by(job % USERS, 1, 1)
          .request(new Request.Builder().tasks(WIDTH).build())
          .jobAccount(JobAccount.of(user));
    }
    return slurm(builder.build(), nodes(List.of()), 1000, "");
  }

  /** A Slurm without a mistake. */
  static SimulatedSite soundSlurm(long seed) {
    return slurm(jobs(JOBS, seed, 3 * DAY, 1), nodes(List.of()), 1000, "");
  }

  /** Backfill examines 20 jobs only. */
  static SimulatedSite shallowBackfill(long seed) {
    return slurm(jobs(JOBS, seed, 3 * DAY, 1), nodes(List.of()), 1000, "bf_max_job_test=20");
  }

  /** Large jobs come first, however long the others have waited. */
  static SimulatedSite withoutAge(long seed) {
    return slurm(jobs(MANY_JOBS, seed, 3 * DAY, 1), nodes(List.of()), 0, "");
  }

  /** Nine of ten jobs name no time and have a limit of seven days. */
  static SimulatedSite longDefault(long seed) {
    return slurm(jobs(JOBS, seed, 7 * DAY, 0.1), nodes(List.of()), 1000, "");
  }

  /** Whole nodes, a default time as long as the maximum, and fair share with Slurm's half-life. */
  static SimulatedSite defaults(long seed) {
    SimulatedSite site = longDefault(seed);
    SlurmDefinitions slurm = Objects.requireNonNull(site.slurm());
    Accounts accounts = Objects.requireNonNull(slurm.accounts());
    PrioritySettings settings =
        new PrioritySettings(new PriorityWeights(1000, 0, 1000, 0, 0, 0, Map.of()));
    Machine.Builder whole =
        new Machine.Builder().selection(new Selection(AllocationUnit.NODE, false, false));
    Machine machine = slurm.machine();
    IntStream.range(0, machine.nodes())
        .forEach(node -> whole.node(machine.name(node), machine.nodeClass(node)));
    machine.partitions().forEach(whole::partition);
    String written = "bf_max_job_test=100";
    return SimulatedSite.slurm(
        site.log(),
        new SlurmDefinitions(
            whole.build(),
            new Accounts(accounts.tree(), accounts.defaultAccounts(), settings, accounts.basis()),
            null,
            Map.of(),
            written),
        ConfiguredPolicy.parse(written, 1).policy().without("cores-per-node"));
  }

  /** Half of the nodes are in a partition that few jobs use. */
  static SimulatedSite idlePartition(long seed) {
    return slurm(
        jobs(JOBS, seed, 3 * DAY, 1),
        nodes(IntStream.range(NODES, 2 * NODES).mapToObj(i -> "n" + i).toList()),
        1000,
        "");
  }

  private static Machine nodes(List<String> idle) {
    NodeClass kind = NodeClass.of(CPUS, 64_000);
    List<String> batch = IntStream.range(0, NODES).mapToObj(i -> "n" + i).toList();
    Machine.Builder builder = new Machine.Builder().selection(Selection.CORES);
    batch.forEach(name -> builder.node(name, kind));
    idle.forEach(name -> builder.node(name, kind));
    builder.partition(partition("batch", batch, true));
    if (!idle.isEmpty()) {
      builder.partition(partition("reserve", idle, false));
    }
    return builder.build();
  }

  private static Partition partition(String name, List<String> nodes, boolean first) {
    return new Partition(
        name, nodes, 7 * DAY, 7 * DAY, 1, Partition.UNLIMITED, 1, false, 0, first, true);
  }

  /**
   * Narrow jobs that are submitted many at a time, and wide ones.
   *
   * @param count number of jobs, or a few more
   * @param longest requested time of jobs that name none, or the longest one that is named
   * @param named share of the jobs that name a time
   */
  private static JobLog jobs(int count, long seed, int longest, double named) {
    Random random = new Random(seed);
    JobLogBuilder builder = JobLog.builder();
    double time = 0;
    while (builder.size() < count) {
      boolean large = random.nextInt(5) == 0;
      int width = large ? CPUS * (1 + random.nextInt(NODES)) : 1 << random.nextInt(5);
      int many = large ? 1 : 1 + random.nextInt(MOST_AT_ONCE);
      double hours = Math.exp(random.nextGaussian() + (large ? 0.7 : -0.7));
      int user = random.nextInt(USERS);
      double work = 0;
      for (int job = 0; job < many; job++) {
        int runtime =
            (int) Math.max(60, Math.min(12 * HOUR, hours * HOUR * (0.5 + random.nextDouble())));
        int wanted = (int) (runtime * (1.2 + 2 * random.nextDouble())) / 900 * 900 + 900;
        int estimate = random.nextDouble() < named ? Math.min(longest, wanted) : longest;
        work += (double) runtime * width;
        builder
            .job(builder.size() + 1, (int) time, runtime, estimate, width)
            .by(user, 1, 1)
            .request(new Request.Builder().tasks(width).build())
            .jobAccount(JobAccount.of("user" + user));
      }
      time += work / (LOAD * NODES * CPUS) * 2 * random.nextDouble();
    }
    return builder.build();
  }

  private static SimulatedSite slurm(JobLog log, Machine machine, double age, String parameters) {
    AssociationTree.Builder tree = new AssociationTree.Builder();
    tree.account("lab", "root", 1, 0);
    IntStream.range(0, USERS).forEach(user -> tree.user("lab", "user" + user, 1, 0));
    Map<String, String> accounts =
        IntStream.range(0, USERS)
            .boxed()
            .collect(Collectors.toMap(user -> "user" + user, user -> "lab"));
    PrioritySettings settings =
        new PrioritySettings(new PriorityWeights(age, 0, 0, age == 0 ? 1000 : 0, 0, 0, Map.of()));
    Map<String, PriorityBasis.PartitionBasis> partitions =
        machine.partitions().stream()
            .collect(
                Collectors.toMap(
                    Partition::name,
                    partition ->
                        new PriorityBasis.PartitionBasis(
                            1, Map.of("cpu", (double) machine.cpus()))));
    Accounts declared =
        new Accounts(
            tree.build(),
            accounts,
            settings,
            new PriorityBasis(machine.nodes(), machine.cpus(), partitions, Map.of(), 0));
    String written =
        "bf_window=10080,bf_interval=30,default_queue_depth=1000"
            + (parameters.isEmpty() ? "" : "," + parameters);
    return SimulatedSite.slurm(
        log,
        new SlurmDefinitions(machine, declared, null, Map.of(), written),
        ConfiguredPolicy.parse(written, 1).policy().without("cores-per-node"));
  }
}
