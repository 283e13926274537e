package io.gnomon.controller.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.ControllerConfig;
import io.gnomon.controller.alert.Channel;
import io.gnomon.controller.cluster.Mode;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.tune.ArrivalModel;
import io.gnomon.sim.tune.Judgement;
import io.gnomon.sim.tune.RecordedJobs;
import io.gnomon.sim.tune.StudyDesign;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.Tuner;
import io.gnomon.sim.tune.objective.Guard;
import io.gnomon.sim.tune.objective.Objectives;
import io.gnomon.sim.tune.objective.ServedJob;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigLoaderTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("gnomon.yaml"), text);
  }

  @Test
  void flagsWinOverTheEnvironmentAndThatOverTheFile() throws IOException {
    ConfigLoader loader =
        new ConfigLoader()
            .file(file("tuning:\n  threshold: 20\n  mode: apply\n  horizon: 1w\n"))
            .environment(Map.of("GNOMON_TUNING_THRESHOLD", "30", "GNOMON_TUNING_MODE", "approve"))
            .flag("tuning.threshold=40");

    ControllerConfig config = loader.build();

    assertThat(config.control().tuning().threshold()).isEqualTo(40);
    assertThat(config.control().mode()).isEqualTo(Mode.APPROVE);
    assertThat(config.control().tuning().horizonSeconds()).isEqualTo(604_800);
  }

  @Test
  void startsHarmless() {
    ControllerConfig config = new ConfigLoader().build();
    assertThat(config.control().mode()).isEqualTo(Mode.RECOMMEND);
    assertThat(config.http().host()).isEqualTo("127.0.0.1");
    assertThat(config.http().tokens()).as("who may change something").isEmpty();
  }

  @Test
  void oneSettingGivesTheHourlyLoop() {
    ConfigLoader loader = new ConfigLoader().flag("tuning.search=queue");

    ControllerConfig config = loader.build();

    TuneSettings tuning = config.control().tuning();
    assertThat(tuning.periodSeconds()).isEqualTo(3600);
    assertThat(tuning.horizonSeconds()).isEqualTo(86_400);
    assertThat(tuning.threshold()).isEqualTo(1);
    assertThat(tuning.rails().leastGain()).isZero();
    assertThat(tuning.design()).isEqualTo(StudyDesign.OF_THE_QUEUE);
    assertThat(tuning.search().owing()).isFalse();
    assertThat(tuning.runtimes()).isEqualTo(TuneSettings.PAST);
    assertThat(config.studyLimit()).isEqualTo(Duration.ofMillis(500));
    assertThat(loader.effective())
        .contains(
            "tuning.period = 1h",
            "tuning.future = mixed",
            "study.limit = 500ms",
            "tuning.wide = 0");
  }

  @Test
  void whatIsGivenHoldsInTheHourlyLoopTooWhateverTheOrder() {
    ConfigLoader loader =
        new ConfigLoader()
            .flag("tuning.period=2h")
            .flag("tuning.search=queue")
            .flag("tuning.future=bootstrap")
            .flag("tuning.runtimes=user")
            .flag("study.limit=2s");

    ControllerConfig config = loader.build();

    assertThat(config.control().tuning().periodSeconds()).isEqualTo(7200);
    assertThat(config.control().tuning().design().arrivals()).isEqualTo(ArrivalModel.BOOTSTRAP);
    assertThat(config.control().tuning().runtimes()).isEqualTo("user");
    assertThat(config.studyLimit()).isEqualTo(Duration.ofSeconds(2));
    assertThatThrownBy(() -> loader.flag("tuning.runtimes=oracle"))
        .hasMessageContainingAll("tuning.runtimes", "'oracle'", "past", "user-width");
    assertThatThrownBy(() -> loader.flag("tuning.period=500ms"))
        .hasMessageContainingAll("tuning.period", "'500ms'");
  }

  @Test
  void wideJobsStartFirstWhereThatIsConfigured() {
    ConfigLoader loader = new ConfigLoader().flag("tuning.search=queue").flag("tuning.wide=33");

    TuneSettings tuning = loader.build().control().tuning();
    RecordedJobs nobody = new Tuner(tuning).history().recent(0, 1);
    PolicySpec plain = PolicySpec.parse("easy(head=none, order=wfp3)");
    SchedulingPolicy incumbent = Policies.create("easy");
    assertThat(tuning.search().alternatives(incumbent, nobody))
        .contains(plain.with("wide", 33))
        .doesNotContain(plain);
    assertThat(
            tuning
                .search()
                .alternatives(incumbent, nobody, spec -> !spec.equals(plain.with("wide", 33))))
        .as("where the scheduler cannot")
        .contains(plain)
        .doesNotContain(plain.with("wide", 33));
    assertThatThrownBy(() -> loader.flag("tuning.wide=-1"))
        .hasMessageContainingAll("tuning.wide", "'-1'", "from 0", "or auto");
  }

  @Test
  void veryWideJobsMayStartFirstAsFarAsTheyAreOwedItInStudiesOfTheQueue() {
    ConfigLoader loader = new ConfigLoader().flag("tuning.search=queue").flag("tuning.wide=auto");
    TuneSettings tuning = loader.build().control().tuning();
    RecordedJobs nobody = new Tuner(tuning).history().recent(0, 1);
    PolicySpec plain = PolicySpec.parse("easy(head=none, order=wfp3)");
    PolicySpec wide = plain.with("wide", 33).with("patience", "365d");
    SchedulingPolicy incumbent = Policies.create("easy");

    assertThat(tuning.search().alternatives(incumbent, nobody)).contains(plain, wide);
    assertThat(tuning.search().alternatives(incumbent, nobody, spec -> !spec.equals(wide)))
        .as("where the scheduler cannot")
        .contains(plain)
        .doesNotContain(wide);
    TuneSettings without = loader.flag("tuning.wide=0").build().control().tuning();
    assertThat(without.search().alternatives(incumbent, nobody))
        .contains(plain)
        .doesNotContain(wide);
    assertThat(tuning.search().owing()).isTrue();
    assertThat(without.search().owing()).isFalse();
    assertThatThrownBy(
            () -> new ConfigLoader().flag("tuning.search=full").flag("tuning.wide=auto").build())
        .hasMessageContainingAll("tuning.wide auto", "tuning.search queue", "not full");
  }

  @Test
  void whatStudiesMinimiseAndWhatTheyMustNotBreakIsConfigured() {
    ConfigLoader loader =
        new ConfigLoader()
            .flag("tuning.search=queue")
            .flag("tuning.objective=wait(by=width)")
            .flag("tuning.guards=oldest(factor=1.05); category");

    Judgement judgement = loader.build().control().tuning().design().judgement();

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

  @Test
  void namesTheFileTheKeyTheValueAndWhatIsAllowed() throws IOException {
    Path bad = file("tuning:\n  threshold: 0.5\n");
    assertThatThrownBy(() -> new ConfigLoader().file(bad))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContainingAll("gnomon.yaml", "tuning.threshold", "'0.5'", "from 1 to");
  }

  @Test
  void refusesAnUnknownKeyAndListsTheKnownOnes() throws IOException {
    Path bad = file("tuning:\n  treshold: 5\n");
    assertThatThrownBy(() -> new ConfigLoader().file(bad))
        .hasMessageContainingAll("tuning.treshold", "tuning.threshold");
  }

  @Test
  void passesClientPropertiesThroughAndHidesSecrets() {
    ConfigLoader loader =
        new ConfigLoader()
            .flag("kafka.client.security.protocol=SASL_SSL")
            .flag("kafka.client.ssl.keystore.password=hunter2");

    assertThat(loader.build().kafka()).containsEntry("ssl.keystore.password", "hunter2");
    assertThat(loader.effective())
        .contains("kafka.client.security.protocol = SASL_SSL")
        .noneMatch(line -> line.contains("hunter2"));
  }

  @Test
  void everyDefaultIsAllowed() {
    for (Key key : Key.values()) {
      key.check(key.fallback(), "default");
      key.check(key.fallbackOfTheQueue(), "default");
    }
  }

  @Test
  void bothEndsOfEveryRangeAreAllowedAndWhatIsBeyondIsNot() {
    Pattern range = Pattern.compile("from ([0-9.]+)(ms|[smhd]?) to ([0-9.]+)([smhd]?)");
    for (Key key : Key.values()) {
      Matcher told = range.matcher(key.allowed());
      boolean module = key.allowed().contains("("); // whose parameters have ranges of their own
      if (!module && told.find()) {
        String unit = told.group(4);
        key.check(told.group(1) + told.group(2), "least");
        key.check(told.group(3) + unit, "most");
        String beyond = new BigDecimal(told.group(3)).add(BigDecimal.ONE).toPlainString();
        assertThatThrownBy(() -> key.check(beyond + unit, "beyond"))
            .isInstanceOf(InvalidConfigException.class)
            .hasMessageContainingAll(key.path(), beyond);
      }
    }
  }

  @Test
  void readsWhoMayChangeSomethingFromAFileAndShowsNoToken() throws IOException {
    Path operators =
        Files.writeString(folder.resolve("operators.yaml"), "ada: 0123456789abcdef0123\n");
    ConfigLoader loader = new ConfigLoader().flag("http.operators-file=" + operators);

    ControllerConfig config = loader.build();

    assertThat(config.http().tokens()).containsEntry("ada", "0123456789abcdef0123");
    assertThat(config.toString()).contains("ada").doesNotContain("0123456789abcdef");
    assertThat(loader.effective()).noneMatch(line -> line.contains("0123456789abcdef"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ada: short-secret",
        "ada: 'secret with spaces in it'",
        "a b: secret-0123456789abcdef",
        "ada: secret-0123456789abcdef\nbob: secret-0123456789abcdef",
        "ada: [secret-0123456789abcdef]",
        "ada: 'secret-0123456789abcdef",
        "- secret-0123456789abcdef",
      })
  void refusesAnOperatorsFileWithoutQuotingASecret(String text) throws IOException {
    Path operators = Files.writeString(folder.resolve("operators.yaml"), text);
    ConfigLoader loader = new ConfigLoader().flag("http.operators-file=" + operators);

    assertThatThrownBy(loader::build)
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("operators.yaml")
        .message()
        .doesNotContain("secret");
  }

  @Test
  void aCertificateNeedsItsKeyAndFilesMustBeThere() throws IOException {
    Path certificate = Files.writeString(folder.resolve("tls.crt"), "");
    assertThatThrownBy(() -> new ConfigLoader().flag("http.tls-certificate=" + certificate).build())
        .hasMessageContainingAll("http.tls-certificate", "http.tls-key", "both");
    assertThatThrownBy(() -> new ConfigLoader().flag("http.tls-key=" + folder + "/none"))
        .hasMessageContainingAll("http.tls-key", "can be read");
  }

  @Test
  void takesClientPropertiesFromTheEnvironmentToo() {
    ConfigLoader loader =
        new ConfigLoader()
            .environment(Map.of("GNOMON_KAFKA_CLIENT_SASL_JAAS_CONFIG", "module hunter2;"));

    assertThat(loader.build().kafka()).containsEntry("sasl.jaas.config", "module hunter2;");
    assertThat(loader.effective()).noneMatch(line -> line.contains("hunter2"));
  }

  @Test
  void refusesAVariableThatIsAlmostAKey() {
    Map<String, String> mistyped = Map.of("GNOMON_TUNING_TRESHOLD", "5");
    assertThatThrownBy(() -> new ConfigLoader().environment(mistyped))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContainingAll("GNOMON_TUNING_TRESHOLD", "GNOMON_TUNING_THRESHOLD")
        .hasMessageNotContaining("GNOMON_GUARD");
  }

  @Test
  void leavesOtherVariablesAlone() {
    ConfigLoader loader =
        new ConfigLoader()
            .environment(
                Map.of(
                    "PATH", "/bin",
                    "GNOMON_JAVA_OPTS", "-Xmx1g",
                    "GNOMON_LOG_LEVEL", "DEBUG",
                    "GNOMON_PORT", "tcp://10.0.0.1:8080",
                    "GNOMON_SERVICE_PORT_HTTP", "8080",
                    "GNOMON_KAFKA_SERVICE_HOST", "10.0.0.2",
                    "GNOMON_KAFKA_PORT_9092_TCP_ADDR", "10.0.0.2"));

    assertThat(loader.effective()).isEqualTo(new ConfigLoader().effective());
  }

  @Test
  void takesReceiversAndHidesTheirAddresses() {
    ConfigLoader loader =
        new ConfigLoader()
            .environment(Map.of("GNOMON_ALERT_SLACK", "https://hooks.example.org/T0/k3y"))
            .flag("alert.token=t0ps3cret");

    assertThat(loader.build().alerts().receivers())
        .containsEntry(Channel.SLACK, URI.create("https://hooks.example.org/T0/k3y"));
    assertThat(loader.effective())
        .contains("alert.slack = (hidden)", "alert.token = (hidden)", "alert.webhook = ")
        .noneMatch(line -> line.contains("k3y") || line.contains("t0ps3cret"));
  }

  @Test
  void aSecretThatIsNotAllowedIsNotTold() throws IOException {
    assertThatThrownBy(() -> new ConfigLoader().flag("alert.slack=hooks.example.org/k3y"))
        .hasMessageContainingAll("alert.slack", "(hidden)", "an http or https address")
        .hasMessageNotContaining("k3y");
    Path bad = file("alert:\n  token: t0ps3cret\n : x: [\n");
    assertThatThrownBy(() -> new ConfigLoader().file(bad))
        .hasMessageContainingAll("gnomon.yaml", "line 3")
        .hasMessageNotContaining("t0ps3cret");
  }
}
