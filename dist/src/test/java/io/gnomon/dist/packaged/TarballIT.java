package io.gnomon.dist.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.dist.packaged.Installed.Outcome;
import io.gnomon.sandbox.DemoTopics;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sandbox.kafka.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tarball, installed and tried. */
class TarballIT {
  private static final Duration GRACE = Duration.ofMinutes(2);
  private static final String MOST_EXPOSURE = "20";

  @TempDir private static Path folder;
  private static Installed installed;

  @BeforeAll
  static void install() throws Exception {
    installed = Installed.into(folder);
  }

  @Test
  void itServesWithItsOwnConfigurationAndEndsInOrder() throws Exception {
    int port = FreePorts.next();
    Path log = folder.resolve("serve.log");
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      kafka.createTopics(DemoTopics.all("gnomon", 1));
      ProcessBuilder command =
          new ProcessBuilder(
                  installed.launcher().toString(),
                  "serve",
                  "--config",
                  installed.home().resolve("etc/gnomon.yaml").toString(),
                  "--set=http.port=" + port)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      command
          .environment()
          .putAll(
              Map.of(
                  "GNOMON_KAFKA_BOOTSTRAP_SERVERS",
                  kafka.bootstrapServers(),
                  "GNOMON_JAVA_HOME",
                  System.getProperty("java.home"),
                  "GNOMON_JAVA_OPTS",
                  "-Xmx256m",
                  "GNOMON_LOG_FORMAT",
                  "json"));
      Process process = command.start();
      try {
        await("ready").atMost(Duration.ofMinutes(2)).until(() -> ready(port));
        process.destroy();
        assertThat(process.waitFor(GRACE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      } finally {
        process.destroyForcibly();
      }
      // 128 and SIGTERM, which the systemd unit takes for a good end
      assertThat(process.exitValue()).isEqualTo(143);
    }
    for (String line : Files.readAllLines(log)) {
      assertThat(new ObjectMapper().readTree(line).path("level").asText())
          .as(line)
          .isIn("INFO", "WARN");
    }
  }

  @Test
  void theLauncherSaysWhatItKnows() throws Exception {
    Outcome help = Installed.run(folder, installed.launcher().toString(), "--help");
    Outcome wrong = Installed.run(folder, installed.launcher().toString(), "sevre");
    Outcome bridge =
        Installed.run(folder, installed.launcher().toString(), "bridge", "slurm", "--help");
    Outcome bridges = Installed.run(folder, installed.launcher().toString(), "bridge", "--help");
    Outcome completion = Installed.run(folder, installed.launcher().toString(), "completion");

    assertThat(help.status()).isZero();
    assertThat(help.text()).contains("serve", "simulate");
    assertThat(bridge.status()).as(bridge.text()).isZero();
    assertThat(bridge.text()).contains("--config");
    assertThat(bridges).isEqualTo(bridge);
    assertThat(completion.status()).isZero();
    assertThat(completion.text()).contains("complete -F", "--policy");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.text())
        .isEqualTo(
            "gnomon: unknown command 'sevre'; did you mean 'serve'?\nSee 'gnomon --help'.\n");
  }

  @Test
  void theBillOfMaterialsNamesEveryJar() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String name : List.of("gnomon-sbom.json", "gnomon-trial-sbom.json")) {
      JsonNode bill =
          new ObjectMapper().readTree(installed.home().resolve("sbom").resolve(name).toFile());
      assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
      named.add(bill.at("/metadata/component/name").asText() + "-" + version(bill));
      for (JsonNode component : bill.path("components")) {
        named.add(component.path("name").asText() + "-" + component.path("version").asText());
        assertThat(component.path("purl").asText()).startsWith("pkg:maven/");
      }
    }
    Set<String> shipped = new TreeSet<>();
    installed.jars().forEach(jar -> shipped.add(jar.getFileName().toString().replace(".jar", "")));

    assertThat(named).containsAll(shipped);
  }

  private static String version(JsonNode bill) {
    return bill.at("/metadata/component/version").asText();
  }

  @Test
  void everyCommandHasItsClass() throws IOException {
    Set<String> classes = new TreeSet<>();
    for (Path jar : installed.jars()) {
      try (ZipFile file = new ZipFile(jar.toFile())) {
        file.stream().map(ZipEntry::getName).forEach(classes::add);
      }
    }
    List<String> mains =
        Pattern.compile("main=(io[.a-zA-Z]+)")
            .matcher(Files.readString(installed.launcher()))
            .results()
            .map(result -> result.group(1).replace('.', '/') + ".class")
            .toList();

    assertThat(mains).hasSizeGreaterThan(9);
    assertThat(classes).containsAll(mains);
  }

  @Test
  void theServicesDoWithoutWhatOnlyTheDemoNeeds() throws IOException {
    Set<String> names = new TreeSet<>();
    try (var jars = Files.newDirectoryStream(installed.home().resolve("lib"), "*.jar")) {
      jars.forEach(jar -> names.add(jar.getFileName().toString()));
    }
    assertThat(names).noneMatch(name -> name.startsWith("sandbox-") || name.startsWith("kafka_"));
    try (var jars = Files.newDirectoryStream(installed.home().resolve("trial"), "*.jar")) {
      jars.forEach(jar -> assertThat(names).doesNotContain(jar.getFileName().toString()));
    }
  }

  @Test
  void theDemoRunsWithoutABuild() throws Exception {
    Path result = folder.resolve("demo.json");
    Outcome outcome =
        Installed.run(
            folder,
            installed.launcher().toString(),
            "demo",
            "--port=0",
            "--speed=20000",
            "--for=3s",
            "--exit-when-done",
            "--json=" + result);

    assertThat(outcome.status()).as(outcome.text()).isZero();
    JsonNode figures = new ObjectMapper().readTree(result.toFile());
    assertThat(figures.path("consumed").asInt())
        .isPositive()
        .isEqualTo(figures.path("events").asInt());
  }

  @Test
  void gnomonsJarsCarryOneTimeSoThatAnotherBuildGivesTheSameBytes() throws IOException {
    Set<Long> times = new TreeSet<>();
    for (Path jar : installed.jars()) {
      if (jar.getFileName().toString().endsWith("-SNAPSHOT.jar")) {
        try (ZipFile file = new ZipFile(jar.toFile())) {
          file.stream().map(ZipEntry::getTime).forEach(times::add);
        }
      }
    }
    assertThat(times).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gnomon.service", "gnomon-slurm-bridge.service"})
  void theUnitIsOneThatSystemdTakesAndFindsHardened(String name) throws Exception {
    Path unit = folder.resolve(name);
    Files.writeString(
        unit,
        Files.readString(installed.home().resolve("systemd").resolve(name))
            .replace("/opt/gnomon/bin/gnomon", installed.launcher().toString()));
    Outcome verified;
    try {
      verified = Installed.run(folder, "systemd-analyze", "verify", unit.toString());
    } catch (IOException e) {
      Assumptions.abort("systemd-analyze is not on this machine: " + e.getMessage());
      return;
    }
    Outcome rated =
        Installed.run(
            folder,
            "systemd-analyze",
            "security",
            "--offline=true",
            "--no-pager",
            "--threshold=" + MOST_EXPOSURE,
            unit.toString());

    assertThat(verified.status()).as(verified.text()).isZero();
    assertThat(verified.text()).doesNotContain(name + ":");
    assertThat(rated.status()).as(rated.text()).isZero();
  }

  private static boolean ready(int port) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health/ready"))
            .timeout(Duration.ofSeconds(5))
            .build();
    try {
      return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode()
          == 200;
    } catch (IOException notYet) {
      return false;
    }
  }
}
