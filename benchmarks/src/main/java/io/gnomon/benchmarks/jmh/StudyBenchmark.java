package io.gnomon.benchmarks.jmh;

import static java.util.Objects.requireNonNull;

import io.gnomon.benchmarks.StudyCost;
import io.gnomon.benchmarks.Trace;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.thread.StudyThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * JMH benchmark of a study over two weeks of KTH, by number of alternatives, scenarios and threads.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class StudyBenchmark {
  /** Number of alternatives, including the incumbent. */
  @Param({"4", "16"})
  public int alternatives;

  /** Number of scenarios per alternative. */
  @Param({"1", "3"})
  public int scenarios;

  /** Number of threads, including the calling one. */
  @Param({"1", "2", "4"})
  public int threads;

  private StudyThreads pool = new StudyThreads(1);
  private @Nullable StudyCost studies;

  /** Simulates the first half of the trace. */
  @Setup
  public void read() throws IOException {
    Path folder = Path.of(System.getProperty("gnomon.traces", Trace.FOLDER));
    studies = new StudyCost(Trace.KTH.read(folder), Trace.KTH.processors());
    pool.close();
    pool = new StudyThreads(threads);
  }

  /** Stops the threads. */
  @TearDown
  public void close() {
    pool.close();
  }

  /** Runs one study. */
  @Benchmark
  public StudyResult study() {
    return requireNonNull(studies).study(alternatives, scenarios).join(pool);
  }
}
