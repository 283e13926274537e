package io.gnomon.dist.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.dist.packaged.Installed.Outcome;
import io.gnomon.sandbox.DemoTopics;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sandbox.kafka.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Debian and RPM packages, built from the tarball, and installed in a Debian root. */
@Tag("packages")
class PackagesIT {
  private static final Path DIST = Path.of(System.getProperty("gnomon.root"), "dist");
  private static final Path ROOT = Path.of("/var/tmp/gnomon-slurm/trixie");

  @TempDir private static Path folder;
  private static Path packages;
  private static Path former;

  @BeforeAll
  static void make() throws Exception {
    for (String program : List.of("dpkg-deb", "rpmbuild")) {
      Assumptions.assumeTrue(has(program), program + " is missing; .ci/run installs it");
    }
    packages = make(Installed.tarball(), "packages");
    Path older = folder.resolve("gnomon-0.0.9.tar.gz");
    Files.copy(Installed.tarball(), older);
    former = make(older, "former");
  }

  private static boolean has(String program) throws IOException, InterruptedException {
    return Installed.run(folder, "sh", "-c", "command -v " + program).status() == 0;
  }

  private static Path make(Path tarball, String name) throws Exception {
    Path made = folder.resolve(name);
    Outcome outcome =
        Installed.run(
            folder, DIST.resolve("packages.sh").toString(), tarball.toString(), made.toString());
    assertThat(outcome.status()).as(outcome.text()).isZero();
    return made;
  }

  private static List<Path> files(Path of, String pattern) throws IOException {
    List<Path> files = new ArrayList<>();
    try (var found = Files.newDirectoryStream(of, pattern)) {
      found.forEach(files::add);
    }
    files.sort(null);
    return files;
  }

  @Test
  void anotherBuildGivesTheSameBytes() throws Exception {
    List<Path> again = files(make(Installed.tarball(), "again"), "*");
    List<Path> first = files(packages, "*");
    assertThat(first).hasSize(6).hasSameSizeAs(again);
    for (int i = 0; i < first.size(); i++) {
      assertThat(Files.mismatch(first.get(i), again.get(i))).as("%s", first.get(i)).isEqualTo(-1);
    }
  }

  @Test
  void lintianFindsNoError() throws Exception {
    findsNoError("*.deb", "lintian", "--fail-on", "error");
  }

  @Test
  void rpmlintFindsNoError() throws Exception {
    findsNoError(
        "*.rpm", "rpmlint", "--config", DIST.resolve("src/main/packages/rpmlint.toml").toString());
  }

  private static void findsNoError(String pattern, String... check) throws Exception {
    Assumptions.assumeTrue(has(check[0]), check[0] + " is missing; .ci/run installs it");
    List<String> command = new ArrayList<>(List.of(check));
    files(packages, pattern).forEach(file -> command.add(file.toString()));
    Outcome outcome = Installed.run(folder, command.toArray(String[]::new));
    assertThat(outcome.status()).as(outcome.text()).isZero();
  }

  @Test
  void theyAreInstalledStartedUpgradedRemovedAndPurged() throws Exception {
    Assumptions.assumeTrue(
        Files.isDirectory(ROOT), ROOT + " is missing; .ci/run makes it with root.sh, as root");
    Assumptions.assumeTrue(
        Installed.run(folder, "unshare", "--mount", "true").status() == 0,
        "mounts need root, as .ci/run has");
    Path script =
        Path.of(Objects.requireNonNull(getClass().getResource("/try-packages.sh")).toURI());
    Outcome outcome;
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      kafka.createTopics(DemoTopics.all("gnomon", 1));
      outcome =
          Installed.run(
              folder,
              "unshare",
              "--mount",
              "bash",
              script.toString(),
              ROOT.toString(),
              Files.createDirectory(folder.resolve("scratch")).toString(),
              former.toString(),
              packages.toString(),
              System.getProperty("java.home"),
              kafka.bootstrapServers(),
              Integer.toString(FreePorts.next()));
    }
    assertThat(outcome.status()).as(outcome.text()).isZero();
    assertThat(outcome.text().lines().map(String::strip))
        .contains(
            "without Java: refused",
            "owner: root:gnomon 750 root:gnomon 640 root:gnomon 640",
            "upgrade: configuration kept",
            "upgrade: state kept",
            "manual: gnomon-explain \\- say why a job waits, when it starts and what would help",
            "completion: complete -o default -F _complete_gnomon gnomon",
            "service: ready",
            "service: dashboard",
            "service: ended with 143",
            "removed: bridge.yaml gnomon.env gnomon.yaml",
            "purged: 0 files, /etc/passwd:0 /etc/group:0",
            "rpm without Java: refused",
            "rpm verified: 0 differences",
            "rpm owner: root:gnomon 750 root:gnomon 640 root:gnomon 640",
            "rpm configuration: /etc/gnomon/gnomon.yaml cn /etc/gnomon/bridge.yaml cn",
            "rpm files: those of the Debian packages",
            "rpm upgrade: configuration and state kept",
            "rpm versions: 3",
            "rpm removed: etc/gnomon/gnomon.env etc/gnomon/gnomon.yaml.rpmsave var/lib/gnomon/slurm/state",
            "rpm left besides: 0 files");
  }
}
