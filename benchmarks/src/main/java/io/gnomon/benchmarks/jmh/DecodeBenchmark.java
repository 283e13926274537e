package io.gnomon.benchmarks.jmh;

import static java.util.Objects.requireNonNull;

import io.gnomon.benchmarks.Decoding;
import io.gnomon.benchmarks.Trace;
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

/**
 * JMH benchmark of decoding the 57,000 events of KTH, with and without applying them to a mirror.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class DecodeBenchmark {
  private @Nullable Decoding decoding;

  /** Creates the events. */
  @Setup
  public void read() throws IOException {
    Path folder = Path.of(System.getProperty("gnomon.traces", Trace.FOLDER));
    decoding = new Decoding(Trace.KTH.read(folder), Trace.KTH.processors());
  }

  /** Decodes all events. */
  @Benchmark
  public long decode() {
    return requireNonNull(decoding).decode();
  }

  /** Decodes all events and applies them to a mirror. */
  @Benchmark
  public long decodeAndApply() {
    return requireNonNull(decoding).decodeAndApply();
  }
}
