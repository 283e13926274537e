package io.gnomon.sim.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.model.accounts.Qos;
import io.gnomon.model.accounts.QosFlag;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LimitUsageTest {
  private static final int HOUR = 3600;
  private static final int[] NODES = {0};
  private static final int QOS_OF_PARTITION = 1; // number of a partition that has the QOS part

  private final AssociationTree tree =
      new AssociationTree.Builder()
          .account("physics", "root", 1, 0)
          .account("optics", "physics", 1, 0)
          .user("optics", "ann", 1, 0)
          .user("optics", "bob", 1, 0)
          .user("physics", "ann", 1, 0)
          .build();
  private final int ann = tree.find("optics", "ann").orElseThrow();
  private final int bob = tree.find("optics", "bob").orElseThrow();
  private final int annOfPhysics = tree.find("physics", "ann").orElseThrow();
  private final Map<Integer, Limits> limits = new HashMap<>(); // by index of the association

  @Test
  void countsWhatRunningJobsOfAnAccountAndThoseBelowItHold() {
    limits.put(physics(), held(LimitKind.GROUP_TRES, "cpu", 10));
    LimitUsage usage = usage(Map.of());
    LimitSet ofAnn = usage.rules().of(ann, "normal", 0);
    LimitSet ofBob = usage.rules().of(bob, "normal", 0);

    usage.submitted(ofAnn);
    usage.started(ofAnn, amounts(usage, 6), NODES, HOUR, 0);

    assertThat(usage.check(ofBob, amounts(usage, 4), HOUR)).isNull();
    assertThat(usage.check(ofBob, amounts(usage, 5), HOUR))
        .isEqualTo(WaitingReason.ASSOCIATION_GROUP_CPU);
    usage.ended(ofAnn, amounts(usage, 6), NODES, HOUR, 0, 100);
    usage.left(ofAnn);
    assertThat(usage.check(ofBob, amounts(usage, 5), HOUR)).isNull();
    assertThat(usage.isIdle()).isTrue();
  }

  /** Six of ten CPUs are held and one of two jobs of ann runs; five more CPUs do not fit. */
  @Test
  void theLimitThatHoldsAJobBackSaysWhatItCountsNow() {
    limits.put(
        physics(), held(LimitKind.GROUP_TRES, "cpu", 10).with(LimitKind.GROUP_TRES, "mem", 0));
    Limits two = Limits.NONE.with(LimitKind.JOBS_OF_USER, 2);
    LimitUsage usage = usage(Map.of("high", two));
    LimitSet ofAnn = usage.rules().of(ann, "high", 0);
    usage.submitted(ofAnn);
    usage.started(ofAnn, amounts(usage, 6), NODES, HOUR, 0);

    HoldingLimit cpus = LimitTable.holding(usage, ofAnn, amounts(usage, 5), HOUR);
    assertThat(cpus.reason()).isEqualTo(WaitingReason.ASSOCIATION_GROUP_CPU);
    assertThat(cpus.text()).isEqualTo("GrpTRES cpu 10 of account physics: 6 held, 5 requested");
    assertThat(LimitTable.holding(usage, ofAnn, amounts(usage, 4), HOUR)).isNull();
    assertThat(LimitTable.uses(usage).stream().map(LimitUse::text))
        .containsExactly(
            "GrpTRES mem 0 MiB of account physics: 0 MiB held",
            "GrpTRES cpu 10 of account physics: 6 held",
            "MaxJobsPU 2 of user ann in QOS high: 1 running",
            "Licenses matlab 3 of the cluster: 0 held");

    usage.started(ofAnn, amounts(usage, 0), NODES, HOUR, 0);
    assertThat(LimitTable.holding(usage, ofAnn, amounts(usage, 0), HOUR).text())
        .isEqualTo("MaxJobsPU 2 of user ann in QOS high: 2 running");
  }

  /** Of an account that may hold 10 CPUs, and whose jobs may use 600 CPU minutes in all. */
  @Test
  void aJobThatRequestsMoreThanALimitCanNeverStart() {
    limits.put(
        physics(),
        held(LimitKind.GROUP_TRES, "cpu", 10).with(LimitKind.GROUP_TRES_RUN_MINUTES, "cpu", 600));
    LimitUsage usage = usage(Map.of());
    LimitSet ofAnn = usage.rules().of(ann, "normal", 0);
    usage.submitted(ofAnn);
    usage.started(ofAnn, amounts(usage, 6), NODES, HOUR, 0);

    HoldingLimit cpus = LimitTable.holding(usage, ofAnn, amounts(usage, 11), HOUR / 2);
    assertThat(cpus.forever()).isTrue();
    assertThat(cpus.text())
        .isEqualTo("can never start under GrpTRES cpu 10 of account physics: it requests 11");
    assertThat(LimitTable.holding(usage, ofAnn, amounts(usage, 6), 2 * HOUR).text())
        .isEqualTo(
            "can never start under GrpTRESRunMins cpu 600 min of account physics: it requests 720"
                + " min");
    assertThat(usage.rules().forbid(ofAnn, amounts(usage, 10), HOUR)).isFalse();
    assertThat(LimitTable.holding(usage, ofAnn, amounts(usage, 10), HOUR).forever()).isFalse();
  }

  @Test
  void theQosOfThePartitionComesBeforeThatOfTheJobAndBeforeTheAssociation() {
    limits.put(ann, Limits.NONE.with(LimitKind.JOBS, 3));
    Limits one = Limits.NONE.with(LimitKind.JOBS_OF_USER, 1);
    Limits two = Limits.NONE.with(LimitKind.JOBS_OF_USER, 2);
    LimitUsage usage = usage(Map.of("part", one, "high", two, "over", two));

    assertThat(startable(usage, "high", QOS_OF_PARTITION)).isEqualTo(1);
    assertThat(startable(usage, "high", 0)).isEqualTo(2);
    assertThat(startable(usage, "over", QOS_OF_PARTITION)).isEqualTo(2);
    assertThat(startable(usage, "normal", 0)).isEqualTo(3);
  }

  @Test
  void limitsOfUsersAndAccountsOfAQosCountOverAllAssociations() {
    Limits cpus = held(LimitKind.USER_TRES, "cpu", 8).with(LimitKind.ACCOUNT_TRES, "cpu", 10);
    LimitUsage usage = usage(Map.of("high", cpus));
    usage.started(usage.rules().of(ann, "high", 0), amounts(usage, 6), NODES, HOUR, 0);

    assertThat(usage.check(usage.rules().of(annOfPhysics, "high", 0), amounts(usage, 3), HOUR))
        .isEqualTo(WaitingReason.QOS_USER_CPU);
    assertThat(usage.check(usage.rules().of(bob, "high", 0), amounts(usage, 5), HOUR))
        .isEqualTo(WaitingReason.QOS_ACCOUNT_CPU);
    assertThat(usage.check(usage.rules().of(bob, "high", 0), amounts(usage, 4), HOUR)).isNull();
    assertThat(usage.check(usage.rules().of(ann, "normal", 0), amounts(usage, 99), HOUR)).isNull();
  }

  /** After 30 of 60 minutes on 2 CPUs, 60 CPU minutes may still be used, of at most 100. */
  @Test
  void runMinutesFallAtEachRecalculation() {
    limits.put(physics(), held(LimitKind.GROUP_TRES_RUN_MINUTES, "cpu", 100));
    LimitUsage usage = usage(Map.of());
    LimitSet ofAnn = usage.rules().of(ann, "normal", 0);
    usage.started(ofAnn, amounts(usage, 2), NODES, HOUR, 0);

    assertThat(usage.check(ofAnn, amounts(usage, 1), 40 * 60))
        .isEqualTo(WaitingReason.ASSOCIATION_GROUP_RUN_MINUTES_CPU);
    usage.recalculate(HOUR / 2, 1);
    assertThat(usage.check(ofAnn, amounts(usage, 1), 40 * 60)).isNull();
    assertThat(usage.check(ofAnn, amounts(usage, 1), 41 * 60)).isNotNull();
  }

  /** Two CPUs for 50 minutes are 100 CPU minutes; half of them have decayed an hour later. */
  @Test
  void usedMinutesDecay() {
    limits.put(physics(), held(LimitKind.GROUP_TRES_MINUTES, "cpu", 90));
    LimitUsage usage = new LimitUsage(rules(Map.of()), Math.pow(0.5, 1.0 / HOUR), 0);
    LimitSet ofAnn = usage.rules().of(ann, "normal", 0);
    usage.started(ofAnn, amounts(usage, 2), NODES, HOUR, 0);
    usage.ended(ofAnn, amounts(usage, 2), NODES, HOUR, 0, 50 * 60);

    // usage is decayed by its own length: 100 · 2^(−50/60) = 56 minutes
    assertThat(usage.check(ofAnn, amounts(usage, 1), 60)).isNull();
    usage.started(ofAnn, amounts(usage, 2), NODES, HOUR, 50 * 60);
    usage.ended(ofAnn, amounts(usage, 2), NODES, HOUR, 50 * 60, 100 * 60);
    assertThat(usage.check(ofAnn, amounts(usage, 1), 60))
        .isEqualTo(WaitingReason.ASSOCIATION_GROUP_MINUTES_CPU);
    usage.recalculate(100 * 60 + HOUR, Math.pow(0.5, 1.0 / HOUR));
    assertThat(usage.check(ofAnn, amounts(usage, 1), 60)).isNull();
  }

  @Test
  void limitsOfOneJob() {
    Limits limited =
        held(LimitKind.JOB_TRES, "cpu", 8)
            .with(LimitKind.LEAST_TRES, "cpu", 2)
            .with(LimitKind.NODE_TRES, "cpu", 4)
            .with(LimitKind.JOB_TRES_MINUTES, "cpu", 300)
            .with(LimitKind.WALL_MINUTES, 60);
    LimitUsage usage = usage(Map.of("high", limited));
    LimitSet high = usage.rules().of(ann, "high", 0);

    assertThat(usage.check(high, amounts(usage, 4), HOUR)).isNull();
    assertThat(usage.check(high, amounts(usage, 4), HOUR + 1)).isEqualTo(WaitingReason.QOS_WALL);
    assertThat(usage.check(high, amounts(usage, 6), HOUR))
        .isEqualTo(WaitingReason.QOS_JOB_MINUTES_CPU);
    assertThat(usage.check(high, amounts(usage, 9), 60)).isEqualTo(WaitingReason.QOS_JOB_CPU);
    assertThat(usage.check(high, amounts(usage, 5), 60)).isEqualTo(WaitingReason.QOS_PER_NODE_CPU);
    assertThat(usage.check(high, amounts(usage, 1), 60)).isEqualTo(WaitingReason.QOS_LEAST_CPU);
  }

  @Test
  void licencesAreSharedByAllJobs() {
    LimitUsage usage = usage(Map.of());
    LimitSet ofAnn = usage.rules().of(ann, "normal", 0);
    LimitSet ofNoAssociation = usage.rules().of(-1, "", 0);
    long[] two = amounts(usage, 1);
    two[usage.rules().tres().indexOf("license/matlab")] = 2;
    usage.started(ofAnn, two, NODES, HOUR, 0);

    assertThat(usage.check(ofNoAssociation, two, HOUR)).isEqualTo(WaitingReason.LICENSES);
    assertThat(usage.check(ofNoAssociation, amounts(usage, 1), HOUR)).isNull();
  }

  @Test
  void refusesSubmissionsAboveALimit() {
    limits.put(physics(), Limits.NONE.with(LimitKind.GROUP_SUBMITTED, 1));
    LimitUsage usage = usage(Map.of());
    LimitSet ofAnn = usage.rules().of(ann, "normal", 0);

    assertThat(usage.refusal(ofAnn, amounts(usage, 1), HOUR)).isNull();
    usage.submitted(ofAnn);
    assertThat(usage.refusal(usage.rules().of(bob, "normal", 0), amounts(usage, 1), HOUR))
        .isEqualTo(WaitingReason.ASSOCIATION_GROUP_SUBMITTED);
  }

  /** Two jobs share node 0, so that the group uses one node of two until a job has others too. */
  @Test
  void limitsOnNodesCountEachNodeOnce() {
    limits.put(physics(), held(LimitKind.GROUP_TRES, "node", 2));
    LimitUsage usage = usage(Map.of());
    LimitSet ofAnn = usage.rules().of(ann, "normal", 0);
    usage.started(ofAnn, amounts(usage, 1), NODES, HOUR, 0);
    usage.started(ofAnn, amounts(usage, 1), NODES, HOUR, 0);

    assertThat(usage.check(ofAnn, amounts(usage, 1), new int[] {5}, HOUR)).isNull();
    assertThat(usage.check(ofAnn, amounts(usage, 1), new int[] {0, 5}, HOUR)).isNull();
    assertThat(usage.check(ofAnn, amounts(usage, 1), new int[] {5, 6}, HOUR))
        .isEqualTo(WaitingReason.ASSOCIATION_GROUP_NODE);
    usage.ended(ofAnn, amounts(usage, 1), NODES, HOUR, 0, 60);
    assertThat(usage.check(ofAnn, amounts(usage, 1), new int[] {5, 6}, HOUR)).isNotNull();
    usage.ended(ofAnn, amounts(usage, 1), NODES, HOUR, 0, 60);
    assertThat(usage.check(ofAnn, amounts(usage, 1), new int[] {5, 6}, HOUR)).isNull();
  }

  @Test
  void refusesJobsThatExceedALimitAloneIfTheirQosDeniesThem() {
    Limits hour = Limits.NONE.with(LimitKind.WALL_MINUTES, 60);
    LimitUsage usage = usage(Map.of("high", hour, "denying", hour));
    LimitSet high = usage.rules().of(ann, "high", 0);
    LimitSet denying = usage.rules().of(ann, "denying", 0);

    assertThat(usage.refusal(high, amounts(usage, 1), HOUR + 1)).isNull();
    assertThat(usage.refusal(denying, amounts(usage, 1), HOUR)).isNull();
    assertThat(usage.refusal(denying, amounts(usage, 1), HOUR + 1))
        .isEqualTo(WaitingReason.QOS_WALL);
  }

  @Test
  void refusesJobsThatRequestMoreLicencesThanExist() {
    LimitUsage usage = usage(Map.of());
    long[] four = amounts(usage, 1);
    four[usage.rules().tres().indexOf("license/matlab")] = 4;

    assertThat(usage.refusal(usage.rules().of(ann, "normal", 0), four, HOUR))
        .isEqualTo(WaitingReason.LICENSES);
  }

  /** One CPU minute of a limit of 2 is left after 60 s on 1 CPU, none after 120 s. */
  @Test
  void runningJobsOverrunALimitOnMinutesThatIsUsedUp() {
    limits.put(physics(), held(LimitKind.GROUP_TRES_MINUTES, "cpu", 2));
    LimitUsage usage = usage(Map.of());
    LimitSet ofAnn = usage.rules().of(ann, "normal", 0);
    usage.started(ofAnn, amounts(usage, 1), NODES, HOUR, 0);

    usage.ran(ofAnn, amounts(usage, 1), 0, usage.recalculate(60, 1));
    assertThat(usage.overrun(ofAnn)).isNull();
    usage.ran(ofAnn, amounts(usage, 1), 0, usage.recalculate(120, 1));
    assertThat(usage.overrun(ofAnn)).isEqualTo(WaitingReason.ASSOCIATION_GROUP_MINUTES_CPU);
  }

  private int startable(LimitUsage counters, String qos, int partition) {
    LimitUsage usage = counters.copy();
    LimitSet set = usage.rules().of(ann, qos, partition);
    int started = 0;
    while (usage.check(set, amounts(usage, 1), HOUR) == null) {
      usage.started(set, amounts(usage, 1), NODES, HOUR, 0);
      started++;
    }
    return started;
  }

  private int physics() {
    return tree.find("physics", "").orElseThrow();
  }

  private static Limits held(LimitKind limit, String tres, long most) {
    return Limits.NONE.with(limit, tres, most);
  }

  private static long[] amounts(LimitUsage usage, long cpus) {
    long[] amounts = new long[usage.rules().tres().size()];
    amounts[usage.rules().tres().indexOf("cpu")] = cpus;
    amounts[usage.rules().tres().indexOf("node")] = 1;
    return amounts;
  }

  private LimitUsage usage(Map<String, Limits> qosLimits) {
    return new LimitUsage(rules(qosLimits), 1, 0);
  }

  private LimitRules rules(Map<String, Limits> qosLimits) {
    Map<String, Qos> qos = new HashMap<>();
    Map.of("over", QosFlag.OVER_PARTITION_QOS, "denying", QosFlag.DENY_ON_LIMIT)
        .forEach((name, flag) -> qos.put(name, qos(name, Set.of(flag))));
    List.of("normal", "high", "part").forEach(name -> qos.put(name, qos(name, Set.of())));
    qosLimits.forEach((name, of) -> qos.computeIfPresent(name, (key, one) -> one.withLimits(of)));
    return new LimitRules(
        new LimitDefinitions(
            tree.with(
                one ->
                    one.withLimits(
                        limits.getOrDefault(
                            tree.find(one.account(), one.user()).orElseThrow(), Limits.NONE))),
            qos,
            List.of(Optional.empty(), Optional.of("part")),
            Map.of("matlab", 3),
            false));
  }

  private static Qos qos(String name, Set<QosFlag> flags) {
    return new Qos(name, 0, 1, Limits.NONE, flags, List.of(), PreemptMode.CLUSTER, 0);
  }
}
