package io.gnomon.bridge.slurm.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.events.accounting.ResourceLimit;
import io.gnomon.model.accounts.QosFlag;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.slurm.listing.PrintedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rows as sacctmgr of Slurm 22.05 prints them. */
class LimitMappingTest {
  private static final String ASSOCIATIONS =
      """
      Account|User|GrpJobs|GrpSubmit|GrpWall|GrpTRES|GrpTRESMins|GrpTRESRunMins|MaxJobs|MaxSubmit|MaxWall|MaxTRES|MaxTRESPerNode|MaxTRESMins
      physics|games|4|||cpu=40,fs/disk=7|cpu=1234567890|||3|1-00:00:01|cpu=2000,mem=1.5T,gres/gpu=4||
      guests|uucp|||||||1||||mem=100|
      """;
  private static final String QOS =
      """
      Name|Flags|MaxTRESPU|MaxJobsPA|MaxWall
      deny|DenyOnLimit,OverPartQOS,NoReserve|node=2|1|00:05:00
      normal||||
      """;

  private final List<String> notes = new ArrayList<>();

  private LimitMapping mapping(String enforced) {
    return new LimitMapping(Map.of("AccountingStorageEnforce", enforced), notes);
  }

  private static List<Map<String, String>> rows(String printed) throws SlurmException {
    return PrintedTable.rows("sacctmgr", printed, List.of(), note -> {});
  }

  @Test
  void limitsOfAssociationsAreInMinutesAndMebibytes() throws Exception {
    LimitMapping mapping = mapping("associations,limits,qos");

    assertThat(mapping.of(rows(ASSOCIATIONS).get(0)))
        .containsExactly(
            new ResourceLimit(LimitKind.GROUP_JOBS, null, 4),
            new ResourceLimit(LimitKind.GROUP_TRES, "cpu", 40),
            new ResourceLimit(LimitKind.GROUP_TRES_MINUTES, "cpu", 1_234_567_890),
            new ResourceLimit(LimitKind.SUBMITTED, null, 3),
            new ResourceLimit(LimitKind.WALL_MINUTES, null, 1441),
            new ResourceLimit(LimitKind.JOB_TRES, "cpu", 2000),
            new ResourceLimit(LimitKind.JOB_TRES, "mem", 1_572_864),
            new ResourceLimit(LimitKind.JOB_TRES, "gres/gpu", 4));
    assertThat(mapping.of(rows(ASSOCIATIONS).get(1)))
        .containsExactly(
            new ResourceLimit(LimitKind.JOBS, null, 1),
            new ResourceLimit(LimitKind.NODE_TRES, "mem", 100));
    assertThat(notes).containsExactly("limit group-tres 'fs/disk=7'");
    assertThat(mapping.areSafe()).isFalse();
  }

  @Test
  void limitsAndFlagsOfQos() throws Exception {
    LimitMapping mapping = mapping("safe");
    Map<String, String> deny = rows(QOS).get(0);

    assertThat(mapping.of(deny))
        .containsExactly(
            new ResourceLimit(LimitKind.WALL_MINUTES, null, 5),
            new ResourceLimit(LimitKind.USER_TRES, "node", 2),
            new ResourceLimit(LimitKind.JOBS_OF_ACCOUNT, null, 1));
    assertThat(mapping.flags(deny))
        .containsExactly(QosFlag.DENY_ON_LIMIT, QosFlag.OVER_PARTITION_QOS);
    assertThat(mapping.of(rows(QOS).get(1))).isEmpty();
    assertThat(mapping.areSafe()).isTrue();
  }

  @Test
  void limitsThatSlurmDoesNotEnforceAreNone() throws Exception {
    assertThat(mapping("associations").of(rows(ASSOCIATIONS).get(0))).isEmpty();
    assertThat(mapping("(null)").of(rows(QOS).get(0))).isEmpty();
  }
}
