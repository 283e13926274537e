package io.gnomon.bridge.slurm.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.client.FakeSlurm;
import io.gnomon.bridge.slurm.limit.LimitRanges;
import io.gnomon.bridge.slurm.plan.AppliedConfiguration;
import io.gnomon.bridge.slurm.plan.ChangeSettings;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.events.config.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmConfiguratorTest {
  private static final Configuration SET =
      new Configuration("slurm(PriorityWeightQOS=7, bf_interval=60s, qos.normal.MaxJobsPU=8)", 2);

  @TempDir private Path folder;
  private String initial = "easy";
  private long firstVersion = 1;
  private boolean applies = true;
  private FakeSlurm slurm;

  @BeforeEach
  void startSlurm() throws Exception {
    Files.createDirectories(folder.resolve("state"));
    slurm = new FakeSlurm(folder).start();
  }

  /** The next process, in which something happens at a step. */
  private SlurmConfigurator configurator(String step, Happening happening) throws Exception {
    return configurator(
        reached -> {
          if (reached.equals(step)) {
            happening.happens();
          }
        });
  }

  private SlurmConfigurator configurator(Consumer<String> progress) throws Exception {
    return new SlurmConfigurator(
        new ChangeSettings(
            applies,
            null,
            "gnomon",
            4,
            null,
            slurm.include(),
            initial,
            LimitRanges.parse("qos.normal.MaxJobsPU=1..100"),
            firstVersion),
        slurm.programs(),
        slurm.reader(),
        folder.resolve("state"),
        progress);
  }

  /** Something that goes wrong. */
  private interface Happening {
    void happens();
  }

  private SlurmConfigurator configurator() throws Exception {
    return configurator("", () -> {});
  }

  private Map<String, String> former(Aspect... aspects) throws IOException {
    return AppliedConfiguration.readFormer(folder.resolve("state"), aspects);
  }

  @Test
  void allAspectsAreSetAndRestored() throws Exception {
    configurator().apply(SET);
    assertThat(slurm.values()).isEqualTo("bf_interval=60 7 8");
    assertThat(configurator().readBack()).isEqualTo(SET);
    configurator().apply(new Configuration("easy", 3));
    assertThat(slurm.values()).isEqualTo("bf_interval=30 1000 50");
    assertThat(former(Aspect.values())).isEmpty();
  }

  @Test
  void theFirstVersionIsKeptUntilTheStateIsLost() throws Exception {
    firstVersion = 501;
    assertThat(configurator().readBack()).isEqualTo(new Configuration("easy", 501));
    firstVersion = 701;
    assertThat(configurator().readBack()).isEqualTo(new Configuration("easy", 501));
    Files.delete(folder.resolve("state/in-force.json"));
    assertThat(configurator().readBack()).isEqualTo(new Configuration("easy", 701));
  }

  @Test
  void anAspectThatIsRestoredLeavesTheOthersAlone() throws Exception {
    configurator().apply(SET);
    slurm.write("gnomon/gnomon.conf", "PriorityWeightQOS=7\n");
    slurm.reconfigure();
    assertThat(configurator().readBack())
        .isEqualTo(new Configuration("slurm(PriorityWeightQOS=7, qos.normal.MaxJobsPU=8)", 3));
    assertThat(former(Aspect.values()))
        .isEqualTo(Map.of("PriorityWeightQOS", "1000", "qos.normal.MaxJobsPU", "50"));

    slurm.write("limit", "50");
    assertThat(configurator().readBack())
        .isEqualTo(new Configuration("slurm(PriorityWeightQOS=7)", 4));
    slurm.write("gnomon/gnomon.conf", "");
    slurm.reconfigure();
    assertThat(configurator().readBack()).isEqualTo(new Configuration("easy", 5));
    assertThat(former(Aspect.values())).isEmpty();
  }

  @Test
  void whatIsLeftAfterAnAspectWasRestoredIsRestoredByARollback() throws Exception {
    configurator().apply(SET);
    slurm.write("gnomon/gnomon.conf", "PriorityWeightQOS=7\n");
    slurm.reconfigure();
    configurator().readBack();
    configurator().apply(new Configuration("easy", 4));
    assertThat(slurm.values()).isEqualTo("bf_interval=30 1000 50");
  }

  @Test
  void aParameterThatWasChangedIsSetAgainByTheNextCommand() throws Exception {
    configurator().apply(SET);
    slurm.write("gnomon/gnomon.conf", "PriorityWeightQOS=7\nSchedulerParameters=bf_interval=99\n");
    slurm.reconfigure();
    assertThat(configurator().readBack()).isEqualTo(new Configuration(SET.policy(), 3));
    configurator().apply(new Configuration(SET.policy(), 4));
    assertThat(slurm.values()).isEqualTo("bf_interval=60 7 8");
    configurator().apply(new Configuration("easy", 5));
    assertThat(slurm.values()).isEqualTo("bf_interval=30 1000 50");
  }

  /** Makes a file such that nothing can replace or delete it, even root. */
  private void block(String file) {
    try {
      Path blocked = folder.resolve("state").resolve(file);
      Files.deleteIfExists(blocked);
      Files.createDirectories(blocked.resolve("x"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void unblock(String file) throws IOException {
    Files.delete(folder.resolve("state").resolve(file).resolve("x"));
    Files.delete(folder.resolve("state").resolve(file));
  }

  @Test
  void aChangeIsInForceThoughItsJournalCannotBeDeleted() throws Exception {
    SlurmConfigurator configurator = configurator("stored", () -> block("plan.json"));
    configurator.apply(SET);
    assertThat(configurator.readBack()).isEqualTo(SET);
    assertThat(slurm.values()).isEqualTo("bf_interval=60 7 8");
    unblock("plan.json");
    assertThat(configurator().readBack()).isEqualTo(SET);
    assertThat(slurm.values()).isEqualTo("bf_interval=60 7 8");
  }

  @Test
  void aChangeThatCannotBeStoredIsUndone() throws Exception {
    SlurmConfigurator configurator = configurator("read back", () -> block("in-force.json.next"));
    assertThatThrownBy(() -> configurator.apply(SET))
        .isInstanceOf(CannotApplyException.class)
        .hasMessageContaining("cannot write")
        .hasMessageContaining("all steps have been undone");
    assertThat(slurm.values()).isEqualTo("bf_interval=30 1000 50");
    unblock("in-force.json.next");
    assertThat(configurator().readBack()).isEqualTo(new Configuration("easy", 1));
    assertThat(Files.exists(folder.resolve("state/plan.json"))).isFalse();
  }

  /** The end of a process, which nothing in it can catch. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void aStoredChangeIsKeptThoughTheSiteIsDescribedInAnotherWayAfterTheRestart() throws Exception {
    configurator().apply(SET);
    SlurmConfigurator killed =
        configurator(
            "stored",
            () -> {
              throw new Killed();
            });
    assertThatThrownBy(() -> killed.apply(new Configuration("easy", 3))).isInstanceOf(Killed.class);
    initial = "easy(head=order)";
    assertThat(configurator().readBack()).isEqualTo(new Configuration(initial, 4));
    assertThat(slurm.values()).as("not undone").isEqualTo("bf_interval=30 1000 50");
  }

  @Test
  void aBridgeThatMayNotChangeSlurmStoresNoVersion() throws Exception {
    applies = false;
    assertThat(configurator().readBack().version()).isEqualTo(1);
    applies = true;
    firstVersion = 7_001;
    assertThat(configurator().readBack().version()).isEqualTo(7_001);
  }

  @Test
  void aPlanUndoesNoChangeThatAnotherProcessCarriesOut() throws Exception {
    String[] answer = {""};
    configurator(
            "read back",
            () -> {
              try {
                configurator().plan("slurm(bf_interval=90s)");
              } catch (Exception refused) {
                answer[0] = refused.getMessage();
              }
            })
        .apply(SET);
    assertThat(answer[0]).contains("a change has begun and not ended");
    assertThat(slurm.values()).isEqualTo("bf_interval=60 7 8");
  }

  private static final List<String> STEPS =
      List.of("sacctmgr -i modify qos normal set MaxJobsPerUser=8", "scontrol reconfigure");

  @Test
  void stepsRunInTheOrderOfThePlan() throws Exception {
    List<String> reached = new ArrayList<>();
    configurator(reached::add).apply(SET);
    assertThat(slurm.calls()).isEqualTo(STEPS);
    assertThat(reached)
        .element(1)
        .asString()
        .startsWith("write " + slurm.include()); // after the step that only undoes
    assertThat(reached.subList(2, reached.size()))
        .containsExactly(STEPS.get(0), STEPS.get(1), "read back", "stored");
  }

  @Test
  void aStepThatSlurmRejectsIsNotUndoneButThoseBeforeItAre() throws Exception {
    slurm.reject(STEPS.get(0));
    assertThatThrownBy(() -> configurator().apply(SET))
        .isInstanceOf(CannotApplyException.class)
        .hasMessageContaining("not today")
        .hasMessageContaining("all steps have been undone");
    assertThat(slurm.calls()).containsExactly(STEPS.get(0), "scontrol reconfigure");
    assertThat(slurm.values()).isEqualTo("bf_interval=30 1000 50");
    assertThat(slurm.include()).hasContent("");
    assertThat(configurator().readBack()).isEqualTo(new Configuration("easy", 1));
  }

  @Test
  void aRejectedLastStepUndoesAllBeforeItInReverseOrder() throws Exception {
    slurm.reject("scontrol reconfigure");
    assertThatThrownBy(() -> configurator().apply(SET))
        .hasMessageContaining("all steps have been undone");
    assertThat(slurm.calls())
        .containsExactly(
            STEPS.get(0),
            STEPS.get(1),
            "sacctmgr -i modify qos normal set MaxJobsPerUser=50",
            "scontrol reconfigure");
    assertThat(slurm.values()).isEqualTo("bf_interval=30 1000 50");
  }

  @Test
  void aChangeThatIsNotFoundWhenItIsReadBackIsUndone() throws Exception {
    SlurmConfigurator configurator = configurator("read back", () -> rewrite("limit", "9"));
    assertThatThrownBy(() -> configurator.apply(SET))
        .hasMessageContaining("qos.normal.MaxJobsPU is 9 instead of 8")
        .hasMessageContaining("all steps have been undone");
    assertThat(slurm.values()).isEqualTo("bf_interval=30 1000 50");
  }

  @Test
  void whatCouldNotBeUndoneIsUndoneAtTheNextReading() throws Exception {
    SlurmConfigurator configurator =
        configurator(
            "read back",
            () -> {
              rewrite("limit", "9");
              rewrite("rejected", "sacctmgr -i modify qos normal set MaxJobsPerUser=50");
            });
    assertThatThrownBy(() -> configurator.apply(SET))
        .hasMessageContaining("could not undo all steps, trying again later")
        .hasMessageContaining("not today");
    assertThat(slurm.values()).isEqualTo("bf_interval=30 1000 9");
    assertThat(configurator().readBack()).isEqualTo(new Configuration("easy", 1));
    assertThat(slurm.values()).isEqualTo("bf_interval=30 1000 50");
  }

  @Test
  void aDryRunChangesNothingAndShowsThePlan() throws Exception {
    applies = false;
    assertThatThrownBy(() -> configurator().apply(SET))
        .hasMessageContaining("slurm.apply is dry-run")
        .hasMessageContaining("; scontrol reconfigure");
    assertThat(slurm.calls()).isEmpty();
    assertThat(slurm.include()).hasContent("");
  }

  private void rewrite(String file, String content) {
    try {
      slurm.write(file, content);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
