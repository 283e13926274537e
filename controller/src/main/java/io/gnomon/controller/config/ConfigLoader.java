package io.gnomon.controller.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.gnomon.controller.ControllerConfig;
import io.gnomon.controller.alert.AlertSettings;
import io.gnomon.controller.alert.Channel;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.cluster.Mode;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.sim.tune.ArrivalModel;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.Judgement;
import io.gnomon.sim.tune.Library;
import io.gnomon.sim.tune.SearchSpace;
import io.gnomon.sim.tune.StudyDesign;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.WideJobs;
import io.gnomon.sim.tune.objective.Objectives;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Builds the configuration: defaults, then a YAML file, then the environment, then flags; the later
 * wins. Where studies are of the queue as it is, some keys that are not given have other defaults.
 * Any property of the Kafka clients can be given below {@code kafka.client}.
 */
public final class ConfigLoader {
  private static final String CLIENT = "kafka.client.";
  private static final String SECRET = "(password|secret|token|jaas|keystore\\.key)";

  private final EnumMap<Key, String> values = new EnumMap<>(Key.class);
  private final TreeMap<String, String> client = new TreeMap<>();

  /**
   * Reads a YAML file.
   *
   * @throws InvalidConfigException for an unknown key, or a value that is not allowed
   */
  public ConfigLoader file(Path file) throws IOException {
    JsonNode root;
    try {
      root = new YAMLMapper().readTree(file.toFile());
    } catch (JsonProcessingException e) {
      // the message of the parser may quote a secret
      throw new InvalidConfigException(
          file
              + " is not YAML: line "
              + e.getLocation().getLineNr()
              + ", column "
              + e.getLocation().getColumnNr());
    }
    if (root != null && root.isObject()) {
      flatten(file.toString(), "", root);
    } else if (root != null && !root.isMissingNode() && !root.isNull()) {
      throw new InvalidConfigException(file + " must hold keys and values, not " + root);
    }
    return this;
  }

  /**
   * Takes the variables that are called as a key, such as {@code GNOMON_TUNING_THRESHOLD}, or as a
   * property of the Kafka clients, such as {@code GNOMON_KAFKA_CLIENT_SASL_JAAS_CONFIG}.
   *
   * @throws InvalidConfigException for a value that is not allowed, or a variable that is called as
   *     a key of a group but is none
   */
  public ConfigLoader environment(Map<String, String> environment) {
    new TreeMap<>(environment)
        .forEach(
            (name, value) ->
                EnvironmentName.path(name)
                    .ifPresent(path -> set(path, value, "environment variable " + name)));
    return this;
  }

  /** Takes one flag, {@code key=value}. */
  public ConfigLoader flag(String keyAndValue) {
    int equals = keyAndValue.indexOf('=');
    if (equals < 0) {
      throw new InvalidConfigException("--set " + keyAndValue + ": write --set key=value");
    }
    return set(keyAndValue.substring(0, equals), keyAndValue.substring(equals + 1), "--set");
  }

  private ConfigLoader set(String path, String value, String source) {
    if (path.startsWith(CLIENT)) {
      client.put(path.substring(CLIENT.length()), value);
      return this;
    }
    Key key = Key.of(path, source);
    key.check(value, source);
    values.put(key, value);
    return this;
  }

  private void flatten(String source, String prefix, JsonNode node) {
    node.properties()
        .forEach(
            entry -> {
              String path = prefix + entry.getKey();
              if (entry.getValue().isObject()) {
                flatten(source, path + ".", entry.getValue());
              } else if (entry.getValue().isValueNode()) {
                set(path, entry.getValue().asText(), source);
              } else {
                throw new InvalidConfigException(source + ": " + path + " must be one value");
              }
            });
  }

  /** The effective configuration, a key a line, with secrets hidden. */
  public List<String> effective() {
    List<String> lines =
        new ArrayList<>(
            Arrays.stream(Key.values())
                .map(key -> key.path() + " = " + key.shown(text(key)))
                .toList());
    client.forEach((name, value) -> lines.add(CLIENT + name + " = " + shown(name, value)));
    return lines;
  }

  private static String shown(String name, String value) {
    return name.toLowerCase(Locale.ROOT).matches(".*" + SECRET + ".*") ? "(hidden)" : value;
  }

  /** The configuration. */
  public ControllerConfig build() {
    Map<String, String> kafka = new TreeMap<>(client);
    kafka.put("bootstrap.servers", text(Key.BOOTSTRAP));
    GuardRails rails =
        new GuardRails(
            seconds(Key.WARM_UP),
            number(Key.LEAST_GAIN),
            number(Key.CHANGE_COST),
            number(Key.SIGNIFICANCE),
            seconds(Key.COOLDOWN),
            seconds(Key.DWELL),
            whole(Key.CHANGES_PER_DAY),
            List.of());
    TuneSettings tuning =
        new TuneSettings(
            number(Key.THRESHOLD),
            seconds(Key.PERIOD),
            seconds(Key.HORIZON),
            search(whole(Key.PARTITIONS)),
            rails,
            design(),
            text(Key.RUNTIMES));
    return new ControllerConfig(
        kafka,
        text(Key.PREFIX),
        text(Key.GROUP),
        http(),
        whole(Key.STUDY_THREADS),
        Duration.ofMillis(Kind.milliseconds(text(Key.STUDY_LIMIT))),
        whole(Key.CHECKPOINT_EVENTS),
        new ControlSettings(
            Mode.parse(text(Key.MODE)), seconds(Key.EXPIRY), number(Key.ROLLBACK), tuning),
        alerts(),
        text(Key.TRACES).isEmpty() ? null : URI.create(text(Key.TRACES)));
  }

  private AlertSettings alerts() {
    EnumMap<Channel, URI> receivers = new EnumMap<>(Channel.class);
    Map.of(
            Channel.WEBHOOK, Key.ALERT_WEBHOOK,
            Channel.SLACK, Key.ALERT_SLACK,
            Channel.ALERTMANAGER, Key.ALERT_ALERTMANAGER)
        .forEach(
            (channel, key) -> {
              if (!text(key).isEmpty()) {
                receivers.put(channel, URI.create(text(key)));
              }
            });
    String token = text(Key.ALERT_TOKEN);
    return AlertSettings.of(receivers, token.isEmpty() ? null : token, whole(Key.ALERT_QUEUE));
  }

  private HttpSettings http() {
    Path certificate = file(Key.CERTIFICATE);
    Path key = file(Key.CERTIFICATE_KEY);
    if ((certificate == null) != (key == null)) {
      throw new InvalidConfigException(
          Key.CERTIFICATE.path()
              + " and "
              + Key.CERTIFICATE_KEY.path()
              + " must be given both, for TLS, or neither");
    }
    Path operators = file(Key.OPERATORS);
    return new HttpSettings(
        text(Key.HOST),
        whole(Key.PORT),
        certificate,
        key,
        operators == null ? Map.of() : OperatorsFile.read(operators),
        new HttpSettings.Limits(
            whole(Key.BODY_BYTES),
            whole(Key.CONNECTIONS),
            seconds(Key.REQUEST_TIME),
            whole(Key.LISTENERS)));
  }

  private @Nullable Path file(Key key) {
    String name = text(key);
    return name.isEmpty() ? null : Path.of(name);
  }

  private SearchSpace search(int partitions) {
    if (text(Key.WIDE).equals(WideJobs.AUTO) && !ofTheQueue()) {
      throw new InvalidConfigException(
          Key.WIDE.path()
              + " "
              + WideJobs.AUTO
              + " is for "
              + Key.SEARCH.path()
              + " "
              + Key.QUEUE
              + ", not "
              + text(Key.SEARCH)
              + ": other studies do not look back at what EASY would have done");
    }
    // what the scheduler cannot do is left out when it has declared its capabilities
    Set<Library.Need> all = EnumSet.allOf(Library.Need.class);
    return switch (text(Key.SEARCH)) {
      case "full" -> SearchSpace.full(partitions, all).with(WideJobs.parse(text(Key.WIDE)));
      case Key.QUEUE -> SearchSpace.quick(all).with(WideJobs.parse(text(Key.WIDE)));
      default -> SearchSpace.partitions(partitions);
    };
  }

  private StudyDesign design() {
    StudyDesign design = ofTheQueue() ? StudyDesign.OF_THE_QUEUE : StudyDesign.REPORT;
    Judgement judgement = Judgement.of(Objectives.create(text(Key.OBJECTIVE)));
    StudyDesign judging = design.judgedBy(judgement.guarded(Kind.guards(text(Key.GUARDS))));
    return judging.expecting(
        switch (text(Key.FUTURE)) {
          case "bootstrap" -> ArrivalModel.BOOTSTRAP;
          case "none" -> ArrivalModel.NOBODY;
          case "mixed" -> ArrivalModel.MIXED;
          default -> ArrivalModel.REPLAY;
        });
  }

  private boolean ofTheQueue() {
    return Key.QUEUE.equals(values.get(Key.SEARCH));
  }

  private String text(Key key) {
    @Nullable String value = values.get(key);
    if (value != null) {
      return value;
    }
    return ofTheQueue() ? key.fallbackOfTheQueue() : key.fallback();
  }

  private int whole(Key key) {
    return Integer.parseInt(text(key));
  }

  private double number(Key key) {
    return Double.parseDouble(text(key));
  }

  private int seconds(Key key) {
    return (int) Math.min(Integer.MAX_VALUE, Kind.milliseconds(text(key)) / 1000);
  }
}
