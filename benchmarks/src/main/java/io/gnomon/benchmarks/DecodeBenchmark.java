package io.gnomon.benchmarks;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The events of KTH, some 57,000, decoded, and decoded and applied to a mirror. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class DecodeBenchmark {
  private @Nullable Decoding decoding;

  /** Makes the events. */
  @Setup
  public void read() throws IOException {
    Path folder = Path.of(System.getProperty("gnomon.traces", Trace.FOLDER));
    decoding = new Decoding(Trace.KTH.read(folder), Trace.KTH.processors());
  }

  /** All decoded. */
  @Benchmark
  public long decode() {
    return requireNonNull(decoding).decode();
  }

  /** All decoded and applied. */
  @Benchmark
  public long decodeAndApply() {
    return requireNonNull(decoding).decodeAndApply();
  }
}
