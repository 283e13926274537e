package io.gnomon.sim.cli;

import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.Progress;
import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.input.SlurmSite;
import io.gnomon.sim.assess.report.AssessedSource;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.MachineRequests;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.PreparedLog;
import io.gnomon.sim.workload.anonymous.Pseudonyms;
import io.gnomon.sim.workload.machinefile.MachineSource;
import io.gnomon.sim.workload.sacct.SacctAnonymizer;
import io.gnomon.sim.workload.sacct.SacctExport;
import io.gnomon.sim.workload.sacct.SacctOptions;
import io.gnomon.sim.workload.slurm.AnonymousAssociations;
import io.gnomon.sim.workload.slurm.AnonymousConf;
import io.gnomon.sim.workload.slurm.SlurmUsage;
import io.gnomon.sim.workload.submission.SubmissionLog;
import io.gnomon.sim.workload.swf.SwfReader;
import io.gnomon.sim.workload.swf.SwfWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The files that are assessed. */
final class AssessInput {
  @Option(
      names = "--workload",
      paramLabel = "FILE",
      description =
          "Recorded jobs, plain or compressed with gzip: SWF, or submissions with sbatch's options"
              + " with the ending .events.")
  private @Nullable Path workload;

  @Option(
      names = "--sacct",
      paramLabel = "FILE",
      description =
          "Recorded jobs of a Slurm, plain or compressed with gzip: what sacct -a -X -P prints with"
              + " the fields of --fields.")
  private @Nullable Path sacct;

  @Option(
      names = "--time-zone",
      defaultValue = "UTC",
      paramLabel = "ZONE",
      description =
          "Time zone of the host on which sacct ran, such as Europe/Berlin (default: UTC).")
  private ZoneId zone = ZoneOffset.UTC;

  @Option(
      names = "--processors",
      paramLabel = "N",
      description = "Processors of the machine of an SWF file (default: MaxProcs of its header).")
  private @Nullable Integer processors;

  @Option(
      names = "--slurm-conf",
      paramLabel = "FILE",
      description =
          "The slurm.conf of the site; gres.conf, topology.conf and included files are read beside"
              + " it.")
  private @Nullable Path slurmConf;

  @Option(
      names = "--associations",
      paramLabel = "FILE",
      description =
          "Accounts, users and QOS, as a dump or listing of sacctmgr; without it, each account and"
              + " user has one share, and there are no limits.")
  private @Nullable Path associations;

  @Option(
      names = "--usage",
      paramLabel = "FILE",
      description =
          "Usage and shares of accounts and users at the beginning of the record, as sshare -a -P"
              + " printed them; needs --associations (default: nothing has been used).")
  private @Nullable Path usage;

  @Option(
      names = "--policy",
      paramLabel = "SPEC",
      description =
          "The policy in force where no slurm.conf says it, as for simulate (default: easy, an"
              + " assumption that the report names).")
  private @Nullable String policy;

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  private final List<String> notes = new ArrayList<>();

  /**
   * Reads the files.
   *
   * @param progress shows how much of the records of sacct has been read
   */
  SimulatedSite read(Progress progress) throws IOException {
    Path file = jobs();
    Path conf = slurmConf;
    if (sacct != null && conf == null) {
      throw new ParameterException(
          spec.commandLine(), "--sacct needs --slurm-conf=FILE, the slurm.conf of the site");
    }
    if (associations != null && conf == null) {
      throw new ParameterException(
          spec.commandLine(), "--associations needs --slurm-conf=FILE, the slurm.conf of the site");
    }
    if (usage != null && associations == null) {
      throw new ParameterException(
          spec.commandLine(), "--usage needs --associations=FILE, the accounts and users");
    }
    SimulatedSite setup = conf == null ? readForPool(file) : readForSlurm(file, conf, progress);
    if (setup.log().size() == 0) {
      throw new IOException(file + " has no job that can be simulated");
    }
    Policies.create(setup.policy(), setup.cluster());
    return setup;
  }

  private Path jobs() {
    Path exported = sacct;
    Path written = workload;
    if (exported != null && written == null) {
      return exported;
    } else if (exported == null && written != null) {
      return written;
    }
    throw new ParameterException(
        spec.commandLine(),
        exported == null
            ? "missing option '--sacct=FILE' or '--workload=FILE': the recorded jobs"
            : "--sacct and --workload exclude each other; give one of them");
  }

  /** The files, with those beside the slurm.conf that are read with it. */
  List<Path> files() {
    List<Path> files = new ArrayList<>(List.of(jobs()));
    Path conf = slurmConf;
    if (conf != null) {
      files.add(conf);
      Stream.of("gres.conf", "topology.conf")
          .map(conf::resolveSibling)
          .filter(Files::exists)
          .forEach(files::add);
    }
    Path accounts = associations;
    if (accounts != null) {
      files.add(accounts);
    }
    Path used = usage;
    if (used != null) {
      files.add(used);
    }
    return files;
  }

  /**
   * Writes the files with pseudonyms instead of names; the same name has the same pseudonym in all.
   *
   * @param folder that exists
   * @param progress shows how much of the records of sacct has been written
   */
  void anonymize(Path folder, Pseudonyms names, Progress progress) throws IOException {
    Path exported = sacct;
    if (exported == null) {
      throw new ParameterException(
          spec.commandLine(),
          "missing option '--sacct=FILE'; --anonymize writes it with pseudonyms");
    }
    SacctOptions options = export(done -> progress.show("records", done));
    SacctAnonymizer.write(exported, folder.resolve("jobs.txt.gz"), names, options);
    Path accounts = associations;
    if (accounts != null) {
      AnonymousAssociations.write(accounts, folder.resolve("associations.txt"), names);
    }
    Path used = usage;
    if (used != null) {
      SlurmUsage.anonymize(used, folder.resolve("usage.txt"), names);
    }
    Path conf = slurmConf;
    if (conf != null) {
      AnonymousConf.write(conf, folder, names);
    }
  }

  /** The options beside files on which the result depends. */
  String settings() {
    return "processors=%s policy=%s zone=%s".formatted(processors, policy, zone);
  }

  /** Where the data come from; call {@link #read} first. */
  AssessedSource source(SimulatedSite read) {
    Path name = jobs().getFileName();
    String configuration =
        slurmConf != null
            ? read.policy() + ", from " + slurmConf
            : read.policy()
                + (policy == null ? ", an assumption; the file does not contain it" : "");
    return new AssessedSource(String.valueOf(name), configuration, notes);
  }

  /** A record may be a day ahead of this clock, for a wrong time zone, and not more. */
  private SacctOptions export(DoubleConsumer progress) {
    Instant latest = Instant.now().plus(Duration.ofDays(1));
    return new SacctOptions(zone, Optional.of(latest), progress);
  }

  private SimulatedSite readForPool(Path file) throws IOException {
    if (isSubmissions(file)) {
      throw new ParameterException(
          spec.commandLine(),
          "missing option '--slurm-conf=FILE'; the jobs of " + file + " request" + " nodes");
    }
    SwfWorkload swf = FileAccess.reading(file, () -> SwfReader.read(file));
    Integer given = processors;
    int declared = given == null ? swf.header().maxProcs().orElse(0) : given;
    if (declared < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "missing option '--processors=N'; the header of " + file + " has no MaxProcs");
    }
    if (swf.report().dropped() > 0) {
      notes.add(swf.report().summary());
    }
    Spec inForce = Spec.parse(policy == null ? "easy" : policy);
    return SimulatedSite.pool(prepared(swf.log(), declared), declared, inForce);
  }

  private JobLog prepared(JobLog log, int size) {
    PreparedLog prepared = new Preparation(size, OverrunRule.EXTEND).prepare(log);
    notes.add(prepared.report().summary() + ".");
    return prepared.log();
  }

  private SimulatedSite readForSlurm(Path file, Path conf, Progress progress) throws IOException {
    SlurmSite site = new SlurmSite(conf);
    Machine machine = FileAccess.reading(conf, () -> MachineSource.read(conf));
    JobLog log;
    if (file.equals(sacct)) {
      SacctOptions options = export(done -> progress.show("records", done));
      SacctExport export =
          FileAccess.reading(file, () -> SacctExport.read(file, options, Optional.of(machine)));
      export.report().summary().stream().map(String::strip).forEach(notes::add);
      log = export.log();
    } else if (isSubmissions(file)) {
      log = FileAccess.reading(file, () -> SubmissionLog.read(file));
    } else {
      log = MachineRequests.of(FileAccess.reading(file, () -> SwfReader.read(file)).log(), machine);
    }
    Spec inForce = Spec.parse(policy == null ? "slurm" : policy);
    return site.simulated(log, machine, associations, usage, inForce, notes::add);
  }

  private static boolean isSubmissions(Path file) {
    String name = file.toString();
    return name.endsWith(".events") || name.endsWith(".events.gz");
  }
}
