package io.gnomon.bridge.slurm.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.limit.SiteLimit;
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

  private LimitPlan plan(Map<String, String> wanted, AppliedLimits applied) throws Exception {
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
    LimitPlan set = plan(Map.of(JOBS, "4", CPUS, "32", FACTOR, "40"), AppliedLimits.NONE);
    assertThat(described(set))
        .containsExactly(
            "scontrol update PartitionName=batch PriorityJobFactor=40",
            "sacctmgr -i modify qos normal set MaxJobsPerUser=4",
            "sacctmgr -i modify qos normal set MaxTRESPerUser=cpu=32");
    assertThat(set.steps().get(1).undo())
        .containsExactly("-i", "modify", "qos", "normal", "set", "MaxJobsPerUser=-1");
    assertThat(set.next().values()).containsEntry(JOBS, "4").hasSize(3);
    assertThat(set.next().ofSite()).isEqualTo(slurm);

    slurm.putAll(set.next().values());
    LimitPlan restored = plan(Map.of(CPUS, "32"), set.next());
    assertThat(described(restored))
        .containsExactly(
            "scontrol update PartitionName=batch PriorityJobFactor=10",
            "sacctmgr -i modify qos normal set MaxJobsPerUser=-1");
    assertThat(restored.next())
        .isEqualTo(
            new AppliedLimits(Map.of(CPUS, "32"), Map.of(JOBS, "", CPUS, "64", FACTOR, "10")));
    assertThat(restored.next().expected()).isEqualTo(Map.of(JOBS, "", CPUS, "32", FACTOR, "10"));
  }

  @Test
  void whatTheSiteHasChangedSinceIsItsOwnValue() throws Exception {
    AppliedLimits applied = new AppliedLimits(Map.of(CPUS, "32"), Map.of(CPUS, "64"));
    slurm.put(CPUS, "48");
    assertThat(plan(Map.of(), applied).steps()).isEmpty();
    LimitPlan other = plan(Map.of(CPUS, "16"), applied);
    assertThat(described(other))
        .containsExactly("sacctmgr -i modify qos normal set MaxTRESPerUser=cpu=16");
    assertThat(other.next().ofSite()).containsEntry(CPUS, "48");
  }

  @Test
  void aQosThatDoesNotExistIsRefused() throws Exception {
    assertThatThrownBy(() -> plan(Map.of("qos.fast.Priority", "4"), AppliedLimits.NONE))
        .isInstanceOf(CannotApplyException.class)
        .hasMessage("slurm.ranges names qos.fast.Priority, and Slurm has no QOS 'fast'");
    AppliedLimits applied =
        new AppliedLimits(Map.of("qos.fast.Priority", "4"), Map.of("qos.fast.Priority", "0"));
    assertThat(plan(Map.of(), applied)).isEqualTo(plan(Map.of(), AppliedLimits.NONE));
  }
}
