package io.gnomon.bridge.slurm.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.client.BackfillStatistics;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.programs.ProgramSource;
import io.gnomon.bridge.slurm.programs.SlurmPrograms;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestTimeTest {
  @ParameterizedTest
  @CsvSource({
    "49, 876, 30, 0.03, as recorded",
    "1616, 11756, 99, 0.1, 0.1187 ms",
    "500, 2750000, 500, 6, 5.5 ms",
    "500, 149000, 10, 10, 14.9 ms",
    "20, 1000, 5, 0.2, just enough",
    "19, 1000, 5, 0, too few passes",
    "20, 1000, 4, 0, too few jobs in a pass",
    "20, 0, 5, 0, less than a microsecond",
    "20, 999999999, 5, 0, more than a minute"
  })
  void isTheMeanPassByTheMeanDepthWithOneDigit(
      long cycles, long micros, long depth, String milliseconds, String what) {
    assertThat(TestTime.of(new BackfillStatistics(cycles, micros, depth)).text())
        .as(what)
        .isEqualTo(milliseconds);
  }

  @ParameterizedTest
  @CsvSource({"3, 2, 2", "1, 2, 2", "4, 2, 2", "5, 2, 5", "0.9, 2, 0.9", "0, 2, 2", "3, 0, 3"})
  void theLastTimeIsKeptUnlessItHasChangedMuch(String measured, String last, String result) {
    assertThat(time(measured).orSimilar(time(last))).isEqualTo(time(result));
  }

  @Test
  void isReadFromSdiag(@TempDir Path folder) throws Exception {
    Path sdiag = folder.resolve("sdiag");
    SlurmReader reader =
        new SlurmReader(
            new ProgramSource(new SlurmPrograms(folder, Map.of(), Duration.ofMinutes(1))),
            InstantSource.system());
    Optional<String> before = Optional.of("slurm(bf_interval=30s, test-ms=2)");
    assertThat(TestTime.read(reader, Optional.of("easy"))).isEqualTo(TestTime.UNKNOWN);
    assertThat(TestTime.read(reader, before)).as("no such program").isEqualTo(time("2"));

    Path printed = Path.of(TestTimeTest.class.getResource("/slurm-22.05/sdiag.txt").toURI());
    Files.writeString(sdiag, "#!/bin/sh\nexec cat " + printed + "\n");
    Files.setPosixFilePermissions(sdiag, PosixFilePermissions.fromString("rwx------"));
    assertThat(TestTime.read(reader, Optional.empty())).isEqualTo(time("0.03"));
    assertThat(TestTime.read(reader, before)).isEqualTo(time("0.03"));
  }

  private static TestTime time(String milliseconds) {
    return new TestTime(new BigDecimal(milliseconds));
  }
}
