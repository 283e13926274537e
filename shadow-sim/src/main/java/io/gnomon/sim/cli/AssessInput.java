package io.gnomon.sim.cli;

import io.gnomon.commandline.FileAccess;
import io.gnomon.sim.assess.change.Setup;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.sim.assess.report.AssessedSource;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.MachineRequests;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.PossibleJobs;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.PreparedLog;
import io.gnomon.sim.workload.slurm.SubmissionLog;
import io.gnomon.sim.workload.swf.SwfReader;
import io.gnomon.sim.workload.swf.SwfWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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
          "Accounts, users and QOS, as a dump or listing of sacctmgr; without it, priorities and"
              + " limits are not simulated.")
  private @Nullable Path associations;

  @Option(
      names = "--policy",
      paramLabel = "SPEC",
      description =
          "The policy in force where no slurm.conf says it, as for simulate (default: easy, an"
              + " assumption that the report names).")
  private @Nullable String policy;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  private final List<String> notes = new ArrayList<>();

  /** Reads the files. */
  Setup read() throws IOException {
    Path file = workload;
    if (file == null) {
      throw new ParameterException(
          spec.commandLine(), "missing option '--workload=FILE': the recorded jobs");
    }
    Path conf = slurmConf;
    if (associations != null && conf == null) {
      throw new ParameterException(
          spec.commandLine(), "--associations needs --slurm-conf=FILE, the slurm.conf of the site");
    }
    Setup setup = conf == null ? readForPool(file) : readForSlurm(file, conf);
    if (setup.log().size() == 0) {
      throw new IOException(file + " has no job that can be simulated");
    }
    Policies.create(setup.policy(), setup.cluster());
    return setup;
  }

  /** Where the data come from; call {@link #read} first. */
  AssessedSource source(Setup read) {
    Path name = workload == null ? null : workload.getFileName();
    String configuration =
        slurmConf != null
            ? read.policy() + ", from " + slurmConf
            : read.policy()
                + (policy == null ? ", an assumption; the file does not contain it" : "");
    return new AssessedSource(String.valueOf(name), configuration, notes);
  }

  private Setup readForPool(Path file) throws IOException {
    if (isSubmissions(file)) {
      throw new ParameterException(
          spec.commandLine(),
          "missing option '--slurm-conf=FILE'; the jobs of " + file + " request" + " nodes");
    }
    SwfWorkload swf = FileAccess.reading(file, () -> SwfReader.read(file));
    Integer given = processors;
    long declared = given == null ? swf.header().maxProcs().orElse(0) : given;
    if (declared < 1 || declared > Integer.MAX_VALUE) {
      throw new ParameterException(
          spec.commandLine(),
          "missing option '--processors=N'; the header of " + file + " has no MaxProcs");
    }
    if (swf.report().dropped() > 0) {
      notes.add(swf.report().summary());
    }
    PolicySpec inForce = PolicySpec.parse(policy == null ? "easy" : policy);
    return Setup.pool(prepared(swf.log(), (int) declared), (int) declared, inForce);
  }

  private JobLog prepared(JobLog log, int size) {
    PreparedLog prepared = new Preparation(size, OverrunRule.EXTEND).prepare(log);
    notes.add(prepared.report().summary() + ".");
    return prepared.log();
  }

  private Setup readForSlurm(Path file, Path conf) throws IOException {
    SlurmSite site = new SlurmSite(conf);
    SlurmDefinitions definitions = site.definitions(associations);
    Machine machine = definitions.machine();
    JobLog log;
    if (isSubmissions(file)) {
      log = FileAccess.reading(file, () -> SubmissionLog.read(file));
    } else {
      log = MachineRequests.of(FileAccess.reading(file, () -> SwfReader.read(file)).log(), machine);
    }
    PossibleJobs possible = MachineRequests.possible(log, machine);
    if (possible.leftOut() > 0) {
      notes.add(String.join(" ", possible.summary()));
    }
    PolicySpec inForce = site.complete(PolicySpec.parse(policy == null ? "slurm" : policy));
    return Setup.slurm(prepared(possible.log(), machine.cpus()), definitions, inForce);
  }

  private static boolean isSubmissions(Path file) {
    String name = file.toString();
    return name.endsWith(".events") || name.endsWith(".events.gz");
  }
}
