package io.gnomon.config;

import io.smallrye.config.SmallRyeConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A configuration in effect: one checked value for each key. Immutable. */
public final class EffectiveConfiguration {
  private final KeySet keys;
  private final Map<String, String> values = new TreeMap<>();
  private final Map<String, String> clientProperties = new TreeMap<>();

  EffectiveConfiguration(KeySet keys, SmallRyeConfig config) {
    this.keys = keys;
    for (String name : config.getPropertyNames()) {
      String value = config.getConfigValue(name).getValue();
      if (value != null && KeySet.isClientProperty(name)) {
        clientProperties.put(name.substring(KeySet.CLIENT_PREFIX.length()), value);
      } else if (value != null) {
        values.put(name, value);
      }
    }
  }

  /**
   * The value of a key.
   *
   * @throws IllegalArgumentException if the component has no such key
   */
  public <T> T get(Key<T> key) {
    return key.require("effective configuration", text(key));
  }

  private String text(Key<?> key) {
    String value = values.get(key.name());
    if (value == null) {
      throw new IllegalArgumentException("the component has no key " + key);
    }
    return value;
  }

  /** The properties for every Kafka client: those below {@code kafka.client} and the brokers. */
  public Map<String, String> kafka() {
    Map<String, String> properties = new TreeMap<>(clientProperties);
    properties.put("bootstrap.servers", get(KafkaKeys.BOOTSTRAP_SERVERS));
    return properties;
  }

  /** All keys with their values, one {@code key = value} a line, with secrets hidden. */
  public List<String> effective() {
    List<String> lines = new ArrayList<>();
    printable().forEach((key, value) -> lines.add(Secrets.oneLine(key + " = " + value)));
    return lines;
  }

  /** All keys with their values in the order of the documentation, with secrets hidden. */
  public Map<String, String> printable() {
    Map<String, String> printable = new LinkedHashMap<>();
    for (Key<?> key : keys.keys()) {
      printable.put(key.name(), key.printable(text(key)));
    }
    clientProperties.forEach(
        (name, value) ->
            printable.put(KeySet.CLIENT_PREFIX + name, Secrets.printable(name, value)));
    return printable;
  }
}
