package io.gnomon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigLoaderTest {
  private static final Key<String> SEARCH =
      Key.of("tuning.search", ValueTypes.word(List.of("small", "large")), "small", "what is tried");
  private static final Key<Double> THRESHOLD =
      Key.of("tuning.threshold", ValueTypes.number(1, 1e9), "10", "when a study starts")
          .withDefaultWhen(SEARCH, "large", "1");
  private static final Key<Duration> PERIOD =
      Key.of("tuning.period", ValueTypes.wholeSeconds("1m", "365d"), "1w", "time in between")
          .withDefaultWhen(THRESHOLD, "1", "1d")
          .withDefaultWhen(SEARCH, "large", "2d");
  private static final Key<Duration> LIMIT =
      Key.of("study.time-limit", ValueTypes.duration("50ms", "1h"), "30s", "longest study");
  private static final Key<Integer> PORT =
      Key.of("http.port", ValueTypes.wholeNumber(0, 65_535), "8080", "port");
  private static final Key<Optional<URI>> SLACK =
      Key.of("alert.slack", ValueTypes.secretUrl().optional(), "", "webhook");
  private static final Key<Optional<String>> TOKEN =
      Key.of("alert.token", ValueTypes.secretWord().optional(), "", "bearer token");
  private static final KeySet KEYS =
      KeySet.of(
              "gnomon test",
              List.of(
                  KafkaKeys.BOOTSTRAP_SERVERS,
                  SEARCH,
                  THRESHOLD,
                  PERIOD,
                  LIMIT,
                  PORT,
                  SLACK,
                  TOKEN))
          .ignoring("GNOMON_KAFKA_GROUP");

  @TempDir private Path folder;

  private final ConfigLoader loader = new ConfigLoader(KEYS);

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("gnomon.yaml"), text);
  }

  @Test
  void laterSourcesWin() throws IOException {
    Path yaml =
        file("tuning:\n  threshold: 20\n  period: 2h\nhttp.port: 81\nstudy.time-limit: 2s\n");

    EffectiveConfiguration config =
        loader
            .flag("tuning.threshold=40")
            .environment(Map.of("GNOMON_TUNING_THRESHOLD", "30", "GNOMON_TUNING_PERIOD", "3h"))
            .file(yaml)
            .load();

    assertThat(config.get(THRESHOLD)).as("flag").isEqualTo(40);
    assertThat(config.get(PERIOD)).as("environment").isEqualTo(Duration.ofHours(3));
    assertThat(config.get(PORT)).as("file").isEqualTo(81);
    assertThat(config.get(KafkaKeys.BOOTSTRAP_SERVERS)).as("default").isEqualTo("127.0.0.1:9092");
  }

  @Test
  void aDefaultMayDependOnAnotherKeyAndIsOverriddenLikeAnyOther() {
    assertThat(loader.load().get(THRESHOLD)).isEqualTo(10);
    assertThat(loader.flag("tuning.search=large").load().get(THRESHOLD)).isEqualTo(1);
    assertThat(loader.flag("tuning.threshold=5").load().get(THRESHOLD)).isEqualTo(5);
  }

  @Test
  void aDefaultMayDependOnAnotherDefaultAndTheFirstThatAppliesCounts() {
    assertThat(loader.load().get(PERIOD)).isEqualTo(Duration.ofDays(7));
    // the threshold is 1 by default then
    assertThat(loader.flag("tuning.search=large").load().get(PERIOD)).isEqualTo(Duration.ofDays(1));
    assertThat(loader.flag("tuning.threshold=3").load().get(PERIOD)).isEqualTo(Duration.ofDays(2));
  }

  @Test
  void namesTheLineTheKeyTheValueAndWhatIsAllowed() throws IOException {
    Path bad = file("http:\n  port: 80\ntuning:\n  threshold: 0.5\n");
    assertThatThrownBy(() -> loader.file(bad))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessage(
            bad + ":4: tuning.threshold is '0.5'; it must be a number from 1 to 1000000000");
  }

  @Test
  void checksAlsoWhatAnotherSourceOverrides() {
    loader.flag("http.port=1");
    assertThatThrownBy(() -> loader.environment(Map.of("GNOMON_HTTP_PORT", "x")))
        .hasMessage(
            "environment variable GNOMON_HTTP_PORT: http.port is 'x'; it must be a whole number"
                + " from 0 to 65535");
  }

  @Test
  void suggestsTheKeyThatWasMeant() throws IOException {
    Path bad = file("tuning:\n  treshold: 5\n");
    assertThatThrownBy(() -> loader.file(bad))
        .hasMessage(
            bad
                + ":2: there is no key 'tuning.treshold'. Did you mean 'tuning.threshold'?"
                + " 'gnomon test --help' lists the keys.");
    assertThatThrownBy(() -> loader.flag("guard.change-cost=1"))
        .hasMessage(
            "--set: there is no key 'guard.change-cost'. 'gnomon test --help' lists the keys.");
    assertThatThrownBy(() -> loader.flag("http.port")).hasMessageContaining("--set key=value");
  }

  @ParameterizedTest
  @CsvSource({
    "tuning.period, 500ms", // not whole seconds
    "tuning.period, 5min",
    "tuning.period, 59s",
    "tuning.period, 366d",
    "study.time-limit, 49ms",
    "http.port, 65536",
    "http.port, -1",
    "tuning.threshold, 1e9",
    "tuning.search, Large",
    "alert.slack, hooks.example.org",
  })
  void rejectsAWrongUnitAndWhatIsOutOfRange(String key, String value) {
    assertThatThrownBy(() -> loader.flag(key + "=" + value))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContainingAll(key, "it must be");
  }

  @ParameterizedTest
  @CsvSource({
    "tuning.period, 1m", "tuning.period, 365d", "study.time-limit, 50ms", "study.time-limit, 1h",
    "http.port, 0", "http.port, 65535", "tuning.threshold, 1", "tuning.threshold, 1000000000",
    "alert.slack, ''",
  })
  void bothEndsOfARangeAreAllowed(String key, String value) {
    assertThat(loader.flag(key + "=" + value).load().effective()).contains(key + " = " + value);
  }

  @Test
  void passesPropertiesToTheKafkaClientsAndHidesSecrets() {
    loader
        .flag("kafka.client.security.protocol=SASL_SSL")
        .flag("kafka.client.ssl.keystore.password=hunter2")
        .environment(Map.of("GNOMON_KAFKA_CLIENT_SASL_JAAS_CONFIG", "${x} hunter2;"));

    EffectiveConfiguration config = loader.load();

    assertThat(config.kafka())
        .containsEntry("bootstrap.servers", "127.0.0.1:9092")
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("ssl.keystore.password", "hunter2")
        .as("without expansion")
        .containsEntry("sasl.jaas.config", "${x} hunter2;");
    assertThat(config.effective())
        .contains("kafka.client.security.protocol = SASL_SSL")
        .noneMatch(line -> line.contains("hunter2"));
  }

  @Test
  void secretsAreInNoMessage() throws IOException {
    assertThatThrownBy(() -> loader.flag("alert.slack=hooks.example.org/k3y"))
        .hasMessage(
            "--set: alert.slack is '(hidden)'; it must be an http or https address, or empty for"
                + " none")
        .hasNoCause();
    Path bad = file("alert:\n  token: t0ps3cret\n : x: [\n");
    assertThatThrownBy(() -> loader.file(bad))
        .hasMessageContainingAll("gnomon.yaml", "line 3")
        .hasMessageNotContaining("t0ps3cret");
    assertThat(loader.flag("alert.token=t0ps3cret").load().effective())
        .contains("alert.token = (hidden)", "alert.slack = ");
  }

  @Test
  void aDeeplyNestedFileIsRefused() throws IOException {
    Path deep = file("{a: ".repeat(200_000));

    assertThatThrownBy(() -> loader.file(deep))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("is not YAML: Document nesting depth (1001) exceeds the maximum");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssl.keystore.key",
        "ssl.keystore.certificate.chain",
        "ssl.truststore.certificates",
        "ssl.key.password",
        "sasl.jaas.config",
        "sasl.login.passwd",
        "sasl.oauthbearer.client.credentials.client.secret",
        "basic.auth.user.info",
        "config.providers.vault.param.token",
        "interceptor.api.key",
        "ssl.key.pasword"
      })
  void aSecretOfTheKafkaClientsIsHiddenWhereverItIsSet(String property) throws IOException {
    Path yaml = file("kafka:\n  client:\n    " + property + ": |\n      hunter2\n      hunter2\n");
    String variable = "GNOMON_KAFKA_CLIENT_" + property.toUpperCase(Locale.ROOT).replace('.', '_');
    List<ConfigLoader> sources =
        List.of(
            new ConfigLoader(KEYS).file(yaml),
            new ConfigLoader(KEYS).environment(Map.of(variable, "hunter2")),
            new ConfigLoader(KEYS).flag("kafka.client." + property + "=hunter2"));
    for (ConfigLoader source : sources) {
      assertThat(source.load().kafka().get(property)).contains("hunter2");
      assertThat(source.load().effective())
          .contains("kafka.client." + property + " = (hidden)")
          .noneMatch(line -> line.contains("hunter2"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----",
        "org.example.Login required username=\"u\" password=\"hunter2\";",
        "https://user:hunter2@proxy.example.org",
      })
  void aSecretUnderANameThatIsNoneIsHidden(String value) {
    assertThat(loader.flag("kafka.client.client.id=" + value).load().effective())
        .contains("kafka.client.client.id = (hidden)");
  }

  @Test
  void settingsThatAreNoSecretsArePrintedOnOneLine() {
    assertThat(
            loader
                .flag("kafka.client.client.id=a\nhttp.port = 1")
                .flag("kafka.client.key.serializer=org.example.Serializer")
                .flag("kafka.client.ssl.keystore.location=/etc/keys/client.p12")
                .load()
                .effective())
        .contains(
            "kafka.client.client.id = a http.port = 1",
            "kafka.client.key.serializer = org.example.Serializer",
            "kafka.client.ssl.keystore.location = /etc/keys/client.p12");
  }

  @Test
  void aSecretInTheWrongPlaceIsNotQuoted() throws IOException {
    String key = "5ecret5a".repeat(8);
    assertThatThrownBy(() -> loader.flag("http.port=" + key))
        .hasMessageStartingWith("--set: http.port is '(hidden)'; it must be a whole number");
    assertThatThrownBy(() -> loader.flag("sasl.jaas.config: password 5ecret"))
        .hasMessageContaining("write --set key=value")
        .hasMessageNotContaining("5ecret");
    Path bad = file(key + ": 1\n");
    assertThatThrownBy(() -> loader.file(bad)).hasMessageContaining("there is no key '(hidden)'");
  }

  /** Files of Kafka settings with one character deleted, doubled or replaced, seed 1. */
  @Test
  void noMessageOfABrokenFileQuotesASecret() throws IOException {
    String text =
        """
        kafka:
          bootstrap.servers: kafka:9093
          client:
            security.protocol: SASL_SSL
            sasl.jaas.config: >-
              org.example.Login required username="u" password="5ecret";
            ssl.keystore.key: |
              -----BEGIN PRIVATE KEY-----
              5ecretMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9U
              -----END PRIVATE KEY-----
            ssl.key.password: '5ecret'
        http: {port: 8080}
        """;
    Random random = new Random(1);
    String replacements = ":\"'{}[]|>&*!%@`\t\n\0 #,-?";
    int rejected = 0;
    for (int i = 0; i < 1_500; i++) {
      int at = random.nextInt(text.length());
      char c = replacements.charAt(random.nextInt(replacements.length()));
      String broken =
          switch (random.nextInt(3)) {
            case 0 -> text.substring(0, at) + text.substring(at + 1);
            case 1 -> text.substring(0, at) + c + text.substring(at);
            default -> text.substring(0, at) + c + text.substring(at + 1);
          };
      try {
        assertThat(new ConfigLoader(KEYS).file(file(broken)).load().effective())
            .as("%s", broken)
            .noneMatch(line -> line.contains("5ecret"));
      } catch (InvalidConfigException e) {
        rejected++;
        assertThat(e).as("%s", broken).hasMessageNotContaining("5ecret").hasNoCause();
      }
    }
    assertThat(rejected).isBetween(150, 1_450);
  }

  @Test
  void rejectsAVariableThatIsAlmostAKey() {
    assertThatThrownBy(() -> loader.environment(Map.of("GNOMON_TUNING_TRESHOLD", "5")))
        .hasMessage(
            "environment variable GNOMON_TUNING_TRESHOLD does not set a key. Did you mean"
                + " GNOMON_TUNING_THRESHOLD?");
    assertThatThrownBy(() -> loader.environment(Map.of("GNOMON_HTTP_SOMETHING", "5")))
        .hasMessage(
            "environment variable GNOMON_HTTP_SOMETHING does not set a key. Variables of its group:"
                + " GNOMON_HTTP_PORT.");
  }

  @Test
  void ignoresOtherVariables() {
    Map<String, String> others =
        Map.of(
            "PATH", "/bin",
            "GNOMON_JAVA_OPTS", "-Xmx1g",
            "GNOMON_LOG_LEVEL", "DEBUG",
            "GNOMON_PORT", "tcp://10.0.0.1:8080",
            "GNOMON_SERVICE_PORT_HTTP", "8080",
            "GNOMON_KAFKA_SERVICE_HOST", "10.0.0.2",
            "GNOMON_KAFKA_PORT_9092_TCP_ADDR", "10.0.0.2",
            "GNOMON_KAFKA_GROUP", "read by another component");

    assertThat(loader.environment(others).load().effective())
        .isEqualTo(new ConfigLoader(KEYS).load().effective());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing\n", "---\n"})
  void aFileMayBeEmpty(String text) throws IOException {
    assertThat(loader.file(file(text)).load().get(PORT)).isEqualTo(8080);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "- a                                      | :1: write keys and values",
        "words                                    | :1: write keys and values",
        "http: {port: [1, 2]}                     | :1: http.port is a list",
        "tuning:                                  | :1: there is no key 'tuning'",
        "http: {port: }                           | :1: http.port is ''",
        "{http: {port: 1}, http.port: 2}          | :1: http.port is set a second time",
      })
  void rejectsAFileOfAnotherShape(String text, String message) throws IOException {
    Path bad = file(text);
    assertThatThrownBy(() -> loader.file(bad))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining(bad + message);
  }

  @Test
  void aDefaultThatIsNotAllowedIsRejectedWhereTheKeyIsDeclared() {
    ValueType<Integer> small = ValueTypes.wholeNumber(0, 9);
    assertThatThrownBy(() -> Key.of("a.b", small, "10", "")).hasMessageContaining("a.b is '10'");
    assertThatThrownBy(() -> Key.of("a.b", small, "1", "").withDefaultWhen(SEARCH, "large", "10"))
        .hasMessageContaining("a.b is '10'");
  }

  @Test
  void helpListsEveryKeyWithItsDefaults() {
    assertThat(KEYS.help())
        .containsSubsequence(
            "  tuning.search = small",
            "      what is tried",
            "  tuning.threshold = 10",
            "      when a study starts (default with tuning.search = large: 1)")
        .allMatch(line -> line.length() <= 80);
  }
}
