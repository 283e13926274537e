package io.gnomon.bridge.slurm.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.slurm.client.FakePrograms;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.order.NiceChange;
import io.gnomon.bridge.slurm.plan.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With scripts that record what runs; scontrol prints what is in the file error, if it exists. */
class StepExecutorTest {
  @TempDir private Path folder;
  private StepExecutor executor;

  @BeforeEach
  void writePrograms() throws IOException {
    FakePrograms programs = new FakePrograms(folder);
    String record = "cd " + folder + "; echo \"${0##*/} $*\" >>calls\n";
    programs.write(
        "scontrol",
        record
            + "case \"$*\" in *JobId=13*) echo 'scontrol: error: no such luck' >&2; exit 1;; esac\n"
            + "if [ -f error ]; then cat error >&2; exit 1; fi");
    programs.write("sacctmgr", record);
    programs.write("squeue", record + "cat priorities");
    executor = new StepExecutor(programs.programs(), attempt -> true);
  }

  private static Step step(String apply, String undo) {
    return step(Step.Kind.SCONTROL, apply, undo, false);
  }

  private static Step step(Step.Kind kind, String apply, String undo, boolean optional) {
    return new Step(kind, words(apply), words(undo), optional);
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" "));
  }

  private static Step move(int job, boolean optional) {
    return step(
        Step.Kind.SCONTROL,
        "update JobId=" + job + " Partition=gnomon1",
        "update JobId=" + job + " Partition=batch",
        optional);
  }

  private List<String> calls() throws IOException {
    Path calls = folder.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  private void write(String file, String content) throws IOException {
    Files.writeString(folder.resolve(file), content);
  }

  @Test
  void whatSlurmIsTooBusyForIsTriedAgain() throws Exception {
    new FakePrograms(folder)
        .write(
            "scontrol",
            "cd "
                + folder
                + "; echo $* >>calls; [ $(wc -l <calls) = 3 ] || { echo '7_[1-5]: Resource"
                + " temporarily unavailable' >&2; exit 1; }");
    executor.apply(move(7, false));
    assertThat(calls()).hasSize(3);
    assertThatThrownBy(() -> executor.apply(move(7, true)))
        .isInstanceOf(SlurmException.class)
        .hasMessageContaining("temporarily unavailable");
    assertThat(calls()).hasSize(43);
  }

  @Test
  void eachKindOfStepRunsItsProgram() throws Exception {
    write("priorities", "  500\n");
    executor.apply(step("reconfigure", ""));
    executor.apply(step(Step.Kind.SACCTMGR, "-i modify qos normal set MaxJobsPU=8", "", false));
    executor.apply(Step.nice(new NiceChange("17_[1-3]", "17", 1_000, 5)));
    assertThat(calls())
        .containsExactly(
            "scontrol reconfigure",
            "sacctmgr -i modify qos normal set MaxJobsPU=8",
            "squeue --noheader --states=PD --format=%Q --jobs=17",
            "scontrol update JobId=17_[1-3] Nice=1000");
  }

  @Test
  void aStepThatHasNothingToDoRunsNothing() throws Exception {
    executor.apply(step("", "reconfigure"));
    assertThat(executor.undo(List.of(step("reconfigure", "")))).isEmpty();
    assertThat(calls()).isEmpty();
  }

  @Test
  void theNiceValueOfAJobThatIsHeldOrHasStartedIsNotSet() throws Exception {
    Step nice = Step.nice(new NiceChange("17", "17", 1_000, 5));
    write("priorities", "500\n0\n"); // one task is held
    executor.apply(nice);
    write("priorities", "");
    executor.apply(nice);
    assertThat(calls()).hasSize(2).allMatch(call -> call.startsWith("squeue"));
  }

  @Test
  void onlyAnOptionalStepMayFailAndOnlyBecauseItsObjectHasChanged() throws Exception {
    write("error", "Job has already completed\nInvalid job id specified\n");
    executor.apply(move(1, true));
    assertThatThrownBy(() -> executor.apply(move(1, false)))
        .isInstanceOf(SlurmException.class)
        .hasMessageContaining("Invalid job id specified");
    write("error", "Invalid job id specified\nAccess denied\n");
    assertThatThrownBy(() -> executor.apply(move(1, true))).hasMessageContaining("Access denied");
  }

  @Test
  void stepsAreUndoneInReverseOrderAndAFailureDoesNotStopTheOthers() throws Exception {
    List<String> failures =
        executor.undo(
            List.of(
                step("", "reconfigure"),
                move(12, false),
                move(13, false),
                step("create PartitionName=gnomon1", "delete PartitionName=gnomon1")));
    assertThat(calls())
        .containsExactly(
            "scontrol delete PartitionName=gnomon1",
            "scontrol update JobId=13 Partition=batch",
            "scontrol update JobId=12 Partition=batch",
            "scontrol reconfigure");
    assertThat(failures).singleElement().asString().contains("no such luck");
  }

  @Test
  void whatIsGoneNeedNotBeUndone() throws Exception {
    write("error", "Invalid partition name specified\n");
    assertThat(executor.undo(List.of(step("create", "delete PartitionName=gnomon1")))).isEmpty();
    assertThat(calls()).containsExactly("scontrol delete PartitionName=gnomon1");
  }

  @Test
  void aFileGetsItsFormerContentOrIsDeleted() throws Exception {
    Path file = folder.resolve("gnomon.conf");
    Step created = new Step(Step.Kind.FILE, List.of("" + file, "a"), List.of("" + file), false);
    Step changed =
        new Step(Step.Kind.FILE, List.of("" + file, "b"), List.of("" + file, "a"), false);
    executor.apply(created);
    executor.apply(changed);
    assertThat(file).hasContent("b");
    assertThat(executor.undo(List.of(changed))).isEmpty();
    assertThat(file).hasContent("a");
    assertThat(executor.undo(List.of(created, changed))).isEmpty();
    assertThat(file).doesNotExist();
  }
}
