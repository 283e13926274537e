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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An assessment as a job array of a real Slurm. */
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
