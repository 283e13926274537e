package io.gnomon.slurm.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.accounts.QosFlag;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.limits.ResourceLimit;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.slurm.listing.PrintedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rows as sacctmgr of Slurm 22.05 prints them, and options as its commands have them. */
class EntityOptionsTest {
  private static final String ASSOCIATIONS =
      """
      Account|User|GrpJobs|GrpSubmit|GrpWall|GrpTRES|GrpTRESMins|GrpTRESRunMins|MaxJobs|MaxSubmit|MaxWall|MaxTRES|MaxTRESPerNode|MaxTRESMins
      physics|games|4|||fs/disk=7,cpu=40|cpu=1234567890|||3|1-00:00:01|cpu=2000,mem=1.5T,gres/gpu=4||
      guests|uucp|||||||1||||mem=100|
      """;
  private static final String QOS =
      """
      Name|Flags|MaxTRESPU|MaxJobsPA|MaxWall
      deny|OverPartQOS,DenyOnLimit,NoReserve|node=2|1|00:05:00
      normal||||
      """;

  private final List<String> rejected = new ArrayList<>();

  private EntityOptions set(
      EntityOptions options, Map<String, String> columns, String printed, int row) {
    Map<String, String> values =
        PrintedTable.rows("sacctmgr", printed, List.of(), note -> {}).get(row);
    columns.keySet().stream()
        .filter(values::containsKey)
        .forEach(
            column ->
                options.set(
                    column,
                    values.get(column),
                    (name, item, why) -> rejected.add(name + " " + item + ": " + why)));
    return options;
  }

  private Limits ofAssociation(int row) {
    return set(EntityOptions.ofAssociation(), AccountColumns.ASSOCIATION, ASSOCIATIONS, row)
        .association("a", "")
        .limits();
  }

  /** Limits on what is not simulated are left out, those behind them are not. */
  @Test
  void limitsOfAssociationsAreInMinutesAndMebibytes() {
    assertThat(ofAssociation(0).all())
        .containsExactly(
            new ResourceLimit(LimitKind.GROUP_JOBS, null, 4),
            new ResourceLimit(LimitKind.GROUP_TRES, "cpu", 40),
            new ResourceLimit(LimitKind.GROUP_TRES_MINUTES, "cpu", 1_234_567_890),
            new ResourceLimit(LimitKind.SUBMITTED, null, 3),
            new ResourceLimit(LimitKind.WALL_MINUTES, null, 1441),
            new ResourceLimit(LimitKind.JOB_TRES, "cpu", 2000),
            new ResourceLimit(LimitKind.JOB_TRES, "mem", 1_572_864),
            new ResourceLimit(LimitKind.JOB_TRES, "gres/gpu", 4));
    assertThat(ofAssociation(1).all())
        .containsExactly(
            new ResourceLimit(LimitKind.JOBS, null, 1),
            new ResourceLimit(LimitKind.NODE_TRES, "mem", 100));
    assertThat(rejected)
        .containsExactly(
            "grptres fs/disk=7: limits on 'fs/disk' are not simulated; allowed are cpu, mem, node,"
                + " billing, gres/… and license/…");
  }

  @Test
  void limitsAndFlagsOfQos() {
    Qos deny = set(EntityOptions.ofQos(), AccountColumns.QOS, QOS, 0).qos("deny");

    assertThat(deny.limits().all())
        .containsExactly(
            new ResourceLimit(LimitKind.WALL_MINUTES, null, 5),
            new ResourceLimit(LimitKind.USER_TRES, "node", 2),
            new ResourceLimit(LimitKind.JOBS_OF_ACCOUNT, null, 1));
    assertThat(deny.flags())
        .containsExactly(QosFlag.OVER_PARTITION_QOS, QosFlag.DENY_ON_LIMIT, QosFlag.NO_RESERVE);
    assertThat(set(EntityOptions.ofQos(), AccountColumns.QOS, QOS, 1).qos("normal"))
        .isEqualTo(Qos.of("normal", 0));
    assertThat(rejected).isEmpty();
  }

  /** Slurm's greatest priority is 2^32 − 1. */
  @Test
  void prioritiesAndGraceTimesAreRead() {
    EntityOptions options = EntityOptions.ofQos();
    options.set("Priority", "4294967295");
    options.set("GraceTime", "00:02:00");
    options.set("PreemptMode", "requeue,within");
    assertThat(options.qos("high").priority()).isEqualTo(4_294_967_295L);
    assertThat(options.qos("high").graceSeconds()).isEqualTo(120);
    assertThat(options.qos("high").preemptMode()).isEqualTo(PreemptMode.REQUEUE);

    options.set("gracetime", "60");
    assertThat(options.qos("high").graceSeconds()).isEqualTo(60);
    options.set("gracetime", "99-00:00:00");
    assertThat(options.qos("high").graceSeconds()).isEqualTo(30 * 86_400);
  }

  @Test
  void sharesOfTheParentHaveTwoForms() {
    EntityOptions options = EntityOptions.ofAssociation();
    options.set("Share", "parent");
    assertThat(options.association("a", "").shares()).isEqualTo(Association.PARENT_SHARES);
    options.set("Fairshare", "2147483647");
    assertThat(options.association("a", "").usesParentShares()).isTrue();
    options.set("Fairshare", "-1");
    assertThat(options.association("a", "").shares()).isEqualTo(1);
  }

  @Test
  void anOptionWithASignChangesAList() {
    EntityOptions options = EntityOptions.ofAssociation();
    options.set("QOS", "normal,high");
    options.set("QOS+", "fast");
    options.set("QOS-", "normal");
    assertThat(options.association("a", "ann").allowedQos()).containsExactly("fast", "high");
  }

  @Test
  void theFirstValueThatIsNotUnderstoodIsNamed() {
    EntityOptions options = EntityOptions.ofAssociation();
    assertThatThrownBy(() -> options.set("GrpTRES", "cpu=4,mem=much"))
        .hasMessage("'much' is not an amount such as 12 or 1.50G");
    assertThatThrownBy(() -> options.set("MaxJobs", "few")).hasMessage("'few' is not a number");
    assertThatThrownBy(() -> options.set("MaxWall", "long"))
        .hasMessage("'long' is not a time such as 1-12:00:00");
    assertThat(options.association("a", "").limits())
        .isEqualTo(Limits.NONE.with(LimitKind.GROUP_TRES, "cpu", 4));
  }

  @Test
  void limitsAreEnforcedByWordsOfAList() {
    assertThat(EnforcedLimits.of("associations,limits,qos"))
        .isEqualTo(new EnforcedLimits(true, false));
    assertThat(EnforcedLimits.of("Safe")).isEqualTo(new EnforcedLimits(true, true));
    assertThat(EnforcedLimits.of("(null)")).isEqualTo(new EnforcedLimits(false, false));
  }
}
