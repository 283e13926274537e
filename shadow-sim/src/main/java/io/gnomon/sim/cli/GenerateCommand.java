package io.gnomon.sim.cli;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.SwfWriter;
import io.gnomon.sim.workload.WorkloadGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code generate}: writes a made-up workload to a file. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    description = {
      "Generate a workload: jobs and arrivals after Lublin and Feitelson, users who repeat",
      "themselves, estimates after Tsafrir. The same seed gives the same workload."
    })
public final class GenerateCommand implements Callable<Integer> {
  private static final double SECONDS_PER_DAY = 86_400;

  @Option(
      names = "--jobs",
      required = true,
      paramLabel = "N",
      description = "How many jobs, at least 1.")
  private int jobs;

  @Option(
      names = "--processors",
      required = true,
      paramLabel = "N",
      description = "Size of the machine that they are for, at least 1.")
  private int processors;

  @Option(
      names = "--load",
      defaultValue = "0.6",
      paramLabel = "F",
      description = "Offered load, 1 keeps the machine just busy (default: ${DEFAULT-VALUE}).")
  private double load;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Seed of all random numbers (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "FILE",
      description = "Where to write, in SWF; compressed if the name ends with .gz.")
  private Path output = Path.of("workload.swf");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    JobLog log;
    try {
      log = WorkloadGenerator.generate(jobs, processors, load, seed);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
    SwfWriter.write(output, WorkloadGenerator.header(jobs, processors, load, seed), log);
    double days = log.submit(log.size() - 1) / SECONDS_PER_DAY;
    spec.commandLine()
        .getOut()
        .printf(
            Locale.ROOT,
            "%d jobs over %.1f days for %d processors at load %s, seed %d: %s%n",
            log.size(),
            days,
            processors,
            load,
            seed,
            output);
    spec.commandLine().getOut().flush();
    return 0;
  }
}
