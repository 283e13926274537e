package io.gnomon.slurm.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gnomon.slurm.conf.SlurmConf.Line;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlurmConfTest {
  private static final Path CONF = Path.of("slurm.conf");

  private final Map<Path, String> files = new HashMap<>();

  @BeforeEach
  void files() {
    files.put(
        CONF,
        """
        # site
        SchedulerType=sched/builtin
        Include nodes.conf  # all of them
        PRIORITYFLAGS=NO_FAIR_TREE
        PartitionName=DEFAULT MaxTime=60 State=UP
        PartitionName=a Nodes=n[1-2] maxtime=90
        """);
    files.put(
        Path.of("nodes.conf"), "NodeName=n[1-2] \\\n  CPUs=4\nSchedulerType=sched/backfill\n");
  }

  private List<String> lines(Path file, String including) throws IOException {
    String text = files.get(file);
    if (text == null) {
      throw new NoSuchFileException(including);
    }
    return text.lines().toList();
  }

  private SlurmConf conf() throws IOException {
    return SlurmConf.read(CONF, this::lines);
  }

  @Test
  void aFileContinuesWithTheOneThatItIncludes() throws IOException {
    SlurmConf conf = conf().checked();
    assertThat(conf.lines())
        .extracting(Line::place)
        .containsExactly(
            "slurm.conf, line 2",
            "nodes.conf, line 2",
            "nodes.conf, line 3",
            "slurm.conf, line 4",
            "slurm.conf, line 5",
            "slurm.conf, line 6");
    assertThat(conf.parameter("schedulertype")).contains("sched/backfill");
    assertThat(conf.texts())
        .startsWith("# site", "SchedulerType=sched/builtin", "NodeName=n[1-2] \\")
        .hasSize(8);
    assertThat(conf.isPrinted()).isFalse();
  }

  @Test
  void linesHaveTheDefaultsBeforeThem() throws IOException {
    assertThat(conf().lines("PartitionName"))
        .extracting(Line::values)
        .containsExactly(
            Map.of("partitionname", "a", "nodes", "n[1-2]", "maxtime", "90", "state", "UP"));
  }

  @Test
  void somethingElseThanPairsIsNamedWithItsPlace() throws IOException {
    files.put(CONF, "SchedulerType=sched/builtin defer\nPriorityFlags=NO_FAIR_TREE\n");
    SlurmConf conf = conf();
    assertThat(conf.parameter("SchedulerType")).contains("sched/builtin");
    assertThat(conf.parameter("PriorityFlags")).isPresent();
    assertThatIllegalArgumentException()
        .isThrownBy(conf::checked)
        .withMessage("slurm.conf, line 1: 'defer' is not a pair such as NodeName=n[1-4]");
  }

  @Test
  void aLineOfAnIncludedFileIsNotShown() throws IOException {
    files.put(Path.of("nodes.conf"), "secret\n");
    assertThatIllegalArgumentException()
        .isThrownBy(conf()::checked)
        .withMessage(
            "nodes.conf, line 1: the line is not of Key=Value pairs; of an included file it is not"
                + " shown");
  }

  @Test
  void aFileThatIncludesItselfIsNotReadAgain() throws IOException {
    files.put(Path.of("nodes.conf"), "A=1\nInclude slurm.conf\nB=2\n");
    assertThatIllegalArgumentException()
        .isThrownBy(this::conf)
        .withMessage("nodes.conf, line 2: slurm.conf includes itself");
    List<Path> unusable = new ArrayList<>();
    SlurmConf conf = SlurmConf.read(CONF, lenient(unusable));
    assertThat(unusable).containsExactly(CONF);
    assertThat(conf.parameter("B")).contains("2");
  }

  @Test
  void whatIsLeftOutIsNotRead() throws IOException {
    files.remove(Path.of("nodes.conf"));
    assertThat(SlurmConf.read(CONF, lenient(new ArrayList<>())).lines()).hasSize(4);
  }

  private SlurmConf.Source lenient(List<Path> unusable) {
    return new SlurmConf.Source() {
      @Override
      public List<String> lines(Path file, String including) throws IOException {
        return SlurmConfTest.this.lines(file, including);
      }

      @Override
      public boolean leavesOut(Path included, int before) {
        return before == 1 && !files.containsKey(included);
      }

      @Override
      public void unusable(Path file, String why) {
        unusable.add(file);
      }
    };
  }

  @Test
  void whatScontrolPrintsIsReadLikewise() throws IOException {
    files.put(
        CONF,
        """
        PartitionName=a
           AllowGroups=ALL Exclusive=NODE
           Default=YES PreemptMode=(null)

        Configuration data as of 2026-11-26T20:37:34
        PriorityWeightQOS       = 30000
        PriorityFlags           = (null)
        """);
    SlurmConf conf = conf();
    assertThat(conf.isPrinted()).isTrue();
    assertThat(conf.parameter("priorityWeightQos")).contains("30000");
    assertThat(conf.parameter("PriorityFlags")).isEmpty();
    assertThat(conf.lines("PartitionName"))
        .containsExactly(
            new Line(
                "slurm.conf, line 1",
                Map.of(
                    "partitionname", "a",
                    "allowgroups", "ALL",
                    "oversubscribe", "EXCLUSIVE",
                    "default", "YES")));
  }
}
