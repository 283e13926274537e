package io.gnomon.sim.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.policy.nodes.NodeRuns;
import io.gnomon.sim.policy.nodes.Sites;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.Tuner;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every family of the simulator schedules nodes, or refuses them and says why. */
class FamiliesOnNodesTest {
  private static final Set<String> REFUSING = Set.of("immediate-service", "selective-suspension");

  private final Machine machine = Sites.machine(new Random(7), true);
  private final ClusterState state = new ClusterState(machine);

  static List<PolicyFamily> families() {
    return Policies.families().stream()
        .filter(family -> family.getClass().getName().startsWith("io.gnomon.sim."))
        .toList();
  }

  static List<Spec> library() {
    return PolicyLibrary.policies(EnumSet.allOf(Capability.class));
  }

  @ParameterizedTest
  @MethodSource("families")
  void aFamilySchedulesNodesOrRefusesThemWithItsNameAndTheReason(PolicyFamily family) {
    Spec spec = Spec.of(family.name());
    String reason = family.refusesNodes();
    assertThat(reason.isEmpty()).isNotEqualTo(REFUSING.contains(family.name()));
    assertThat(Policies.canSchedule(spec, state)).isEqualTo(reason.isEmpty());
    if (reason.isEmpty()) {
      JobLog log = Sites.jobs(new Random(3), machine, 80);
      NodeRuns.assertAllRunWithinTheMachine(machine, log, spec.toString());
    } else {
      assertThatThrownBy(() -> Policies.create(spec, state))
          .isInstanceOf(InvalidSpecException.class)
          .hasMessage(family.name() + " cannot schedule a cluster of nodes: " + reason);
    }
  }

  @ParameterizedTest
  @MethodSource("library")
  void aRefusedPolicyOfTheLibraryIsNamed(Spec spec) {
    if (!Policies.canSchedule(spec, state)) {
      assertThatThrownBy(() -> Policies.create(spec, state))
          .isInstanceOf(InvalidSpecException.class)
          .hasMessageStartingWith(spec.name());
    }
  }

  @Test
  void aStudyOffersNoPolicyThatRefusesNodes() {
    SchedulingPolicy incumbent = Policies.create("easy", state);
    incumbent.adopt(state);
    List<Spec> offered =
        new Tuner(
                new TuneSettings(
                    1,
                    3600,
                    10_000,
                    SearchSpace.of(library()),
                    GuardRails.NONE,
                    StudyDesign.REPORT))
            .studies()
            .alternatives(state, incumbent, spec -> true);

    List<Spec> schedulable = new ArrayList<>(library());
    schedulable.removeIf(
        spec ->
            REFUSING.contains(spec.name())
                || spec.parameters().containsKey("speculation")
                || spec.parameters().containsKey("mold"));
    schedulable.remove(Spec.of("easy"));
    assertThat(offered).containsExactlyInAnyOrderElementsOf(schedulable);
  }
}
