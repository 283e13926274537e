package io.gnomon.sim.cli;

import io.gnomon.commandline.FileAccess;
import io.gnomon.sim.assess.input.SlurmSite;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.limit.JobAmounts;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.report.ReportedWorkload;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.MachineRequests;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.PossibleJobs;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.PreparedLog;
import io.gnomon.sim.workload.ShuffledWeeks;
import io.gnomon.sim.workload.alibaba.PodList;
import io.gnomon.sim.workload.machinefile.MachineSource;
import io.gnomon.sim.workload.slurm.SlurmAssociations;
import io.gnomon.sim.workload.submission.SubmissionLog;
import io.gnomon.sim.workload.swf.SwfHeader;
import io.gnomon.sim.workload.swf.SwfReader;
import io.gnomon.sim.workload.swf.SwfWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of the workload and the machine. */
final class WorkloadOptions {
  /** Estimates that the scheduler sees. */
  enum Estimates {
    /** The times that users requested. */
    USER,
    /** The true runtimes. */
    EXACT
  }

  private static final double CLIPPED_SHARE = 0.01;

  @Option(
      names = "--workload",
      required = true,
      paramLabel = "FILE",
      description =
          "Workload, plain or compressed with gzip: SWF, - for standard input; with the ending .events submissions with"
              + " sbatch's options; with the ending .csv the pods of Alibaba's GPU trace.")
  private Path workload = Path.of("workload.swf");

  @Option(
      names = "--processors",
      paramLabel = "N",
      description =
          "Processors of the machine; wider jobs are clipped to it (default: MaxProcs of the"
              + " workload's header).")
  private @Nullable Integer processors;

  @Option(
      names = "--machine",
      paramLabel = "FILE|gpu",
      description =
          "The nodes and partitions, instead of --processors: YAML with the ending .yaml or .yml, the"
              + " nodes of Alibaba's GPU trace with the ending .csv, or else a slurm.conf; gres.conf"
              + " is read beside it. gpu is a built-in small site.")
  private @Nullable Path machineFile;

  @Option(
      names = "--associations",
      paramLabel = "FILE",
      description =
          "Accounts, users and QOS, as a script of sacctmgr commands, a dump or a listing; with it, the"
              + " policy slurm orders jobs by the priority that the slurm.conf of --machine defines,"
              + " and keeps limits that it enforces.")
  private @Nullable Path associations;

  @Option(
      names = "--usage",
      paramLabel = "FILE",
      description =
          "Usage and shares of accounts and users at the beginning of the workload, as sshare -a -P"
              + " prints them; needs --associations (default: nothing has been used).")
  private @Nullable Path usage;

  private int machine;
  private long originEpochSecond;
  private @Nullable Machine nodes;
  private @Nullable Accounts accounts;
  private @Nullable JobAmounts limits;

  @Option(
      names = "--estimates",
      defaultValue = "USER",
      paramLabel = "user|exact",
      description =
          "Estimates that the scheduler sees: requested times or true runtimes (default: user).")
  private Estimates estimates = Estimates.USER;

  @Option(
      names = "--load",
      defaultValue = "1",
      paramLabel = "F",
      description =
          "Load factor: submit times are divided by F, runtimes and estimates stay, so F times as"
              + " many jobs arrive in the same time (default: 1).")
  private double load;

  @Option(
      names = "--shuffle-weeks",
      paramLabel = "SEED",
      description =
          "Shuffle the weeks of the log with this random seed, except the last one, to see how much"
              + " a result depends on chance (default: original order).")
  private @Nullable Long shuffleWeeks;

  @Option(
      names = "--overrun",
      defaultValue = "EXTEND",
      paramLabel = "extend|kill|known",
      description =
          "Jobs that run past their estimate: extend lets them run, kill ends them at the estimate,"
              + " known raises the estimate beforehand (default: extend).")
  private OverrunRule overrun = OverrunRule.EXTEND;

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /** The workload as reports name it; call {@link #read} first. */
  ReportedWorkload reported() {
    return reported(workload);
  }

  /** The title of a chart: the workload without its folder; call {@link #read} first. */
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
    return new ReportedWorkload(
        file.toString().equals("-") ? "standard input" : file.toString(),
        String.join(" ", changed),
        machine,
        processors == null && machineFile == null);
  }

  /** Processors of the machine; call {@link #read} first. */
  int processors() {
    return machine;
  }

  /** The empty cluster; call {@link #read} first. */
  ClusterState cluster() {
    if (nodes == null) {
      return new ClusterState(machine);
    }
    ClusterState empty = new ClusterState(nodes, accounts, limits);
    if (empty.hasAccounting()) {
      empty.accounting().date(originEpochSecond, ZoneOffset.UTC);
    }
    return empty;
  }

  /** A policy for this machine: what {@code slurm} leaves out is read from the slurm.conf. */
  Spec policy(String text) throws IOException {
    return complete(Spec.parse(text));
  }

  /** A policy in which what {@code slurm} leaves out has been read from the slurm.conf. */
  Spec complete(Spec policy) throws IOException {
    return machineFile != null && SlurmSite.isConf(machineFile)
        ? new SlurmSite(machineFile).complete(policy)
        : policy;
  }

  /**
   * Reads and prepares the workload; warns on standard error when many of its jobs are changed.
   *
   * @throws IOException if the file cannot be read or has no jobs
   */
  PreparedLog read() throws IOException {
    if (associations != null && (machineFile == null || !SlurmSite.isConf(machineFile))) {
      throw new ParameterException(
          spec.commandLine(), "--associations needs a slurm.conf; name it with --machine");
    }
    if (usage != null && associations == null) {
      throw new ParameterException(
          spec.commandLine(), "--usage needs --associations=FILE, the accounts and users");
    }
    JobLog raw = machineFile == null ? readForPool() : readForNodes(machineFile);
    Preparation preparation;
    try {
      preparation = new Preparation(machine, overrun);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
    PreparedLog prepared = preparation.prepare(raw);
    if (prepared.log().size() == 0) {
      throw new IOException(
          workload + " has no job that can be simulated: " + prepared.report().summary());
    }
    int clipped = nodes == null ? prepared.report().clipped() : 0;
    if (clipped > CLIPPED_SHARE * prepared.log().size()) {
      warn(
          String.format(
              Locale.ROOT,
              "warning: %d of %d jobs (%.1f %%) need more than %d processors and are clipped; check"
                  + " --processors",
              clipped,
              prepared.log().size(),
              100.0 * clipped / prepared.log().size(),
              machine));
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
    originEpochSecond = log.originEpochSecond();
    return new PreparedLog(log, prepared.report());
  }

  private JobLog readForPool() throws IOException {
    if (isSubmissions() || isTable(workload)) {
      throw new ParameterException(
          spec.commandLine(),
          "missing option '--machine=FILE'; the jobs of " + workload + " request nodes");
    }
    SwfWorkload read = swf();
    machine = processors == null ? declared(read.header()) : processors;
    warnOfDropped(read);
    return read.log();
  }

  private JobLog readForNodes(Path file) throws IOException {
    if (processors != null) {
      throw new ParameterException(
          spec.commandLine(), "--processors and --machine exclude each other; give one of them");
    }
    Machine read = FileAccess.reading(file, () -> MachineSource.read(file));
    nodes = read;
    machine = read.cpus();
    JobLog log;
    if (isSubmissions()) {
      log = FileAccess.reading(workload, () -> SubmissionLog.read(workload));
    } else if (isTable(workload)) {
      PodList pods = FileAccess.reading(workload, () -> PodList.read(workload));
      warn(pods.summary());
      log = pods.log();
    } else {
      SwfWorkload swf = swf();
      warnOfDropped(swf);
      log = MachineRequests.of(swf.log(), read);
    }
    PossibleJobs possible = MachineRequests.possible(log, read);
    if (possible.leftOut() > 0) {
      warn("warning: " + String.join(System.lineSeparator(), possible.summary()));
    }
    if (possible.log().size() == 0 && log.size() > 0) {
      throw new IOException("no job of " + workload + " can run on the machine " + file);
    }
    if (SlurmSite.isConf(file)) {
      readSite(new SlurmSite(file), read, possible.log());
    }
    return possible.log();
  }

  private SwfWorkload swf() throws IOException {
    return workload.toString().equals("-")
        ? SwfReader.read(System.in, "standard input")
        : FileAccess.reading(workload, () -> SwfReader.read(workload));
  }

  private void readSite(SlurmSite site, Machine machine, JobLog log) throws IOException {
    Path given = associations;
    SlurmAssociations.Definitions defined = SlurmAssociations.none();
    if (given != null) {
      defined = site.associations(given, log, this::warn);
      accounts = site.accounts(defined, usage, this::warn).orElse(null);
    }
    limits = site.limits(defined, machine).orElse(null);
  }

  private static boolean isTable(Path file) {
    return file.toString().endsWith(".csv") || file.toString().endsWith(".csv.gz");
  }

  private boolean isSubmissions() {
    String name = workload.toString();
    return name.endsWith(".events") || name.endsWith(".events.gz");
  }

  private void warnOfDropped(SwfWorkload read) {
    if (read.report().dropped() > 0) {
      warn(read.report().summary());
    }
  }

  private int declared(SwfHeader header) {
    return header
        .maxProcs()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "missing option '--processors=N'; the header of "
                        + workload
                        + " has no MaxProcs"));
  }

  private void warn(String text) {
    spec.commandLine().getErr().println(spec.qualifiedName() + ": " + text);
    spec.commandLine().getErr().flush();
  }
}
