package io.gnomon.controller.cluster.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.audit.DecisionCadence;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.NoChangeReason;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Decision records have a name for each reason and each cadence of the decision core. */
class RecordedNamesTest {
  @ParameterizedTest
  @EnumSource
  void eachReasonCanBeRecorded(NoChangeReason reason) {
    assertThat(DecisionRecordBuilder.reason(reason).name()).isEqualTo(reason.name());
  }

  @ParameterizedTest
  @EnumSource
  void eachCadenceCanBeRecorded(Cadence cadence) {
    assertThat(DecisionCadence.valueOf(cadence.name()).name()).isEqualTo(cadence.name());
  }
}
