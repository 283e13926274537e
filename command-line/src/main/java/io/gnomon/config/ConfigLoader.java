package io.gnomon.config;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Loads a configuration from its sources. Later ones win: defaults, the YAML file, the environment,
 * flags. Every setting is checked when its source is added, also one that another source overrides.
 * Not thread-safe.
 */
public final class ConfigLoader {
  private static final int FILE_ORDINAL = 200;
  private static final int ENVIRONMENT_ORDINAL = 300;
  private static final int FLAGS_ORDINAL = 400;

  private final KeySet keys;
  private final EnvironmentVariables variables;
  private final Map<String, String> file = new TreeMap<>();
  private final Map<String, String> environment = new TreeMap<>();
  private final Map<String, String> flags = new TreeMap<>();

  /** A loader without sources: all keys have their defaults. */
  public ConfigLoader(KeySet keys) {
    this.keys = keys;
    variables = new EnvironmentVariables(keys);
  }

  /**
   * Adds a YAML file of keys and values, nested or with dots.
   *
   * @throws InvalidConfigException if it is not YAML, sets an unknown key, sets a key twice, or has
   *     a value that is not allowed
   * @throws IOException if it cannot be read
   */
  public ConfigLoader file(Path path) throws IOException {
    Map<String, String> settings = new TreeMap<>();
    for (Setting setting : YamlFile.read(path)) {
      keys.check(setting.place(), setting.name(), setting.value());
      if (settings.put(setting.name(), setting.value()) != null) {
        throw new InvalidConfigException(
            setting.place() + ": " + setting.name() + " is set a second time; set it once");
      }
    }
    file.putAll(settings);
    return this;
  }

  /**
   * Adds the environment: variables such as {@code GNOMON_TUNING_THRESHOLD} set keys, and {@code
   * GNOMON_KAFKA_CLIENT_…} set properties of the Kafka clients.
   *
   * @throws InvalidConfigException if a value is not allowed, or a variable is almost the name of a
   *     key
   */
  public ConfigLoader environment(Map<String, String> environmentVariables) {
    variables
        .settings(environmentVariables)
        .forEach(
            (name, value) -> {
              keys.check("environment variable " + variables.variable(name), name, value);
              environment.put(name, value);
            });
    return this;
  }

  /**
   * Adds a flag.
   *
   * @param keyAndValue as {@code key=value}
   * @throws InvalidConfigException if it has another form, or key or value are not allowed
   */
  public ConfigLoader flag(String keyAndValue) {
    int equals = keyAndValue.indexOf('=');
    if (equals < 0) {
      // the text is left out, as it may be a secret
      throw new InvalidConfigException("--set has no '='; write --set key=value");
    }
    String name = keyAndValue.substring(0, equals);
    String value = keyAndValue.substring(equals + 1);
    keys.check("--set", name, value);
    flags.put(name, value);
    return this;
  }

  /** The configuration that results from the sources added so far. */
  public EffectiveConfiguration load() {
    Map<String, String> defaults = new TreeMap<>();
    keys.keys().forEach(key -> defaults.put(key.name(), key.defaultText()));
    SmallRyeConfig given = layered(Map.of());
    for (Key<?> key : keys.keys()) {
      key.otherDefaults().stream()
          .filter(other -> other.value().equals(value(given, defaults, other.key())))
          .findFirst()
          .ifPresent(other -> defaults.put(key.name(), other.defaultText()));
    }
    return new EffectiveConfiguration(keys, layered(defaults));
  }

  private static @Nullable String value(
      SmallRyeConfig given, Map<String, String> defaults, Key<?> key) {
    String set = given.getConfigValue(key.name()).getValue();
    return set != null ? set : defaults.get(key.name());
  }

  private SmallRyeConfig layered(Map<String, String> defaults) {
    List<PropertiesConfigSource> sources = new ArrayList<>();
    sources.add(new PropertiesConfigSource(file, "file", FILE_ORDINAL));
    sources.add(new PropertiesConfigSource(environment, "environment", ENVIRONMENT_ORDINAL));
    sources.add(new PropertiesConfigSource(flags, "flags", FLAGS_ORDINAL));
    return new SmallRyeConfigBuilder()
        .withSources(List.copyOf(sources))
        .withDefaultValues(defaults)
        .build();
  }
}
