package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.workload.slurm.SlurmAssociations;
import io.gnomon.sim.workload.slurm.SlurmLimits;
import io.gnomon.sim.workload.slurm.SlurmMachine;
import io.gnomon.sim.workload.slurm.SlurmPriority;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Grace times, and the modes of QOS that list others, as on a real Slurm. */
@Tag("slurm")
class SlurmPreemptionRulesIT {
  private static final int GRACE = 12;

  // of two nodes with 32 CPUs, the first holds the jobs of low and of normal with 16 each
  private static final PreemptedJobs.Script OF_QOS =
      new PreemptedJobs.Script(
          List.of(
              "--uid=games -A physics -p gpu --qos=normal -n 16",
              "--uid=games -A physics -p gpu --qos=low -n 16",
              "--uid=lp -A biology -p gpu --qos=normal -n 32"),
          "--uid=mail -A biology -p gpu --qos=high -n 20",
          22,
          18,
          36);

  /** Preempted jobs go on for the grace time, and only then the later job starts. */
  @Test
  void theSameJobsGoOnInTheirGraceTime(@TempDir Path own) throws Exception {
    try (RealSlurm slurm = RealSlurm.start(own, 2, 4)) {
      PreemptedJobs.Result real =
          PreemptedJobs.compareTiers(
              slurm,
              own,
              "CANCEL",
              "GraceTime=" + GRACE,
              PreemptedJobs.OF_TIERS.inGraceTime(GRACE));
      assertThat(real.seen().values()).containsExactly("RUNNING", "RUNNING", "RUNNING", "PENDING");
      assertThat(real.laterStart()).isGreaterThanOrEqualTo(PreemptedJobs.PREEMPTED_AT + GRACE);
    }
  }

  /** The job of the QOS low ends, that of normal waits again; the mode is that of each QOS. */
  @Test
  void theSameJobsOfOtherQosArePreempted(@TempDir Path own) throws Exception {
    try (RealSlurm slurm = RealSlurm.startAccounts(own)) {
      Path associations = own.resolve("accounts.sacctmgr");
      List<String> commands =
          List.of(
              "add qos low Priority=1 PreemptMode=cancel",
              "modify qos high set Preempt=low,normal",
              "modify user games set QOS=normal,high,low");
      Files.write(associations, commands, StandardOpenOption.APPEND);
      for (String command : commands) {
        slurm.shell("sacctmgr -i " + command);
      }
      slurm.configure(
          lines -> {
            List<String> changed = new ArrayList<>(lines);
            changed.add("PreemptType=preempt/qos");
            changed.add("PreemptMode=REQUEUE");
            return changed;
          });
      SlurmAssociations.Definitions read = SlurmAssociations.read(associations);
      Machine machine = SlurmMachine.read(slurm.conf());
      Accounts accounts =
          new Accounts(
              read.tree(),
              read.defaultAccounts(),
              SlurmPriority.settings(slurm.conf()).orElseThrow(),
              SlurmPriority.basis(slurm.conf(), read));
      PreemptedJobs.compare(
          slurm,
          OF_QOS,
          new ClusterState(
              machine, accounts, SlurmLimits.amounts(slurm.conf(), read, machine).orElseThrow()));
    }
  }
}
