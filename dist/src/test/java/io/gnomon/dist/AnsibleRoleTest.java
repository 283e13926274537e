package io.gnomon.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Ansible role: its linter, and what it would change on this machine. */
class AnsibleRoleTest {
  private static final String ROLE = "roles/gnomon";
  private static final String PLAYBOOK = "site.yaml";

  @TempDir private Path folder;

  @BeforeEach
  void copyTheRole() throws Exception {
    String role = Path.of(System.getProperty("gnomon.root"), "dist", "ansible").toString();
    assertThat(run("cp", "-r", role + "/.", folder.toString()).status()).isZero();
  }

  private record Outcome(int status, String text) {}

  private Outcome run(String... command) throws InterruptedException, IOException {
    Path printed = folder.resolve("printed");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "HOME", folder.toString(),
                "LC_ALL", "C.UTF-8",
                "ANSIBLE_NOCOLOR", "true",
                "ANSIBLE_LOCALHOST_WARNING", "false"));
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return Assumptions.abort(command[0] + " is missing; .ci/run installs it: " + e.getMessage());
    }
    if (!process.waitFor(10, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      Assertions.fail(
          "%s has not ended after 10 minutes: %s", command[0], Files.readString(printed));
    }
    return new Outcome(process.exitValue(), Files.readString(printed));
  }

  /** What a check with these packages prints about a machine that is in both groups. */
  private Outcome check(String... packages) throws IOException, InterruptedException {
    Path release = Files.createDirectory(folder.resolve("release"));
    for (String name : packages) {
      Files.writeString(release.resolve(name), "package");
    }
    Path inventory =
        Files.writeString(
            folder.resolve("inventory"),
            """
            [gnomon_controllers]
            localhost ansible_connection=local ansible_become=false
            [gnomon_bridges]
            localhost
            """);
    return run(
        "ansible-playbook",
        "--check",
        "--inventory=" + inventory,
        "--extra-vars=gnomon_packages=" + release,
        PLAYBOOK);
  }

  @Test
  void theLinterFindsNothing() throws Exception {
    Outcome outcome =
        run("ansible-lint", "--offline", "--nocolor", "--profile=production", PLAYBOOK, ROLE);
    assertThat(outcome.status()).as(outcome.text()).isZero();
  }

  @Test
  void aCheckCopiesTheCommandLineFirstAndEndsWithoutAnError() throws Exception {
    Outcome outcome =
        check(
            "gnomon_1.0_all.deb",
            "gnomon-controller_1.0_all.deb",
            "gnomon-slurm-bridge_1.0_all.deb",
            "gnomon-1.0-1.noarch.rpm",
            "gnomon-controller-1.0-1.noarch.rpm",
            "gnomon-slurm-bridge-1.0-1.noarch.rpm");
    assertThat(outcome.status()).as(outcome.text()).isZero();
    List<String> copied =
        outcome
            .text()
            .lines()
            .filter(line -> line.startsWith("changed: [localhost] => (item="))
            .map(line -> line.replaceAll(".*/(gnomon(-[a-z]+)*)[-_][0-9].*", "$1"))
            .toList();
    assertThat(copied).containsExactly("gnomon", "gnomon-controller", "gnomon-slurm-bridge");
  }

  @Test
  void twoVersionsInTheFolderAreRefused() throws Exception {
    Outcome outcome =
        check(
            "gnomon_1.0_all.deb",
            "gnomon_1.1_all.deb",
            "gnomon-controller_1.1_all.deb",
            "gnomon-slurm-bridge_1.1_all.deb",
            "gnomon-1.0-1.noarch.rpm",
            "gnomon-1.1-1.noarch.rpm");
    assertThat(outcome.status()).isNotZero();
    assertThat(outcome.text()).contains("must hold each package of one version");
  }
}
