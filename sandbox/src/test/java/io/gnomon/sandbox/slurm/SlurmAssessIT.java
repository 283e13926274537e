package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cli.GnomonSim;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import io.gnomon.sim.workload.swf.SwfHeader;
import io.gnomon.sim.workload.swf.SwfWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Assessments of a real Slurm, and as a job array of it. */
@Tag("slurm")
class SlurmAssessIT {
  private static final int SHARDS = 3;

  @TempDir private static Path folder;

  @Test
  void aJobArrayMakesTheBytesOfOneProcess() throws Exception {
    Path workload = folder.resolve("cluster.swf");
    SwfWriter.write(workload, SwfHeader.EMPTY, WorkloadGenerator.generate(300, 64, 0.85, 5));
    String[] options = {
      "assess", "--workload=" + workload, "--processors=64", "--no-loop", "--threads=1"
    };
    Path one = folder.resolve("one");
    run(options, "--thorough", "--report=" + one);
    Path shared = folder.resolve("shared");
    Path script = folder.resolve("array.sh");
    Files.writeString(
        script,
        """
        #!/bin/bash
        #SBATCH --array=0-%d --output=%s/%%a.log
        %s -XX:+UseSerialGC -cp '%s' io.gnomon.sim.cli.GnomonSim %s \\
            --report=%s --shard "$SLURM_ARRAY_TASK_ID/%d"
        """
            .formatted(
                SHARDS - 1,
                folder,
                Path.of(System.getProperty("java.home"), "bin/java"),
                System.getProperty("java.class.path"),
                String.join(" ", options),
                shared,
                SHARDS));

    try (RealSlurm slurm = RealSlurm.start(Files.createDirectory(folder.resolve("slurm")), 2, 2)) {
      slurm.shell("sbatch --wait " + script);
    }
    run(options, "--merge", "--report=" + shared);

    assertThat(reports(shared)).isEqualTo(reports(one)).containsKey("report.html");
  }

  /** As printed, but for the dates; with accounts, users and a QOS that were deleted meanwhile. */
  @Test
  void theDocumentedCommandsReportOnASlurmWithAccounts() throws Exception {
    List<String> commands =
        Files.readAllLines(Path.of(System.getProperty("gnomon.root"), "docs/assess.md")).stream()
            .filter(line -> line.startsWith("    "))
            .limit(3)
            .map(line -> line.strip().replaceAll("-S \\S+ -E \\S+", "-S now-1hours -E now"))
            .toList();
    assertThat(commands).extracting(line -> line.split(" ")[1]).contains("sacct", "assess");
    Path site = Files.createDirectory(folder.resolve("accounts"));
    Path work = Files.createDirectory(folder.resolve("work"));
    Path launcher = work.resolve("gnomon");
    Files.writeString(
        launcher,
        "#!/bin/sh\nexec '%s' -XX:+UseSerialGC -cp '%s' io.gnomon.sim.cli.GnomonSim \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin/java"),
                System.getProperty("java.class.path")));
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));

    try (RealSlurm slurm = RealSlurm.startAccounts(site)) {
      slurm.shell(
          "sacctmgr -i add qos brief; sacctmgr -i add account closed;"
              + " sacctmgr -i add user games account=closed qos=normal,brief");
      for (int job = 0; job < 8; job++) {
        slurm.submitAs("games", "-A closed -q brief -p batch -n 16 -t 1", "sleep 1");
        slurm.submitAs("man", "-p batch -n 16 -t 1", "sleep 1");
      }
      Awaitility.await() // slurmdbd records the ends later
          .atMost(Duration.ofMinutes(2))
          .until(() -> ended(slurm) == 16);
      slurm.shell("sacctmgr -i remove account closed; sacctmgr -i remove qos brief");
      Files.copy(slurm.conf(), work.resolve("slurm.conf"));
      Path gres = slurm.conf().resolveSibling("gres.conf");
      if (Files.exists(gres)) {
        Files.copy(gres, work.resolve("gres.conf"));
      }
      slurm.shell("cd " + work + "\n" + String.join("\n", commands));
    }

    assertThat(Files.readString(work.resolve("out/report.md")))
        .contains(
            "16 jobs on",
            "account, such as 'closed'",
            "QOS, such as '") // sacct: Unknown, or its name
        .doesNotContain("not understood");
  }

  private static long ended(RealSlurm slurm) throws Exception {
    return slurm
        .shell("sacct -a -n -X -P -o end -S now-1hours")
        .lines()
        .filter(end -> !end.isBlank() && !end.equals("Unknown"))
        .count();
  }

  private static void run(String[] options, String... more) {
    String[] line =
        Stream.concat(Arrays.stream(options), Arrays.stream(more)).toArray(String[]::new);
    StringWriter errors = new StringWriter();
    int status =
        GnomonSim.commandLine(line)
            .setOut(new PrintWriter(new StringWriter()))
            .setErr(new PrintWriter(errors))
            .execute(line);
    assertThat(status).as("%s", errors).isZero();
  }

  private static Map<String, String> reports(Path made) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(made)) {
      for (Path file : new ArrayList<>(all.filter(Files::isRegularFile).toList())) {
        files.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return files;
  }
}
