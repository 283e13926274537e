package org.example.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A family that only {@code META-INF/services} names is as complete as a built-in one. */
class ThirdPartyFamilyTest {
  private static final Spec SPEC = Spec.of("few-jobs");

  @Test
  void isDescribedAndCosted() {
    assertThat(Policies.describe("few-jobs(below=3)"))
        .isEqualTo("few jobs; jobs start while fewer than 3 run");
    assertThat(Policies.describe("few-jobs(below=1)")).isEqualTo("few jobs");
    assertThat(Policies.relativeCost(SPEC)).isEqualTo(5);
  }

  @Test
  void isInTheLibraryInOrderOfItsCost() {
    List<Spec> library = PolicyLibrary.policies(PolicyLibrary.none());
    assertThat(library).containsSubsequence(SPEC, Spec.of("conservative"), Spec.of("slack"));
    assertThat(PolicyLibrary.quick(PolicyLibrary.none())).doesNotContain(SPEC);
  }

  @Test
  void isSimulated() {
    // Four processors. EASY starts the second job at once; this policy waits until the first ends.
    JobLog log = JobLog.builder().job(1, 0, 100, 100, 1).job(2, 10, 50, 50, 1).build();
    assertThat(Workloads.starts(log, 4, "easy")).containsExactly(0, 10);
    assertThat(Workloads.starts(log, 4, "few-jobs")).containsExactly(0, 100);
    assertThat(Workloads.starts(log, 4, "few-jobs(below=2)")).containsExactly(0, 10);
  }

  @Test
  void isAnAlternativeOfAStudy() {
    ClusterState live = new ClusterState(4);
    live.start(live.submit(0, 0, 1, 100));
    live.submit(1, 0, 1, 50);
    SchedulingPolicy easy = Policies.create("easy");
    easy.adopt(live);

    StudyResult result =
        new ShadowStudy(live, easy, List.of(SPEC), List.of(Scenario.none()), 1000).run();

    // job 0 runs since 0, job 1 waits 100 of its 50 s
    assertThat(result.of(SPEC).meanBoundedSlowdown()).isEqualTo((1 + 3) / 2.0);
  }
}
