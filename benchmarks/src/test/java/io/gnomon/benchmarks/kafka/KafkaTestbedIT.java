package io.gnomon.benchmarks.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import org.junit.jupiter.api.Test;

class KafkaTestbedIT {
  private static final int PROCESSORS = 128;

  @Test
  void theLatencyOfDecisionsIsMeasuredAmongRecordsThatAbortTransactions() throws Exception {
    JobLog log =
        new Preparation(PROCESSORS, OverrunRule.KNOWN)
            .prepare(WorkloadGenerator.generate(1_500, PROCESSORS, 0.9, 1))
            .log();

    try (KafkaTestbed kafka = new KafkaTestbed()) {
      assertThat(kafka.decisionMilliseconds(log, PROCESSORS, 2)).isNotEmpty();
    }
  }
}
