package io.gnomon.sim.assess;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.assess.change.Change;
import io.gnomon.sim.assess.change.ConfigurationLines;
import io.gnomon.sim.assess.change.Setup;
import io.gnomon.sim.assess.change.SlurmChanges;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlurmChangesTest {
  private static Change named(Setup site, String id) {
    return SlurmChanges.of(site).stream()
        .filter(change -> change.id().startsWith(id))
        .findFirst()
        .orElseThrow();
  }

  private static ConfigurationLines lines(Setup site, String id) {
    return ConfigurationLines.between(site, named(site, id).made().apply(site));
  }

  @Test
  void deepensBackfillAndUndoesIt() {
    Setup site = AdviceWorkloads.shallowBackfill(1);

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
        .extracting(Change::id)
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
    Setup site = AdviceWorkloads.longDefault(1);
    Change change = named(site, "default.batch");

    Setup after = change.made().apply(site);

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

  @Test
  void addsAPartitionForShortJobs() {
    Setup site = AdviceWorkloads.soundSlurm(1);
    Change change = named(site, "short.batch");

    Setup after = change.made().apply(site);

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

  @Test
  void canSimulateEachChange() {
    for (Setup site :
        List.of(AdviceWorkloads.shallowBackfill(1), AdviceWorkloads.idlePartition(1))) {
      Setup part = site.with(site.log().slice(0, 100));
      for (Change change : SlurmChanges.of(site)) {
        assertThat(change.made().apply(part).simulate().size()).isEqualTo(100);
      }
    }
  }
}
