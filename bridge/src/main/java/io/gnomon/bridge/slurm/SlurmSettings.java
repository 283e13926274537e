package io.gnomon.bridge.slurm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The bridge's settings: defaults, then a YAML file, then the environment, then flags; the later
 * wins. Any property of the Kafka clients can be given below {@code kafka.client}.
 */
public final class SlurmSettings {
  private static final String CLIENT = "kafka.client.";

  /** Every key, its default, what is allowed and what it does. */
  public enum Key {
    CLUSTER("cluster", "", "[A-Za-z0-9._~:/-]{0,255}", "the cluster's id; ClusterName if empty"),
    BOOTSTRAP("kafka.bootstrap.servers", "127.0.0.1:9092", ".+", "host:port,… of the brokers"),
    PREFIX("topics.prefix", "gnomon", "[A-Za-z0-9._-]+", "in front of each topic's name"),
    STATE("state", "gnomon-slurm", ".+", "folder of what must outlive the bridge"),
    CONF("slurm.conf", "", ".*", "slurm.conf; if empty as Slurm's programs find it"),
    BIN("slurm.bin", "", ".*", "folder of squeue and scontrol; the PATH if empty"),
    INTERVAL("slurm.interval", "5s", "[1-9]\\d{0,3}s", "between two looks at a Slurm that is fast"),
    LIMIT("slurm.limit", "30s", "[1-9]\\d{0,2}s", "after which one of its programs is given up"),
    SPOOL("slurm.spool", "", ".*", "folder that the hooks write to; none if empty"),
    JOBCOMP("slurm.jobcomp", "", "[A-Za-z0-9._-]*", "topic of jobcomp/kafka; none if empty"),
    POLICY(
        "slurm.policy",
        "easy",
        ".+",
        "what Slurm is taken for while Gnomon has changed nothing; slurm: as it is set"),
    PARTITION(
        "slurm.partition", "", "[^,\\s]*", "whose jobs are divided; the default one if empty"),
    APPLY(
        "slurm.apply",
        "dry-run",
        "dry-run|apply",
        "whether commands are carried out or only planned"),
    PREFIX_OWNED(
        "slurm.owned", "gnomon", "[a-z][a-z_]*", "in front of the partitions that Gnomon owns"),
    MOST("slurm.max-partitions", "4", "[1-9]|1\\d", "the most partitions that Gnomon may make"),
    INCLUDE("slurm.include", "", ".*", "file of Gnomon's partitions, which slurm.conf includes"),
    LUA("slurm.lua", "", ".*", "job_submit.lua that the bridge writes; none if empty");

    private final String path;
    private final String fallback;
    private final String allowed;
    private final String help;

    Key(String path, String fallback, String allowed, String help) {
      this.path = path;
      this.fallback = fallback;
      this.allowed = allowed;
      this.help = help;
    }

    /** As it stands in the file, with dots. */
    public String path() {
      return path;
    }

    /** A line of help. */
    public String line() {
      return "  %-24s %-16s %s".formatted(path, fallback, help);
    }

    String environment() {
      return "GNOMON_" + path.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
  }

  private final Map<Key, String> values = new TreeMap<>();
  private final Map<String, String> client = new TreeMap<>();

  /** The defaults. */
  public SlurmSettings() {
    for (Key key : Key.values()) {
      values.put(key, key.fallback);
    }
  }

  /**
   * Reads a YAML file.
   *
   * @throws IllegalArgumentException for an unknown key, or a value that is not allowed
   */
  public SlurmSettings file(Path file) throws IOException {
    JsonNode root;
    try {
      root = new YAMLMapper().readTree(file.toFile());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(file + " is not YAML: " + e.getOriginalMessage(), e);
    }
    if (root != null && root.isObject()) {
      flatten(file.toString(), "", root);
    } else if (root != null && !root.isMissingNode() && !root.isNull()) {
      throw new IllegalArgumentException(file + " must hold keys and values, not " + root);
    }
    return this;
  }

  private void flatten(String source, String prefix, JsonNode node) {
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      String path = prefix + entry.getKey();
      if (entry.getValue().isObject()) {
        flatten(source, path + ".", entry.getValue());
      } else if (entry.getValue().isValueNode()) {
        set(path, entry.getValue().asText(), source);
      } else {
        throw new IllegalArgumentException(source + ": " + path + " must be one value");
      }
    }
  }

  /** Takes what begins with {@code GNOMON_}. */
  public SlurmSettings environment(Map<String, String> environment) {
    for (Key key : Key.values()) {
      String value = environment.get(key.environment());
      if (value != null) {
        set(key.path, value, "environment variable " + key.environment());
      }
    }
    return this;
  }

  /** Sets a key by {@code key=value}. */
  public SlurmSettings flag(String keyAndValue) {
    int equals = keyAndValue.indexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException("--set " + keyAndValue + ": write --set key=value");
    }
    return set(keyAndValue.substring(0, equals), keyAndValue.substring(equals + 1), "--set");
  }

  private SlurmSettings set(String path, String value, String source) {
    if (path.startsWith(CLIENT)) {
      client.put(path.substring(CLIENT.length()), value);
      return this;
    }
    Key key =
        Arrays.stream(Key.values())
            .filter(known -> known.path.equals(path))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s: there is no key '%s'; there are %s"
                            .formatted(
                                source,
                                path,
                                Arrays.stream(Key.values())
                                    .map(Key::path)
                                    .collect(Collectors.joining(", ")))));
    if (!value.matches(key.allowed)) {
      throw new IllegalArgumentException(
          "%s: %s is '%s'; it must be of the form %s (%s)"
              .formatted(source, path, value, key.allowed, key.help));
    }
    values.put(key, value);
    return this;
  }

  /** The effective settings, a key a line, with secrets hidden. */
  public List<String> effective() {
    List<String> lines = new ArrayList<>();
    values.forEach((key, value) -> lines.add(key.path + " = " + value));
    client.forEach(
        (name, value) ->
            lines.add(
                CLIENT
                    + name
                    + " = "
                    + (name.matches("(?i).*(password|secret|token|jaas).*") ? "(hidden)" : value)));
    return lines;
  }

  /** The value of a key. */
  public String text(Key key) {
    return values.getOrDefault(key, key.fallback);
  }

  /** A path, or null where the key is empty. */
  public @Nullable Path path(Key key) {
    return text(key).isEmpty() ? null : Path.of(text(key));
  }

  /** A duration in seconds. */
  public Duration duration(Key key) {
    return Duration.ofSeconds(Long.parseLong(text(key).replace("s", "")));
  }

  /** What every Kafka client gets. */
  public Map<String, String> kafka() {
    Map<String, String> kafka = new TreeMap<>(client);
    kafka.put("bootstrap.servers", text(Key.BOOTSTRAP));
    return kafka;
  }
}
