package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.sim.workload.sacct.SacctField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssessCommandTest {
  private static final Path SHARED =
      Path.of(System.getProperty("gnomon.root", "..")).resolve("../shared");

  private static CommandResult assess(String... options) {
    List<String> all = new ArrayList<>(List.of("assess", "--threads", "1"));
    all.addAll(Arrays.asList(options));
    return CommandResult.of(all.toArray(String[]::new));
  }

  private static Map<String, String> files(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return files;
  }

  @Test
  void writesTheReportAndPrintsItsFirstSentences(@TempDir Path folder) throws IOException {
    Path log = WorkloadFile.in(folder, 600);
    Path out = folder.resolve("out");

    CommandResult result =
        assess(
            "--workload",
            log.toString(),
            "--processors",
            "64",
            "--report",
            out.toString(),
            "--no-loop");

    assertThat(result.err()).doesNotContain("Exception");
    assertThat(result.status()).isZero();
    assertThat(result.out()).contains("600 jobs on 64 processors", "is not known how well");
    assertThat(files(out))
        .containsOnlyKeys(
            "report.html", "report.md", "report.json", "gain-by-changes.svg", "mean-wait.svg");
    JsonNode json = new ObjectMapper().readTree(out.resolve("report.json").toFile());
    assertThat(json.get("fidelity").get("trust").asText()).isEqualTo("unknown");
    assertThat(json.get("configuration").asText()).contains("easy, an assumption");
    assertThat(json.get("candidates").size()).isGreaterThan(10);
  }

  @Test
  void mergesShardsToTheBytesOfOneProcess(@TempDir Path folder) throws IOException {
    Path log = WorkloadFile.in(folder, 400);
    String[] options = {"--workload", log.toString(), "--processors", "64", "--no-loop"};
    Path one = folder.resolve("one");
    Path many = folder.resolve("many");

    assertThat(assess(with(options, "--report", one.toString(), "--thorough")).status()).isZero();
    for (String shard : List.of("2/3", "0/3", "1/3", "0/3")) {
      assertThat(assess(with(options, "--report", many.toString(), "--shard", shard)).status())
          .isZero();
    }
    assertThat(assess(with(options, "--report", many.toString(), "--merge")).status()).isZero();

    assertThat(files(many)).isEqualTo(files(one));
  }

  @Test
  void refusesToMergeWithoutAllShards(@TempDir Path folder) throws IOException {
    Path log = WorkloadFile.in(folder, 400);
    String[] options = {
      "--workload", log.toString(), "--processors", "64", "--no-loop", "--report", folder + "/out"
    };
    assess(with(options, "--shard", "0/2"));

    CommandResult result = assess(with(options, "--merge"));

    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("evaluations of this input, such as ", "run all shards");
  }

  private static String[] with(String[] options, String... more) {
    return Stream.concat(Arrays.stream(options), Arrays.stream(more)).toArray(String[]::new);
  }

  @Test
  void printsTheFieldsOfSacct() {
    CommandResult result = assess("--fields");

    assertThat(result.status()).isZero();
    assertThat(result.out().strip()).isEqualTo(SacctField.exportedAsOption());
  }

  @Test
  void refusesIncompleteOptions(@TempDir Path folder) throws IOException {
    String log = WorkloadFile.in(folder, 50).toString();

    assertThat(assess("--workload", log).err()).contains("missing option '--report=DIR'");
    assertThat(assess("--report", "out").err()).contains("--sacct=FILE' or '--workload=FILE");
    assertThat(assess("--report", "out", "--sacct", "x").err())
        .contains("--sacct needs --slurm-conf");
    assertThat(assess("--report", "out", "--workload", log, "--associations", "x").err())
        .contains("--associations needs --slurm-conf");
    assertThat(assess("--report", "out", "--workload", log, "--usage", "x").err())
        .contains("--usage needs --associations");
    assertThat(assess("--report", "out", "--workload", log, "--shard", "4/3").err())
        .contains("shard 4/3 is not allowed");
    assertThat(assess("--report", "out", "--workload", log, "--shard", "x").status()).isEqualTo(2);
    assertThat(assess("--report", "out", "--sacct", log, "--workload", log).err())
        .contains("exclude each other");
  }

  @Test
  void refusesARecordOfTheFutureWithItsLine(@TempDir Path folder) throws IOException {
    Path conf = folder.resolve("slurm.conf");
    Files.writeString(
        conf,
        """
        ClusterName=c
        SlurmctldHost=h
        NodeName=n[1-2] CPUs=8 RealMemory=16000
        PartitionName=cpu Nodes=ALL Default=YES MaxTime=1:00:00
        """);
    Path jobs = folder.resolve("jobs.txt");
    Files.writeString(
        jobs,
        """
        JobID|User|Account|Partition|Submit|Eligible|Start|End|State|Timelimit|NNodes|NCPUS|ReqMem
        12|ann|physics|cpu|2999-07-01T10:00:00|2999-07-01T10:00:00|2999-07-01T10:05:00\
        |2999-07-01T10:35:00|COMPLETED|01:00:00|1|8|4G
        """);

    CommandResult result =
        assess(
            "--sacct", jobs.toString(),
            "--slurm-conf", conf.toString(),
            "--report", folder.resolve("out").toString());

    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("jobs.txt", "line 2", "2999-07-01T10:00:00");
  }

  @Test
  void writesTheFilesWithPseudonymsOnly(@TempDir Path folder) throws IOException {
    Path golden = SHARED.resolve("golden/slurm");
    assumeTrue(Files.exists(golden.resolve("micro_a.sacct.txt.gz")));
    Path conf = golden.resolve("conf/micro_a");
    Path usage =
        Files.writeString(
            folder.resolve("sshare.txt"),
            "Account|User|RawShares|RawUsage\nroot||1|9\naccount1||100|9\naccount1|user1|1|9\n");

    CommandResult result =
        assess(
            "--sacct", golden.resolve("micro_a.sacct.txt.gz").toString(),
            "--slurm-conf", conf.resolve("slurm.conf").toString(),
            "--associations", conf.resolve("sacctmgr.used").toString(),
            "--usage", usage.toString(),
            "--anonymize", folder.toString());

    assertThat(result.status()).as("%s", result.err()).isZero();
    assertThat(folder.resolve("jobs.txt.gz")).exists();
    assertThat(Files.readString(folder.resolve("associations.txt"))).doesNotContain("account1");
    CommandResult again =
        assess(
            "--sacct", folder.resolve("jobs.txt.gz").toString(),
            "--slurm-conf", folder.resolve("slurm.conf").toString(),
            "--associations", folder.resolve("associations.txt").toString(),
            "--usage", folder.resolve("usage.txt").toString(),
            "--report", folder.resolve("out").toString());
    assertThat(Files.readString(folder.resolve("usage.txt"))).doesNotContain("account1", "user1");
    assertThat(again.status()).as("%s", again.err()).isZero();
  }

  @Test
  void showsOnATerminalHowFarItIs(@TempDir Path folder) {
    Path golden = SHARED.resolve("golden/slurm");
    assumeTrue(Files.exists(golden.resolve("micro_a.sacct.txt.gz")));
    System.setProperty("gnomon.terminal", "true");
    try {
      CommandResult result =
          assess(
              "--sacct", golden.resolve("micro_a.sacct.txt.gz").toString(),
              "--slurm-conf", golden.resolve("conf/micro_a/slurm.conf").toString(),
              "--anonymize", folder.toString());
      assertThat(result.status()).isZero();
      assertThat(result.err()).contains("records: ");
    } finally {
      System.clearProperty("gnomon.terminal");
    }
  }

  @Test
  void reproducesTheScheduleOfSlurmsOwnCode(@TempDir Path folder) throws IOException {
    Path golden = SHARED.resolve("golden/slurm");
    assumeTrue(Files.exists(golden.resolve("micro_a.sacct.txt.gz")));
    Path conf = golden.resolve("conf/micro_a");

    CommandResult result =
        assess(
            "--sacct", golden.resolve("micro_a.sacct.txt.gz").toString(),
            "--slurm-conf", conf.resolve("slurm.conf").toString(),
            "--associations", conf.resolve("sacctmgr.used").toString(),
            "--report", folder.toString());

    assertThat(result.err()).doesNotContain("Exception");
    assertThat(result.status()).isZero();
    JsonNode fidelity =
        new ObjectMapper().readTree(folder.resolve("report.json").toFile()).get("fidelity");
    assertThat(fidelity.get("trust").asText()).isEqualTo("close");
    assertThat(Math.abs(fidelity.get("error").asDouble())).isLessThan(0.2);
    assertThat(fidelity.get("kendallTau").asDouble()).isGreaterThan(0.5);
  }
}
