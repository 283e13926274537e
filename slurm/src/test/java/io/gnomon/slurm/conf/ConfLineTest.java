package io.gnomon.slurm.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ConfLineTest {
  private static List<ConfLine> lines(String text) {
    return ConfLine.of(text.lines().toList());
  }

  @Test
  void aBackslashContinuesALineAndAHashBeginsAComment() {
    List<ConfLine> lines =
        lines(
            """
            # ClusterName=old
            SchedulerParameters=bf_interval=60,\\
            bf_window=10   # minutes

            NodeName = n[1-2]  CPUs=4 \\
               Feature="a,b"
            """);
    assertThat(lines).extracting(ConfLine::number).containsExactly(3, 6);
    assertThat(lines.get(0).pairs().values())
        .isEqualTo(Map.of("schedulerparameters", "bf_interval=60,bf_window=10"));
    assertThat(lines.get(1).pairs().values())
        .containsExactly(
            Map.entry("nodename", "n[1-2]"), Map.entry("cpus", "4"), Map.entry("feature", "a,b"));
  }

  @Test
  void keysAreInAnyCase() {
    ConfLine line = new ConfLine(1, "PRIORITYFLAGS=NO_FAIR_TREE rest");
    assertThat(line.pairs().values()).containsExactly(Map.entry("priorityflags", "NO_FAIR_TREE"));
    assertThat(line.pairs().rest()).isEqualTo("rest");
  }

  @Test
  void includesAreNamed() {
    assertThat(new ConfLine(1, "include nodes.conf").include()).contains("nodes.conf");
    assertThat(new ConfLine(1, "Includes=a").include()).isEmpty();
  }

  @Test
  void aPartitionOfANewerReleaseHasTheOlderForm() {
    assertThat(new ConfLine(1, "partitionname=a exclusive=node Nodes=n1").pairs().values())
        .isEqualTo(Map.of("partitionname", "a", "oversubscribe", "EXCLUSIVE", "nodes", "n1"));
  }

  @Property(tries = 200)
  void wherePairsAreContinuedDoesNotMatter(
      @ForAll @Size(min = 1, max = 6) List<@AlphaChars @StringLength(min = 1, max = 5) String> keys,
      @ForAll @Size(6) List<Boolean> broken) {
    StringBuilder oneLine = new StringBuilder();
    StringBuilder several = new StringBuilder();
    for (int i = 0; i < keys.size(); i++) {
      String pair = keys.get(i) + "=" + i + " ";
      oneLine.append(pair);
      several.append(pair).append(broken.get(i) ? "\\\n" : "");
    }
    assertThat(lines(several.toString()).get(0).pairs())
        .isEqualTo(lines(oneLine.toString()).get(0).pairs());
  }
}
