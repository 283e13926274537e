package io.gnomon.bridge.slurm.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.slurm.order.ManagedNice;
import io.gnomon.bridge.slurm.order.NiceChange;
import io.gnomon.bridge.slurm.order.NiceOrder;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.bridge.slurm.policy.JobOrder;
import io.gnomon.bridge.storage.JsonFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {
  private static final NiceOrder ORDER =
      new NiceOrder(
          new JobOrder(JobOrder.Criterion.SMALLEST_AREA, 1e-10), 1_700_000_000, true, 1, false);
  private static final AppliedConfiguration NEXT =
      new AppliedConfiguration(
          "multi-queue(partitions=2)",
          7,
          Map.of(
              Aspect.PARTITIONS,
              Map.of("gnomon1", new AppliedSetting("Nodes=n[1-8] State=UP", "")),
              Aspect.PARAMETERS,
              Map.of("SchedulerParameters", new AppliedSetting("bf_interval=30", "(null)")),
              Aspect.LIMITS,
              Map.of("qos.normal.MaxJobsPU", new AppliedSetting("8", ""))),
          "abc",
          ORDER,
          Map.of("17", new ManagedNice(0, 1_000, 5)));
  private static final Plan PLAN =
      new Plan(
          NEXT,
          Map.of(Aspect.PARAMETERS, Map.of("SchedulerParameters", "bf_interval=30")),
          List.of("a note"),
          List.of(
              Step.reconfigureWhenUndone(),
              new Step(Step.Kind.FILE, List.of("/f", "a\nb\n"), List.of("/f", "a\nc\n"), false),
              Step.move("1,2", "gnomon1", "batch"),
              Step.nice(new NiceChange("17_[1-3]", "17", 1_000, 5)),
              Step.reconfigure()));

  @TempDir private Path folder;

  @Test
  void theJournalIsReadBackAsItWasWritten() throws Exception {
    JsonFile<Plan> journal = new JsonFile<>(folder.resolve("plan.json"), Plan.class);
    assertThat(journal.read()).isEmpty();
    journal.write(PLAN);
    assertThat(journal.read()).contains(PLAN);
    journal.delete();
    assertThat(journal.read()).isEmpty();
  }

  @Test
  void theSitesOwnValuesAreReadFromTheAppliedConfiguration() throws Exception {
    assertThat(AppliedConfiguration.readFormer(folder, Aspect.PARAMETERS)).isEmpty();
    assertThat(AppliedConfiguration.readPolicy(folder)).isEmpty();
    AppliedConfiguration.file(folder).write(NEXT);
    assertThat(AppliedConfiguration.file(folder).read()).contains(NEXT);
    assertThat(
            AppliedConfiguration.readFormer(
                folder, Aspect.PARAMETERS, Aspect.PRIORITIES, Aspect.LIMITS))
        .isEqualTo(Map.of("SchedulerParameters", "(null)", "qos.normal.MaxJobsPU", ""));
    assertThat(AppliedConfiguration.readPolicy(folder)).contains(NEXT.policy());
  }

  @Test
  void aDamagedFileIsReportedWithItsPath() throws Exception {
    Files.writeString(folder.resolve("in-force.json"), "{\"policy\":\"easy\",\"version\":1}");
    assertThatThrownBy(() -> AppliedConfiguration.file(folder).read())
        .hasMessageContaining(folder.resolve("in-force.json").toString())
        .hasMessageContaining("AppliedConfiguration")
        .hasMessageContaining("changes");
  }

  @Test
  void aPlanIsDescribedAsAnAdministratorWouldTypeIt() {
    assertThat(PLAN.describe().lines())
        .containsExactly(
            "# a note",
            "write /f",
            "  - c",
            "  + b",
            "scontrol update JobId=1,2 Partition=gnomon1",
            "scontrol update JobId=17_[1-3] Nice=1000",
            "scontrol reconfigure");
  }
}
