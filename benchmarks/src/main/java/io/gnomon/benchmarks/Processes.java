package io.gnomon.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Measures {@code ./gnomon simulate} as a separate process: launcher, JVM start, reading,
 * simulation and report.
 */
final class Processes {
  private static final double NANOSECONDS = 1e9;

  private Processes() {}

  /**
   * The median duration, in seconds, of {@code runs} processes that simulate EASY on a trace, after
   * one warm-up run.
   */
  static double easySeconds(Trace trace, Path traces, int runs)
      throws IOException, InterruptedException {
    List<String> command =
        List.of(
            System.getProperty("gnomon.launcher", "./gnomon"),
            "simulate",
            "--workload",
            trace.in(traces).toString(),
            "--processors",
            Integer.toString(trace.processors()),
            "--policy",
            "easy",
            "--format",
            "json");
    seconds(command); // warm-up: builds outdated classes and fills the system's caches
    double[] seconds = new double[runs];
    for (int run = 0; run < runs; run++) {
      seconds[run] = seconds(command);
    }
    Arrays.sort(seconds);
    return seconds[runs / 2];
  }

  private static double seconds(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("GNOMON_JAVA_HOME", System.getProperty("java.home"));
    long began = System.nanoTime();
    int status = builder.start().waitFor();
    if (status != 0) {
      throw new IOException(String.join(" ", command) + " ended with status " + status);
    }
    return (System.nanoTime() - began) / NANOSECONDS;
  }
}
