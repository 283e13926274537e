package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gnomon.sim.workload.sacct.SacctField;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are made to take all memory or time end a command with one message. */
@Timeout(300)
class HostileFilesTest {
  private static final String NODES = "NodeName=n[1-200000] CPUs=4\n";
  private static final Path DEVICE = Path.of("/dev/zero");

  @TempDir private Path folder;
  private Path jobs;

  @BeforeEach
  void writeJobs() throws IOException {
    jobs = file("jobs.events", job(""));
  }

  private static String job(String options) {
    return "-dt 10 -e submit_batch_job | -J jobid_1 -sim-walltime 60 --uid=ann -t 01:00:00 -n 1"
        + " -N 1 %s -A physics -p batch pseudo.job\n".formatted(options);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String lines(int count, IntFunction<String> line) {
    return IntStream.range(0, count)
        .mapToObj(i -> line.apply(i) + "\n")
        .collect(Collectors.joining());
  }

  private CommandResult assess(String... options) {
    List<String> all = new ArrayList<>(List.of("assess", "--threads", "1"));
    all.addAll(List.of("--report", folder.resolve("report").toString()));
    all.addAll(List.of(options));
    return CommandResult.of(all.toArray(String[]::new));
  }

  private void assertRefused(CommandResult result, String... message) {
    assertThat(result.err()).contains(message).doesNotContain("internal error", "\tat ");
    assertThat(result.err().lines()).hasSizeBetween(1, 2);
    assertThat(result.err()).hasSizeLessThan(1000);
    assertThat(result.status()).isBetween(1, 2);
  }

  private void assertAssessRefuses(String conf, String... message) throws IOException {
    Path file = file("slurm.conf", conf);
    assertRefused(assess("--workload", jobs.toString(), "--slurm-conf", file.toString()), message);
  }

  private void assertConfRefused(String conf, String... message) throws IOException {
    assertAssessRefuses(conf, message);
    Path file = folder.resolve("slurm.conf");
    assertRefused(
        CommandResult.of(
            "simulate",
            "--workload",
            jobs.toString(),
            "--machine",
            file.toString(),
            "--policy",
            "slurm"),
        message);
  }

  @Test
  void filesThatIncludeEachOther() throws IOException {
    file("nodes.conf", NODES + "Include slurm.conf\n");
    assertConfRefused(
        "# site\nInclude nodes.conf\n", "nodes.conf, line 2: ", "slurm.conf includes itself");
  }

  @Test
  void filesThatIncludeEachOtherTooDeep() throws IOException {
    for (int i = 0; i < 12; i++) {
      file("c" + i, "Include c" + (i + 1) + "\n");
    }
    assertConfRefused(
        "Include c0\n", "c9, line 1: Include of ", "c10; files may include each other 10 deep");
  }

  @Test
  void tooManyIncludes() throws IOException {
    file("empty", "\n");
    for (int i = 0; i < 9; i++) {
      file("c" + i, "Include %s\n".formatted(i == 8 ? "empty" : "c" + (i + 1)).repeat(50));
    }
    assertConfRefused("Include c0\n", ", line ", "and 1000 in all");
  }

  @Test
  void includesThatAreNoFiles() throws IOException {
    assumeTrue(Files.exists(DEVICE));
    assertConfRefused(
        NODES + "Include /dev/zero\n",
        "slurm.conf, line 2: Include /dev/zero: ",
        "not a regular file");
    assertConfRefused(
        NODES + "Include gone.conf\n", "slurm.conf, line 2: Include gone.conf: no such file");
  }

  @Test
  void linesOfIncludedFilesAreNotShown() throws IOException {
    file("shadow", "root:$6$secret:19000:0:99999:7:::\n");

    Path conf = file("slurm.conf", NODES + "Include shadow\n");

    CommandResult result = assess("--workload", jobs.toString(), "--slurm-conf", conf.toString());

    assertRefused(result, "shadow, line 1: the line is not of Key=Value pairs");
    assertThat(result.err()).doesNotContain("root", "secret");
  }

  @Test
  void linksOfTheNamesOfAReportAreReplacedAndNotFollowed() throws IOException {
    Path victim = file("victim", "precious");
    Path report = Files.createDirectory(folder.resolve("report"));
    for (String name : List.of("report.html", "report.json", "report.md")) {
      Files.createSymbolicLink(report.resolve(name), victim);
    }
    Path conf =
        file("slurm.conf", "NodeName=n1 CPUs=4\nPartitionName=batch Nodes=n1 Default=YES\n");

    CommandResult result = assess("--workload", jobs.toString(), "--slurm-conf", conf.toString());

    assertThat(result.status()).as(result.err()).isZero();
    assertThat(victim).hasContent("precious");
    try (Stream<Path> files = Files.list(report)) {
      assertThat(files.toList())
          .contains(report.resolve("report.html"))
          .noneMatch(Files::isSymbolicLink)
          .noneMatch(file -> file.getFileName().toString().startsWith("."));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "assess --workload %s --processors 8 --report r",
        "assess --sacct %s --slurm-conf %s --report r",
        "simulate --workload %s --processors 8 --policy easy",
        "simulate --workload %s --machine %s --policy easy",
        "tune --workload %s --processors 8",
        "compare --workload %s --processors 8 --policy easy --policy fcfs"
      })
  void devices(String command) {
    assumeTrue(Files.exists(DEVICE));
    assertRefused(CommandResult.of(command.replace("%s", "/dev/zero").split(" ")), "/dev/zero");
  }

  @Test
  void manyPartitionsWithManyNodes() throws IOException {
    String partitions = lines(60, i -> "PartitionName=p%d Nodes=n[%d-200000]".formatted(i, i + 1));
    assertAssessRefuses(
        NODES + partitions,
        "slurm.conf, line 43: partition 'p41' ",
        "list more than 8388608 nodes");
  }

  @Test
  void manyNodes() throws IOException {
    assertAssessRefuses(
        lines(10, i -> "NodeName=n%d-[1-200000] CPUs=4".formatted(i)),
        "slurm.conf, line 2: the machine has more than 200000 nodes");
    assertConfRefused(
        "NodeName=n[1-999999] CPUs=4\n", "slurm.conf, line 1: host list 'n[1-999999]'");
    assertAssessRefuses(
        "NodeName=%s[1-200000] CPUs=4\n".formatted("n".repeat(250)),
        "slurm.conf, line 1: host list 'nnn",
        "more than 8388608 characters in all");
  }

  @Test
  void manyNodeSets() throws IOException {
    assertAssessRefuses(
        NODES + lines(20, i -> "NodeSet=s%d Nodes=n[1-200000]".formatted(i)),
        "slurm.conf, line 7: node set 's5' ");
  }

  @Test
  void longLines() throws IOException {
    assertConfRefused(
        NODES + "x".repeat((1 << 20) + 1) + "\n", "slurm.conf, line 2: the line is longer than");
    assertConfRefused(
        NODES + "x".repeat(1 << 19) + "\n", "slurm.conf, line 2: 'xxx", "is not a pair");
    assertConfRefused(
        NODES + ("x=1" + "y".repeat(1000) + " \\\n").repeat(2000),
        "slurm.conf, line 2001: with the lines that it continues");
  }

  @ParameterizedTest
  @CsvSource({"--associations", "--usage", "--slurm-conf"})
  void aGigabyteWhereSomeMegabytesAreExpected(String option) throws IOException {
    Path large = folder.resolve("large");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(1L << 30);
    }
    Path conf = file("slurm.conf", "NodeName=n[1-4] CPUs=4\nPartitionName=batch Nodes=ALL\n");
    Path accounts = file("accounts", "Cluster - 'c'\nParent - 'root'\n");
    List<String> options = new ArrayList<>(List.of("--workload", jobs.toString()));
    options.addAll(List.of("--slurm-conf", conf.toString()));
    options.addAll(List.of("--associations", accounts.toString(), "--usage", large.toString()));
    options.set(options.indexOf(option) + 1, large.toString());
    assertRefused(
        assess(options.toArray(String[]::new)), "large has 1073741824 bytes; ", "at most 67108864");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bomb.swf.gz", "bomb.events.gz", "bomb.csv.gz", "bomb.sacct.gz"})
  void compressedFilesThatExpandWithoutEnd(String name) throws IOException {
    byte[] lines =
        (name.contains("csv") ? "sn,cpu_milli,memory_mib,gpu,model\n" : "")
            .getBytes(StandardCharsets.UTF_8);
    Path bomb = folder.resolve(name);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(bomb))) {
      out.write(lines);
      byte[] block =
          ((name.contains("swf") ? ";" : "") + "\n")
              .repeat(1 << 19)
              .getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < 64; i++) {
        out.write(block);
      }
    }
    Path conf = file("slurm.conf", "NodeName=n[1-4] CPUs=4\nPartitionName=batch Nodes=ALL\n");
    CommandResult result =
        switch (name) {
          case "bomb.swf.gz" -> assess("--workload", bomb.toString(), "--processors", "8");
          case "bomb.sacct.gz" ->
              assess("--sacct", bomb.toString(), "--slurm-conf", conf.toString());
          case "bomb.csv.gz" ->
              CommandResult.of(
                  "simulate",
                  "--workload",
                  jobs.toString(),
                  "--machine",
                  bomb.toString(),
                  "--policy",
                  "easy");
          default -> assess("--workload", bomb.toString(), "--slurm-conf", conf.toString());
        };
    assertRefused(result, name + " expands to more than 200 times its size");
  }

  @Test
  void accountsThatAreLongOrDeep() throws IOException {
    Path conf = file("slurm.conf", "NodeName=n[1-4] CPUs=4\nPartitionName=batch Nodes=ALL\n");
    String word = "'a':".repeat(100_000);
    for (String text :
        List.of(
            "Cluster - 'c'\nAccount - '" + "a".repeat(500_000) + "'\n",
            "Cluster - 'c'\nAccount - " + word + "\n",
            "sacctmgr add account " + "'a'".repeat(100_000) + "\n",
            "Cluster|Account|User\n  c| a|\n",
            lines(
                20_000,
                i ->
                    "sacctmgr -i add account a%d parent=%s"
                        .formatted(i, i == 0 ? "root" : "a" + (i - 1))))) {
      Path accounts = file("accounts", text);
      CommandResult result =
          CommandResult.of(
              "simulate",
              "--workload",
              jobs.toString(),
              "--machine",
              conf.toString(),
              "--associations",
              accounts.toString(),
              "--policy",
              "slurm");
      assertThat(result.err()).doesNotContain("internal error", "\tat ");
    }
  }

  @Test
  void constraintsWithThousandsOfTerms() throws IOException {
    Path conf =
        file("slurm.conf", "NodeName=n[1-4] CPUs=4 Feature=a\nPartitionName=batch Nodes=ALL\n");
    Path many = file("many.events", job("-C " + "a|b&".repeat(50_000) + "a"));
    CommandResult result =
        CommandResult.of(
            "simulate",
            "--workload",
            many.toString(),
            "--machine",
            conf.toString(),
            "--policy",
            "easy");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    String header = SacctField.exportedAsOption().replace(',', '|');
    assertRefused(
        assess(
            "--sacct",
            file("empty.sacct", header + "\n").toString(),
            "--slurm-conf",
            conf.toString()),
        "empty.sacct");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bf_interval=1m", "bf_window=2d", "bf_max_job_test=1e3"})
  void schedulerParametersThatSlurmReadsOtherwise(String parameter) throws IOException {
    assertConfRefused(
        "SchedulerParameters=%s\nNodeName=n1 CPUs=4\nPartitionName=batch Nodes=ALL\n"
            .formatted(parameter),
        "slurm.conf: SchedulerParameters has " + parameter + "; allowed are whole numbers");
  }
}
