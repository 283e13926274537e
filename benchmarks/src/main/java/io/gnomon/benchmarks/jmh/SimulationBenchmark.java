package io.gnomon.benchmarks.jmh;

import io.gnomon.benchmarks.Trace;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * JMH benchmark of simulating a whole trace under a policy. {@code -Dgnomon.traces} sets the folder
 * of the traces.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SimulationBenchmark {
  /** Name of the trace. */
  @Param({"KTH", "SDSC-SP2", "CTC", "BLUE"})
  public String trace = "KTH";

  /** Policy in its text form. */
  @Param({"easy", "multi-queue(partitions=4)", "conservative"})
  public String policy = "easy";

  private JobLog log = JobLog.builder().build();
  private int processors;

  /** Reads the trace. */
  @Setup
  public void read() throws IOException {
    Trace wanted = Trace.named(trace);
    processors = wanted.processors();
    log = wanted.read(Path.of(System.getProperty("gnomon.traces", Trace.FOLDER)));
  }

  /** Simulates the trace once. */
  @Benchmark
  public Schedule simulate() {
    ScheduleListener listener = new ScheduleListener(log.size());
    new Simulation(
            new ClusterState(processors), Policies.create(policy), new LogArrivals(log), listener)
        .run();
    return listener.schedule();
  }
}
