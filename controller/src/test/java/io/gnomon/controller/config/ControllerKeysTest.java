package io.gnomon.controller.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.config.ConfigLoader;
import io.gnomon.config.InvalidConfigException;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.http.access.Credential;
import io.gnomon.controller.http.access.User;
import io.gnomon.controller.notification.Channel;
import io.gnomon.controller.operation.Mode;
import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.Objectives;
import io.gnomon.sim.metric.objective.ServedJob;
import io.gnomon.sim.scenario.ArrivalModel;
import io.gnomon.sim.study.PairedGain;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControllerKeysTest {
  @TempDir private Path folder;

  private static ControllerConfig assemble(ConfigLoader loader) {
    return ControllerKeys.read(loader.load());
  }

  private static ControllerConfig assemble(String... flags) {
    ConfigLoader loader = ControllerKeys.loader();
    List.of(flags).forEach(loader::flag);
    return assemble(loader);
  }

  @Test
  void theDefaultsChangeNothing() {
    ControllerConfig config = assemble();
    assertThat(config.control().mode()).isEqualTo(Mode.RECOMMEND);
    assertThat(config.http().host()).isEqualTo("127.0.0.1");
    assertThat(config.http().access().credentials()).as("operators").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tuning.search=partitions, HOURLY",
    "tuning.cadence=hourly, HOURLY",
    "tuning.cadence=durable, DURABLE"
  })
  void theGuardRailsAreThoseOfTheCommandTuneAndAskForAReasonToAct(String flag, Cadence cadence) {
    assertThat(assemble(flag).control().tuning().rails())
        .isEqualTo(
            new GuardRails(
                0,
                0.01,
                PairedGain.SIGNIFICANT,
                0,
                cadence.dwellSeconds(),
                GuardRails.CHANGES_PER_DAY,
                true));
  }

  @ParameterizedTest
  @CsvSource({
    "observe, HOURLY, 3600",
    "recommend, DURABLE, 259200",
    "approve, DURABLE, 259200",
    "apply, HOURLY, 3600"
  })
  void changesThatPeopleFollowAreDurable(String mode, Cadence cadence, int expirySeconds) {
    ControlSettings control = assemble("tuning.mode=" + mode).control();

    TuneSettings expected = new TuneSettingsBuilder(Search.LIBRARY, cadence).build();
    assertThat(control.tuning().cadence()).isEqualTo(cadence);
    assertThat(control.tuning().periodSeconds()).isEqualTo(expected.periodSeconds());
    assertThat(control.tuning().design()).isEqualTo(expected.design());
    assertThat(control.expirySeconds()).isEqualTo(expirySeconds);
  }

  @Test
  void aSearchOfPartitionsHasNoDurableCadence() {
    assertThatThrownBy(() -> assemble("tuning.search=partitions", "tuning.cadence=durable"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContainingAll("tuning.cadence", "'durable'", "tuning.search");
  }

  @Test
  void anOrderThatDoesNotExistIsRejectedWithThoseThatDo() {
    assertThatThrownBy(() -> assemble("tuning.orders=shortest,longest"))
        .hasMessageContaining(
            "tuning.orders is 'shortest,longest'; it must be empty for none, or orders separated by"
                + " commas, each one of shortest, smallest, smallest-area, widest");
  }

  @Test
  void theCadenceHourlySearchesTheLibraryEachHour() {
    ConfigLoader loader = ControllerKeys.loader().flag("tuning.cadence=hourly");

    ControllerConfig config = assemble(loader);

    TuneSettings tuning = config.control().tuning();
    assertThat(tuning.periodSeconds()).isEqualTo(3600);
    assertThat(tuning.horizonSeconds()).isEqualTo(86_400);
    assertThat(tuning.threshold()).isEqualTo(1);
    assertThat(tuning.design()).isEqualTo(StudyDesign.SAMPLED);
    assertThat(tuning.runtimes()).isEqualTo(TuneSettings.PAST);
    assertThat(config.work().studyLimit()).isEqualTo(Duration.ofMillis(500));
    assertThat(loader.load().effective())
        .contains(
            "tuning.search = library",
            "tuning.period = 1h",
            "tuning.arrivals = mixed",
            "study.time-limit = 500ms");
  }

  @Test
  void searchPartitionsHasItsOwnDefaults() {
    ConfigLoader loader = ControllerKeys.loader().flag("tuning.search=partitions");

    ControllerConfig config = assemble(loader);

    TuneSettings tuning = config.control().tuning();
    assertThat(tuning.periodSeconds()).isEqualTo(TuneSettings.WEEK);
    assertThat(tuning.horizonSeconds()).isEqualTo(2 * TuneSettings.WEEK);
    assertThat(tuning.threshold()).isEqualTo(10);
    assertThat(tuning.design().samplesRuntimes()).isFalse();
    assertThat(config.work().studyLimit()).isEqualTo(Duration.ofSeconds(30));
    assertThat(loader.load().effective())
        .contains("tuning.period = 1w", "tuning.arrivals = replay", "study.time-limit = 30s");
  }

  @Test
  void explicitKeysOverrideTheDefaultsInAnyOrder() {
    ConfigLoader loader =
        ControllerKeys.loader()
            .flag("tuning.period=2h")
            .flag("tuning.search=library")
            .flag("tuning.arrivals=bootstrap")
            .flag("tuning.runtimes=user")
            .flag("study.time-limit=2s");

    ControllerConfig config = assemble(loader);

    assertThat(config.control().tuning().periodSeconds()).isEqualTo(7200);
    assertThat(config.control().tuning().design().arrivals()).isEqualTo(ArrivalModel.BOOTSTRAP);
    assertThat(config.control().tuning().runtimes()).isEqualTo("user");
    assertThat(config.work().studyLimit()).isEqualTo(Duration.ofSeconds(2));
    assertThatThrownBy(() -> loader.flag("tuning.runtimes=oracle"))
        .hasMessageContainingAll("tuning.runtimes", "'oracle'", "past", "user-width");
    assertThatThrownBy(() -> loader.flag("tuning.period=500ms"))
        .hasMessageContainingAll("tuning.period", "'500ms'");
  }

  @Test
  void objectiveAndGuardsAreParsed() {
    ConfigLoader loader =
        ControllerKeys.loader()
            .flag("tuning.search=library")
            .flag("tuning.objective=wait(by=width)")
            .flag("tuning.guards=oldest(factor=1.05); category");

    StudyCriteria judgement = assemble(loader).control().tuning().design().criteria();

    ServedJob job = new ServedJob();
    job.wait = 3600;
    job.runtime = 60;
    job.width = 8;
    job.processors = 64;
    assertThat(judgement.objective().cost(job))
        .isEqualTo(Objectives.create("wait(by=width)").cost(job))
        .isNotEqualTo(Objectives.create("slowdown").cost(job));
    assertThat(judgement.guards()).extracting(Guard::name).containsExactly("oldest", "category");
    assertThat(judgement.guards()).extracting(Guard::factor).containsExactly(1.05, 1.1);
    assertThatThrownBy(() -> loader.flag("tuning.objective=speed"))
        .hasMessageContainingAll("tuning.objective", "'speed'", "slowdown(", "wait(by=");
    assertThatThrownBy(() -> loader.flag("tuning.guards=oldest(factor=0.5)"))
        .hasMessageContainingAll("tuning.guards", "'oldest(factor=0.5)'", "oldest(factor=");
    assertThatThrownBy(() -> loader.flag("tuning.guards=oldest;"))
        .hasMessageContainingAll("tuning.guards", "'oldest;'");
  }

  private Path operatorsFile(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("operators.yaml"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
  }

  @Test
  void readsOperatorsFromAFileAndPrintsNoToken() throws IOException {
    Path operators = operatorsFile("ada: 0123456789abcdef01230123\n");
    ConfigLoader loader = ControllerKeys.loader().flag("http.operators-file=" + operators);

    ControllerConfig config = assemble(loader);

    assertThat(config.http().access().credentials())
        .contains(new Credential(User.operator("ada"), "0123456789abcdef01230123"));
    assertThat(config.toString()).contains("ada").doesNotContain("0123456789abcdef");
    assertThat(loader.load().effective()).noneMatch(line -> line.contains("0123456789abcdef"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ada: short-secret",
        "ada: 'secret with spaces in it'",
        "a b: secret-0123456789abcdef-0123",
        "ada: secret-0123456789abcdef-0123\nbob: secret-0123456789abcdef-0123",
        "ada: [secret-0123456789abcdef-0123]",
        "ada: 'secret-0123456789abcdef-0123",
        "- secret-0123456789abcdef-0123",
        "ada: {token: secret-0123456789abcdef-0123, role: admin}",
        "ada: {token: secret-0123456789abcdef-0123, cluster: kth}",
        "ada: {token: secret-0123456789abcdef-0123, clusters: []}",
        "ada: {token: secret-0123456789abcdef-0123, clusters: kth}",
        "ada: {token: secret-0123456789abcdef-0123, role: reader, clusters: [kth]}",
        "ada: {role: reader}",
      })
  void rejectsAnOperatorsFileWithoutQuotingASecret(String text) throws IOException {
    Path operators = operatorsFile(text);
    ConfigLoader loader = ControllerKeys.loader().flag("http.operators-file=" + operators);

    assertThatThrownBy(() -> assemble(loader))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("operators.yaml")
        .message()
        .doesNotContain("secret");
  }

  @Test
  void aTokenHas24CharactersAndTheErrorStatesItsLength() throws IOException {
    String token = "0123456789abcdef0123456";
    Path operators =
        operatorsFile("ada: " + token + "8\nann: {token: " + token + ", role: user}\n");

    assertThatThrownBy(() -> assemble("http.operators-file=" + operators))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContainingAll("operators.yaml", "'ann'", "23 characters", "24 to 512")
        .message()
        .doesNotContain(token);
  }

  @Test
  void rejectsADeeplyNestedOperatorsFile() throws IOException {
    Path operators = operatorsFile("[".repeat(200_000));

    assertThatThrownBy(() -> assemble("http.operators-file=" + operators))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("is not YAML: Document nesting depth (1001) exceeds the maximum");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw-----w-"})
  void refusesAnOperatorsFileThatEveryUserCanReadOrWrite(String permissions) throws IOException {
    Path operators = operatorsFile("ada: 0123456789abcdef01230123\n");
    Files.setPosixFilePermissions(operators, PosixFilePermissions.fromString(permissions));

    assertThatThrownBy(() -> assemble("http.operators-file=" + operators))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContainingAll("every user of this machine", "chmod o-rw " + operators);
  }

  @Test
  void readsRolesAndScopes() throws IOException {
    Path operators =
        operatorsFile(
            """
            ada: 0123456789abcdef01230123
            bob: {token: 0123456789abcdef01230124, clusters: [kth, sdsc]}
            prometheus: {token: 0123456789abcdef01230125, role: reader}
            """);
    String file = "http.operators-file=" + operators;

    assertThat(assemble(file, "http.read-access=token").http().access().credentials())
        .containsExactly(
            new Credential(User.operator("ada"), "0123456789abcdef01230123"),
            new Credential(
                new User("bob", User.Role.OPERATOR, List.of("kth", "sdsc")),
                "0123456789abcdef01230124"),
            new Credential(
                new User("prometheus", User.Role.READER, List.of()), "0123456789abcdef01230125"));
    assertThatThrownBy(() -> assemble("http.read-access=token"))
        .hasMessageContainingAll("http.read-access", "http.operators-file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.17"})
  void listensBeyondLoopbackOnlyWithTlsOrSomethingThatTerminatesIt(String host) {
    assertThatThrownBy(() -> assemble("http.host=" + host))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContainingAll(host, "http.tls-certificate", "http.tls-terminated");
    assertThat(assemble("http.host=" + host, "http.tls-terminated=true").http().host())
        .isEqualTo(host);
    assertThat(assemble("http.host=localhost").http().host()).isEqualTo("localhost");
    assertThat(assemble("http.host=::1").http().host()).isEqualTo("::1");
  }

  @Test
  void theNamesOfTheControllerAreAList() {
    assertThat(assemble("http.allowed-hosts=gnomon.example.org, [fd00::1]").http().access().hosts())
        .containsExactly("gnomon.example.org", "[fd00::1]");
    assertThatThrownBy(() -> assemble("http.allowed-hosts=https://gnomon.example.org"))
        .hasMessageContainingAll("http.allowed-hosts", "without ports");
  }

  @Test
  void trustedProxiesAreAddressesAndNetworks() {
    assertThat(assemble().http().access().proxies()).isEmpty();
    assertThat(assemble("http.trusted-proxies=10.0.0.0/8, ::1").http().access().proxies())
        .hasSize(2);
    assertThat(
            assemble("http.trusted-proxies=::1", "http.user-header=X-Remote-User")
                .http()
                .access()
                .userHeader())
        .isEqualTo("X-Remote-User");
    assertThatThrownBy(() -> assemble("http.user-header=X-Remote-User"))
        .hasMessageContainingAll("http.user-header", "http.trusted-proxies");
    assertThatThrownBy(() -> assemble("http.user-header=a b"))
        .hasMessageContaining("http.user-header");
    assertThatThrownBy(() -> assemble("http.trusted-proxies=proxy.example.org"))
        .hasMessageContainingAll("http.trusted-proxies", "CIDR");
  }

  @Test
  void aCertificateNeedsItsKeyAndFilesMustBeReadable() throws IOException {
    Path certificate = Files.writeString(folder.resolve("tls.crt"), "");
    assertThatThrownBy(() -> assemble("http.tls-certificate=" + certificate))
        .hasMessageContainingAll("http.tls-certificate", "http.tls-key", "both");
    assertThatThrownBy(() -> ControllerKeys.loader().flag("http.tls-key=" + folder + "/none"))
        .hasMessageContainingAll("http.tls-key", "can be read");
  }

  @Test
  void hidesTheAddressesOfReceivers() {
    ConfigLoader loader =
        ControllerKeys.loader()
            .environment(Map.of("GNOMON_ALERT_SLACK", "https://hooks.example.org/T0/k3y"))
            .flag("alert.token=t0ps3cret");

    assertThat(assemble(loader).alerts().receivers())
        .containsEntry(Channel.SLACK, URI.create("https://hooks.example.org/T0/k3y"));
    assertThat(loader.load().effective())
        .contains("alert.slack = (hidden)", "alert.token = (hidden)", "alert.webhook = ")
        .noneMatch(line -> line.contains("k3y") || line.contains("t0ps3cret"));
  }
}
