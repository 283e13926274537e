package io.gnomon.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options {@code --config} and {@code --set} of every command that has a configuration. */
public final class ConfigOptions {
  @Option(names = "--config", paramLabel = "FILE", description = "YAML file of configuration keys.")
  private @Nullable Path config;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Set a key; overrides the environment (GNOMON_...) and the file.")
  private List<String> flags = List.of();

  /**
   * Loads the configuration from the file, the process's environment and the flags.
   *
   * @throws InvalidConfigException if the file cannot be read, or a setting is not allowed
   * @throws IOException if reading the file fails
   */
  public ConfigLoader load(KeySet keys) throws IOException {
    ConfigLoader loader = new ConfigLoader(keys);
    if (config != null) {
      if (!Files.exists(config)) {
        throw new InvalidConfigException("cannot read --config " + config + ": no such file");
      }
      if (!Files.isReadable(config)) {
        throw new InvalidConfigException("cannot read --config " + config + ": permission denied");
      }
      if (Files.isDirectory(config)) {
        throw new InvalidConfigException("cannot read --config " + config + ": it is a directory");
      }
      loader.file(config);
    }
    loader.environment(System.getenv());
    flags.forEach(loader::flag);
    return loader;
  }
}
