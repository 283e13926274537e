package io.gnomon.bridge.slurm.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.slurm.parameter.SiteLimit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitPlanTest {
  private static final String JOBS = "qos.normal.MaxJobsPU";
  private static final String CPUS = "qos.normal.MaxTRESPU.cpu";
  private static final String FACTOR = "partition.batch.PriorityJobFactor";

  private final Map<String, String> slurm =
      new HashMap<>(Map.of(JOBS, "", CPUS, "64", FACTOR, "10"));

  private LimitPlan plan(Map<String, String> wanted, Map<String, AppliedSetting> applied)
      throws Exception {
    Map<SiteLimit, String> limits = new HashMap<>();
    wanted.forEach((name, value) -> limits.put(SiteLimit.of(name).orElseThrow(), value));
    return LimitPlan.of(
        limits,
        applied,
        read -> {
          Map<String, String> values = new HashMap<>(slurm);
          values.keySet().retainAll(read.stream().map(SiteLimit::parameter).toList());
          return values;
        });
  }

  private static List<String> described(LimitPlan plan) {
    return plan.steps().stream().map(Step::describe).toList();
  }

  @Test
  void limitsAreSetAndRestored() throws Exception {
    LimitPlan set = plan(Map.of(JOBS, "4", CPUS, "32", FACTOR, "40"), Map.of());
    assertThat(described(set))
        .containsExactly(
            "scontrol update PartitionName=batch PriorityJobFactor=40",
            "sacctmgr -i modify qos normal set MaxJobsPerUser=4",
            "sacctmgr -i modify qos normal set MaxTRESPerUser=cpu=32");
    assertThat(set.steps().get(1).undo())
        .containsExactly("-i", "modify", "qos", "normal", "set", "MaxJobsPerUser=-1");
    assertThat(set.aspect().next())
        .isEqualTo(
            Map.of(
                JOBS, new AppliedSetting("4", ""),
                CPUS, new AppliedSetting("32", "64"),
                FACTOR, new AppliedSetting("40", "10")));

    slurm.putAll(set.aspect().expected());
    LimitPlan restored = plan(Map.of(CPUS, "32"), set.aspect().next());
    assertThat(described(restored))
        .containsExactly(
            "scontrol update PartitionName=batch PriorityJobFactor=10",
            "sacctmgr -i modify qos normal set MaxJobsPerUser=-1");
    assertThat(restored.aspect().next()).isEqualTo(Map.of(CPUS, new AppliedSetting("32", "64")));
    assertThat(restored.aspect().expected()).isEqualTo(Map.of(JOBS, "", CPUS, "32", FACTOR, "10"));
  }

  @Test
  void whatTheSiteHasChangedSinceIsItsOwnValue() throws Exception {
    Map<String, AppliedSetting> applied = Map.of(CPUS, new AppliedSetting("32", "64"));
    slurm.put(CPUS, "48");
    assertThat(plan(Map.of(), applied).steps()).isEmpty();
    LimitPlan other = plan(Map.of(CPUS, "16"), applied);
    assertThat(described(other))
        .containsExactly("sacctmgr -i modify qos normal set MaxTRESPerUser=cpu=16");
    assertThat(other.aspect().next()).isEqualTo(Map.of(CPUS, new AppliedSetting("16", "48")));
  }

  @Test
  void aQosThatDoesNotExistIsRefused() throws Exception {
    assertThatThrownBy(() -> plan(Map.of("qos.fast.Priority", "4"), Map.of()))
        .isInstanceOf(CannotApplyException.class)
        .hasMessage("slurm.ranges names qos.fast.Priority, and Slurm has no QOS 'fast'");
    Map<String, AppliedSetting> applied = Map.of("qos.fast.Priority", new AppliedSetting("4", "0"));
    assertThat(plan(Map.of(), applied)).isEqualTo(plan(Map.of(), Map.of()));
  }
}
