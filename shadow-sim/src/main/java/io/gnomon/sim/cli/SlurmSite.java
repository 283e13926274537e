package io.gnomon.sim.cli;

import io.gnomon.commandline.FileAccess;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.sim.limit.JobAmounts;
import io.gnomon.sim.limit.LimitDefinitions;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.slurm.SchedulerParameters;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.PrioritySettings;
import io.gnomon.sim.workload.machinefile.MachineSource;
import io.gnomon.sim.workload.slurm.SlurmAssociations;
import io.gnomon.sim.workload.slurm.SlurmFormatException;
import io.gnomon.sim.workload.slurm.SlurmLimits;
import io.gnomon.sim.workload.slurm.SlurmPriority;
import io.gnomon.sim.workload.slurm.SlurmScheduling;
import io.gnomon.sim.workload.slurm.SlurmUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A {@code slurm.conf} as the configuration of the policy {@code slurm} and of accounts.
 *
 * @param conf the file
 */
public record SlurmSite(Path conf) {

  /** Whether a machine file is a {@code slurm.conf}. */
  static boolean isConf(Path machine) {
    return machine.toString().endsWith(".conf");
  }

  /**
   * The accounts; empty if the site does not use {@code priority/multifactor}.
   *
   * @param associations a script of {@code sacctmgr} commands, a dump or a listing
   * @param usage what sshare printed at the beginning; null if nothing has been used
   * @param notes receives sentences on associations that only one of the files has
   */
  Optional<Accounts> accounts(Path associations, @Nullable Path usage, Consumer<String> notes)
      throws IOException {
    Optional<PrioritySettings> settings =
        FileAccess.reading(conf, () -> SlurmPriority.settings(conf));
    if (settings.isEmpty()) {
      return Optional.empty();
    }
    SlurmAssociations.Definitions read =
        FileAccess.reading(associations, () -> SlurmAssociations.read(associations));
    Accounts unused =
        new Accounts(
            read.tree(),
            read.defaultAccounts(),
            read.defaultQos(),
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
   * @param associations as for {@link #accounts}; null if no associations are known
   * @param machine the machine of the site
   */
  Optional<JobAmounts> limits(@Nullable Path associations, Machine machine) throws IOException {
    SlurmAssociations.Definitions read =
        associations == null
            ? SlurmAssociations.none()
            : FileAccess.reading(associations, () -> SlurmAssociations.read(associations));
    return FileAccess.reading(conf, () -> SlurmLimits.amounts(conf, read, machine));
  }

  /**
   * All that the site declares.
   *
   * @param associations as for {@link #accounts}; null if no associations are known
   * @param usage as for {@link #accounts}
   * @param notes as for {@link #accounts}
   */
  SlurmDefinitions definitions(
      @Nullable Path associations, @Nullable Path usage, Consumer<String> notes)
      throws IOException {
    Machine machine = FileAccess.reading(conf, () -> MachineSource.read(conf));
    SlurmAssociations.Definitions read =
        associations == null
            ? SlurmAssociations.none()
            : FileAccess.reading(associations, () -> SlurmAssociations.read(associations));
    LimitDefinitions limits = FileAccess.reading(conf, () -> SlurmLimits.read(conf, read));
    return new SlurmDefinitions(
        machine,
        associations == null ? null : accounts(associations, usage, notes).orElse(null),
        limits(associations, machine).isPresent() ? limits : null,
        FileAccess.reading(conf, () -> SlurmPriority.billing(conf)),
        FileAccess.reading(conf, () -> SlurmScheduling.read(conf)).parameters());
  }

  /**
   * The policy {@code slurm} with the site's values of the parameters that it leaves out; any other
   * policy is returned as it is.
   */
  public PolicySpec complete(PolicySpec policy) throws IOException {
    if (!policy.name().equals(SlurmFamily.NAME)) {
      return policy;
    }
    SlurmScheduling site = FileAccess.reading(conf, () -> SlurmScheduling.read(conf));
    PolicySpec complete = parsed(site.parameters());
    complete = complete.without("cores-per-node");
    if (!site.backfills()) {
      complete = complete.with("scheduler", "builtin");
    }
    if (!site.preemptType().equals("none")) {
      complete =
          complete
              .with("PreemptType", site.preemptType())
              .with("PreemptMode", site.preemptMode())
              .with("preempt_youngest_first", site.youngestFirst())
              .with("PreemptExemptTime", site.preemptExemptSeconds());
    }
    for (var given : policy.parameters().entrySet()) {
      complete = complete.with(given.getKey(), given.getValue());
    }
    return complete;
  }

  private PolicySpec parsed(String parameters) throws SlurmFormatException {
    try {
      return SchedulerParameters.parse(parameters, 1).policy();
    } catch (InvalidPolicyException wrong) {
      throw new SlurmFormatException(conf + ": " + wrong.getMessage());
    }
  }
}
