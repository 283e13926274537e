package io.gnomon.sim.assess.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EvaluatorTest {
  @Test
  void sumsWaitsByBlockAndGroup() {
    // two processors; each job takes both for 100 s, so the second waits 100 s and the third 200 s
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 200, 2)
            .by(1, 7, 1)
            .job(2, 0, 100, 200, 2)
            .by(1, 8, 1)
            .job(3, 0, 100, 200, 2)
            .by(1, 8, 1)
            .job(4, 50_000, 100, 200, 1)
            .by(1, 7, 1)
            .build();
    SimulatedSite setup = SimulatedSite.pool(log, 2, Spec.of("easy"));
    Blocks blocks = new Blocks(3600, 0, 14);
    JobGroups groups = new JobGroups(setup);

    ConfigurationFigures figures =
        Evaluator.of(setup, setup.simulate(), IntStream.range(0, 4).toArray(), log, blocks, groups);

    assertThat(figures.blocks().get(0)).isEqualTo(new Sums(3, 300, 1 + 2 + 3));
    assertThat(figures.blocks().get(13)).isEqualTo(new Sums(1, 0, 1));
    assertThat(groups.names(Grouping.ACCOUNT))
        .containsExactly("group 7", "group 8", JobGroups.OTHERS);
    assertThat(figures.groups().get(Grouping.ACCOUNT).get(1).meanWait()).isEqualTo(150);
    assertThat(groups.names(Grouping.PARTITION)).isEmpty();
    // two jobs wait for 100 s and one for another 100 s, of 50,000 s
    assertThat(figures.meanQueue()).isCloseTo(300.0 / 50_000, within(1e-9));
  }

  @Test
  void readsTimesOfThePolicyWithTheirUnits() {
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 200, 2)
            .job(2, 0, 100, 200, 2)
            .job(3, 1000, 100, 200, 2)
            .build();
    assertThat(examined(log, "slurm(bf_interval=1m)"))
        .isPositive()
        .isEqualTo(examined(log, "slurm(bf_interval=60)"))
        .isEqualTo(examined(log, "slurm(bf_interval=30s)") / 2);
  }

  private static double examined(JobLog log, String policy) {
    SimulatedSite setup = SimulatedSite.pool(log, 2, Spec.parse(policy));
    return Evaluator.of(
            setup,
            SimulatedSite.pool(log, 2, Spec.of("easy")).simulate(),
            IntStream.range(0, 3).toArray(),
            log,
            new Blocks(3600, 0, 14),
            new JobGroups(setup))
        .examinedPerHour();
  }
}
