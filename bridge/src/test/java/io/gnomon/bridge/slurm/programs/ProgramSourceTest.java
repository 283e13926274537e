package io.gnomon.bridge.slurm.programs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.slurm.client.FakePrograms;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramSourceTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Account|User|RawUsage\\nroot||much; line 2: RawUsage is 'much'; allowed are numbers from 0",
        "Account|User|RawUsage\\nroot|1; line 2: 'root|1' has 2 fields",
        "Account|User; line 1: 'Account|User' does not name the columns Account, User and RawUsage"
      })
  void whatSshareCannotPrintIsNamed(String printed, String problem) throws Exception {
    FakePrograms programs = new FakePrograms(folder);
    programs.write("sshare", "printf \"" + printed + "\"");
    assertThatThrownBy(new ProgramSource(programs.programs())::shares)
        .hasMessageStartingWith("output of sshare, " + problem);
  }
}
