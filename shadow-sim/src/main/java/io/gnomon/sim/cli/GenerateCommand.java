package io.gnomon.sim.cli;

import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import io.gnomon.sim.workload.swf.SwfHeader;
import io.gnomon.sim.workload.swf.SwfWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code generate}: writes a synthetic workload. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description =
        "Write a synthetic workload: jobs and arrivals by the model of Lublin and Feitelson, with"
            + " sessions of similar jobs per user, and estimates by the model of Tsafrir. The same"
            + " seed gives the same workload.")
public final class GenerateCommand implements Callable<Integer> {
  private static final double SECONDS_PER_DAY = 86_400;

  @Option(
      names = "--jobs",
      required = true,
      paramLabel = "N",
      description = "Number of jobs, at least 1.")
  private int jobs;

  @Option(
      names = "--processors",
      required = true,
      paramLabel = "N",
      description = "Processors of the machine, at least 1.")
  private int processors;

  @Option(
      names = "--load",
      defaultValue = "0.6",
      paramLabel = "F",
      description =
          "Offered load as a fraction of the machine's capacity (default: ${DEFAULT-VALUE}).")
  private double load;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Random seed (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "FILE",
      description =
          "SWF file to write, compressed if the name ends with .gz; - for standard output.")
  private String output = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    JobLog log;
    try {
      log = WorkloadGenerator.generate(jobs, processors, load, seed);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
    SwfHeader header = WorkloadGenerator.header(jobs, processors, load, seed);
    if (output.equals("-")) {
      SwfWriter.write(spec.commandLine().getOut(), header, log, job -> JobLog.UNKNOWN);
      spec.commandLine().getOut().flush();
    } else {
      Path file = Path.of(output);
      FileAccess.writing(file, () -> SwfWriter.write(file, header, log));
    }
    double days = log.submit(log.size() - 1) / SECONDS_PER_DAY;
    spec.commandLine()
        .getErr()
        .printf(
            Locale.ROOT,
            "%d jobs over %.1f days for %d processors at load %s, seed %d: %s%n",
            log.size(),
            days,
            processors,
            load,
            seed,
            output);
    spec.commandLine().getErr().flush();
    return 0;
  }
}
