package io.gnomon.controller.config;

import io.gnomon.config.ConfigLoader;
import io.gnomon.config.Configuration;
import io.gnomon.config.KafkaKeys;
import io.gnomon.config.Key;
import io.gnomon.config.KeySet;
import io.gnomon.config.ValueType;
import io.gnomon.config.ValueTypes;
import io.gnomon.controller.http.access.Network;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.Envelope;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.StudyObjective;
import io.gnomon.sim.scenario.ArrivalModel;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.text.Durations;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The configuration keys of the controller. */
public final class ControllerKeys {
  private static final String PARTITIONS = ValueTypes.written(Search.PARTITIONS);
  private static final String DURABLE = ValueTypes.written(Cadence.DURABLE);
  private static final String HOURLY = ValueTypes.written(Cadence.HOURLY);
  private static final String YEAR = "365d";
  private static final ValueType<Set<String>> CLUSTER_IDS =
      ValueType.of(
              "ids of clusters (letters, digits and - . _ ~ : /), separated by commas, or empty",
              ControllerKeys::clusterIds)
          .summarized("cluster ids");

  /** The consumer group. */
  public static final Key<String> GROUP =
      Key.of(
          "kafka.group",
          ValueTypes.text(),
          "gnomon-controller",
          "consumer group; replicas of one group share the clusters");

  static final Key<String> HTTP_HOST =
      Key.of("http.host", ValueTypes.text(), "127.0.0.1", "address to listen on");
  static final Key<Integer> HTTP_PORT =
      Key.of(
          "http.port", ValueTypes.wholeNumber(0, 65_535), "8080", "port to listen on; 0: any free");

  /** The file of operators. */
  public static final Key<Optional<Path>> OPERATORS_FILE =
      Key.of(
          "http.operators-file",
          ValueTypes.readableFile().optional(),
          "",
          "YAML file of operators: `NAME: TOKEN` lines; read again when it changes; refused while"
              + " every user can read or write it");

  static final Key<ReadAccess> READ_ACCESS =
      Key.of(
          "http.read-access",
          ValueTypes.constant(ReadAccess.class),
          "open",
          "what reading and simulations on request need: nothing, or a token of the operators"
              + " file; decisions come first, then simulations with a token, then those without");
  static final Key<List<String>> ALLOWED_HOSTS =
      Key.of(
          "http.allowed-hosts",
          HttpTypes.HOSTS,
          "",
          "names under which browsers and proxies reach the controller, separated by commas");
  static final Key<List<Network>> TRUSTED_PROXIES =
      Key.of(
          "http.trusted-proxies",
          HttpTypes.NETWORKS,
          "",
          "proxies whose `X-Forwarded-For` names the client for limits, separated by commas");

  /** The file of the certificate chain. */
  public static final Key<Optional<Path>> TLS_CERTIFICATE =
      Key.of(
          "http.tls-certificate",
          ValueTypes.readableFile().optional(),
          "",
          "PEM file of the certificate chain; read again when it changes");

  /** The file of the certificate's private key. */
  public static final Key<Optional<Path>> TLS_KEY =
      Key.of(
          "http.tls-key",
          ValueTypes.readableFile().optional(),
          "",
          "PEM file of the certificate's private key; refused while every user can read or write"
              + " it");

  static final Key<Boolean> SIGNED_EVENTS =
      Key.of(
          "events.signed",
          ValueTypes.flag(),
          "false",
          "whether events without a signature by a key of `commands.key-file` are rejected");
  static final Key<Boolean> TLS_TERMINATED =
      Key.of(
          "http.tls-terminated",
          ValueTypes.flag(),
          "false",
          "whether something in front terminates TLS; needed to listen beyond loopback without it");
  static final Key<Integer> MAX_BODY_SIZE =
      Key.of(
          "http.max-body-size",
          ValueTypes.wholeNumber(1024, 16_777_216),
          "65536",
          "largest request body in bytes");
  static final Key<Integer> MAX_CONNECTIONS =
      Key.of(
          "http.max-connections",
          ValueTypes.wholeNumber(1, 100_000),
          "512",
          "most open connections; one more closes the one that is idle longest");
  static final Key<Duration> REQUEST_TIMEOUT =
      Key.of(
          "http.request-timeout",
          ValueTypes.wholeSeconds("1s", "1h"),
          "30s",
          "time to send a request, to stay idle, or to read an answer");
  static final Key<Integer> MAX_STREAMS =
      Key.of(
          "http.max-streams",
          ValueTypes.wholeNumber(0, 10_000),
          "64",
          "most live streams; beyond it, the client with the most loses one to a client with fewer");

  static final Key<Mode> MODE =
      Key.of(
          "tuning.mode",
          ValueTypes.constant(Mode.class),
          "recommend",
          "what Gnomon may do with a better configuration");
  static final Key<Search> SEARCH =
      Key.of(
          "tuning.search",
          ValueTypes.constant(Search.class),
          ValueTypes.written(Search.LIBRARY),
          "what studies try: the policies of the library, or numbers of partitions");
  static final Key<Cadence> CADENCE =
      Key.of(
              "tuning.cadence",
              ValueTypes.constant(Cadence.class),
              DURABLE,
              "how often the search of the library may change the configuration: at most once a"
                  + " week, by backtests of the recorded past, or hourly, by studies of the live"
                  + " queue")
          .withDefaultWhen(SEARCH, PARTITIONS, HOURLY)
          .withDefaultWhen(MODE, ValueTypes.written(Mode.OBSERVE), HOURLY)
          .withDefaultWhen(MODE, ValueTypes.written(Mode.APPLY), HOURLY);
  static final Key<Double> THRESHOLD =
      Key.of(
              "tuning.threshold",
              ValueTypes.number(1, 1e9),
              number(Search.LIBRARY.threshold()),
              "mean bounded slowdown of a period above which a study starts")
          .withDefaultWhen(SEARCH, PARTITIONS, number(Search.PARTITIONS.threshold()));
  static final Key<Duration> PERIOD =
      Key.of(
              "tuning.period",
              ValueTypes.wholeSeconds("1m", YEAR),
              Durations.printSeconds(Cadence.DURABLE.periodSeconds()),
              "time between evaluations, and the time that each covers; durable: at first less")
          .withDefaultWhen(
              SEARCH, PARTITIONS, Durations.printSeconds(Search.PARTITIONS.periodSeconds()))
          .withDefaultWhen(CADENCE, HOURLY, Durations.printSeconds(Cadence.HOURLY.periodSeconds()));
  static final Key<Duration> HORIZON =
      Key.of(
              "tuning.horizon",
              ValueTypes.wholeSeconds("1m", YEAR),
              Durations.printSeconds(Search.LIBRARY.horizonSeconds()),
              "time that a study simulates")
          .withDefaultWhen(
              SEARCH, PARTITIONS, Durations.printSeconds(Search.PARTITIONS.horizonSeconds()));
  static final Key<Integer> MAX_PARTITIONS =
      Key.of(
          "tuning.max-partitions",
          ValueTypes.wholeNumber(1, 64),
          "4",
          "most partitions that studies try");
  static final Key<ArrivalModel> ARRIVALS =
      Key.of(
              "tuning.arrivals",
              ValueTypes.constant(ArrivalModel.class),
              ValueTypes.written(Search.LIBRARY.arrivals()),
              "arrivals that studies assume: the past again, hours of past weeks, none, or the"
                  + " last two in turn")
          .withDefaultWhen(SEARCH, PARTITIONS, ValueTypes.written(Search.PARTITIONS.arrivals()));
  static final Key<String> RUNTIMES =
      Key.of(
          "tuning.runtimes",
          TuningTypes.RUNTIMES,
          TuneSettings.PAST,
          "source of the runtimes that studies sample: past jobs that are similar, or a predictor");
  static final Key<StudyObjective> OBJECTIVE =
      Key.of(
              "tuning.objective",
              TuningTypes.OBJECTIVE,
              Cadence.DURABLE.objective(),
              "cost that studies minimise")
          .withDefaultWhen(SEARCH, PARTITIONS, Search.PARTITIONS.objective())
          .withDefaultWhen(CADENCE, HOURLY, Cadence.HOURLY.objective());
  static final Key<List<Guard>> GUARDS =
      Key.of(
          "tuning.guards",
          TuningTypes.GUARDS,
          "",
          "limits on what a change may make worse; separated by semicolons; under fair share"
              + " those of shares are on");
  static final Key<Duration> COMMAND_EXPIRY =
      Key.of(
              "tuning.command-expiry",
              ValueTypes.wholeSeconds("1s", "30d"),
              "3d",
              "time that a command or proposal is valid")
          .withDefaultWhen(CADENCE, HOURLY, "1h");

  static final Key<Duration> WARM_UP =
      Key.of(
          "guard.warm-up",
          ValueTypes.wholeSeconds("0s", YEAR),
          "0s",
          "time that a cluster is watched before the first change");
  static final Key<Double> MIN_GAIN =
      Key.of(
          "guard.min-gain",
          ValueTypes.number(0, 0.99),
          number(GuardRails.MIN_GAIN),
          "least fraction of the simulated cost that a change must save");
  static final Key<Double> SIGNIFICANCE =
      Key.of(
              "guard.significance",
              ValueTypes.number(0, 100),
              number(Cadence.DURABLE.significance()),
              "standard errors by which the paired gain must exceed 0; 0: no test")
          .withDefaultWhen(CADENCE, HOURLY, number(Cadence.HOURLY.significance()));
  static final Key<Duration> COOLDOWN =
      Key.of(
          "guard.cooldown",
          ValueTypes.wholeSeconds("0s", YEAR),
          "0s",
          "pause after an attempted change");
  static final Key<Duration> DWELL =
      Key.of(
              "guard.dwell",
              ValueTypes.wholeSeconds("0s", YEAR),
              Durations.printSeconds(Cadence.DURABLE.dwellSeconds()),
              "least time that a configuration stays in force")
          .withDefaultWhen(CADENCE, HOURLY, Durations.printSeconds(Cadence.HOURLY.dwellSeconds()));
  static final Key<Integer> MAX_CHANGES_PER_DAY =
      Key.of(
          "guard.max-changes-per-day",
          ValueTypes.wholeNumber(0, 10_000),
          Integer.toString(GuardRails.CHANGES_PER_DAY),
          "most changes within any 24 hours");

  static final Key<Integer> FIDELITY_JOBS =
      Key.of(
          "guard.fidelity-jobs",
          ValueTypes.wholeNumber(0, 1_000_000),
          Integer.toString(FidelitySettings.JOBS),
          "waiting jobs whose start must have been predicted well before the first command; 0:"
              + " none");
  static final Key<Double> FIDELITY_ERROR =
      Key.of(
          "guard.fidelity-error",
          ValueTypes.number(0.01, 100),
          Double.toString(FidelitySettings.MOST_ERROR),
          "most relative error of these predicted waits, and twice the most bias of their mean");

  static final Key<Integer> STUDY_THREADS =
      Key.of("study.threads", ValueTypes.wholeNumber(1, 256), "2", "threads that run simulations");
  static final Key<Duration> STUDY_TIME_LIMIT =
      Key.of(
              "study.time-limit",
              ValueTypes.duration("50ms", "1h"),
              "500ms",
              "most time for a study of the live queue; the simulations done by then decide")
          .withDefaultWhen(SEARCH, PARTITIONS, "30s");
  static final Key<Integer> CHECKPOINT_INTERVAL =
      Key.of(
          "checkpoint.interval-events",
          ValueTypes.wholeNumber(1, 10_000_000),
          "10000",
          "events of a cluster between checkpoints; at least its number of active jobs");

  static final Key<Integer> CLUSTERS_MAX =
      Key.of(
          "clusters.max",
          ValueTypes.wholeNumber(1, 100_000),
          "1000",
          "most clusters of a replica; declarations of further ones are rejected");
  static final Key<Set<String>> CLUSTERS_ALLOWED =
      Key.of(
          "clusters.allowed",
          CLUSTER_IDS,
          "",
          "ids of the clusters to track, separated by commas; empty: every cluster that is"
              + " declared");

  static final Key<Duration> CLUSTERS_SILENCE =
      Key.of(
          "clusters.silence",
          ValueTypes.duration("1s", "7d"),
          "5m",
          "time without events after which a cluster that reports its clock is shown as degraded; at"
              + " least three times its usual interval");

  static final Key<Optional<URI>> ALERT_WEBHOOK =
      Key.of(
          "alert.webhook",
          ValueTypes.secretUrl().optional(),
          "",
          "webhook that receives notifications as JSON");
  static final Key<Optional<URI>> ALERT_SLACK =
      Key.of(
          "alert.slack",
          ValueTypes.secretUrl().optional(),
          "",
          "incoming webhook of Slack or a compatible service");
  static final Key<Optional<URI>> ALERT_ALERTMANAGER =
      Key.of(
          "alert.alertmanager",
          ValueTypes.secretUrl().optional(),
          "",
          "address of Alertmanager's `/api/v2/alerts`");
  static final Key<Optional<String>> ALERT_TOKEN =
      Key.of(
          "alert.token",
          ValueTypes.secretWord().optional(),
          "",
          "bearer token for the webhook and for Alertmanager");
  static final Key<Integer> ALERT_QUEUE_CAPACITY =
      Key.of(
          "alert.queue-capacity",
          ValueTypes.wholeNumber(1, 100_000),
          "256",
          "notifications that wait for a receiver; one more drops the oldest");
  static final Key<Optional<URI>> TRACE_OTLP =
      Key.of(
          "trace.otlp",
          ValueTypes.secretUrl().optional(),
          "",
          "address of an OpenTelemetry collector's `/v1/traces` (OTLP over HTTP)");

  /** All keys, in the order of the documentation. */
  public static final KeySet ALL =
      KeySet.of(
          "gnomon serve",
          List.of(
              KafkaKeys.BOOTSTRAP_SERVERS,
              KafkaKeys.TOPICS_PREFIX,
              KafkaKeys.COMMANDS_KEY_FILE,
              SIGNED_EVENTS,
              GROUP,
              HTTP_HOST,
              HTTP_PORT,
              ALLOWED_HOSTS,
              TRUSTED_PROXIES,
              OPERATORS_FILE,
              READ_ACCESS,
              TLS_CERTIFICATE,
              TLS_KEY,
              TLS_TERMINATED,
              MAX_BODY_SIZE,
              MAX_CONNECTIONS,
              REQUEST_TIMEOUT,
              MAX_STREAMS,
              MODE,
              SEARCH,
              CADENCE,
              THRESHOLD,
              PERIOD,
              HORIZON,
              MAX_PARTITIONS,
              ARRIVALS,
              RUNTIMES,
              OBJECTIVE,
              GUARDS,
              COMMAND_EXPIRY,
              WARM_UP,
              MIN_GAIN,
              SIGNIFICANCE,
              COOLDOWN,
              DWELL,
              MAX_CHANGES_PER_DAY,
              FIDELITY_JOBS,
              FIDELITY_ERROR,
              STUDY_THREADS,
              STUDY_TIME_LIMIT,
              CHECKPOINT_INTERVAL,
              CLUSTERS_MAX,
              CLUSTERS_ALLOWED,
              CLUSTERS_SILENCE,
              ALERT_WEBHOOK,
              ALERT_SLACK,
              ALERT_ALERTMANAGER,
              ALERT_TOKEN,
              ALERT_QUEUE_CAPACITY,
              TRACE_OTLP));

  private ControllerKeys() {}

  /** The files with secrets that a configuration names. */
  public static List<Path> secretFiles(Configuration config) {
    return Stream.of(OPERATORS_FILE, TLS_KEY, KafkaKeys.COMMANDS_KEY_FILE)
        .flatMap(key -> config.get(key).stream())
        .toList();
  }

  /** Creates a loader of the controller's configuration, without sources. */
  public static ConfigLoader loader() {
    return new ConfigLoader(ALL);
  }

  private static Set<String> clusterIds(String text) {
    Set<String> ids = new LinkedHashSet<>();
    for (String id : text.isBlank() ? new String[0] : text.split(",", -1)) {
      if (!id.strip().matches(Envelope.CLUSTER_ID)) {
        throw new IllegalArgumentException(
            "'%s' is not the id of a cluster; allowed are %s"
                .formatted(id.strip(), Envelope.CLUSTER_ID_IN_WORDS));
      }
      ids.add(id.strip());
    }
    return ids;
  }

  /** Formats a whole number without decimals. */
  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
