package io.gnomon.bridge.slurm.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.client.FakeSlurm;
import io.gnomon.bridge.slurm.limit.LimitRanges;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.events.config.Configuration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlannerTest {
  private static final String HEADER =
      "  + # Written by Gnomon's bridge, which overwrites it with every change.";

  @TempDir private Path folder;
  private FakeSlurm slurm;
  private @Nullable String partition;
  private @Nullable Path script;
  private int maxPartitions = 4;

  @BeforeEach
  void startSlurm() throws Exception {
    slurm = new FakeSlurm(folder).start();
  }

  private Plan plan(String policy) throws Exception {
    return plan(policy, AppliedConfiguration.unchanged("easy", 1));
  }

  private Plan plan(String policy, AppliedConfiguration applied) throws Exception {
    ChangeSettings settings =
        new ChangeSettings(
            true,
            partition,
            "gnomon",
            maxPartitions,
            script,
            slurm.include(),
            "easy",
            LimitRanges.parse("qos.normal.MaxJobsPU=1..100"),
            1);
    return new Planner(settings, slurm.reader())
        .plan(new Configuration(policy, applied.version() + 1), applied);
  }

  /** The steps as an administrator would type them, without notes. */
  private static List<String> lines(Plan plan) {
    return plan.describe().lines().filter(line -> !line.startsWith("#")).toList();
  }

  private static List<String> undo(Plan plan) {
    return plan.steps().stream()
        .filter(step -> step.kind() != Step.Kind.FILE && !step.undo().isEmpty())
        .map(step -> String.join(" ", step.undo()))
        .toList();
  }

  @Test
  void parametersAreWrittenThenLimitsSetThenSlurmReadsItsConfiguration() throws Exception {
    Plan plan = plan("slurm(PriorityWeightQOS=7, bf_interval=60s, qos.normal.MaxJobsPU=8)");

    assertThat(lines(plan))
        .containsExactly(
            "write " + slurm.include(),
            HEADER,
            "  + PriorityWeightQOS=7",
            "  + SchedulerParameters=bf_interval=60",
            "sacctmgr -i modify qos normal set MaxJobsPerUser=8",
            "scontrol reconfigure");
    assertThat(undo(plan))
        .as("in reverse order: the limit, the file, and then Slurm reads the file again")
        .containsExactly("reconfigure", "-i modify qos normal set MaxJobsPerUser=50");
    assertThat(plan.expected())
        .isEqualTo(
            Map.of(
                Aspect.PARTITIONS, Map.of(),
                Aspect.LIMITS, Map.of("qos.normal.MaxJobsPU", "8"),
                Aspect.PARAMETERS, Map.of("SchedulerParameters", "bf_interval=60"),
                Aspect.PRIORITIES, Map.of("PriorityWeightQOS", "7")));
    assertThat(plan.next().former(Aspect.PARAMETERS))
        .isEqualTo(Map.of("SchedulerParameters", "bf_interval=30"));
    assertThat(slurm.calls()).as("a plan changes nothing").isEmpty();
  }

  @Test
  void theSitesOwnConfigurationNeedsNoStep() throws Exception {
    slurm.write(
        "gnomon/gnomon.conf",
        "# Written by Gnomon's bridge, which overwrites it with every change.\n");
    assertThat(plan("easy").describe()).isEqualTo("nothing to do");
  }

  @Test
  void aParameterOfGnomonsIsRestoredToTheSitesOwn() throws Exception {
    AppliedConfiguration applied = plan("slurm(bf_interval=60s)").next();
    slurm.write("gnomon/gnomon.conf", "SchedulerParameters=bf_interval=60\n");
    slurm.reconfigure();

    Plan plan = plan("easy", applied);

    assertThat(lines(plan))
        .containsExactly(
            "write " + slurm.include(),
            "  - SchedulerParameters=bf_interval=60",
            HEADER,
            "scontrol reconfigure");
    assertThat(plan.expected().get(Aspect.PARAMETERS))
        .isEqualTo(Map.of("SchedulerParameters", "bf_interval=30"));
    assertThat(plan.next().leavesSiteUnchanged()).isTrue();
  }

  @Test
  void partitionsAreCreatedBeforeJobsMoveThere() throws Exception {
    slurm.write(
        "jobs",
        """
        {"jobs":[
        {"job_id":7,"job_state":"PENDING","partition":"p","time_limit":5,"cpus":1,"node_count":1},
        {"job_id":8,"job_state":"PENDING","partition":"p","time_limit":30,"cpus":8,"node_count":2},
        {"job_id":9,"job_state":"PENDING","partition":"p","time_limit":30,"cpus":12,"node_count":3},
        {"job_id":10,"job_state":"RUNNING","partition":"p","time_limit":5,"cpus":1,"node_count":1},
        {"job_id":11,"job_state":"PENDING","partition":"p","time_limit":9,"cpus":1,"node_count":1}]}
        """);

    Plan plan = plan("multi-queue(boundaries=600/3600, partitions=2)");

    // time limits below 600 s are at most 9 min; the second of two partitions has half of the nodes
    String first = "PartitionName=gnomon1 Nodes=n[1-4] MaxTime=00:09:00 State=UP";
    String second = "PartitionName=gnomon2 Nodes=n[3-4] MaxTime=UNLIMITED State=UP";
    assertThat(lines(plan))
        .containsExactly(
            "write " + slurm.include(),
            HEADER,
            "  + " + first,
            "  + " + second,
            "scontrol create " + first,
            "scontrol create " + second,
            "scontrol update JobId=7,11 Partition=gnomon1",
            "scontrol update JobId=8 Partition=gnomon2");
    assertThat(undo(plan))
        .containsExactly(
            "delete PartitionName=gnomon1",
            "delete PartitionName=gnomon2",
            "update JobId=7,11 Partition=p",
            "update JobId=8 Partition=p");
  }

  @Test
  void anOrderSetsTheNiceValuesOfPendingJobsThatAreNotHeld() throws Exception {
    slurm.write(
        "jobs",
        """
        {"jobs":[
        {"job_id":7,"job_state":"PENDING","partition":"p","time_limit":5,"cpus":1,"priority":9},
        {"job_id":8,"job_state":"PENDING","partition":"p","time_limit":5,"cpus":1,"priority":0},
        {"job_id":9,"job_state":"RUNNING","partition":"p","time_limit":5,"cpus":1,"priority":9}]}
        """);

    Plan plan = plan("easy(head=order, order=widest, weight=0)");

    assertThat(plan.steps())
        .filteredOn(step -> step.kind() == Step.Kind.NICE)
        .singleElement()
        .satisfies(
            step -> {
              assertThat(step.optional()).isTrue();
              assertThat(step.apply().subList(0, 2)).containsExactly("7", "7");
              assertThat(Long.parseLong(step.apply().get(2))).isNegative();
              assertThat(step.undo()).containsExactly("7", "7", "0");
            });
    assertThat(plan.next().nice()).containsOnlyKeys("7");
  }

  private void assertRefused(String policy, String message) {
    assertThatThrownBy(() -> plan(policy))
        .isInstanceOf(CannotApplyException.class)
        .hasMessageContaining(message);
  }

  @Test
  void whatThisSlurmCannotBeConfiguredToIsRefused() throws Exception {
    maxPartitions = 1;
    assertRefused(
        "multi-queue(boundaries=600/3600, partitions=2)",
        "the policy has 2 partitions; slurm.max-partitions allows 1");
    partition = "gpu";
    assertRefused(
        "easy(head=arrival)", "slurm.partition is 'gpu', and Slurm has no such partition");
    assertThatThrownBy(() -> plan("easy(")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aScriptThatGnomonHasNotWrittenIsNotOverwritten() throws Exception {
    script = folder.resolve("job_submit.lua");
    Files.writeString(script, "-- the site's own\n");
    assertRefused("slurm(bf_interval=60s)", script + " was not written by Gnomon");
  }

  @Test
  void editsThatSlurmHasNotReadAreNotPutInForce() throws Exception {
    slurm.write("hash", "Different Ours=1 Slurmctld=2");
    slurm.reconfigure();
    assertRefused("slurm(bf_interval=60s)", "was changed since slurmctld read it");
    assertThat(lines(plan("easy(head=arrival)"))).doesNotContain("scontrol reconfigure");
  }
}
