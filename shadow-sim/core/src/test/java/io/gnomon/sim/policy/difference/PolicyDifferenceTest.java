package io.gnomon.sim.policy.difference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PolicyDifferenceTest {
  private static final SiteValues SITE =
      parameter ->
          Optional.ofNullable(
              Map.of(
                      "PriorityWeightQOS", "20000",
                      "PriorityMaxAge", "604800s",
                      "PriorityFavorSmall", "NO",
                      "qos.normal.MaxJobsPU", "8")
                  .get(parameter));

  private static PolicyDifference between(String from, String to) {
    return PolicyDifference.between(from, to, SITE);
  }

  @Test
  void aWeightIsComparedWithTheSitesOwn() {
    PolicyDifference change = between("slurm", "slurm(PriorityWeightQOS=10000)");

    assertThat(change).hasToString("PriorityWeightQOS 20000 → 10000");
    assertThat(change.commands())
        .containsExactly("slurm.conf: PriorityWeightQOS=10000", "scontrol reconfigure");
    assertThat(change.undo())
        .containsExactly("slurm.conf: PriorityWeightQOS=20000", "scontrol reconfigure");
  }

  @Test
  void optionsOfTheSchedulerAreInTheirOwnUnitsAndOneLine() {
    PolicyDifference change =
        between(
            "slurm(bf_max_job_test=100)",
            "slurm(bf_interval=10s, bf_max_job_test=500, bf_window=4320m)");

    assertThat(change)
        .hasToString("bf_interval 30 → 10, bf_max_job_test 100 → 500, bf_window 1440 → 4320");
    assertThat(change.commands())
        .containsExactly(
            "slurm.conf: SchedulerParameters=…,bf_interval=10,bf_max_job_test=500,bf_window=4320",
            "scontrol reconfigure");
    assertThat(change.undo())
        .containsExactly(
            "slurm.conf: SchedulerParameters=…,bf_max_job_test=100 without bf_interval and bf_window",
            "scontrol reconfigure");
  }

  @Test
  void limitsAreSetWithoutReconfiguring() {
    PolicyDifference change =
        between(
            "slurm(partition.batch.PriorityJobFactor=1)",
            "slurm(partition.batch.PriorityJobFactor=40, qos.normal.MaxJobsPU=16, qos.high.MaxJobsPU=4)");

    assertThat(change)
        .hasToString(
            "PriorityJobFactor of partition batch 1 → 40, MaxJobsPerUser of QOS high none → 4, "
                + "MaxJobsPerUser of QOS normal 8 → 16");
    assertThat(change.commands())
        .containsExactly(
            "sacctmgr -i modify qos high set MaxJobsPerUser=4",
            "sacctmgr -i modify qos normal set MaxJobsPerUser=16",
            "scontrol update PartitionName=batch PriorityJobFactor=40");
    assertThat(change.undo())
        .containsExactly(
            "sacctmgr -i modify qos high set MaxJobsPerUser=-1",
            "sacctmgr -i modify qos normal set MaxJobsPerUser=8",
            "scontrol update PartitionName=batch PriorityJobFactor=1");
  }

  @Test
  void timesAndChoicesArePrintedAsBySlurm() {
    assertThat(between("slurm", "slurm(PriorityFavorSmall=YES, PriorityMaxAge=14d)"))
        .hasToString("PriorityFavorSmall No → Yes, PriorityMaxAge 7-00:00:00 → 14-00:00:00");
  }

  @Test
  void aSiteOfWhichNothingIsKnownIsNotInvented() {
    PolicyDifference change =
        PolicyDifference.between(
            "slurm", "slurm(PriorityWeightQOS=10000, qos.normal.MaxJobsPU=16)", SiteValues.UNKNOWN);

    assertThat(change)
        .hasToString(
            "PriorityWeightQOS the site’s value → 10000, "
                + "MaxJobsPerUser of QOS normal the site’s value → 16");
    assertThat(change.undo())
        .containsExactly(
            "slurm.conf: # remove the line PriorityWeightQOS",
            "scontrol reconfigure",
            "# restore MaxJobsPerUser of QOS normal");
  }

  @Test
  void anOrderOfSlurmReplacesPriorities() {
    PolicyDifference change = between("slurm", "slurm(order=shortest)");

    assertThat(change)
        .hasToString("order order of priority (age, fair share, QOS, …) → shortest jobs first");
    assertThat(change.commands()).hasSize(1).first().asString().contains("nice values");
  }

  @Test
  void ordersOfOtherPoliciesAreInWordsAndOtherSettingsByName() {
    assertThat(between("easy", "easy(head=order, order=shortest)"))
        .hasToString("order oldest jobs first → shortest jobs first, head arrival → order");
    assertThat(between("easy(seed=3)", "easy(seed=3)").settings()).isEmpty();
  }

  @Test
  void policiesOfDifferentFamiliesAreComparedInWords() {
    assertThat(between("easy", "fcfs").settings())
        .singleElement()
        .extracting(PolicyDifference.Setting::name)
        .isEqualTo("policy");
    assertThat(between("maui(backfill=on)", "maui(backfill=off)")).hasToString("backfill on → off");
    assertThat(between("maui", "maui(backfill=off)"))
        .hasToString("policy maui → maui(backfill=off)");
  }

  @Property(tries = 100)
  void undoingIsTheChangeBack(
      @ForAll @IntRange(max = 3) int age,
      @ForAll @IntRange(max = 3) int otherAge,
      @ForAll @IntRange(min = 1, max = 3) int jobs,
      @ForAll @IntRange(min = 1, max = 3) int otherJobs) {
    String pattern = "slurm(PriorityWeightAge=%d, bf_max_job_test=%d, qos.normal.MaxJobsPU=%d)";
    String one = pattern.formatted(age, jobs, jobs);
    String other = pattern.formatted(otherAge, otherJobs, otherJobs);
    PolicyDifference there = between(one, other);
    PolicyDifference back = between(other, one);
    assertThat(there.undo()).isEqualTo(back.commands());
    assertThat(there.settings()).hasSize((age == otherAge ? 0 : 1) + (jobs == otherJobs ? 0 : 2));
  }
}
