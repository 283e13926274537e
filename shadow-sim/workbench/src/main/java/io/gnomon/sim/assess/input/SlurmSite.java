package io.gnomon.sim.assess.input;

import io.gnomon.commandline.FileAccess;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.sim.limit.JobAmounts;
import io.gnomon.sim.limit.LimitDefinitions;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.policy.slurm.ConfiguredPolicy;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.MachineRequests;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.PossibleJobs;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.PreparedLog;
import io.gnomon.sim.workload.slurm.ConfFiles;
import io.gnomon.sim.workload.slurm.SlurmAssociations;
import io.gnomon.sim.workload.slurm.SlurmFormatException;
import io.gnomon.sim.workload.slurm.SlurmLimits;
import io.gnomon.sim.workload.slurm.SlurmPriority;
import io.gnomon.sim.workload.slurm.SlurmUsage;
import io.gnomon.slurm.mapping.SlurmScheduling;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A {@code slurm.conf} as the configuration of the policy {@code slurm} and of accounts.
 *
 * @param conf the file
 */
public record SlurmSite(Path conf) {

  /** Whether a machine file is a {@code slurm.conf}. */
  public static boolean isConf(Path machine) {
    return machine.toString().endsWith(".conf");
  }

  /**
   * The accounts, users and QOS of a file. What jobs or partitions have and the file lacks gets
   * Slurm's defaults.
   *
   * @param associations a script of {@code sacctmgr} commands, a dump or a listing; null if only
   *     the jobs tell
   * @param jobs that are simulated
   * @param notes receives sentences on what the file lacks or has that is left out
   */
  public SlurmAssociations.Definitions associations(
      @Nullable Path associations, JobLog jobs, Consumer<String> notes) throws IOException {
    Set<JobAccount> used = new LinkedHashSet<>();
    for (int job = 0; job < jobs.size(); job++) {
      JobAccount of = jobs.jobAccount(job);
      if (of != null) {
        used.add(of);
      }
    }
    List<String> qos = FileAccess.reading(conf, () -> SlurmLimits.qosOfPartitions(conf));
    SlurmAssociations.Definitions read =
        associations == null
            ? SlurmAssociations.ofJobs(used, qos)
            : FileAccess.reading(
                associations, () -> SlurmAssociations.read(associations, used, qos));
    read.notes().forEach(notes);
    return read;
  }

  /**
   * The accounts; empty if the site does not use {@code priority/multifactor}.
   *
   * @param usage what sshare printed at the beginning; null if nothing has been used
   * @param notes receives sentences on associations that only one of the files has
   */
  public Optional<Accounts> accounts(
      SlurmAssociations.Definitions read, @Nullable Path usage, Consumer<String> notes)
      throws IOException {
    Optional<PrioritySettings> settings =
        FileAccess.reading(conf, () -> SlurmPriority.settings(conf));
    if (settings.isEmpty()) {
      return Optional.empty();
    }
    Accounts unused =
        new Accounts(
            read.tree(),
            read.defaultAccounts(),
            settings.get(),
            FileAccess.reading(conf, () -> SlurmPriority.basis(conf, read)));
    if (usage == null) {
      return Optional.of(unused);
    }
    SlurmUsage.Start start = FileAccess.reading(usage, () -> SlurmUsage.read(usage, unused));
    start.notes().forEach(notes);
    return Optional.of(start.accounts());
  }

  /**
   * The limits of the site and what it bills; empty if nothing is limited and CPUs are billed.
   *
   * @param machine the machine of the site
   */
  public Optional<JobAmounts> limits(SlurmAssociations.Definitions read, Machine machine)
      throws IOException {
    return FileAccess.reading(conf, () -> SlurmLimits.amounts(conf, read, machine));
  }

  /**
   * All that the site declares.
   *
   * @param machine the machine of the site
   * @param read accounts, users and QOS; null if none are known
   * @param usage as for {@link #accounts}
   * @param notes as for {@link #accounts}
   */
  private SlurmDefinitions definitions(
      Machine machine,
      SlurmAssociations.@Nullable Definitions read,
      @Nullable Path usage,
      Consumer<String> notes)
      throws IOException {
    SlurmAssociations.Definitions known = read == null ? SlurmAssociations.none() : read;
    LimitDefinitions limits = FileAccess.reading(conf, () -> SlurmLimits.read(conf, known));
    return new SlurmDefinitions(
        machine,
        read == null ? null : accounts(read, usage, notes).orElse(null),
        limits(known, machine).isPresent() ? limits : null,
        FileAccess.reading(conf, () -> SlurmPriority.billing(conf)),
        FileAccess.reading(conf, () -> ConfFiles.scheduling(conf)).parameters());
  }

  /**
   * The site and jobs that were recorded or submitted there.
   *
   * @param log the jobs; those that the machine can never start are left out
   * @param machine the machine of the site
   * @param associations as for {@link #associations}
   * @param usage as for {@link #accounts}
   * @param policy in force, to be completed as by {@link #complete}
   * @param notes receives sentences on what is left out or assumed
   */
  public SimulatedSite simulated(
      JobLog log,
      Machine machine,
      @Nullable Path associations,
      @Nullable Path usage,
      Spec policy,
      Consumer<String> notes)
      throws IOException {
    PossibleJobs possible = MachineRequests.possible(log, machine);
    if (possible.leftOut() > 0) {
      notes.accept(String.join(" ", possible.summary()));
    }
    SlurmDefinitions definitions =
        definitions(machine, associations(associations, possible.log(), notes), usage, notes);
    PreparedLog prepared =
        new Preparation(machine.cpus(), OverrunRule.EXTEND).prepare(possible.log());
    notes.accept(prepared.report().summary() + ".");
    return SimulatedSite.slurm(prepared.log(), definitions, complete(policy));
  }

  /**
   * The policy {@code slurm} with the site's values of the parameters that it leaves out; any other
   * policy is returned as it is.
   */
  public Spec complete(Spec policy) throws IOException {
    if (!policy.name().equals(SlurmFamily.NAME)) {
      return policy;
    }
    SlurmScheduling site = FileAccess.reading(conf, () -> ConfFiles.scheduling(conf));
    Spec complete = parsed(site.parameters());
    complete = complete.without(SlurmParameter.CORES_PER_NODE.parameter());
    if (!site.backfills()) {
      complete = complete.with(SlurmParameter.SCHEDULER.parameter(), "builtin");
    }
    if (!site.preemptType().equals("none")) {
      complete =
          complete
              .with(SlurmParameter.PREEMPT_TYPE.parameter(), site.preemptType())
              .with(SlurmParameter.PREEMPT_MODE.parameter(), site.preemptMode())
              .with(SlurmParameter.PREEMPT_YOUNGEST_FIRST.parameter(), site.youngestFirst())
              .with(SlurmParameter.PREEMPT_EXEMPT_TIME.parameter(), site.preemptExemptSeconds());
    }
    for (var given : policy.parameters().entrySet()) {
      complete = complete.with(given.getKey(), given.getValue());
    }
    return complete;
  }

  private Spec parsed(String parameters) throws SlurmFormatException {
    try {
      return ConfiguredPolicy.parse(parameters, 1).policy();
    } catch (InvalidSpecException wrong) {
      throw new SlurmFormatException(conf + ": " + wrong.getMessage());
    }
  }
}
