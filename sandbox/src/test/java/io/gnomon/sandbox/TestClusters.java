package io.gnomon.sandbox;

import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.time.Duration;

/** Workloads, brokers and connected clusters of the integration tests. */
public final class TestClusters {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private TestClusters() {}

  /** A generated workload, prepared for a cluster. */
  public static JobLog workload(int jobs, int processors, double load, long seed) {
    return new Preparation(processors, OverrunRule.KNOWN)
        .prepare(WorkloadGenerator.generate(jobs, processors, load, seed))
        .log();
  }

  /** The shared broker with the topics of the demo. */
  static EmbeddedKafka kafka() throws Exception {
    EmbeddedKafka kafka = SharedKafka.emptied();
    kafka.createTopics(DemoTopics.all(DemoRun.PREFIX, 1));
    return kafka;
  }

  /** Connects a cluster that is evaluated each week. */
  static TunedCluster tuned(EmbeddedKafka kafka, String name, EmulatedCluster cluster) {
    return new TunedCluster(kafka.bootstrapServers(), DemoRun.PREFIX, name, cluster, TIMEOUT);
  }

  /** Connects a cluster that is evaluated every {@code seconds}. */
  static TunedCluster tuned(
      EmbeddedKafka kafka, String name, EmulatedCluster cluster, int seconds) {
    return new TunedCluster(
        kafka.bootstrapServers(), DemoRun.PREFIX, name, cluster, TIMEOUT, seconds);
  }
}
