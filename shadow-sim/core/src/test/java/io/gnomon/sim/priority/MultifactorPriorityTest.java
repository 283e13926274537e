package io.gnomon.sim.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.sim.priority.PriorityBasis.PartitionBasis;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MultifactorPriorityTest {
  private static final int DAY = 86_400;
  private static final int HOUR = 3600;

  /** 10 nodes of 16 CPUs; the partition {@code long} has 4 of them with 64 GiB each. */
  private static final PriorityBasis BASIS =
      new PriorityBasis(
          10,
          160,
          Map.of(
              "long", new PartitionBasis(30, Map.of("cpu", 64.0, "mem", 262_144.0)),
              "debug", new PartitionBasis(120, Map.of("cpu", 160.0))),
          Map.of("normal", 10L, "fast", 40L),
          200);

  private static final PriorityJob JOB =
      new PriorityJob(
          0,
          DAY,
          2,
          8,
          8 * HOUR,
          "long",
          "normal",
          Map.of("cpu", 8.0, "mem", 65_536.0),
          50,
          7,
          100);

  @Test
  void sumsWeightedFactors() {
    PriorityFactors factors = priority(false).of(JOB, 0.25, 3 * DAY);

    assertThat(factors.age()).isEqualTo(500); // eligible for 2 of 4 days
    assertThat(factors.association()).isEqualTo(50); // 50 of 200
    assertThat(factors.fairShare()).isEqualTo(2500);
    assertThat(factors.jobSize()).isEqualTo(125); // half of 2/10 + 8/160
    assertThat(factors.partition()).isEqualTo(250); // 30 of 120
    assertThat(factors.qos()).isEqualTo(25); // 10 of 40
    assertThat(factors.tres()).isEqualTo(Map.of("cpu", 50.0, "mem", 200.0)); // 8/64, 1/4
    // 500 + 50 + 2500 + 125 + 250 + 25 + 50 + 200 + 7 - 100
    assertThat(factors.priority()).isEqualTo(3607);
  }

  @Test
  void favorsSmallJobs() {
    assertThat(priority(true).of(JOB, 0, 0).jobSize()).isEqualTo(875);
  }

  @Test
  void sizeRelativeToTimeIsCpusPerMinuteOfTheTimeLimit() {
    // 2 of 10 nodes are 32 of 160 CPUs; 32 CPUs / 480 minutes / 160 CPUs = 1 / 2400
    assertThat(priority(false, PriorityFlag.SMALL_RELATIVE_TO_TIME).of(JOB, 0, 0).jobSize())
        .isCloseTo(1000.0 / 2400, within(1e-12));
  }

  @Test
  void flagsLeaveValuesAsTheyAre() {
    PriorityFactors factors =
        priority(
                false,
                PriorityFlag.ACCRUE_ALWAYS,
                PriorityFlag.NO_NORMAL_ASSOC,
                PriorityFlag.NO_NORMAL_PART,
                PriorityFlag.NO_NORMAL_QOS,
                PriorityFlag.NO_NORMAL_TRES)
            .of(JOB, 0, 3 * DAY);

    assertThat(factors.age()).isEqualTo(750); // submitted 3 of 4 days ago
    assertThat(factors.association()).isEqualTo(200 * 50);
    assertThat(factors.partition()).isEqualTo(1000 * 30);
    assertThat(factors.qos()).isEqualTo(100 * 10);
    assertThat(factors.tres()).isEqualTo(Map.of("cpu", 400.0 * 8, "mem", 800.0 * 65_536));
  }

  @Test
  void ageEndsAtItsMaximumAndBeginsWithEligibility() {
    assertThat(priority(false).of(JOB, 0, 100 * DAY).age()).isEqualTo(1000);
    assertThat(priority(false).of(JOB, 0, DAY - 1).age()).isZero();
  }

  @Test
  void priorityIsAtLeastOne() {
    PriorityFactors factors = new PriorityFactors(1, 1, 1, 1, 1, 1, Map.of(), 0, 1_000_000);

    assertThat(factors.priority()).isEqualTo(1);
  }

  @Test
  void namesAnUnknownQos() {
    PriorityJob job = new PriorityJob(0, 0, 1, 1, HOUR, "long", "slow", Map.of(), 0, 0, 0);

    assertThatThrownBy(() -> priority(false).of(job, 0, 0))
        .hasMessage("QOS 'slow' is unknown; known are [fast, normal]");
  }

  private static MultifactorPriority priority(boolean favorsSmall, PriorityFlag... flags) {
    return new MultifactorPriority(
        new PrioritySettings(
            new PriorityWeights(
                1000, 200, 10_000, 1000, 1000, 100, Map.of("cpu", 400.0, "mem", 800.0)),
            4 * DAY,
            7 * DAY,
            300,
            favorsSmall,
            1,
            UsageReset.NONE,
            Set.of(flags)),
        BASIS);
  }
}
