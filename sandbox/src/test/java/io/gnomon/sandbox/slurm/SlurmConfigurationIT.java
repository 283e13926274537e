package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.apply.SlurmConfigurator;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.limit.LimitRanges;
import io.gnomon.bridge.slurm.plan.ChangeSettings;
import io.gnomon.bridge.slurm.programs.ProgramSource;
import io.gnomon.bridge.slurm.programs.SlurmPrograms;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Slurm is set to other configurations and back, wholly or not at all. */
@Tag("slurm")
class SlurmConfigurationIT {
  private static final String QUEUES = "multi-queue(boundaries=600/3600/86400, partitions=3)";
  private static final Configuration DIVIDED = new Configuration(QUEUES, 2);
  private static final Configuration BACK = new Configuration("easy", 3);

  private static final String EMPTY =
      "# Written by Gnomon'\\''s bridge, which overwrites it with every change.";

  @TempDir private static Path folder;
  private static RealSlurm slurm;

  @TempDir private Path state;
  private String before;

  @BeforeAll
  static void startSlurm() throws Exception {
    slurm = RealSlurm.start(folder, 6, 4);
  }

  @AfterAll
  static void stopSlurm() throws Exception {
    if (slurm != null) {
      slurm.close();
    }
  }

  @BeforeEach
  void remember() throws Exception {
    slurm.shell("echo '" + EMPTY + "' >gnomon/gnomon.conf");
    before = everything();
  }

  @AfterEach
  void cancelAll() throws Exception {
    slurm.run("scancel", "-u", "root");
    Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> jobs().isEmpty());
    slurm.shell(
        "for p in $(sinfo -h -a -o %R | grep gnomon); do scontrol delete partition=$p; done;"
            + " rm -f gnomon/gnomon.lua; echo '"
            + EMPTY
            + "' >gnomon/gnomon.conf");
  }

  /** All that a change may touch: partitions, pending jobs' partitions and the script. */
  private static String everything() throws Exception {
    Path script = folder.resolve("gnomon/gnomon.lua");
    return partitions()
        + jobs()
        + Files.readString(folder.resolve("gnomon/gnomon.conf"))
        + (Files.exists(script) ? Files.readString(script) : "");
  }

  private static String partitions() throws Exception {
    return slurm.run("scontrol", "-a", "show", "partition", "-o");
  }

  private static String jobs() throws Exception {
    return slurm.run("squeue", "-a", "-h", "-o", "%i %P %t");
  }

  private static String submit(String arguments) throws Exception {
    return slurm.shell("sbatch --parsable -o /dev/null " + arguments).strip();
  }

  private SlurmConfigurator configurator(boolean carryOut, String bin, Consumer<String> progress)
      throws Exception {
    return configurator(carryOut, bin, null, folder.resolve("gnomon/gnomon.lua"), progress);
  }

  private SlurmConfigurator configurator(
      boolean carryOut, String bin, String partition, Path script, Consumer<String> progress)
      throws Exception {
    SlurmPrograms programs =
        new SlurmPrograms(
            Path.of(bin), Map.of("SLURM_CONF", slurm.conf().toString()), Duration.ofSeconds(30));
    return new SlurmConfigurator(
        new ChangeSettings(
            carryOut,
            partition,
            "gnomon",
            4,
            script,
            folder.resolve("gnomon/gnomon.conf"),
            "easy",
            LimitRanges.NONE,
            1),
        programs,
        new SlurmReader(new ProgramSource(programs), InstantSource.system()),
        state,
        progress);
  }

  private SlurmConfigurator configurator() throws Exception {
    return configurator(true, slurm.programs().toString(), step -> {});
  }

  private static SlurmReader reader() {
    return new SlurmReader(
        new ProgramSource(
            new SlurmPrograms(
                slurm.programs(),
                Map.of("SLURM_CONF", slurm.conf().toString()),
                Duration.ofSeconds(30))),
        InstantSource.system());
  }

  /** Jobs that wait: of 5 minutes, of 30 minutes, of 10 hours and of 10 hours on all nodes. */
  private static List<String> queue() throws Exception {
    String first = submit("-n 24 -t 2 --wrap 'sleep 300'");
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> jobs().contains(first + " batch R"));
    return List.of(
        submit("-n 4 -t 5 --wrap 'sleep 300'"),
        submit("-n 4 -t 30 --array=1-5 --wrap 'sleep 300'"),
        submit("-n 4 -t 10:00:00 --wrap 'sleep 300'"),
        submit("-n 24 -t 10:00:00 --wrap 'sleep 300'"));
  }

  @Test
  @Tag("releases")
  void aDryRunShowsThePlanAndChangesNothing() throws Exception {
    queue();
    before = everything();
    SlurmConfigurator configurator = configurator(false, slurm.programs().toString(), step -> {});
    assertThat(configurator.plan(QUEUES))
        .contains("scontrol create PartitionName=gnomon1 Nodes=n[001-006] MaxTime=00:09:00")
        .contains("scontrol update JobId=")
        .contains("write " + folder.resolve("gnomon/gnomon.lua"));
    assertThatThrownBy(() -> configurator.apply(DIVIDED))
        .isInstanceOfSatisfying(
            CannotApplyException.class,
            e -> assertThat(e.reason()).isEqualTo(ConfigRejectReason.NOT_ALLOWED))
        .hasMessageContaining("scontrol create");
    assertThat(everything()).isEqualTo(before);
    assertThat(configurator.readBack()).isEqualTo(new Configuration("easy", 1));
  }

  @Test
  @Tag("releases")
  void isAppliedReadBackRestartedRolledBackAndTidied() throws Exception {
    List<String> jobs = queue();
    SlurmConfigurator configurator = configurator();
    configurator.apply(DIVIDED);
    assertThat(configurator.readBack()).isEqualTo(DIVIDED);
    assertThat(configurator().readBack()).as("another process").isEqualTo(DIVIDED);
    assertThat(slurm.run("sinfo", "-h", "-o", "%R %l %D"))
        .contains("gnomon1 9:00 6", "gnomon2 59:00 4", "gnomon3 1-00:00:00 2");
    assertThat(jobs())
        .contains(jobs.get(0) + " gnomon1 PD")
        .contains(jobs.get(1) + "_[1-5] gnomon2 PD")
        .contains(jobs.get(2) + " gnomon3 PD")
        .contains(jobs.get(3) + " batch PD");

    String fresh = submit("-n 4 -t 8 --wrap 'sleep 300'");
    String named = submit("-n 4 -t 59 -p batch --wrap 'sleep 300'");
    String wide = submit("-n 24 -t 59 --wrap 'sleep 300'");
    assertThat(jobs()).contains(fresh + " gnomon1 PD", named + " gnomon2 PD", wide + " batch PD");

    slurm.stopController();
    slurm.startController();
    assertThat(jobs()).contains(fresh + " gnomon1 PD", named + " gnomon2 PD");
    assertThat(configurator.readBack()).as("after a restart of slurmctld").isEqualTo(DIVIDED);
    slurm.run("scontrol", "reconfigure");
    assertThat(configurator.readBack()).as("after a reconfiguration").isEqualTo(DIVIDED);

    configurator.apply(BACK);
    assertThat(configurator.readBack()).isEqualTo(BACK);
    assertThat(jobs()).doesNotContain("gnomon");
    configurator.observe(reader().read());
    assertThat(partitions()).isEqualTo(before.substring(0, partitions().length()));
    String last = submit("-n 4 -t 8 --wrap 'sleep 300'");
    assertThat(jobs()).contains(last + " batch PD");
  }

  @Test
  void aPartitionInWhichAJobRunsIsClosedAndRemovedLater() throws Exception {
    SlurmConfigurator configurator = configurator();
    configurator.apply(DIVIDED);
    String running = submit("-n 4 -t 5 --wrap 'sleep 300'");
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> jobs().contains(running + " gnomon1 R"));
    configurator.apply(BACK);
    configurator.observe(reader().read());
    assertThat(slurm.run("scontrol", "show", "partition", "gnomon1")).contains("State=DRAIN");
    slurm.run("scancel", running);
    Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> jobs().isEmpty());
    configurator.observe(reader().read());
    assertThat(partitions()).doesNotContain("gnomon");
  }

  /** The end of a process, which nothing in it can catch. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void whereverTheProcessIsKilledNothingHalfAppliedIsLeft() throws Exception {
    queue();
    before = everything();
    List<String> steps = new ArrayList<>();
    SlurmConfigurator whole = configurator(true, slurm.programs().toString(), steps::add);
    whole.apply(DIVIDED);
    whole.apply(BACK);
    whole.observe(reader().read());
    slurm.shell("rm gnomon/gnomon.lua");
    assertThat(everything()).isEqualTo(before);
    int toApply = steps.indexOf("stored") + 1;
    assertThat(toApply).isGreaterThan(7);
    for (int step = 0; step < toApply; step++) {
      slurm.shell("rm -f " + state + "/*");
      int killedAt = step;
      List<String> done = new ArrayList<>();
      SlurmConfigurator killed =
          configurator(
              true,
              slurm.programs().toString(),
              progress -> {
                if (done.size() == killedAt) {
                  throw new Killed();
                }
                done.add(progress);
              });
      assertThatThrownBy(() -> killed.apply(DIVIDED)).isInstanceOf(Killed.class);

      SlurmConfigurator next = configurator();
      if (killedAt == toApply - 1) {
        assertThat(next.readBack()).as("it was kept").isEqualTo(DIVIDED);
        next.apply(BACK);
        next.observe(reader().read());
        slurm.shell("rm gnomon/gnomon.lua");
      } else {
        assertThat(next.readBack()).isEqualTo(new Configuration("easy", 1));
        assertThat(everything()).as("killed before step %d", killedAt).isEqualTo(before);
      }
    }
  }

  private void isRefused(SlurmConfigurator by, ConfigRejectReason reason, String... words)
      throws Exception {
    Configuration inForce = by.readBack();
    before = everything();
    assertThatThrownBy(() -> by.apply(DIVIDED))
        .isInstanceOfSatisfying(
            CannotApplyException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .message()
        .contains(words);
    assertThat(everything()).isEqualTo(before);
    assertThat(by.readBack()).isEqualTo(inForce);
  }

  private String wrapper(String scontrol) throws Exception {
    Path bin = Files.createDirectories(state.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("squeue"), slurm.programs().resolve("squeue"));
    Path script = bin.resolve("scontrol");
    Files.writeString(script, "#!/bin/sh\n" + scontrol);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return bin.toString();
  }

  @Test
  @Tag("releases")
  void theWrongUserIsRefused() throws Exception {
    String bin = wrapper("exec " + slurm.as("nobody", "scontrol") + " \"$@\"\n");
    isRefused(
        configurator(true, bin, step -> {}),
        ConfigRejectReason.FAILED,
        "scontrol create",
        "all steps have been undone");
  }

  @Test
  void aRefusalInTheMiddleUndoesTheStepsBefore() throws Exception {
    queue();
    String bin =
        wrapper(
            "case \"$*\" in *create*gnomon3*) echo refused >&2; exit 1;; esac\n"
                + "exec "
                + slurm.programs()
                + "/scontrol \"$@\"\n");
    isRefused(configurator(true, bin, step -> {}), ConfigRejectReason.FAILED, "refused", "undone");
  }

  @Test
  void anUnknownPartitionAndASitesOwnScriptAreRefused() throws Exception {
    isRefused(
        configurator(true, slurm.programs().toString(), "none", null, step -> {}),
        ConfigRejectReason.NOT_CAPABLE,
        "'none'");
    isRefused(
        configurator(
            true, slurm.programs().toString(), null, folder.resolve("job_submit.lua"), step -> {}),
        ConfigRejectReason.NOT_ALLOWED,
        "not written by Gnomon");
  }

  @Test
  void withoutKeepPartInfoNothingIsMade() throws Exception {
    slurm.shell("sed -i 's/^ReconfigFlags/#ReconfigFlags/' slurm.conf && scontrol reconfigure");
    try {
      isRefused(configurator(), ConfigRejectReason.NOT_CAPABLE, "ReconfigFlags=KeepPartInfo");
    } finally {
      slurm.shell("sed -i 's/^#ReconfigFlags/ReconfigFlags/' slurm.conf && scontrol reconfigure");
    }
  }

  @Test
  void withoutTheIncludeNothingIsMade() throws Exception {
    slurm.shell("sed -i 's/^Include/#Include/' slurm.conf");
    try {
      isRefused(configurator(), ConfigRejectReason.NOT_CAPABLE, "slurm.include");
      assertThat(configurator(false, slurm.programs().toString(), step -> {}).plan(QUEUES))
          .contains("scontrol create", "# missing: ", "slurm.include");
    } finally {
      slurm.shell("sed -i 's/^#Include/Include/' slurm.conf");
    }
  }

  @Test
  void whatSomebodyElseChangesGetsANewVersion() throws Exception {
    SlurmConfigurator configurator = configurator();
    configurator.apply(DIVIDED);
    slurm.run("scontrol", "update", "PartitionName=gnomon2", "MaxTime=30");
    assertThat(configurator.readBack()).isEqualTo(new Configuration(QUEUES, 3));
    assertThat(configurator.readBack()).as("once").isEqualTo(new Configuration(QUEUES, 3));
    slurm.shell("for p in 1 2 3; do scontrol delete partition=gnomon$p; done");
    assertThat(configurator.readBack()).isEqualTo(new Configuration("easy", 4));
    String job = submit("-n 4 -t 5 --wrap 'sleep 300'");
    assertThat(jobs()).as("the script knows no partition").contains(job + " batch");
  }
}
