package io.gnomon.sim.assess;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.assess.change.ConfigurationLines;
import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SiteChange;
import io.gnomon.sim.assess.change.SlurmChanges;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NetworkSwitch;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.Topology;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SlurmChangesTest {
  private static SiteChange named(SimulatedSite site, String id) {
    return SlurmChanges.of(site).stream()
        .filter(change -> change.id().startsWith(id))
        .findFirst()
        .orElseThrow();
  }

  private static ConfigurationLines lines(SimulatedSite site, String id) {
    return ConfigurationLines.between(site, named(site, id).made().apply(site));
  }

  @Test
  void deepensBackfillAndUndoesIt() {
    SimulatedSite site = AdviceWorkloads.shallowBackfill(1);

    ConfigurationLines lines = lines(site, "bf_max_job_test=500");

    assertThat(lines.made())
        .containsExactly(
            "SchedulerParameters=bf_window=10080,bf_interval=30,default_queue_depth=1000,"
                + "bf_max_job_test=500");
    assertThat(lines.undone())
        .containsExactly(
            "SchedulerParameters=bf_window=10080,bf_interval=30,default_queue_depth=1000,"
                + "bf_max_job_test=20");
  }

  @Test
  void addsAgeWhereItHasNoWeight() {
    ConfigurationLines lines = lines(AdviceWorkloads.withoutAge(1), "PriorityWeightAge");

    assertThat(lines.made()).containsExactly("PriorityWeightAge=1000");
    assertThat(lines.undone()).containsExactly("PriorityWeightAge=0");
  }

  @Test
  void addsNoOtherFactorAndRemovesNone() {
    assertThat(SlurmChanges.of(AdviceWorkloads.withoutAge(1)))
        .extracting(SiteChange::id)
        .noneMatch(id -> id.startsWith("PriorityWeight") && !id.startsWith("PriorityWeightAge"))
        .noneMatch(id -> id.endsWith("=0"));
  }

  @Test
  void givesTheNodesOfAnIdlePartitionToTheBusyOne() {
    ConfigurationLines lines = lines(AdviceWorkloads.idlePartition(1), "nodes.reserve");

    assertThat(lines.made()).containsExactly("PartitionName=batch Nodes=n[0-7]");
    assertThat(lines.undone()).containsExactly("PartitionName=batch Nodes=n[0-3]");
  }

  @Test
  void shortensADefaultTimeAndTheRequestsMadeByIt() {
    SimulatedSite site = AdviceWorkloads.longDefault(1);
    SiteChange change = named(site, "default.batch");

    SimulatedSite after = change.made().apply(site);

    assertThat(ConfigurationLines.between(site, after).undone())
        .containsExactly("PartitionName=batch DefaultTime=7-00:00:00");
    int shorter = 0;
    for (int job = 0; job < site.log().size(); job++) {
      assertThat(after.log().estimate(job)).isLessThanOrEqualTo(site.log().estimate(job));
      if (after.log().estimate(job) < site.log().estimate(job)) {
        shorter++;
        assertThat(site.log().estimate(job)).isEqualTo(7 * 86_400);
        assertThat(after.log().estimate(job)).isGreaterThanOrEqualTo(site.log().runtime(job));
      }
    }
    assertThat(shorter).isGreaterThan(site.log().size() / 2);
  }

  /** What sites published as their gains, at a site with whole nodes and Slurm's defaults. */
  @Test
  void offersWhatSitesPublishedToASiteWithDefaults() {
    SimulatedSite site = AdviceWorkloads.defaults(1);

    assertThat(SlurmChanges.of(site))
        .extracting(SiteChange::title)
        .contains(
            "jobs share nodes: SelectType select/linear → select/cons_tres with CR_Core_Memory",
            "backfill examines more jobs: bf_max_job_test 100 → 500",
            "backfill plans ahead as long as the longest time limit: bf_window 1440 → 10080",
            "usage is forgotten sooner: PriorityDecayHalfLife 7-00:00:00 → 1-18:00:00",
            "shorter default time of partition batch: DefaultTime 7 days → 2 hours",
            "shorter maximum time of partition batch: MaxTime 7 days → 12 hours",
            "a partition on the nodes of batch for jobs of up to 4 hours, considered first");
    assertThat(lines(site, "shared").made())
        .startsWith("SelectType=select/cons_tres", "SelectTypeParameters=CR_Core_Memory");
    assertThat(lines(site, "shared").undone()).startsWith("SelectType=select/linear");
    assertThat(lines(site, "max.").made())
        .containsExactly("PartitionName=batch DefaultTime=0-12:00:00 MaxTime=0-12:00:00");
    for (SiteChange change : SlurmChanges.of(site)) {
      SimulatedSite part = site.with(site.log().slice(0, 100));
      assertThat(change.made().apply(part).simulate().size()).isEqualTo(100);
    }
  }

  @Test
  void addsAPartitionForShortJobs() {
    SimulatedSite site = AdviceWorkloads.soundSlurm(1);
    SiteChange change = named(site, "short.batch");

    SimulatedSite after = change.made().apply(site);

    assertThat(change.means().keepsPreferences()).isFalse();
    assertThat(ConfigurationLines.between(site, after))
        .isEqualTo(
            new ConfigurationLines(
                List.of("PartitionName=batch-short Nodes=n[0-3] MaxTime=0-04:00:00 PriorityTier=2"),
                List.of("# remove the line PartitionName=batch-short")));
    for (int job = 0; job < site.log().size(); job++) {
      boolean moved = !after.log().request(job).partitions().isEmpty();
      assertThat(moved).isEqualTo(site.log().estimate(job) <= 4 * 3600);
    }
  }

  /**
   * Two jobs of a whole node each; the second one waits for the only node, or runs on the added.
   */
  @Test
  void addsNodesToTheSwitchOfTheOthers() {
    Machine machine =
        new Machine.Builder()
            .node("n1", NodeClass.of(4, 8000))
            .topology(new Topology(List.of(new NetworkSwitch("s1", List.of("n1"), List.of()))))
            .partition(
                new Partition("all", List.of("n1"), 3600, 3600, 1, 9, 1, false, 0, true, true))
            .build();
    Request whole = new Request.Builder().tasks(4).build();
    JobLogBuilder log = JobLog.builder();
    log.job(1, 0, 1000, 1000, 4).request(whole).job(2, 0, 1000, 1000, 4).request(whole);
    SimulatedSite site =
        SimulatedSite.slurm(
            log.build(), new SlurmDefinitions(machine, null, null, Map.of(), ""), Spec.of("slurm"));

    SimulatedSite larger = site.with(Objects.requireNonNull(site.slurm()).withMoreNodes(0, 1));

    assertThat(site.simulate().start(1)).isGreaterThanOrEqualTo(1000);
    assertThat(larger.simulate().start(1)).isLessThan(1000);
  }

  @Test
  void canSimulateEachChange() {
    for (SimulatedSite site :
        List.of(AdviceWorkloads.shallowBackfill(1), AdviceWorkloads.idlePartition(1))) {
      SimulatedSite part = site.with(site.log().slice(0, 100));
      for (SiteChange change : SlurmChanges.of(site)) {
        assertThat(change.made().apply(part).simulate().size()).isEqualTo(100);
      }
    }
  }
}
