package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.apply.SlurmConfigurator;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scheduler parameters of a real Slurm are set, read back and restored. */
@Tag("slurm")
@Tag("releases")
class SlurmParametersIT {
  private static final String SLOW =
      "slurm(bf_interval=45s, bf_window=2h, bf_max_job_test=200, sched_interval=2s)";
  private static final Configuration SET = new Configuration(SLOW, 2);
  private static final Configuration BACK = new Configuration("easy", 3);
  private static final String SITE =
      "bf_interval=2,bf_resolution=60,bf_window=2880,sched_interval=2,bf_continue,max_rpc_cnt=100";
  private static final String GNOMONS =
      "bf_interval=45,bf_window=120,bf_max_job_test=200,sched_interval=2,bf_resolution=60,bf_continue,max_rpc_cnt=100";

  @TempDir private static Path folder;
  private static RealSlurm slurm;

  @TempDir private Path state;
  private Configurators configurators;

  @BeforeAll
  static void startSlurm() throws Exception {
    slurm = RealSlurm.start(folder, 2, 4);
  }

  @AfterAll
  static void stopSlurm() throws Exception {
    if (slurm != null) {
      slurm.close();
    }
  }

  /** The site has options of its own, of which no policy says anything. */
  @BeforeEach
  void asTheSiteHasIt() throws Exception {
    slurm.shell(
        "sed -i -e 's/^#ReconfigFlags/ReconfigFlags/' -e '/^Include/!s/^SchedulerParameters=.*/"
            + "SchedulerParameters="
            + SITE
            + "/' slurm.conf; echo '# nothing yet' >gnomon/gnomon.conf; scontrol reconfigure");
    assertThat(parameters()).isEqualTo(SITE);
    configurators = new Configurators(slurm, state, null, "easy");
  }

  @AfterEach
  void cancelAll() throws Exception {
    slurm.run("scancel", "-u", "root");
  }

  private static String config(String key) throws Exception {
    return slurm.shell("scontrol show config | sed -n 's/^" + key + " *= //p'").strip();
  }

  private static String parameters() throws Exception {
    return config("SchedulerParameters");
  }

  /**
   * All of Slurm that a change of parameters must leave alone, a line each: without its clocks and
   * plans, and without jobs that have ended, which Slurm forgets by itself.
   */
  private static List<String> everythingElse() throws Exception {
    return slurm
        .shell(
            "scontrol show config | grep -v -e 'SchedulerParameters' -e '^Configuration data as of'"
                + " -e HASH_VAL -e NEXT_JOB_ID -e BOOT_TIME; scontrol -a show partition -o;"
                + " scontrol show node -o | sed 's/LastBusyTime=[^ ]*//;s/CPULoad=[^ ]*//;s/FreeMem=[^ ]*//;s/Version=[^ ]*//;s/BootTime=[^ ]*//;s/SlurmdStartTime=[^ ]*//;s/+PLANNED//';"
                + " for job in $(squeue -h -t PD,R -o %i); do scontrol show job -o $job; done | sed 's/RunTime=[^ ]*//;s/LastSchedEval=[^ ]*//;s/StartTime=[^ ]*//;"
                + "s/EndTime=[^ ]*//;s/Reason=[^ ]*//;s/Scheduler=[^ ]*//;s/ *SchedNodeList=[^ ]*//;s/NumNodes=[^ ]*//'")
        .lines()
        .toList();
  }

  private static void assertAllElseIs(List<String> before) throws Exception {
    List<String> now = everythingElse();
    assertThat(now.stream().filter(line -> !before.contains(line)))
        .containsExactlyElementsOf(before.stream().filter(line -> !now.contains(line)).toList());
  }

  @Test
  void aPlanShowsTheLineThatIsWritten() throws Exception {
    assertThat(configurators.next(false, step -> {}).plan(SLOW))
        .endsWith(
            "write %s%n  - # nothing yet%n  + # Written by Gnomon's bridge, which overwrites it with every change.%n"
                    .formatted(folder.resolve("gnomon/gnomon.conf"))
                + "  + SchedulerParameters="
                + GNOMONS
                + "\nscontrol reconfigure");
    assertThat(parameters()).isEqualTo(SITE);
  }

  @Test
  void areSetReadBackAndTakenBackAndAllElseIsLeftAlone() throws Exception {
    slurm.shell(
        "scontrol create PartitionName=byhand Nodes=n001 MaxTime=7; scontrol update PartitionName=batch"
            + " MaxTime=20:00:00; scontrol update NodeName=n002 State=DRAIN Reason=byhand;"
            + " sbatch -n 4 -t 9 -o /dev/null --wrap 'sleep 300';"
            + " sbatch -n 4 -t 9 --nice=7 -o /dev/null --wrap 'sleep 300'");
    Awaitility.await("one job running, one pending, and none completing")
        .atMost(Duration.ofMinutes(2))
        .until(() -> slurm.shell("squeue -h -o %t | sort | xargs").strip().equals("PD R"));
    List<String> before = everythingElse();
    SlurmConfigurator configurator = configurators.next();
    configurator.apply(SET);
    assertThat(parameters()).isEqualTo(GNOMONS);
    assertAllElseIs(before);
    assertThat(configurator.readBack()).isEqualTo(SET);
    configurator.apply(BACK);
    assertThat(parameters()).isEqualTo(SITE);
    assertAllElseIs(before);
    assertThat(configurator.readBack()).isEqualTo(BACK);
    slurm.shell("scontrol update NodeName=n002 State=RESUME; scontrol delete PartitionName=byhand");

    Configuration again = new Configuration(SLOW, 4);
    configurator.apply(again);
    slurm.stopController();
    slurm.startController();
    assertThat(parameters()).isEqualTo(GNOMONS);
    assertThat(configurators.next().readBack()).as("after a restart").isEqualTo(again);
    configurators.next().apply(new Configuration("easy", 5));
    assertThat(parameters()).isEqualTo(SITE);
  }

  @Test
  void whereverTheProcessIsKilledTheSitesParametersAreInForceAgain() throws Exception {
    int kept = configurators.steps(SET).indexOf("stored");
    configurators.next().apply(BACK);
    assertThat(kept).isEqualTo(4);
    for (int step = 0; step < kept; step++) {
      slurm.shell("rm -f " + state + "/*");
      configurators.killed(SET, step);
      assertThat(configurators.next().readBack()).isEqualTo(new Configuration("easy", 1));
      assertThat(parameters()).as("killed before step %d", step).isEqualTo(SITE);
      assertThat(config("HASH_VAL")).isEqualTo("Match");
    }
  }

  @Test
  void theModelIsThatOfSlurmConfAndSdiagSaysHowLongBackfillTakes() throws Exception {
    slurm.shell(
        "sed -i 's/^SchedulerParameters=.*/&,bf_max_job_part=50,bf_min_age_reserve=60,bf_max_time=20/'"
            + " slurm.conf; scontrol reconfigure; for i in 1 2; do"
            + " sbatch -n 8 -t 9 -o /dev/null --wrap 'sleep 300'; done");
    SiteModel.isTheSameLiveAndSimulated(slurm, state);
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () ->
                assertThat(configurators.reader().backfillStatistics())
                    .hasValueSatisfying(
                        backfill -> {
                          assertThat(backfill.meanCycleMicros()).isPositive();
                          assertThat(backfill.meanDepth()).isPositive();
                        }));
  }

  private void isRefused(String policy, ConfigRejectReason reason, String... words)
      throws Exception {
    SlurmConfigurator configurator = configurators.next();
    Configuration wanted = new Configuration(policy, 2);
    String written = Files.readString(folder.resolve("gnomon/gnomon.conf"));
    String running = parameters();
    assertThatThrownBy(() -> configurator.apply(wanted))
        .isInstanceOfSatisfying(
            CannotApplyException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .message()
        .contains(words);
    assertThat(parameters()).isEqualTo(running);
    assertThat(Files.readString(folder.resolve("gnomon/gnomon.conf"))).isEqualTo(written);
    assertThat(configurator.readBack()).isEqualTo(new Configuration("easy", 1));
  }

  @Test
  void whatSlurmDoesNotAllowIsRefused() throws Exception {
    isRefused(
        "slurm(bf_interval=4h)",
        ConfigRejectReason.INVALID,
        "slurm(bf_interval=4h): bf_interval is '4h'; Slurm allows whole numbers from 1 to 10800 s");
    isRefused("slurm(bf_window=90s)", ConfigRejectReason.INVALID, "from 1 to 43200 minutes");
    isRefused("slurm(bf_max_job_test=10s)", ConfigRejectReason.INVALID, "'10s'", "1 to 1000000");
    isRefused("slurm(scheduler=builtin)", ConfigRejectReason.NOT_CAPABLE, "scheduler is builtin");
  }

  @Test
  void whereSomebodyHasEditedSlurmConfNothingIsReconfigured() throws Exception {
    slurm.shell("echo 'MessageTimeout=77' >>slurm.conf");
    try {
      isRefused(SLOW, ConfigRejectReason.NOT_CAPABLE, "was changed since slurmctld read it");
      assertThat(config("MessageTimeout")).isNotEqualTo("77 sec");
    } finally {
      slurm.shell("sed -i '/^MessageTimeout/d' slurm.conf");
    }
  }

  @Test
  void whereTheSitesLineComesLaterItIsRefused() throws Exception {
    slurm.shell("echo 'SchedulerParameters=" + SITE + "' >>slurm.conf; scontrol reconfigure");
    try {
      isRefused(SLOW, ConfigRejectReason.NOT_CAPABLE, "Slurm uses the last one");
    } finally {
      slurm.shell("sed -i '$d' slurm.conf; scontrol reconfigure");
    }
  }

  @Test
  void withoutKeepPartInfoNothingIsReconfigured() throws Exception {
    slurm.shell("sed -i 's/^ReconfigFlags/#ReconfigFlags/' slurm.conf && scontrol reconfigure");
    isRefused(SLOW, ConfigRejectReason.NOT_CAPABLE, "ReconfigFlags=KeepPartInfo");
  }

  @Test
  void whatSomebodyElseSetsGetsANewVersion() throws Exception {
    SlurmConfigurator configurator = configurators.next();
    configurator.apply(SET);
    slurm.shell(
        "sed -i 's/bf_interval=45/bf_interval=44/' gnomon/gnomon.conf; scontrol reconfigure");
    assertThat(configurator.readBack()).isEqualTo(new Configuration(SLOW, 3));
    assertThat(configurator.readBack()).as("once").isEqualTo(new Configuration(SLOW, 3));
    slurm.shell("sed -i '/^SchedulerParameters/d' gnomon/gnomon.conf; scontrol reconfigure");
    assertThat(configurator.readBack()).isEqualTo(new Configuration("easy", 4));
    assertThat(configurators.next().readBack()).isEqualTo(new Configuration("easy", 4));
  }
}
