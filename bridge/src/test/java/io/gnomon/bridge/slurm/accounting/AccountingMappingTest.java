package io.gnomon.bridge.slurm.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.events.EventData;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.model.accounts.AccountUsage;
import io.gnomon.model.accounts.AccountUsage.OfAccount;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.slurm.listing.PrintedTable;
import io.gnomon.slurm.listing.ShareListing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AccountingMappingTest {
  private static final String ASSOCIATIONS =
      """
      Account|User|ParentName|Share|Priority|Partition
      root|||1||
      root|root||1||
      chem||physics|parent|5|
      chem|ada||1||
      chem|ada||3||gpu
      physics||root|60||
      physics|bob||parent|7|
      """;
  private static final String QOS =
      """
      Name|Priority|UsageFactor
      normal|0|1.000000
      high|100|2.500000
      """;
  private static final String SHARES =
      """
      Account|User|RawUsage
      root||1500
       root|root|0
       physics||1500
        physics|bob|500
        chem||1000
         chem|ada|600
         chem|ada|400
      """;
  private static final Map<String, String> SETTINGS =
      Map.of(
          "PriorityType", "priority/multifactor",
          "PriorityWeightFairShare", "100000",
          "PriorityWeightTRES", "CPU=10,Mem=.03,GRES/gpu=500",
          "PriorityMaxAge", "7-00:00:00",
          "PriorityDecayHalfLife", "00:00:00",
          "PriorityCalcPeriod", "00:05:00",
          "PriorityFavorSmall", "Yes",
          "FairShareDampeningFactor", "3",
          "PriorityUsageResetPeriod", "MONTHLY",
          "PriorityFlags", "NO_FAIR_TREE,DEPTH_OBLIVIOUS");

  private static AccountingObservation observe(String shares, Map<String, String> settings)
      throws SlurmException {
    return AccountingMapping.of(
        PrintedTable.rows("sacctmgr", ASSOCIATIONS, List.of("account", "partition"), note -> {}),
        PrintedTable.rows("sacctmgr", QOS, List.of("name"), note -> {}),
        ShareListing.parse(shares.lines().toList()),
        settings,
        List.of(
            PartitionRecord.of(Map.of("PartitionName", "gpu", "PriorityJobFactor", "40")),
            PartitionRecord.of(Map.of("PartitionName", "batch", "PriorityJobFactor", "1"))),
        1_700_000_000,
        new ArrayList<>());
  }

  @Test
  void accountsComeBeforeTheirUsersAndTheAccountsBelow() throws Exception {
    AccountingObservation seen = observe(SHARES, SETTINGS);
    assertThat(seen.accounting().associations())
        .containsExactly(
            new Association("root", "root", "", 1, EventData.NONE),
            new Association("physics", "", "", 60, EventData.NONE),
            new Association("chem", "", "physics", EventData.NONE, 5),
            new Association("chem", "ada", "", 1, EventData.NONE),
            new Association("physics", "bob", "", EventData.NONE, 7));
    assertThat(seen.accounting().qos())
        .containsExactly(
            Qos.of("normal", 0),
            new Qos("high", 100, 2.5, Limits.NONE, Set.of(), List.of(), PreemptMode.CLUSTER, 0));
    assertThat(seen.notes())
        .containsExactly("1 associations of single partitions", "PriorityFlags: DEPTH_OBLIVIOUS");
  }

  @Test
  void aQosSaysWhomItPreemptsAndHowItsOwnJobsArePreempted() throws Exception {
    String printed =
        """
        Name|Priority|UsageFactor|Preempt|PreemptMode|GraceTime
        low|0|1.000000||requeue,within|00:02:00
        high|100|1.000000|low,normal|cluster|00:00:00
        """;
    AccountingObservation seen =
        AccountingMapping.of(
            PrintedTable.rows(
                "sacctmgr", ASSOCIATIONS, List.of("account", "partition"), note -> {}),
            PrintedTable.rows("sacctmgr", printed, List.of("name"), note -> {}),
            ShareListing.parse(SHARES.lines().toList()),
            SETTINGS,
            List.of(),
            1_700_000_000,
            new ArrayList<>());
    assertThat(seen.accounting().qos())
        .containsExactly(
            new Qos("low", 0, 1, Limits.NONE, Set.of(), List.of(), PreemptMode.REQUEUE, 120),
            new Qos(
                "high",
                100,
                1,
                Limits.NONE,
                Set.of(),
                List.of("low", "normal"),
                PreemptMode.CLUSTER,
                0));
  }

  private static AccountingObservation enforcing(String words) throws SlurmException {
    String printed =
        """
        Account|User|ParentName|Share|Priority|Partition|GrpTRES|MaxWall
        physics||root|1|||cpu=40,fs/disk=7|forever
        chem||root|sixty||||
        """;
    return AccountingMapping.of(
        PrintedTable.rows("sacctmgr", printed, List.of("account"), note -> {}),
        List.of(),
        ShareListing.parse(SHARES.lines().toList()),
        Map.of("AccountingStorageEnforce", words),
        List.of(),
        1_700_000_000,
        new ArrayList<>());
  }

  @Test
  void notesWhatIsNotUnderstood() throws Exception {
    AccountingObservation seen = enforcing("associations,limits,qos");
    assertThat(seen.accounting().associations())
        .containsExactly(
            new Association(
                "physics",
                "",
                "",
                1,
                EventData.NONE,
                Limits.NONE.with(LimitKind.GROUP_TRES, "cpu", 40)));
    assertThat(seen.accounting().safeLimits()).isFalse();
    assertThat(seen.notes())
        .containsExactly(
            "limit group-tres 'fs/disk=7'",
            "limit wall-minutes",
            "an association: Slurm printed 'sixty' where a number belongs");
  }

  @Test
  void limitsThatSlurmDoesNotEnforceAreNone() throws Exception {
    AccountingObservation seen = enforcing("associations");
    assertThat(seen.accounting().associations())
        .containsExactly(new Association("physics", "", "", 1, EventData.NONE));
    assertThat(seen.notes())
        .containsExactly("an association: Slurm printed 'sixty' where a number belongs");
    assertThat(enforcing("safe").accounting().safeLimits()).isTrue();
  }

  @Test
  void usageIsThatOfAccountsAndUsersThatUsedSomething() throws Exception {
    assertThat(observe(SHARES, SETTINGS).accounting().usage())
        .isEqualTo(
            new AccountUsage(
                1_700_000_000,
                List.of(
                    new OfAccount("root", 1500, Map.of()),
                    new OfAccount("physics", 1500, Map.of("bob", 500.0)),
                    new OfAccount("chem", 1000, Map.of("ada", 1000.0)))));
  }

  @Test
  void parametersAreThoseThatSlurmPrints() throws Exception {
    assertThat(observe(SHARES, SETTINGS).accounting().priority())
        .isEqualTo(
            new PriorityParameters(
                new PrioritySettings(
                    new PriorityWeights(
                        0,
                        0,
                        100_000,
                        0,
                        0,
                        0,
                        Map.of("cpu", 10.0, "mem", 0.03, "gres/gpu", 500.0)),
                    604_800,
                    0,
                    300,
                    true,
                    3,
                    UsageReset.MONTHLY,
                    Set.of(PriorityFlag.NO_FAIR_TREE)),
                Map.of("gpu", 40)));
    assertThat(observe(SHARES, Map.of("PriorityType", "priority/basic")).accounting().priority())
        .isNull();
  }
}
