package io.gnomon.bridge.slurm.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.client.FakePrograms;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.limit.LimitRanges;
import io.gnomon.bridge.slurm.plan.AppliedConfiguration;
import io.gnomon.bridge.slurm.plan.ChangeSettings;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.events.config.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With scripts that know SchedulerParameters, two weights and a limit of one QOS. */
class SlurmConfiguratorTest {
  private static final Configuration SET =
      new Configuration("slurm(PriorityWeightQOS=7, bf_interval=60s, qos.normal.MaxJobsPU=8)", 2);

  private static final String SITE = "SchedulerParameters=bf_interval=30\nPriorityWeightQOS=1000\n";

  @TempDir private Path folder;
  private String initial = "easy";
  private long firstVersion = 1;
  private boolean applies = true;

  @BeforeEach
  void startSlurm() throws Exception {
    Files.createDirectories(folder.resolve("gnomon"));
    Files.createDirectories(folder.resolve("state"));
    write("slurm.conf", SITE + "Include gnomon/gnomon.conf\n");
    write("gnomon/gnomon.conf", "");
    write("limit", "50");
    FakePrograms slurm = programs();
    slurm.write("squeue", "echo '{\"jobs\":[]}'");
    slurm.write(
        "scontrol",
        """
        cd FOLDER
        last() { cat slurm.conf gnomon/gnomon.conf | sed -n "s/^$1=//p" | tail -1; }
        case "$*" in
        reconfigure)
          cat >running <<END
        SchedulerType           = sched/backfill
        ReconfigFlags           = KeepPartInfo
        PriorityType            = priority/multifactor
        AccountingStorageType   = accounting_storage/slurmdbd
        AccountingStorageEnforce = limits
        SLURM_CONF              = FOLDER/slurm.conf
        HASH_VAL                = Match
        SchedulerParameters     = $(last SchedulerParameters)
        PriorityWeightQOS       = $(last PriorityWeightQOS)
        END
          ;;
        *config) cat running;;
        *node*) echo 'NodeName=n1 CPUTot=4 CPUAlloc=0 State=IDLE RealMemory=1 Partitions=p';;
        *partition*) echo 'PartitionName=p Default=YES Nodes=n1 State=UP TotalCPUs=4 TotalNodes=1';;
        esac
        """
            .replace("FOLDER", folder.toString()));
    slurm.write(
        "sacctmgr",
        """
        cd FOLDER
        case "$*" in
        *modify*=-1) : >limit;;
        *modify*) printf %s "${6#*=}" >limit;;
        *) printf 'Name|Priority|MaxJobsPU|MaxTRESPU\\nnormal|0|%s|\\n' $(cat limit);;
        esac
        """
            .replace("FOLDER", folder.toString()));
    slurm.programs().run("scontrol", "reconfigure");
  }

  private FakePrograms programs() {
    return new FakePrograms(folder.resolve("bin"));
  }

  private void write(String file, String content) throws IOException {
    Files.writeString(folder.resolve(file), content);
  }

  /** What Slurm has: SchedulerParameters, PriorityWeightQOS and the limit. */
  private String slurm() throws Exception {
    Map<String, String> settings = reader().settings();
    return "%s %s %s"
        .formatted(
            settings.get("SchedulerParameters"),
            settings.get("PriorityWeightQOS"),
            Files.readString(folder.resolve("limit")));
  }

  private SlurmReader reader() {
    return new SlurmReader(programs().programs(), InstantSource.system());
  }

  /** The next process, in which something happens at a step. */
  private SlurmConfigurator configurator(String step, Happening happening) throws Exception {
    return new SlurmConfigurator(
        new ChangeSettings(
            applies,
            null,
            "gnomon",
            4,
            null,
            folder.resolve("gnomon/gnomon.conf"),
            initial,
            LimitRanges.parse("qos.normal.MaxJobsPU=1..100"),
            firstVersion),
        programs().programs(),
        reader(),
        folder.resolve("state"),
        reached -> {
          if (reached.equals(step)) {
            happening.happens();
          }
        });
  }

  /** Something that goes wrong. */
  private interface Happening {
    void happens();
  }

  private SlurmConfigurator configurator() throws Exception {
    return configurator("", () -> {});
  }

  private void reconfigure() throws Exception {
    programs().programs().run("scontrol", "reconfigure");
  }

  private Map<String, String> former(Aspect... aspects) throws IOException {
    return AppliedConfiguration.readFormer(folder.resolve("state"), aspects);
  }

  @Test
  void allAspectsAreSetAndRestored() throws Exception {
    configurator().apply(SET);
    assertThat(slurm()).isEqualTo("bf_interval=60 7 8");
    assertThat(configurator().readBack()).isEqualTo(SET);
    configurator().apply(new Configuration("easy", 3));
    assertThat(slurm()).isEqualTo("bf_interval=30 1000 50");
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
    write("gnomon/gnomon.conf", "PriorityWeightQOS=7\n");
    reconfigure();
    assertThat(configurator().readBack())
        .isEqualTo(new Configuration("slurm(PriorityWeightQOS=7, qos.normal.MaxJobsPU=8)", 3));
    assertThat(former(Aspect.values()))
        .isEqualTo(Map.of("PriorityWeightQOS", "1000", "qos.normal.MaxJobsPU", "50"));

    write("limit", "50");
    assertThat(configurator().readBack())
        .isEqualTo(new Configuration("slurm(PriorityWeightQOS=7)", 4));
    write("gnomon/gnomon.conf", "");
    reconfigure();
    assertThat(configurator().readBack()).isEqualTo(new Configuration("easy", 5));
    assertThat(former(Aspect.values())).isEmpty();
  }

  @Test
  void whatIsLeftAfterAnAspectWasRestoredIsRestoredByARollback() throws Exception {
    configurator().apply(SET);
    write("gnomon/gnomon.conf", "PriorityWeightQOS=7\n");
    reconfigure();
    configurator().readBack();
    configurator().apply(new Configuration("easy", 4));
    assertThat(slurm()).isEqualTo("bf_interval=30 1000 50");
  }

  @Test
  void aParameterThatWasChangedIsSetAgainByTheNextCommand() throws Exception {
    configurator().apply(SET);
    write("gnomon/gnomon.conf", "PriorityWeightQOS=7\nSchedulerParameters=bf_interval=99\n");
    reconfigure();
    assertThat(configurator().readBack()).isEqualTo(new Configuration(SET.policy(), 3));
    configurator().apply(new Configuration(SET.policy(), 4));
    assertThat(slurm()).isEqualTo("bf_interval=60 7 8");
    configurator().apply(new Configuration("easy", 5));
    assertThat(slurm()).isEqualTo("bf_interval=30 1000 50");
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
    assertThat(slurm()).isEqualTo("bf_interval=60 7 8");
    unblock("plan.json");
    assertThat(configurator().readBack()).isEqualTo(SET);
    assertThat(slurm()).isEqualTo("bf_interval=60 7 8");
  }

  @Test
  void aChangeThatCannotBeStoredIsUndone() throws Exception {
    SlurmConfigurator configurator = configurator("read back", () -> block("in-force.json.next"));
    assertThatThrownBy(() -> configurator.apply(SET))
        .isInstanceOf(CannotApplyException.class)
        .hasMessageContaining("cannot write")
        .hasMessageContaining("all steps have been undone");
    assertThat(slurm()).isEqualTo("bf_interval=30 1000 50");
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
    assertThat(slurm()).as("not undone").isEqualTo("bf_interval=30 1000 50");
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
    assertThat(slurm()).isEqualTo("bf_interval=60 7 8");
  }
}
