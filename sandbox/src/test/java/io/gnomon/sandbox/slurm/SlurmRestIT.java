package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.slurm.SlurmBridge;
import io.gnomon.bridge.slurm.accounting.AccountingTracker;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.policy.ObservedPolicy;
import io.gnomon.bridge.slurm.policy.TestTime;
import io.gnomon.bridge.slurm.queue.QueueMapping;
import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.events.accounting.Accounting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** slurmrestd reports of a real Slurm what its programs print; needs 24.11 or newer. */
@Tag("slurm")
@Tag("releases")
@Tag("slurmrestd")
class SlurmRestIT {
  /** Something of each kind that the bridge reads, and every limit that it maps. */
  private static final String SITE =
      """
      sacctmgr -i modify user games set GrpJobs=101 GrpSubmit=102 GrpWall=103 \\
        GrpTRES=cpu=104,mem=5G,gres/gpu=3 GrpTRESMins=cpu=105 GrpTRESRunMins=cpu=10600 MaxJobs=107 \\
        MaxSubmit=108 MaxWall=109 MaxTRES=cpu=110 MaxTRESPerNode=cpu=111 MaxTRESMins=cpu=112000 \\
        Priority=77 Fairshare=parent
      sacctmgr -i add qos low
      sacctmgr -i modify qos low set GrpJobs=201 GrpSubmit=202 GrpWall=203 GrpTRES=cpu=204,mem=5G \\
        GrpTRESMins=cpu=205 GrpTRESRunMins=cpu=206 MaxWall=207 MaxTRESPerJob=cpu=208 \\
        MaxTRESPerNode=cpu=209 MaxTRESMinsPerJob=cpu=210 MaxTRESPerUser=cpu=211 \\
        MaxTRESPerAccount=cpu=212 MaxJobsPerUser=213 MaxJobsPerAccount=214 MaxSubmitJobsPerUser=215 \\
        MaxSubmitJobsPerAccount=216 MinTRESPerJob=cpu=1 Flags=DenyOnLimit,NoDecay,OverPartQOS \\
        Preempt=normal GraceTime=120 UsageFactor=2.5 Priority=55
      sacctmgr -i modify qos low set PreemptMode=requeue
      sed -i -e 's/^SelectTypeParameters=.*/&,CR_LLN/' -e 's/^PriorityDecayHalfLife=.*/&:30/' slurm.conf
      echo 'Licenses=matlab:7' >>slurm.conf
      echo 'PartitionName=odd Nodes=c[001-002] OverSubscribe=EXCLUSIVE AllowQos=high,normal QoS=low \
        MaxTime=UNLIMITED MinNodes=2 MaxNodes=2 GraceTime=30 PriorityTier=5 DefMemPerNode=1000 State=DRAIN \
        PreemptMode=REQUEUE' >>slurm.conf
      scontrol reconfigure
      scontrol create reservation ReservationName=r StartTime=now+1hour Duration=60 Nodes=c001 Users=games
      scontrol update NodeName=m001 State=DRAIN Reason=test
      scontrol update NodeName=c004 State=DOWN Reason=test
      """;

  @TempDir private static Path folder;

  /** What the bridge makes of what it reads; instants are left out. */
  private record Seen(
      QueueObservation queue,
      Accounting accounts,
      Map<String, Integer> licenses,
      String policy,
      SelectSettings selection) {
    static Seen by(EffectiveConfiguration configuration) throws Exception {
      SlurmReader reader = SlurmBridge.reader(configuration);
      SelectSettings selection = SelectSettings.of(reader.settings());
      QueueMapping mapping = new QueueMapping(queue -> -1, null, selection);
      AccountingTracker accounts = SlurmBridge.accounts(configuration, reader);
      accounts.readNow(0);
      assertThat(accounts.limits()).isEmpty();
      return new Seen(
          mapping.observe(reader.read()),
          Objects.requireNonNull(accounts.published(0)),
          reader.licenses(),
          ObservedPolicy.read(reader, Map.of(), null, TestTime.UNKNOWN),
          selection);
    }
  }

  @Test
  void equalsWhatTheProgramsPrint() throws Exception {
    try (RealSlurm slurm = RealSlurm.startAccounts(folder)) {
      EffectiveConfiguration overSocket = slurm.socketLoader().load();
      slurm.shell(SITE);
      slurm.submitAs("games", "-n 16 -t 5 -L matlab:2", "exec sleep 300");
      slurm.submitAs("lp", "-p gpu --gres=gpu:a100:2 -n 4 -t 5 --array=1-6%2", "exec sleep 300");
      slurm.submitAs("man", "-N 2 -t 5 -C ib --mem=3G --qos=high --begin=now+1hour", "true");
      slurm.submitAs("news", "-n 90 -t 9 --nice=7", "true");
      Awaitility.await()
          .atMost(Duration.ofSeconds(40))
          .pollInterval(Duration.ofSeconds(1))
          .untilAsserted(
              () -> {
                Seen printed = Seen.by(slurm.programsLoader().load());
                Seen reported = Seen.by(overSocket);
                assertThat(reported)
                    .usingRecursiveComparison()
                    .ignoringFieldsMatchingRegexes(".*\\.at")
                    .isEqualTo(printed);
              });
    }
  }
}
