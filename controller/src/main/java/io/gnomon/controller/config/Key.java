package io.gnomon.controller.config;

import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.StudyDesign;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.WideJobs;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Every configuration key: its name, its default, what is allowed and what it does. */
public enum Key {
  /** Where Kafka is. */
  BOOTSTRAP(
      "kafka.bootstrap.servers", "127.0.0.1:9092", Kind.TEXT, 0, 0, "host:port,… of the brokers"),
  /** In front of each topic. */
  PREFIX("topics.prefix", "gnomon", Kind.TEXT, 0, 0, "in front of each topic's name"),
  /** Consumer group. */
  GROUP("kafka.group", "gnomon-controller", Kind.TEXT, 0, 0, "replicas that share the work"),
  /** Where HTTP listens. */
  HOST("http.host", "127.0.0.1", Kind.TEXT, 0, 0, "address that HTTP listens on"),
  /** Port of HTTP. */
  PORT("http.port", "8080", Kind.WHOLE, 0, 65_535, "port of HTTP; 0 for any free one"),
  /** Who may change something. */
  OPERATORS(
      "http.operators-file",
      "",
      Kind.FILE,
      0,
      0,
      "YAML file of the names and bearer tokens of those who may change something"),
  /** Certificate. */
  CERTIFICATE("http.tls-certificate", "", Kind.FILE, 0, 0, "PEM file of the certificate chain"),
  /** Its key. */
  CERTIFICATE_KEY("http.tls-key", "", Kind.FILE, 0, 0, "PEM file of the certificate's key"),
  /** Size of a request. */
  BODY_BYTES(
      "http.body-bytes", "65536", Kind.WHOLE, 1024, 16_777_216, "the most bytes of a request"),
  /** Connections. */
  CONNECTIONS(
      "http.connections",
      "512",
      Kind.WHOLE,
      1,
      100_000,
      "the most connections; beyond, the one idle for longest is closed"),
  /** Patience. */
  REQUEST_TIME(
      "http.request-time",
      "30s",
      Kind.DURATION,
      1,
      3600,
      "how long a client may take for a request, or stay silent, or not read"),
  /** Listeners. */
  LISTENERS("http.listeners", "64", Kind.WHOLE, 0, 10_000, "the most listeners of the live stream"),
  /** What may be done. */
  MODE("tuning.mode", "recommend", Kind.MODE, 0, 0, "what may be done with a good alternative"),
  /** When a study is made. */
  THRESHOLD(
      "tuning.threshold",
      "10",
      "1",
      Kind.NUMBER,
      1,
      1e9,
      "aggregate bounded slowdown above which a study is made"),
  /** How often. */
  PERIOD(
      "tuning.period",
      "1w",
      "1h",
      Kind.DURATION,
      60,
      31_536_000,
      "how often the slowdown is tested, and over which time it is taken"),
  /** How far. */
  HORIZON("tuning.horizon", "2w", "1d", Kind.DURATION, 60, 31_536_000, "how far a study simulates"),
  /** How many partitions. */
  PARTITIONS("tuning.max-partitions", "4", Kind.WHOLE, 1, 64, "the most partitions that are tried"),
  /** What is searched. */
  SEARCH(
      "tuning.search",
      "partitions",
      Kind.SEARCH,
      0,
      0,
      "numbers of partitions, or these and whatever of the library the scheduler can be set to,"
          + " or the library's quick policies in studies of the queue as it is (docs/choosing.md)"),
  /** Who is wide. */
  WIDE(
      "tuning.wide",
      "0",
      Kind.WIDE,
      0,
      100_000_000,
      "in a search of the library, processors from which on a job of more than eight hours starts as"
          + " soon as it fits, under policies that order jobs where the scheduler has declared wide"
          + " (docs/choosing.md); 0 for none; "
          + WideJobs.AUTO
          + ", with tuning.search queue: as long as the very wide and long have waited for too long"
          + " in the long run waits are charged for and each policy is tried as it is and so for 33,"
          + " with patience 365d and 0s"),
  /** Who comes. */
  FUTURE(
      "tuning.future",
      "replay",
      "mixed",
      Kind.FUTURE,
      0,
      0,
      "who a study takes to come: the past again, hours of past weeks, nobody, or these two in"
          + " turn"),
  /** How long jobs run. */
  RUNTIMES(
      "tuning.runtimes",
      TuneSettings.PAST,
      Kind.RUNTIMES,
      0,
      0,
      "what studies of the queue draw the runtimes of live jobs from: like jobs before them, or what"
          + " a predictor has learned"),
  /** What a study minimises. */
  OBJECTIVE(
      "tuning.objective",
      "slowdown",
      StudyDesign.OBJECTIVE,
      Kind.OBJECTIVE,
      0,
      0,
      "what a study minimises, over all jobs that are there or come"),
  /** What no choice may break. */
  GUARDS(
      "tuning.guards",
      "",
      Kind.GUARDS,
      0,
      0,
      "what no choice may make worse than EASY would from the same state, by more than the factor;"
          + " several with a semicolon between them"),
  /** Command expiry. */
  EXPIRY(
      "tuning.command-expiry",
      "1h",
      Kind.DURATION,
      1,
      2_592_000,
      "how long a command or proposal holds, on the scheduler's clock"),
  /** Rollback. */
  ROLLBACK(
      "tuning.rollback-factor",
      "0",
      Kind.NUMBER,
      0,
      1000,
      "a slowdown this many times what was predicted without a change undoes it; 0 for never"),
  /** Warm-up. */
  WARM_UP(
      "guard.warm-up",
      "0s",
      Kind.DURATION,
      0,
      31_536_000,
      "how long a cluster is watched before the first change"),
  /** Least gain. */
  LEAST_GAIN(
      "guard.least-gain",
      "0.02",
      "0",
      Kind.NUMBER,
      0,
      0.99,
      "fraction of the incumbent's simulated slowdown that must be gained"),
  /** Cost of a change. */
  CHANGE_COST(
      "guard.change-cost",
      "0",
      Kind.NUMBER,
      0,
      1_000_000_000,
      "what a change costs, in the objective's units summed up over the jobs; one that saves less is not made"),
  /** Significance. */
  SIGNIFICANCE(
      "guard.significance",
      "0",
      Kind.NUMBER,
      0,
      100,
      "standard errors that the paired gain must be above 0; 0 asks for none"),
  /** Cooldown. */
  COOLDOWN("guard.cooldown", "0s", Kind.DURATION, 0, 31_536_000, "pause after an attempted change"),
  /** Dwell. */
  DWELL(
      "guard.dwell",
      "0s",
      Kind.DURATION,
      0,
      31_536_000,
      "how long a configuration must have been in force"),
  /** Budget. */
  CHANGES_PER_DAY(
      "guard.changes-per-day",
      "" + GuardRails.CHANGES_PER_DAY,
      Kind.WHOLE,
      0,
      10_000,
      "changes within any 24 hours"),
  /** Threads. */
  STUDY_THREADS("study.threads", "2", Kind.WHOLE, 1, 256, "threads for simulations"),
  /** Limit. */
  STUDY_LIMIT(
      "study.limit",
      "30s",
      "500ms",
      Kind.TIME,
      0.05,
      3600,
      "time that one study may take; what has been simulated by then decides"),
  /** Checkpoints. */
  CHECKPOINT_EVENTS(
      "checkpoint.events",
      "10000",
      Kind.WHOLE,
      1,
      10_000_000,
      "events of a cluster, or as many as its active jobs if these are more, after which its"
          + " state is written"),
  /** Webhook. */
  ALERT_WEBHOOK(
      "alert.webhook", "", Kind.SECRET_URL, 0, 0, "address that is told of changes, as JSON"),
  /** Slack. */
  ALERT_SLACK(
      "alert.slack", "", Kind.SECRET_URL, 0, 0, "incoming webhook of Slack or what understands it"),
  /** Alertmanager. */
  ALERT_ALERTMANAGER(
      "alert.alertmanager",
      "",
      Kind.SECRET_URL,
      0,
      0,
      "address of Alertmanager's /api/v2/alerts, which is told of changes"),
  /** Bearer token. */
  ALERT_TOKEN(
      "alert.token", "", Kind.SECRET, 0, 0, "bearer token for the webhook and Alertmanager"),
  /** Bound of what waits. */
  ALERT_QUEUE(
      "alert.queue",
      "256",
      Kind.WHOLE,
      1,
      100_000,
      "notices that may wait for a receiver; beyond that the oldest is given up"),
  /** Traces. */
  TRACES(
      "trace.otlp",
      "",
      Kind.SECRET_URL,
      0,
      0,
      "address of a collector's /v1/traces that traces of decisions go to, by OTLP over HTTP");

  /** The search whose studies are of the queue as it is, with defaults of its own. */
  static final String QUEUE = "queue";

  private final String path;
  private final String fallback;
  private final String ofTheQueue;
  private final Kind kind;
  private final double least;
  private final double most;
  private final String help;

  Key(String path, String fallback, Kind kind, double least, double most, String help) {
    this(path, fallback, fallback, kind, least, most, help);
  }

  Key(
      String path,
      String fallback,
      String ofTheQueue,
      Kind kind,
      double least,
      double most,
      String help) {
    this.path = path;
    this.fallback = fallback;
    this.ofTheQueue = ofTheQueue;
    this.kind = kind;
    this.least = least;
    this.most = most;
    this.help = help;
  }

  /** Its name in files, such as {@code tuning.threshold}. */
  public String path() {
    return path;
  }

  /** Its name in the environment, such as {@code GNOMON_TUNING_THRESHOLD}. */
  public String environment() {
    return "GNOMON_" + path.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** The value where none is given, and {@link #SEARCH} is not {@link #QUEUE}. */
  public String fallback() {
    return fallback;
  }

  /** The value where none is given, and {@link #SEARCH} is {@link #QUEUE}. */
  public String fallbackOfTheQueue() {
    return ofTheQueue;
  }

  /** What it does, in words. */
  public String help() {
    return help;
  }

  /** A value of it as it may be printed. */
  String shown(String value) {
    return kind.secret() && !value.isEmpty() ? "(hidden)" : value;
  }

  /** What is allowed, in words. */
  public String allowed() {
    return kind.allowed(least, most);
  }

  /** The key of that name. */
  static Key of(String path, String source) {
    return Arrays.stream(values())
        .filter(key -> key.path.equals(path))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidConfigException(
                    source
                        + ": there is no key '"
                        + path
                        + "'; there are "
                        + Arrays.stream(values())
                            .map(Key::path)
                            .collect(Collectors.joining(", "))));
  }

  /** Checks {@code value}, which {@code source} gives. */
  void check(String value, String source) {
    if (!kind.holds(value, least, most)) {
      throw new InvalidConfigException(
          source + ": " + path + " is '" + shown(value) + "'; it must be " + allowed());
    }
  }
}
