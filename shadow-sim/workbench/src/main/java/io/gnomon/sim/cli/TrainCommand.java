package io.gnomon.sim.cli;

import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.commandline.Progress;
import io.gnomon.commandline.ReportOutput;
import io.gnomon.sim.safety.SafetyWorkloads;
import io.gnomon.sim.safety.SafetyWorkloads.Kind;
import io.gnomon.sim.thread.StudyThreads;
import io.gnomon.sim.train.PriorTraining;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.PreparedLog;
import io.gnomon.sim.workload.swf.SwfReader;
import io.gnomon.sim.workload.swf.SwfWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code train}: learns a prior from workloads. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description =
        "Learn from workloads what the policies of the library do on clusters, for tune --prior and"
            + " the key tuning.prior: the slowdown and the waits under each policy, relative to EASY.")
final class TrainCommand implements Callable<Integer> {
  private static final Pattern LOG = Pattern.compile("(.+?)(?::([1-9]\\d{0,8}))?");

  @Option(
      names = "--logs",
      arity = "1..*",
      paramLabel = "FILE[:N]",
      description =
          "Recorded logs in SWF, plain or compressed with gzip, each with the processors of its machine"
              + " (default: MaxProcs of its header).")
  private List<String> logs = List.of();

  @Option(
      names = "--generated",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Number of generated workloads of a year, of several sizes, loads and kinds of jobs (default:"
              + " ${DEFAULT-VALUE}).")
  private int generated;

  @Mixin private ReportOutput output = new ReportOutput();

  @CommandLine.Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    if (generated < 0 || logs.size() + generated == 0) {
      throw new ParameterException(
          spec.commandLine(),
          "there is nothing to learn from: name recorded logs with --logs, or a positive number with"
              + " --generated");
    }
    PriorTraining training = new PriorTraining();
    Progress progress = new Progress(spec.commandLine().getErr());
    double all = logs.size() + generated;
    try (StudyThreads pool = new StudyThreads(0)) {
      for (int i = 0; i < logs.size(); i++) {
        progress.show("recorded logs", i / all);
        learn(logs.get(i), training, pool);
      }
      for (int i = 0; i < generated; i++) {
        progress.show("generated logs", (logs.size() + i) / all);
        Kind kind = SafetyWorkloads.ofAYear(i);
        long seed = SafetyWorkloads.TRAINING_SEED + i;
        String name = "generated: %s, seed %d".formatted(kind, seed);
        training.add(name, SafetyWorkloads.year(kind, i, seed), kind.processors(), pool);
      }
    }
    progress.clear();
    output.write(
        training.toJson(
            "gnomon %s, commit %s".formatted(GnomonVersion.release(), GnomonVersion.commit())));
    return 0;
  }

  private void learn(String log, PriorTraining training, StudyThreads pool) throws IOException {
    Matcher parts = LOG.matcher(log);
    if (!parts.matches()) {
      throw new ParameterException(
          spec.commandLine(), "--logs is '" + log + "'; it must be FILE or FILE:PROCESSORS");
    }
    Path file = Path.of(parts.group(1));
    SwfWorkload read = FileAccess.reading(file, () -> SwfReader.read(file));
    long processors =
        parts.group(2) == null
            ? read.header().maxProcs().orElse(0)
            : Long.parseLong(parts.group(2));
    if (processors < 1 || processors > Integer.MAX_VALUE) {
      throw new ParameterException(
          spec.commandLine(),
          "the header of %s has no MaxProcs; write %s:PROCESSORS".formatted(file, file));
    }
    int machine = (int) processors;
    PreparedLog prepared = new Preparation(machine, OverrunRule.EXTEND).prepare(read.log());
    if (prepared.log().size() == 0) {
      throw new IOException(
          file + " has no job that can be simulated: " + prepared.report().summary());
    }
    training.add(String.valueOf(file.getFileName()), prepared.log(), machine, pool);
  }
}
