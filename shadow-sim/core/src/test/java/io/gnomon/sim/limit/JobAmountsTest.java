package io.gnomon.sim.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import io.gnomon.sim.priority.fairshare.TresBilling;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JobAmountsTest {
  private final Machine machine =
      new Machine.Builder()
          .node("n1", new NodeClass(16, 1, 64_000, Map.of("a100", 4), Set.of(), 1))
          .node("n2", new NodeClass(16, 1, 64_000, Map.of("a100", 4), Set.of(), 1))
          .partition(Partition.of("all", List.of("n1", "n2")))
          .build();
  private final LimitRules rules = rules();
  private final JobAmounts amounts =
      new JobAmounts(
          rules,
          machine,
          List.of(new TresBilling(Map.of("cpu", 1.0, "gres/gpu", 2.5), TresBilling.Rule.SUM)));

  /** 8 CPUs and 2 · 3 GPUs are billed 8 + 2.5 · 6 = 23. */
  @Test
  void countsWhatAJobRequests() {
    long[] requested =
        amounts.requested(
            new Request.Builder()
                .nodes(2, 2)
                .tasks(8)
                .memoryPerNode(1000)
                .gpusPerNode(Map.of("a100", 3))
                .licenses(Map.of("matlab", 2))
                .build(),
            0);

    assertThat(rules.tres())
        .containsExactly("cpu", "mem", "node", "billing", "gres/gpu:a100", "license/matlab");
    assertThat(requested).containsExactly(8, 2000, 2, 23, 6, 2);
  }

  @Test
  void countsWhatAJobHolds() {
    Placement placement =
        new Placement(0, new int[] {0, 1}, new int[] {16, 8}, new int[] {10, 20}, new int[] {1, 2});

    assertThat(amounts.held(Request.ofCpus(24), placement)).containsExactly(24, 30, 2, 31, 3, 0);
  }

  private static LimitRules rules() {
    Limits limits = Limits.NONE.with(LimitKind.GROUP_TRES, "gres/gpu:a100", 1);
    return new LimitRules(
        new LimitDefinitions(
            new AssociationTree.Builder().build().with(one -> one.withLimits(limits)),
            Map.of(),
            List.of(Optional.empty()),
            Map.of("matlab", 3),
            false));
  }
}
