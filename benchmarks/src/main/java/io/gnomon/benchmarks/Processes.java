package io.gnomon.benchmarks;

import io.gnomon.sim.cli.GnomonSim;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** How long {@code simulate} takes as a process of its own: starting, reading, simulating. */
final class Processes {
  private static final double NANOSECONDS = 1e9;

  private Processes() {}

  /** The median seconds of {@code runs} processes that simulate EASY on a trace. */
  static double easySeconds(Trace trace, Path traces, int runs)
      throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            GnomonSim.class.getName(),
            "simulate",
            "--workload",
            trace.in(traces).toString(),
            "--processors",
            Integer.toString(trace.processors()),
            "--policy",
            "easy",
            "--format",
            "json");
    double[] seconds = new double[runs];
    for (int run = 0; run < runs; run++) {
      long began = System.nanoTime();
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException("simulate on " + trace.name() + " ended with status " + status);
      }
      seconds[run] = (System.nanoTime() - began) / NANOSECONDS;
    }
    Arrays.sort(seconds);
    return seconds[runs / 2];
  }
}
