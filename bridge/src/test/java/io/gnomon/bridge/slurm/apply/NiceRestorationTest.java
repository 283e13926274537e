package io.gnomon.bridge.slurm.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.client.FakePrograms;
import io.gnomon.bridge.slurm.client.FakeSlurm;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SampleJobs;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.limit.LimitRanges;
import io.gnomon.bridge.slurm.order.ManagedNice;
import io.gnomon.bridge.slurm.order.NiceChange;
import io.gnomon.bridge.slurm.plan.AppliedConfiguration;
import io.gnomon.bridge.slurm.plan.ChangeSettings;
import io.gnomon.bridge.slurm.plan.Plan;
import io.gnomon.bridge.slurm.plan.Step;
import io.gnomon.bridge.storage.JsonFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jobs 1 to 3 have a nice value of Gnomon's, whose order is no longer in force. */
class NiceRestorationTest {
  private static final long NOW = 1_700_000_000;
  private static final long SET = -1_900_000_000L;
  private static final AppliedConfiguration UNORDERED = AppliedConfiguration.unchanged("easy", 3);

  @TempDir private Path folder;
  private Path state;
  private FakePrograms programs;

  @BeforeEach
  void start() throws Exception {
    state = Files.createDirectories(folder.resolve("state"));
    programs = new FakePrograms(folder.resolve("bin"));
    answer("");
    programs.write("squeue", "echo 5");
    AppliedConfiguration.file(state)
        .write(
            UNORDERED.withNice(
                Map.of(
                    "1", new ManagedNice(0, SET, 0),
                    "2", new ManagedNice(0, SET, 0),
                    "3", new ManagedNice(0, SET, 0))));
  }

  /** Sets what scontrol does after it has recorded its arguments. */
  private void answer(String script) throws IOException {
    programs.write("scontrol", "cd %s; echo \"$*\" >>calls; %s".formatted(folder, script));
  }

  private SlurmConfigurator configurator() throws Exception {
    return new SlurmConfigurator(
        new ChangeSettings(true, null, "gnomon", 4, null, null, "easy", LimitRanges.NONE, 1),
        programs.programs(),
        new FakeSlurm(folder).reader(),
        state,
        step -> {});
  }

  private static SlurmState waiting(long... nice) {
    return new SlurmState(
        NOW,
        LongStream.rangeClosed(1, nice.length)
            .mapToObj(id -> SampleJobs.of(id, "PENDING", 60, 1, 1, NOW, 1000, nice[(int) id - 1]))
            .toList(),
        List.of(),
        List.of(new PartitionRecord("batch", Map.of("Default", "YES", "MaxTime", "UNLIMITED"))));
  }

  private List<String> calls() throws IOException {
    Path calls = folder.resolve("calls");
    List<String> made = Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    Files.deleteIfExists(calls);
    return made;
  }

  private Map<String, ManagedNice> managed() throws IOException {
    return AppliedConfiguration.file(state).read().orElseThrow().nice();
  }

  @Test
  void aJobThatSlurmRefusesToChangeIsTriedAgainAndDelaysNoOther() throws Exception {
    SlurmConfigurator configurator = configurator();
    answer("case $* in *JobId=1*) echo 'Access denied' >&2; exit 1;; esac");
    configurator.observe(waiting(SET, SET, SET));
    assertThat(calls())
        .containsExactly("update JobId=1 Nice=0", "update JobId=2 Nice=0", "update JobId=3 Nice=0");

    configurator.observe(waiting(SET, 0, 0));
    assertThat(calls()).containsExactly("update JobId=1 Nice=0");
    assertThat(managed()).containsOnlyKeys("1");

    answer("");
    configurator().observe(waiting(SET, 0, 0));
    assertThat(calls()).containsExactly("update JobId=1 Nice=0");
    configurator().observe(waiting(0, 0, 0));
    assertThat(calls()).isEmpty();
    assertThat(managed()).isEmpty();
  }

  @Test
  void whileSlurmDoesNotAnswerNothingElseIsTriedAndNothingIsForgotten() throws Exception {
    answer("echo 'Unable to contact slurm controller (connect failure)' >&2; exit 1");
    SlurmConfigurator configurator = configurator();
    configurator.observe(waiting(SET, SET, SET));
    assertThat(calls()).containsExactly("update JobId=1 Nice=0");
    answer("");
    configurator.observe(waiting(SET, SET, SET));
    assertThat(calls()).hasSize(3);
  }

  @Test
  void aJobThatIsHeldWhenItsValueIsRestoredIsRestoredAfterItsRelease() throws Exception {
    SlurmConfigurator configurator = configurator();
    programs.write("squeue", "echo 0");
    configurator.observe(waiting(SET, SET, SET));
    assertThat(calls()).isEmpty();
    programs.write("squeue", "echo 5");
    configurator.observe(waiting(SET, SET, SET));
    assertThat(calls()).hasSize(3);
  }

  /** The process ends after it has set job 1, whose user holds it before the change is undone. */
  @Test
  void aJobThatIsHeldWhenAChangeIsUndoneIsRestoredAfterItsRelease() throws Exception {
    AppliedConfiguration.file(state).write(UNORDERED);
    Step step = Step.nice(new NiceChange("1", "1", SET, 7));
    JsonFile<Plan> journal = new JsonFile<>(state.resolve("plan.json"), Plan.class);
    journal.write(
        new Plan(
            AppliedConfiguration.unchanged("easy(head=order, order=shortest)", 4)
                .withNice(Map.of("1", new ManagedNice(7, SET, 7))),
            Map.of(),
            List.of(),
            List.of(step)));
    programs.write("squeue", "echo 0");
    configurator().readBack();
    assertThat(calls()).isEmpty();
    assertThat(journal.read()).isEmpty();

    programs.write("squeue", "echo 5");
    configurator().observe(waiting(SET));
    assertThat(calls()).containsExactly("update JobId=1 Nice=7");
  }
}
