package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.SlurmBridge;
import io.gnomon.bridge.slurm.accounting.AccountingTracker;
import io.gnomon.bridge.slurm.apply.SlurmConfigurator;
import io.gnomon.bridge.slurm.limit.LimitRanges;
import io.gnomon.bridge.slurm.policy.ObservedPolicy;
import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.events.config.Configuration;
import io.gnomon.model.accounts.AccountUsage.OfAccount;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The accounts of a real Slurm are read, and its weights of priority are set and taken back. */
@Tag("slurm")
class SlurmAccountsIT {
  private static final String ALL =
      "slurm(PriorityDecayHalfLife=1d, PriorityFavorSmall=YES, PriorityMaxAge=2d,"
          + " PriorityWeightAge=1, PriorityWeightAssoc=2, PriorityWeightFairshare=30000,"
          + " PriorityWeightJobSize=4, PriorityWeightPartition=5, PriorityWeightQOS=6,"
          + " bf_interval=3s)";

  private static final String LIMITS =
      "slurm(partition.batch.PriorityJobFactor=30, qos.normal.MaxJobsPU=1)";

  private static final List<String> NORMAL = List.of("normal"); // the root's
  private static final List<String> BOTH = List.of("high", "normal");
  private static final int WAITING = 50;
  private static final int NEVER = 12; // of 6 users, those of guests with 4 jobs, others with 1

  private static final String QOS = "PriorityWeightQOS";
  private static final String ALL_OF_BATCH = "-n 112 -N 6 --mem-per-cpu=100";
  private static final String SLEEP = "exec sleep 200";

  // more than half of what the QOS high is worth, so that half its weight is too little
  private static final int NICE = 20_000;

  private static final TuneSettings TUNING =
      new TuneSettingsBuilder(Search.LIBRARY).period(Duration.ofSeconds(5)).build();

  @TempDir private static Path folder;
  private static RealSlurm slurm;

  @TempDir private Path state;
  private Configurators configurators;

  @BeforeAll
  static void startSlurm() throws Exception {
    slurm = RealSlurm.startAccounts(folder);
  }

  @AfterAll
  static void stopSlurm() throws Exception {
    if (slurm != null) {
      slurm.close();
    }
  }

  @BeforeEach
  void reset() throws Exception {
    slurm.shell("echo '# nothing yet' >gnomon/gnomon.conf; scontrol reconfigure");
    configurators = new Configurators(slurm, state, null, "easy");
  }

  @AfterEach
  void cancelAll() throws Exception {
    slurm.cancelAll();
  }

  private static String config() throws Exception {
    return slurm.shell(
        "scontrol show config | grep -v -e '^Configuration data as of' -e HASH_VAL -e NEXT_JOB_ID -e BOOT_TIME");
  }

  private static String setting(String key) throws Exception {
    return slurm.shell("scontrol show config | sed -n 's/^" + key + " *= //p'").strip();
  }

  private AccountingTracker tracker() throws Exception {
    return SlurmBridge.accounts(slurm.configuration(), SlurmBridge.reader(slurm.configuration()));
  }

  private static Association user(String account, String name) {
    return new Association(account, name, "", 1, EventData.NONE).withAllowedQos(BOTH);
  }

  private static Association account(String name, int shares) {
    return new Association(name, "", "", shares, EventData.NONE).withAllowedQos(NORMAL);
  }

  @Test
  @Tag("releases")
  void accountsWeightsAndUsageAreReadAsSlurmHasThem() throws Exception {
    slurm.submitAs("games", "-A physics -n 32 -N 2 -t 5", "exec sleep 200");
    slurm.submitAs("mail", "-A biology -n 8 -t 5 --qos=high", "exec sleep 200");
    AccountingTracker tracker = tracker();
    Map<String, Double> printed = new TreeMap<>();
    Awaitility.await("usage, and no recalculation meanwhile")
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              printed.clear();
              printed.putAll(printedUsage());
              tracker.readNow(0);
              return printed.keySet().containsAll(List.of("physics|games", "biology|mail"))
                  && printed.equals(printedUsage());
            });
    assertThat(tracker.isToBePublished(0)).isTrue();
    Accounting read = Objects.requireNonNull(tracker.published(0));
    assertThat(tracker.isToBePublished(0)).isFalse();

    assertThat(read.associations())
        .containsExactly(
            user("root", "root").withAllowedQos(NORMAL),
            account("biology", 30),
            user("biology", "lp"),
            user("biology", "mail"),
            account("guests", 10),
            user("guests", "news"),
            user("guests", "uucp"),
            account("physics", 60),
            user("physics", "games"),
            user("physics", "man"));
    assertThat(read.qos()).containsExactlyInAnyOrder(Qos.of("normal", 10), Qos.of("high", 100));
    assertThat(read.priority())
        .isEqualTo(
            new PriorityParameters(
                new PrioritySettings(
                    new PriorityWeights(
                        10_000,
                        0,
                        100_000,
                        5000,
                        20_000,
                        30_000,
                        Map.of("cpu", 10.0, "mem", 0.01, "gres/gpu", 500.0)),
                    1800,
                    300,
                    60,
                    false,
                    1,
                    UsageReset.NONE,
                    Set.of(PriorityFlag.NO_NORMAL_TRES)),
                Map.of("batch", 10, "gpu", 40)));
    Map<String, Double> usage = new TreeMap<>();
    for (OfAccount of : Objects.requireNonNull(read.usage()).accounts()) {
      usage.put(of.account() + "|", of.tresSeconds());
      of.users().forEach((user, used) -> usage.put(of.account() + "|" + user, used));
    }
    assertThat(usage).containsKeys("root|", "physics|");
    assertThat(usage).isEqualTo(printed);

    slurm.shell(
        "sacctmgr -i modify user man set fairshare=parent; sacctmgr -i add account theory"
            + " parent=physics fairshare=7; sacctmgr -i add user man account=theory priority=3");
    tracker.readNow(1);
    assertThat(tracker.isToBePublished(1)).isTrue();
    assertThat(Objects.requireNonNull(tracker.published(1)).associations())
        .endsWith(
            user("physics", "games"),
            new Association("physics", "man", "", EventData.NONE, EventData.NONE)
                .withAllowedQos(BOTH),
            new Association("theory", "", "physics", 7, EventData.NONE),
            new Association("theory", "man", "", 1, 3));
    slurm.shell(
        "sacctmgr -i remove user man account=theory; sacctmgr -i remove account theory;"
            + " sacctmgr -i modify user man set fairshare=1");
  }

  /**
   * One job holds all nodes, and 50 wait: for it, for limits, for a dependency, for their begin
   * time, and for their user, also where a limit would hold them back after that. The age grows by
   * 10,000 points in 30 minutes, 333 in a minute. Of guests, jobs of more than 6 CPUs can never
   * start, and with QOS high those of more than 12.
   */
  @Test
  void explainsWaitingJobsAsSprioAndSqueueDo() throws Exception {
    String man = slurm.submitAs("man", "-A physics " + ALL_OF_BATCH + " -t 30", "exec sleep 1800");
    await("running", () -> running().equals(man));
    try {
      slurm.shell(
          """
        sacctmgr -i modify user man account=physics set MaxJobs=1
        sacctmgr -i modify account guests set GrpTRES=cpu=6
        sacctmgr -i modify qos high set MaxTRESPU=cpu=12
        submit() { user=$1; shift; sbatch -Q --uid=$user -o /dev/null --chdir=/ -t 20 "$@" --wrap "exec sleep 900"; }
        for of in games:physics man:physics lp:biology mail:biology news:guests uucp:guests; do
          user=${of%%:*} account=${of#*:}
          submit $user -A $account -n 110
          submit $user -A $account -n 8 --nice=100
          submit $user -A $account -n 16 --qos=high
          submit $user -A $account -n 4 --qos=high --mem-per-cpu=1000
          submit $user -A $account -n 5 -p batch --hold
          submit $user -A $account -n 5 --begin=now+2hour
          submit $user -A $account -n 5 --dependency=afterok:"""
              + man
              + """

          submit $user -A $account -n 40 -N 4
        done
        submit games -A physics -p gpu -n 2 -N 2 --gres=gpu:1
        submit lp -A biology -n 30
        """);
      new ExplainedJobs(slurm, state, tracker(), 334).check(WAITING, NEVER);
    } finally {
      slurm.shell(
          "sacctmgr -i modify user man account=physics set MaxJobs=-1; sacctmgr -i modify account"
              + " guests set GrpTRES=cpu=-1; sacctmgr -i modify qos high set MaxTRESPU=cpu=-1");
    }
  }

  /** RawUsage by account and user, without zeros. */
  private static Map<String, Double> printedUsage() throws Exception {
    Map<String, Double> printed = new TreeMap<>();
    slurm
        .run("sshare", "-a", "-h", "-P", "-o", "Account,User,RawUsage")
        .lines()
        .map(line -> line.strip().split("\\|"))
        .filter(fields -> !fields[2].equals("0"))
        .forEach(fields -> printed.put(fields[0] + "|" + fields[1], Double.valueOf(fields[2])));
    return printed;
  }

  @Test
  void aStudyProposesAWeightThatIsApprovedSeenInSprioAndRolledBack() throws Exception {
    String before = config();
    try (LiveLoop loop = new LiveLoop(slurm, state, ObservedPolicy.NAME, TUNING)) {
      await("declared", loop::isWatching);
      String initial = loop.policy();
      String full = slurm.submitAs("mail", "-A biology " + ALL_OF_BATCH + " -t 5", SLEEP);
      await("running", () -> running().equals(full));
      String urgent =
          slurm.submitAs(
              "games", "-A physics " + ALL_OF_BATCH + " -t 600 --qos=high --nice=" + NICE, SLEEP);
      List<String> quick = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        quick.add(slurm.submitAs("games", "-A physics " + ALL_OF_BATCH + " -t 5", SLEEP));
      }
      assertThat(queue()).startsWith(urgent);
      assertThat(qosPoints(urgent)).isEqualTo("30000");

      await("proposed", loop::hasProposal);
      assertThat(config()).as("nothing is changed before the approval").isEqualTo(before);
      JsonNode proposal = loop.proposal(); // until the next study supersedes it
      loop.approve(proposal, "short jobs wait behind a long one");
      String weight = Spec.parse(proposal.path("policy").asText()).parameters().get(QOS);
      assertThat(proposal.path("policy").asText())
          .isEqualTo(Spec.parse(initial).with(QOS, "15000").toString());
      await("applied", () -> loop.version() == 2);
      loop.assertOnlyAcknowledged(proposal);
      assertThat(setting(QOS)).isEqualTo(weight);
      await("at the next PriorityCalcPeriod", () -> qosPoints(urgent).equals(weight));
      assertThat(queue()).startsWith(quick.get(0)).endsWith(urgent);
      AccountingTracker tracker = tracker();
      tracker.readNow(0);
      assertThat(Objects.requireNonNull(tracker.published(0)).priority())
          .as("in force: the bridge with another state folder has set nothing")
          .extracting(priority -> priority.settings().weights().qos())
          .isEqualTo(15_000.0);
      slurm.run("scancel", full);
      await("a short job is first", () -> running().equals(quick.get(0)));

      loop.rollBack("the long job is urgent");
      await("rolled back", () -> loop.version() == 3);
      assertThat(loop.policy()).isEqualTo(initial);
      assertThat(config()).isEqualTo(before);
      String later =
          slurm.submitAs("games", "-A physics " + ALL_OF_BATCH + " -t 5 --qos=high", SLEEP);
      assertThat(qosPoints(later)).as("of a job submitted since").isEqualTo("30000");
    }
  }

  private static String qosPoints(String job) throws Exception {
    return slurm.run("sprio", "-h", "-j", job, "-o", "%Q").strip();
  }

  private static String running() throws Exception {
    return slurm.run("squeue", "-h", "-t", "R", "-o", "%A").strip();
  }

  /** Waiting jobs, the highest priority first. */
  private static List<String> queue() throws Exception {
    return slurm.run("squeue", "-h", "-t", "PD", "-S", "-p,i", "-o", "%A").lines().toList();
  }

  private static void await(String what, Callable<Boolean> is) {
    Awaitility.await(what)
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(500))
        .until(is);
  }

  @Test
  @Tag("releases")
  void weightsArePlannedSetReadBackAndTakenBack() throws Exception {
    String before = config();
    Configuration set = new Configuration(ALL, 2);
    SlurmConfigurator configurator = configurators.next();

    assertThat(configurator.plan(ALL))
        .contains("  + PriorityWeightFairShare=30000", "  + PriorityMaxAge=2-00:00:00")
        .contains("scontrol reconfigure")
        .doesNotContain("# missing");
    configurator.apply(set);
    assertThat(setting("PriorityWeightFairShare")).isEqualTo("30000");
    assertThat(setting("PriorityDecayHalfLife")).isEqualTo("1-00:00:00");
    assertThat(setting("PriorityFavorSmall")).isEqualToIgnoringCase("Yes");
    assertThat(configurators.next().readBack()).isEqualTo(set);

    configurator.apply(new Configuration("easy", 3));
    assertThat(config()).isEqualTo(before);
    assertThat(configurators.next().readBack()).isEqualTo(new Configuration("easy", 3));
  }

  @Test
  void aChangeOfWeightsThatIsKilledLeavesTheSitesOwn() throws Exception {
    String before = config();
    List<String> steps = configurators.steps(new Configuration(ALL, 2));
    configurators.next().apply(new Configuration("easy", 3));
    for (int step = 0; step < steps.indexOf("stored"); step++) {
      slurm.shell("rm -f " + state + "/*");
      configurators.killed(new Configuration(ALL, 2), step);
      assertThat(configurators.next().readBack()).isEqualTo(new Configuration("easy", 1));
      assertThat(config()).as("killed before %s", steps.get(step)).isEqualTo(before);
    }
  }

  @Test
  void declaredLimitsAreSetReadBackAndTakenBack() throws Exception {
    String before = limits();
    configurators =
        new Configurators(
            slurm,
            state,
            null,
            "easy",
            LimitRanges.parse(
                "partition.batch.PriorityJobFactor=1..40, qos.normal.MaxJobsPU=1..8"));
    SlurmConfigurator configurator = configurators.next();
    assertThat(configurator.capabilities().policies())
        .flatExtracting(PolicyCapability::parameters)
        .contains(new ParameterRange("qos.normal.MaxJobsPU", 1.0, 8.0, List.of()));
    assertThat(configurator.plan(LIMITS))
        .contains("scontrol update PartitionName=batch PriorityJobFactor=30")
        .contains("sacctmgr -i modify qos normal set MaxJobsPerUser=1")
        .doesNotContain("# missing");
    assertThatThrownBy(() -> configurator.plan("slurm(qos.normal.MaxJobsPU=9)"))
        .isInstanceOf(CannotApplyException.class)
        .hasMessageContaining("slurm.ranges allows whole numbers from 1 to 8");
    assertThatThrownBy(() -> configurator.plan("slurm(qos.high.MaxJobsPU=8)"))
        .isInstanceOf(CannotApplyException.class)
        .hasMessageContaining("qos.high.MaxJobsPU is not in slurm.ranges");

    configurators.next().apply(new Configuration(LIMITS, 2));
    assertThat(limits()).isEqualTo("30 1");
    assertThat(configurators.next().readBack()).isEqualTo(new Configuration(LIMITS, 2));
    Accounting published = publishedBeside(state);
    assertThat(published.qos()).as("the site's own").contains(Qos.of("normal", 10));
    assertThat(Objects.requireNonNull(published.priority()).partitions())
        .containsEntry("batch", 10);
    slurm.submitAs("games", "-A physics -n 1 -t 5", SLEEP);
    String second = slurm.submitAs("games", "-A physics -n 1 -t 5", SLEEP);
    await("held back", () -> reason(second).equals("QOSMaxJobsPerUserLimit"));

    configurators.next().apply(new Configuration("easy", 3));
    assertThat(limits()).isEqualTo(before);
    await("released", () -> reason(second).equals("None"));

    slurm.shell("rm -f " + state + "/*");
    configurators.killed(new Configuration(LIMITS, 2), "read back"::equals);
    assertThat(limits()).isEqualTo("30 1");
    assertThat(configurators.next().readBack()).isEqualTo(new Configuration("easy", 1));
    assertThat(limits()).isEqualTo(before);
  }

  /** What the bridge with that state folder publishes of the accounts. */
  private static Accounting publishedBeside(Path folder) throws Exception {
    EffectiveConfiguration configuration = slurm.loader().flag("state=" + folder).load();
    AccountingTracker tracker =
        SlurmBridge.accounts(configuration, SlurmBridge.reader(configuration));
    tracker.readNow(0);
    return Objects.requireNonNull(tracker.published(0));
  }

  /** What is declared: a partition's PriorityJobFactor, and MaxJobsPU of a QOS if it is set. */
  private static String limits() throws Exception {
    return slurm
        .shell(
            "echo $(scontrol show partition batch | grep -o 'PriorityJobFactor=[0-9]*' | cut -d= -f2)"
                + " $(sacctmgr -nP show qos normal format=maxjobspu)")
        .strip();
  }

  private static String reason(String job) throws Exception {
    return slurm.run("squeue", "-h", "-j", job, "-o", "%r").strip();
  }

  @Test
  @Tag("releases")
  void whatTheSiteChangesMeanwhileIsInForceAfterTheRollback() throws Exception {
    SlurmConfigurator configurator = configurators.next();
    configurator.apply(new Configuration("slurm(PriorityMaxAge=1h, PriorityWeightAge=5)", 2));
    slurm.shell(
        "sed -i -e 's/^PriorityMaxAge=.*/PriorityMaxAge=1-12/' -e"
            + " 's/^PriorityWeightAge=.*/PriorityWeightAge=77/' slurm.conf; scontrol reconfigure");
    try {
      configurator.apply(new Configuration("easy", 3));
      assertThat(setting("PriorityMaxAge")).isEqualTo("1-12:00:00");
      assertThat(setting("PriorityWeightAge")).isEqualTo("77");
    } finally {
      slurm.shell(
          "sed -i -e 's/^PriorityMaxAge=.*/PriorityMaxAge=00:30:00/' -e"
              + " 's/^PriorityWeightAge=.*/PriorityWeightAge=10000/' slurm.conf; scontrol"
              + " reconfigure");
    }
  }

  @Test
  void underPriorityBasicWeightsAreRefused() throws Exception {
    slurm.shell("sed -i 's/^PriorityType=.*/PriorityType=priority\\/basic/' slurm.conf");
    slurm.stopController();
    slurm.startController();
    try {
      SlurmConfigurator configurator = configurators.next();
      assertThatThrownBy(
              () -> configurator.apply(new Configuration("slurm(PriorityWeightAge=5)", 2)))
          .isInstanceOf(CannotApplyException.class)
          .hasMessageContaining("PriorityType is priority/basic");
      AccountingTracker tracker = tracker();
      tracker.readNow(0);
      assertThat(Objects.requireNonNull(tracker.published(0)).priority()).isNull();
    } finally {
      slurm.shell("sed -i 's/^PriorityType=.*/PriorityType=priority\\/multifactor/' slurm.conf");
      slurm.stopController();
      slurm.startController();
    }
  }
}
