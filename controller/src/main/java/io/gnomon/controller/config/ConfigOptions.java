package io.gnomon.controller.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options by which a command is told the controller's configuration. */
public final class ConfigOptions {
  @Option(names = "--config", paramLabel = "FILE", description = "YAML file of keys and values")
  private @Nullable Path config;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "one key; wins over the environment (GNOMON_…) and the file")
  private List<String> flags = List.of();

  /** All keys with their defaults, a line each, for a command's help. */
  public static String[] keys() {
    return Arrays.stream(Key.values())
        .map(key -> String.format("  %-24s %-20s %s", key.path(), key.fallback(), key.help()))
        .toArray(String[]::new);
  }

  /**
   * Takes up the file, the environment and the flags.
   *
   * @throws InvalidConfigException where one of them is wrong, with what is allowed
   */
  public ConfigLoader load() throws IOException {
    ConfigLoader loader = new ConfigLoader();
    if (config != null) {
      if (!Files.isReadable(config)) {
        throw new InvalidConfigException("--config " + config + " cannot be read");
      }
      if (Files.isDirectory(config)) {
        throw new InvalidConfigException("--config " + config + " is a folder, not a file");
      }
      loader.file(config);
    }
    loader.environment(System.getenv());
    flags.forEach(loader::flag);
    return loader;
  }
}
