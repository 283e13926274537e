package io.gnomon.benchmarks.jmh;

import io.gnomon.benchmarks.ForkCost;
import io.gnomon.sim.cluster.ClusterState;
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
 * JMH benchmark of forking a cluster state, by number of active jobs; {@code -prof gc} shows the
 * allocation.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ForkBenchmark {
  /** Number of active jobs. */
  @Param({"100", "1000", "10000", "100000", "1000000"})
  public int jobs;

  private ClusterState state = new ClusterState(1);

  /** Fills the state. */
  @Setup
  public void fill() {
    state = ForkCost.state(jobs);
  }

  /** Forks the state once. */
  @Benchmark
  public ClusterState fork() {
    return state.fork();
  }
}
