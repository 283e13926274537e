package io.gnomon.bridge.slurm.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ControllerQosTest {
  @Test
  void qosAreReadWithTheirPriorities() {
    assertThat(
            ControllerQos.of(
                """
                Current Association Manager state

                QOS Records

                QOS=normal(1)
                    UsageRaw=9370.167040
                    PreemptMode=OFF
                    Priority=10
                    Account Limits
                      physics
                        MaxJobsPA=N(10)
                QOS=high(2)
                    MinPrioThresh=
                    Priority=100
                """))
        .isEqualTo(
            List.of(
                Map.of("name", "normal", "priority", "10"),
                Map.of("name", "high", "priority", "100")));
  }
}
