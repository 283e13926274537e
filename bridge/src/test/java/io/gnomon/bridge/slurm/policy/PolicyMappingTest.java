package io.gnomon.bridge.slurm.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.slurm.limit.LimitRanges;
import io.gnomon.bridge.slurm.policy.JobOrder.Criterion;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.text.SpecText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyMappingTest {
  private static final String TAKEN = "slurm(bf_interval=30s, cores-per-node=16)";

  private static MappedPolicy target(String initial, String policy) throws Exception {
    return new PolicyMapping(SpecText.parse(initial)).map(SpecText.parse(policy));
  }

  @Test
  void theInitialPolicyIsTheSitesOwnConfiguration() throws Exception {
    assertThat(target("easy", " easy ")).isEqualTo(MappedPolicy.SITE);
    assertThat(target(TAKEN, "slurm(cores-per-node=16,bf_interval=30s)"))
        .isEqualTo(MappedPolicy.SITE);
  }

  @Test
  void slurmSetsItsOwnParametersAndAnOrder() throws Exception {
    assertThat(target(TAKEN, "slurm(bf_interval=1m, cores-per-node=16, order=widest, weight=2)"))
        .isEqualTo(
            new MappedPolicy(
                null,
                Map.of(SlurmParameter.BF_INTERVAL, "60"),
                Map.of(),
                Map.of(),
                new JobOrder(Criterion.WIDEST, 2)));
    assertThat(target("easy", "easy(head=order, order=smallest-area, weight=1e-10)"))
        .isEqualTo(
            new MappedPolicy(
                null, Map.of(), Map.of(), Map.of(), new JobOrder(Criterion.SMALLEST_AREA, 1e-10)));
    assertThat(target("easy", "multi-queue(partitions=2)").ranges()).isNotNull();
    assertThat(target("easy", "easy(head=arrival)")).isEqualTo(MappedPolicy.SITE);
  }

  @Test
  void slurmSetsWeightsOfPriority() throws Exception {
    assertThat(
            target(
                TAKEN,
                "slurm(PriorityWeightFairshare=50000, PriorityMaxAge=14d, PriorityFavorSmall=YES,"
                    + " bf_interval=30s, cores-per-node=16)"))
        .isEqualTo(
            new MappedPolicy(
                null,
                Map.of(),
                Map.of(
                    SlurmParameter.PRIORITY_WEIGHT_FAIR_SHARE, "50000",
                    SlurmParameter.PRIORITY_MAX_AGE, "14-00:00:00",
                    SlurmParameter.PRIORITY_FAVOR_SMALL, "Yes"),
                Map.of(),
                null));
  }

  @Test
  void slurmSetsDeclaredLimitsWithinTheirRanges() throws Exception {
    PolicyMapping mapping =
        new PolicyMapping(
            SpecText.parse("slurm"),
            LimitRanges.parse("qos.normal.MaxJobsPU=4..32, qos.high.Priority=0..500"));
    assertThat(mapping.map(SpecText.parse("slurm(qos.normal.MaxJobsPU=8)")).limits())
        .isEqualTo(Map.of(new SiteLimit(SlurmParameter.QOS_JOBS_OF_USER, "normal"), "8"));
    assertThatThrownBy(() -> mapping.map(SpecText.parse("slurm(qos.normal.MaxJobsPU=2)")))
        .hasMessage(
            "slurm(qos.normal.MaxJobsPU=2): qos.normal.MaxJobsPU is '2'; slurm.ranges allows whole"
                + " numbers from 4 to 32");
    assertThatThrownBy(() -> mapping.map(SpecText.parse("slurm(qos.normal.Priority=2)")))
        .isInstanceOf(UnsupportedPolicyException.class)
        .hasMessage(
            "slurm(qos.normal.Priority=2): qos.normal.Priority is not in slurm.ranges, which"
                + " declares qos.normal.MaxJobsPU, qos.high.Priority");
    assertThatThrownBy(
            () -> mapping.map(SpecText.parse("slurm(order=shortest, qos.high.Priority=2)")))
        .hasMessageContaining("an order overrides the priorities that qos.high.Priority changes");

    assertThat(
            new CapabilityDeclaration(mapping)
                .addSlurm(true, true, true, limit -> !limit.of().equals("high"))
                .capabilities()
                .policies()
                .get(0)
                .parameters())
        .contains(new ParameterRange("qos.normal.MaxJobsPU", 4.0, 32.0, List.of()))
        .noneMatch(range -> range.name().contains("high"));
  }

  @Test
  void whatAPolicyDoesNotNameStaysAsItIsAtTheSite() throws Exception {
    String site = "slurm(bf_continue=true, bf_max_job_test=1000, cores-per-node=16)";
    assertThat(target(site, "slurm")).isEqualTo(MappedPolicy.SITE);
    assertThat(target(site, "slurm(PriorityWeightFairshare=50000)"))
        .isEqualTo(target(site, site.replace(")", ", PriorityWeightFairshare=50000)")))
        .isEqualTo(
            new MappedPolicy(
                null,
                Map.of(),
                Map.of(SlurmParameter.PRIORITY_WEIGHT_FAIR_SHARE, "50000"),
                Map.of(),
                null));
    // within the site's bf_max_job_test, and above the default, 500
    assertThat(target(site, "slurm(bf_max_job_user=600)").options())
        .isEqualTo(Map.of(SlurmParameter.BF_MAX_JOB_USER, "600"));
  }

  /** What the bridge measures at its start may differ from what it has declared before. */
  @Test
  void theTimeOfATestIsNoSetting() throws Exception {
    String initial = "slurm(bf_interval=30s, test-ms=2)";
    assertThat(target(initial, "slurm(bf_interval=30s, test-ms=3)")).isEqualTo(MappedPolicy.SITE);
    assertThat(target(initial, "slurm(bf_interval=30s)")).isEqualTo(MappedPolicy.SITE);
    assertThat(target(initial, "slurm(bf_interval=1m, test-ms=0.5)"))
        .isEqualTo(target(initial, "slurm(bf_interval=1m)"));
  }

  @ParameterizedTest
  @CsvSource({
    "30, 00:30:00",
    "90:30, 01:31:00",
    "1:30:00, 01:30:00",
    "7-0, 7-00:00:00",
    "2-12:30, 2-12:30:00",
    "1-2:3:4, 1-02:04:00",
    "10080, 7-00:00:00"
  })
  void valuesOfSlurmConfAreComparedAsSlurmPrintsThem(String written, String printed) {
    assertThat(PrintedValue.of("prioritymaxage", written)).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "easy | conservative | but not to conservative",
        "easy | easy(order=shortest) | head must be order",
        "easy | easy(head=none) | head must be arrival",
        "easy | easy(head=none, order=shortest) | head must be order",
        "easy | easy(head=order, order=shortest, wide=33) | no setting for wide=33",
        "easy | easy(reach=3) | no setting for reach=3",
        "easy | slurm(max_rpc_cnt=3) | Gnomon does not set max_rpc_cnt in Slurm",
        "easy | slurm(bf_continue=true) | bf_continue is true",
        TAKEN + " | slurm(PreemptMode=cancel, cores-per-node=16) | PreemptMode is cancel",
        TAKEN + " | slurm(cores-per-node=8) | cores-per-node is 8",
        "easy | slurm(order=shortest, PriorityWeightQOS=1) | an order overrides the priorities",
        "easy | slurm(gap=0s) | gap is 0s",
        TAKEN + " | easy | but not to easy"
      })
  void aPolicyThatSlurmCannotImplementIsUnsupported(String initial, String policy, String reason) {
    assertThatThrownBy(() -> target(initial, policy))
        .isInstanceOf(UnsupportedPolicyException.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "slurm(bf_interval=0) | slurm(bf_interval=0): bf_interval is '0'",
        "slurm(bf_max_job_test=9, bf_max_job_user=10) | bf_max_job_user is '10'",
        "slurm(bf_max_job_test=9, bf_max_job_part=10) | bf_max_job_part is '10'",
        "slurm(bf_max_job_user_part=501) | from 0 to bf_max_job_test, 500",
        "slurm(test-ms=60001) | test-ms is '60001'; it must be a number of milliseconds",
        "slurm(PriorityWeightAge=-1) | PriorityWeightAge is '-1'; it must be a whole number from 0",
        "slurm(PriorityDecayHalfLife=0) | PriorityDecayHalfLife is '0'; Slurm allows whole minutes",
        "slurm(PriorityMaxAge=90s) | PriorityMaxAge is '90s'",
        "slurm(PriorityFavorSmall=yes) | PriorityFavorSmall is 'yes'; it must be YES or NO",
        "slurm(order=wfp3) | order is 'wfp3'",
        "slurm(order=shortest, weight=much) | weight is 'much'"
      })
  void aValueOutOfRangeIsRejectedWithItsPolicyAndRange(String policy, String reason) {
    assertThatThrownBy(() -> target("easy", policy))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }
}
