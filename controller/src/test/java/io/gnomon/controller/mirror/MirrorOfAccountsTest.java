package io.gnomon.controller.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.accounts.AccountUsage;
import io.gnomon.model.accounts.AccountUsage.OfAccount;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.StateSnapshot;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.priority.ResolvedAccount;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Accounts, accounts of jobs and usage in the mirror. */
class MirrorOfAccountsTest {
  private static final long ORIGIN = 1_700_000_000;
  private static final int NONE = EventData.NONE;
  private static final DeclaredMachine MACHINE =
      new DeclaredMachine(
          List.of(new NodeGroup(HostList.of("n[1-2]"), 16)),
          List.of(
              new MachinePartition("batch", HostList.of("n[1-2]")),
              new MachinePartition("fast", HostList.of("n1"))),
          List.of(),
          null);
  private static final List<Association> TREE =
      List.of(
          new Association("physics", "", "", 60, 5),
          new Association("theory", "", "physics", NONE, NONE),
          new Association("theory", "ada", "", 1, NONE),
          new Association("physics", "bob", "", 1, 7));

  private Mirror mirror;

  private static Accounting accounting(List<Association> tree, AccountUsage usage) {
    return new Accounting(
        tree,
        List.of(Qos.of("normal", 10), Qos.of("high", 100)),
        DeclaredSite.priority(
            new PriorityWeights(1000, 1, 100_000, 5, 6, 7, Map.of("cpu", 2.0)),
            List.of(PriorityFlag.NO_NORMAL_TRES),
            Map.of("fast", 40)),
        usage);
  }

  private static AccountUsage used(double ada, double bob) {
    return new AccountUsage(
        ORIGIN,
        List.of(
            new OfAccount("root", ada + bob, Map.of()),
            new OfAccount("physics", ada + bob, Map.of("bob", bob)),
            new OfAccount("theory", ada, Map.of("ada", ada, "gone", 3.0)),
            new OfAccount("removed", 9, Map.of())));
  }

  @BeforeEach
  void declare() throws Exception {
    mirror = new Mirror(ORIGIN, 32, new MirrorListener() {});
    assertThat(mirror.declare(32, MACHINE, accounting(TREE, used(1000, 500)))).isTrue();
  }

  private static ResourceRequest request(String account, String qos, int nice) {
    return ResourceRequest.builder().tasks(8).account(account).qos(qos).nice(nice).build();
  }

  private void submit(String job, long at, String user, ResourceRequest request) throws Exception {
    mirror.apply(new JobSubmitted(job, ORIGIN + at, new JobDescription(8, 600, user, request)));
  }

  private double usage(String account, String user) {
    return mirror
        .state()
        .accounting()
        .usage()
        .of(mirror.state().accounting().accounts().tree().find(account, user).orElseThrow());
  }

  private JobAccount jobAccount(String job) {
    var accounting = mirror.state().accounting();
    return accounting.jobAccounts().jobAccount(accounting.accountId(mirror.slot(job)));
  }

  @Test
  void theTreeParametersAndUsageAreThoseOfTheDeclaration() {
    var accounting = mirror.state().accounting();
    var tree = accounting.accounts().tree();
    assertThat(tree.size()).isEqualTo(5);
    var ada = tree.get(tree.find("theory", "ada").orElseThrow());
    assertThat(ada.priority()).as("inherited from physics by theory").isEqualTo(5);
    assertThat(tree.get(tree.find("theory", "").orElseThrow()).usesParentShares()).isTrue();
    PrioritySettings settings = accounting.settings();
    assertThat(settings.maxAgeSeconds()).isEqualTo(604_800);
    assertThat(settings.halfLifeSeconds()).isZero();
    assertThat(settings.calcPeriodSeconds()).isEqualTo(60);
    assertThat(settings.weights().fairShare()).isEqualTo(100_000);
    var basis = accounting.accounts().basis();
    assertThat(basis.greatestJobFactor()).isEqualTo(40);
    assertThat(basis.greatestAssociationPriority()).isEqualTo(7);
    assertThat(basis.partitions().get("fast").tres()).containsEntry("cpu", 16.0);
    assertThat(usage("theory", "ada")).isEqualTo(1000);
    assertThat(usage("physics", "")).isEqualTo(1500);
    assertThat(mirror.declaredAccounts()).isEqualTo(accounting(TREE, null));
  }

  @Test
  void aTreeThatIsTooDeepIsRejected() {
    List<Association> chain = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      chain.add(new Association("a" + i, "", i == 0 ? "" : "a" + (i - 1), 1, NONE));
    }
    ClusterState before = mirror.state();
    assertThatThrownBy(() -> mirror.declare(32, MACHINE, accounting(chain, null)))
        .isInstanceOf(RejectedEventException.class)
        .hasMessage("accounting: account 'a1000' is 1001 levels below the root; allowed are 1000");
    assertThat(mirror.state()).isSameAs(before);
  }

  @Test
  void jobsAreChargedToTheirAssociations() throws Exception {
    submit("1", 0, "ada", request("theory", "high", 50));
    submit("2", 0, "bob", request("physics", "unheard-of", 0));
    submit("3", 0, "eve", null);
    var accounting = mirror.state().accounting();
    ResolvedAccount account = accounting.account(mirror.slot("1"));
    assertThat(account.qos()).isEqualTo("high");
    assertThat(account.nice()).isEqualTo(50);
    assertThat(accounting.account(mirror.slot("2")).qos()).as("the default").isEqualTo("normal");
    assertThat(accounting.account(mirror.slot("3")).association()).isEqualTo(ResolvedAccount.NONE);

    // 8 CPUs for 30 + 60 s; the half-life is infinite
    mirror.apply(new JobStarted("1", ORIGIN + 30, NONE, NONE, NONE, List.of()));
    mirror.apply(new JobStarted("2", ORIGIN + 30, NONE, NONE, NONE, List.of()));
    mirror.apply(new JobFinished("1", ORIGIN + 120, JobOutcome.COMPLETED));
    assertThat(usage("theory", "ada")).isEqualTo(1000 + 8 * 90, within(1e-9));
    assertThat(usage("physics", "bob")).isEqualTo(500 + 8 * 90, within(1e-9));
    assertThat(usage("root", "")).isEqualTo(1500 + 2 * 8 * 90, within(1e-9));

    mirror.apply(JobModified.request("3", ORIGIN + 120, request("physics", "high", 9)));
    assertThat(jobAccount("3")).isEqualTo(new JobAccount("eve", "physics", "high", 9));
  }

  /** After a rebuild, the numbers are those of a mirror that only ever had the remaining jobs. */
  @Test
  void aRebuildKeepsTheRequestsAndClaimsOfActiveJobsAndNoOthers() throws Exception {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      declare();
      Map<String, ResourceRequest> active = new LinkedHashMap<>();
      for (int i = 0; i < 200; i++) {
        ResourceRequest request =
            ResourceRequest.builder()
                .tasks(1 + random.nextInt(8))
                .partitions(random.nextBoolean() ? List.of() : List.of("fast", "batch"))
                .account(random.nextBoolean() ? "theory" : "physics")
                .nice(random.nextInt(20))
                .build();
        String job = "j" + random.nextInt(40);
        if (mirror.slot(job) == ClusterState.NONE) {
          submit(job, i, "ada", request);
          active.put(job, request);
        } else if (random.nextBoolean()) {
          mirror.apply(JobModified.request(job, ORIGIN + i, request));
          active.put(job, request);
        } else {
          mirror.apply(new JobCancelled(job, ORIGIN + i));
          active.remove(job);
        }
      }
      mirror.rebuild();
      Mirror plain = new Mirror(ORIGIN, 32, new MirrorListener() {});
      plain.declare(32, MACHINE, accounting(TREE, used(1000, 500)));
      Mirror rebuilt = mirror;
      mirror = plain;
      for (Map.Entry<String, ResourceRequest> job : active.entrySet()) {
        submit(job.getKey(), 200, "ada", job.getValue());
      }
      for (String job : active.keySet()) {
        assertThat(request(rebuilt, job)).isEqualTo(request(plain, job));
        mirror = rebuilt;
        JobAccount kept = jobAccount(job);
        mirror = plain;
        assertThat(kept).isEqualTo(jobAccount(job));
      }
      assertThat(rebuilt.state().nodes().shapes().requests())
          .isEqualTo(plain.state().nodes().shapes().requests());
      assertThat(rebuilt.state().accounting().jobAccounts().size())
          .isEqualTo(plain.state().accounting().jobAccounts().size());
    }
  }

  private static Request request(Mirror of, String job) {
    return of.state().nodes().shape(of.slot(job)).request();
  }

  @Test
  void aDeclarationWithOtherUsageReplacesUsageAndKeepsTheState() throws Exception {
    submit("1", 0, "ada", request("theory", "high", 50));
    ClusterState before = mirror.state();
    assertThat(mirror.declare(32, MACHINE, accounting(TREE, used(7, 3)))).isFalse();
    assertThat(mirror.state()).isSameAs(before);
    assertThat(usage("theory", "ada")).isEqualTo(7);
    assertThat(usage("physics", "")).isEqualTo(10);
  }

  @Test
  void otherAssociationsKeepClaimsAndUsageByName() throws Exception {
    submit("1", 0, "ada", request("theory", "high", 50));
    mirror.apply(new JobStarted("1", ORIGIN + 10, NONE, NONE, NONE, List.of()));
    mirror.apply(new ClockAdvanced(ORIGIN + 61));
    List<Association> other =
        List.of(
            new Association("biology", "", "", 5, NONE),
            TREE.get(0),
            TREE.get(1),
            TREE.get(2),
            new Association("physics", "new", "", 1, NONE));
    assertThat(mirror.declare(32, MACHINE, accounting(other, null))).isTrue();
    assertThat(usage("theory", "ada")).isEqualTo(1000 + 8 * 50, within(1e-9));
    assertThat(usage("physics", "new")).isZero();
    assertThat(jobAccount("1")).isEqualTo(new JobAccount("ada", "theory", "high", 50));
    mirror.apply(new JobFinished("1", ORIGIN + 70, JobOutcome.COMPLETED));
    assertThat(usage("theory", "ada")).isEqualTo(1000 + 8 * 60, within(1e-9));

    assertThat(mirror.declare(32, MACHINE, null)).isTrue();
    assertThat(mirror.state().hasAccounting()).isFalse();
  }

  private static JobSnapshot waiting(String job, ResourceRequest request) {
    return new JobSnapshot(
        job, JobState.WAITING, ORIGIN, NONE, new JobDescription(8, 600, "ada", request));
  }

  @Test
  void aSnapshotCarriesUsageAlone() throws Exception {
    ResourceRequest request = request("theory", "high", 50);
    submit("1", 0, "ada", request);
    ClusterState before = mirror.state();
    Accounting usage = new Accounting(List.of(), List.of(), null, used(70, 30));
    ClusterSnapshot same =
        new ClusterSnapshot(
            ORIGIN + 130, 32, NONE, null, null, usage, List.of(waiting("1", request)));
    assertThat(mirror.replace(same)).isEqualTo(Mirror.CONFIRMED);
    assertThat(mirror.state()).isSameAs(before);
    assertThat(usage("theory", "ada")).isEqualTo(70);

    ClusterSnapshot another =
        new ClusterSnapshot(
            ORIGIN + 140,
            32,
            NONE,
            null,
            null,
            null,
            List.of(waiting("1", request("theory", "normal", 50)), waiting("2", null)));
    assertThat(mirror.replace(another)).isEqualTo(1);
    assertThat(usage("theory", "ada")).as("kept").isEqualTo(70);
    assertThat(jobAccount("1").qos()).isEqualTo("normal");
    assertThat(mirror.state().accounting().recalculatedAt()).isEqualTo(120);
    assertThat(mirror.declaredAccounts()).isEqualTo(accounting(TREE, null));
  }

  @Test
  void aSnapshotWithOtherAssociationsReplacesThem() throws Exception {
    submit("1", 0, "ada", request("theory", "high", 50));
    Accounting other = new Accounting(TREE.subList(0, 3), List.of(), null, null);
    ClusterSnapshot snapshot =
        new ClusterSnapshot(
            ORIGIN + 1,
            32,
            NONE,
            null,
            MACHINE,
            other,
            List.of(waiting("1", request("theory", "high", 50))));
    mirror.replace(snapshot);
    assertThat(mirror.state().accounting().accounts().tree().size()).isEqualTo(4);
    assertThat(usage("theory", "ada")).isEqualTo(1000);
    assertThat(jobAccount("1")).isEqualTo(new JobAccount("ada", "theory", "high", 50));
  }

  @Test
  void aJobThatWouldBeSubmittedNeedsAKnownAccountAndQosUnlessNoneIsKnown() throws Exception {
    assertThatThrownBy(() -> mirror.newJob("ada", request("x", "normal", 0), 8, 600))
        .hasMessageContaining("account 'x'");
    assertThatThrownBy(() -> mirror.newJob("ada", request("theory", "x", 0), 8, 600))
        .hasMessageContainingAll("qos 'x'", "high, normal");
    Mirror withoutDatabase = new Mirror(ORIGIN, 32, new MirrorListener() {});
    withoutDatabase.declare(
        32,
        MACHINE,
        DeclaredSite.accounting(new PriorityWeights(1000, 1, 0, 5, 6, 7, Map.of()), List.of()));
    assertThat(withoutDatabase.state().hasAccounting()).isTrue();
    assertThat(withoutDatabase.newJob("ada", request("x", "normal", 0), 8, 600).account())
        .isNotNull();
  }

  @Test
  void aCheckpointRestoresClaimsUsageAndFairShare() throws Exception {
    submit("1", 0, "ada", request("theory", "high", 50));
    submit("2", 5, "bob", request("physics", "normal", 0));
    submit("3", 6, "bob", request("physics", "normal", 0));
    mirror.apply(new JobStarted("1", ORIGIN + 10, NONE, NONE, NONE, List.of()));
    mirror.apply(new JobFinished("1", ORIGIN + 70, JobOutcome.COMPLETED));
    mirror.apply(new JobStarted("3", ORIGIN + 75, NONE, NONE, NONE, List.of()));
    ClusterState live = mirror.state();
    ClusterState empty =
        DeclaredState.empty(ORIGIN, 32, mirror.declaredMachine(), mirror.declaredAccounts());
    ClusterState restored = StateSnapshot.restored(StateSnapshot.of(live), empty);

    assertThat(StateSnapshot.of(restored)).isEqualTo(StateSnapshot.of(live));
    live.advanceTo(500);
    restored.advanceTo(500);
    assertThat(restored.accounting().usage().toArray())
        .isEqualTo(live.accounting().usage().toArray());
    int bob = live.accounting().account(mirror.slot("2")).association();
    assertThat(restored.accounting().fairShare(bob)).isEqualTo(live.accounting().fairShare(bob));
    assertThat(restored.accounting().account(mirror.slot("2")))
        .isEqualTo(live.accounting().account(mirror.slot("2")));

    ClusterState older =
        StateSnapshot.restored(StateSnapshot.of(new ClusterState(live.nodes().machine())), empty);
    assertThat(older.accounting().usage().of(0)).isZero();
  }
}
