package io.gnomon.sim.cli;

import io.gnomon.commandline.FileAccess;
import io.gnomon.sim.report.ReportedWorkload;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.PreparedLog;
import io.gnomon.sim.workload.ShuffledWeeks;
import io.gnomon.sim.workload.swf.SwfReader;
import io.gnomon.sim.workload.swf.SwfWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say which jobs run on which machine. */
final class WorkloadOptions {
  /** Where estimates come from. */
  enum Estimates {
    /** The user's requests. */
    USER,
    /** The true runtimes. */
    EXACT
  }

  @Option(
      names = "--workload",
      required = true,
      paramLabel = "FILE",
      description = "Workload in SWF, plain or compressed with gzip.")
  private Path workload = Path.of("workload.swf");

  @Option(
      names = "--processors",
      required = true,
      paramLabel = "N",
      description = "Processors of the machine; wider jobs are clipped to it.")
  private int processors;

  @Option(
      names = "--estimates",
      defaultValue = "USER",
      paramLabel = "user|exact",
      description = "What the scheduler is told: requested times or true runtimes (default: user).")
  private Estimates estimates = Estimates.USER;

  @Option(
      names = "--load",
      defaultValue = "1",
      paramLabel = "F",
      description =
          "Load factor: submit times are divided by F, runtimes and estimates stay, so that F times"
              + " the jobs come in the same time (default: 1).")
  private double load;

  @Option(
      names = "--shuffle-weeks",
      paramLabel = "SEED",
      description =
          "Brings the weeks of the log in an order drawn by SEED, the last one excepted: another"
              + " year of the same users, to see what of a result is luck (default: as they came).")
  private @Nullable Long shuffleWeeks;

  @Option(
      names = "--overrun",
      defaultValue = "EXTEND",
      paramLabel = "extend|kill|known",
      description =
          "What becomes of a job that runs past its estimate: it goes on, it is cut, or its"
              + " estimate is raised beforehand (default: extend).")
  private OverrunRule overrun = OverrunRule.EXTEND;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /** For a report. */
  ReportedWorkload reported() {
    return reported(workload);
  }

  /** For the head of a chart: the workload without its folder. */
  String title() {
    Path name = workload.getFileName();
    return reported(name == null ? workload : name).title();
  }

  private ReportedWorkload reported(Path file) {
    List<String> changed = new ArrayList<>();
    if (estimates != Estimates.USER) {
      changed.add("--estimates " + estimates.name().toLowerCase(Locale.ROOT));
    }
    if (load != 1) {
      changed.add("--load " + load);
    }
    if (shuffleWeeks != null) {
      changed.add("--shuffle-weeks " + shuffleWeeks);
    }
    if (overrun != OverrunRule.EXTEND) {
      changed.add("--overrun " + overrun.name().toLowerCase(Locale.ROOT));
    }
    return new ReportedWorkload(file.toString(), String.join(" ", changed), processors);
  }

  int processors() {
    return processors;
  }

  /** Reads and prepares the workload. */
  PreparedLog read() throws IOException {
    Preparation preparation;
    try {
      preparation = new Preparation(processors, overrun);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
    SwfWorkload read = FileAccess.reading(workload, () -> SwfReader.read(workload));
    PreparedLog prepared = preparation.prepare(read.log());
    if (prepared.log().size() == 0) {
      throw new IOException(
          workload + " holds no job that can be simulated: " + prepared.report().summary());
    }
    if (read.report().dropped() > 0) {
      spec.commandLine().getErr().println("gnomon: " + read.report().summary());
      spec.commandLine().getErr().flush();
    }
    JobLog log = prepared.log();
    if (estimates == Estimates.EXACT) {
      log = log.withExactEstimates();
    }
    if (shuffleWeeks != null) {
      log = ShuffledWeeks.of(log, shuffleWeeks);
    }
    try {
      log = log.scaledLoad(load);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
    return new PreparedLog(log, prepared.report());
  }
}
