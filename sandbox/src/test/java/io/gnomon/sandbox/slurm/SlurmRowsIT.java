package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.slurm.parameter.Place;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.release.SlurmRelease;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Slurm has the parameters of which there is a row. */
@Tag("slurm")
@Tag("releases")
class SlurmRowsIT {
  @TempDir private static Path folder;
  private static RealSlurm slurm;

  @BeforeAll
  static void startSlurm() throws Exception {
    slurm = RealSlurm.start(folder, 1, 1);
    // under priority/basic, scontrol does not print weights
    slurm.configure(
        lines ->
            lines.stream()
                .map(line -> line.replace("priority/basic", "priority/multifactor"))
                .toList());
  }

  @AfterAll
  static void stopSlurm() throws Exception {
    if (slurm != null) {
      slurm.close();
    }
  }

  private static List<String> printed(Place place) throws Exception {
    SlurmRelease release =
        SlurmRelease.of(
                slurm.shell("scontrol show config | sed -n 's/^SLURM_VERSION *= //p'").strip())
            .orElseThrow();
    return Arrays.stream(SlurmParameter.values())
        .filter(row -> row.place() == place && release.isSince(row.since()))
        .map(SlurmParameter::printed)
        .toList();
  }

  @Test
  void scontrolPrintsTheSettings() throws Exception {
    List<String> settings =
        slurm
            .shell("scontrol show config | sed -n 's/^\\([A-Za-z]*\\) *=.*/\\1/p'")
            .lines()
            .toList();
    assertThat(settings).containsAll(printed(Place.SLURM_CONF));
  }

  /** scontrol prints options as they are written, known or not; the programs contain the names. */
  @Test
  void theSchedulersReadTheOptions() throws Exception {
    String names = String.join("\n", printed(Place.SCHEDULER_PARAMETERS));
    List<String> found =
        slurm
            .shell(
                "plugins=$(scontrol show config | sed -n 's/^PluginDir *= //p'); cat"
                    + " $SLURM_ROOT/usr/sbin/slurmctld-wlm $SLURM_ROOT$plugins/sched_backfill.so"
                    + " $SLURM_ROOT$plugins/select_*.so |"
                    + " grep -a -o -F '"
                    + names
                    + "' | sort -u")
            .lines()
            .toList();
    assertThat(found).containsAll(printed(Place.SCHEDULER_PARAMETERS));
  }
}
