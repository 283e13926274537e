package io.gnomon.bridge.slurm.programs;

import io.gnomon.bridge.slurm.client.BackfillStatistics;
import io.gnomon.bridge.slurm.client.ControllerLoad;
import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmSource;
import io.gnomon.bridge.slurm.client.SqueueReader;
import io.gnomon.slurm.accounts.AccountColumns;
import io.gnomon.slurm.listing.ScontrolOutput;
import io.gnomon.slurm.listing.ShareListing;
import io.gnomon.slurm.release.ReleaseDifference;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Answers queries by Slurm's programs, one run for each, and one more for the first of jobs. */
public final class ProgramSource implements SlurmSource {
  private final SlurmPrograms programs;
  private @Nullable String jobsOption;

  /** Answers by these programs. */
  public ProgramSource(SlurmPrograms programs) {
    this.programs = programs;
  }

  @Override
  public List<JobRecord> jobs(Consumer<String> causes) throws SlurmException {
    @Nullable String option = jobsOption;
    if (option == null) {
      option = jobsOption();
    }
    jobsOption = null; // to be asked again after a failure: Slurm may have been upgraded
    List<JobRecord> jobs =
        programs.read(
            output -> SqueueReader.read(output, SqueueReader.PROGRAM, causes),
            "squeue",
            List.of(option, "--states=all"));
    jobsOption = option;
    return jobs;
  }

  /** Asks squeue for the forms of its output; it fails where it has only one. */
  private String jobsOption() throws SlurmException {
    try {
      return programs.run("squeue", "--json=list").contains(ReleaseDifference.JOBS_FORM)
          ? "--json=" + ReleaseDifference.JOBS_FORM
          : "--json";
    } catch (SlurmException withoutForms) {
      if (withoutForms.isTimeout()) {
        throw withoutForms;
      }
      return "--json";
    }
  }

  @Override
  public List<Map<String, String>> records(Kind kind) throws SlurmException {
    return ScontrolOutput.records(
        programs.run("scontrol", "--all", "show", kind.entity(), "-o"), kind.key());
  }

  @Override
  public Map<String, String> settings() throws SlurmException {
    return ScontrolOutput.settings(programs.run("scontrol", "show", "config"));
  }

  @Override
  public Optional<BackfillStatistics> backfillStatistics() throws SlurmException {
    return BackfillStatistics.of(programs.run("sdiag"));
  }

  @Override
  public ControllerLoad load() throws SlurmException {
    return ControllerLoad.of(programs.run("sdiag"));
  }

  @Override
  public List<Map<String, String>> associations(String cluster, Consumer<String> notes)
      throws SlurmException {
    return programs.sacctmgr(
        List.of("account", "user", "parentname", "share", "priority", "partition"),
        notes,
        "associations",
        "where",
        "cluster=" + cluster,
        "format=" + String.join(",", AccountColumns.ASSOCIATION.keySet()));
  }

  @Override
  public List<Map<String, String>> qos(Consumer<String> notes) throws SlurmException {
    return programs.sacctmgr(
        List.of("name", "priority", "usagefactor"),
        notes,
        "qos",
        "format=" + String.join(",", AccountColumns.QOS.keySet()));
  }

  @Override
  public List<Map<String, String>> controllerQos() throws SlurmException {
    return ControllerQos.of(programs.run("scontrol", "show", "assoc_mgr", "flags=qos"));
  }

  @Override
  public ShareListing shares() throws SlurmException {
    String printed =
        programs.run("sshare", "--all", "--parsable2", "--format=Account,User,RawShares,RawUsage");
    try {
      return ShareListing.parse(printed.lines().toList());
    } catch (IllegalArgumentException unreadable) {
      throw new SlurmException("output of sshare, " + unreadable.getMessage(), unreadable);
    }
  }

  @Override
  public long requests() {
    return programs.runs();
  }
}
