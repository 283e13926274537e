package io.gnomon.bridge.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.config.ConfigLoader;
import io.gnomon.config.InvalidConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SlurmCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = SlurmCommand.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  @Test
  void aUsageErrorIsTwoLinesAndStatus2() {
    assertThat(run("--chek")).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "gnomon bridge slurm: unknown option '--chek'; did you mean '--check'?",
            "See 'gnomon bridge slurm --help'.");
  }

  @Test
  void changesWithoutAKeyAreRefusedAtTheStartWithTheCommandThatMakesOne() {
    assertThatThrownBy(() -> new SlurmBridge(SlurmKeys.loader().flag("slurm.apply=apply").load()))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContainingAll(
            "slurm.apply is 'apply' and commands.key-file is not set",
            "(umask 077; openssl rand -hex 32 >FILE)",
            "slurm.apply to dry-run");
    assertThat(run("--set", "slurm.apply=apply")).isEqualTo(2);
  }

  @Test
  void theBridgesFilesNeedAFolderOtherThanThatOfSlurmConf(@TempDir Path slurm) throws IOException {
    Path key = Files.writeString(slurm.resolve("key"), "5a".repeat(32));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(slurm.resolve("slurm.conf"), "ClusterName=c");
    ConfigLoader loader =
        SlurmKeys.loader().flag("slurm.apply=apply").flag("commands.key-file=" + key);

    for (String name : List.of("slurm.include", "slurm.lua")) {
      Path file = slurm.resolve("gnomon.conf");
      assertThatThrownBy(() -> new SlurmBridge(loader.flag(name + "=" + file).load()))
          .isInstanceOf(InvalidConfigException.class)
          .hasMessageContainingAll(name, file.toString(), slurm + "/gnomon/gnomon.conf");
      loader.flag(name + "=" + slurm.resolve("gnomon").resolve("gnomon.conf"));
      assertThatCode(() -> new SlurmBridge(loader.load())).doesNotThrowAnyException();
    }
  }

  @Test
  void helpNamesTheCommandItsOptionsAndKeys() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .startsWith("Usage: gnomon bridge slurm")
        .contains("--config=FILE", "--set=KEY=VALUE", "--check", "--plan=POLICY", "slurm.interval");
  }
}
