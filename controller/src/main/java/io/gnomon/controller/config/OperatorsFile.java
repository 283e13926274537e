package io.gnomon.controller.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.gnomon.config.InvalidConfigException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The file of operators: a YAML mapping of names to bearer tokens. No message contains a token. */
final class OperatorsFile {
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._@-]{0,63}";
  private static final int SHORTEST_TOKEN = 16;
  private static final int LONGEST_TOKEN = 512;

  private OperatorsFile() {}

  /**
   * Reads the tokens of a file, by operator.
   *
   * @throws InvalidConfigException if the file cannot be read or used, with the place and the
   *     reason
   */
  static Map<String, String> read(Path file) {
    JsonNode root;
    try {
      root = new YAMLMapper().readTree(file.toFile());
    } catch (JsonProcessingException e) {
      // the parser's message is left out, as it may quote a token
      throw new InvalidConfigException(
          file + " is not YAML: see line " + e.getLocation().getLineNr() + "; write NAME: TOKEN");
    } catch (IOException e) {
      throw new InvalidConfigException(file + " cannot be read: " + e.getMessage());
    }
    if (root == null || !root.isObject()) {
      throw new InvalidConfigException(file + " must contain lines of the form NAME: TOKEN");
    }
    Map<String, String> tokens = new TreeMap<>();
    Set<String> seen = new HashSet<>();
    root.properties()
        .forEach(
            entry -> {
              String name = entry.getKey();
              check(file, name, entry.getValue());
              String token = entry.getValue().asText();
              if (!seen.add(token)) {
                throw new InvalidConfigException(
                    file
                        + ": '"
                        + name
                        + "' has the same token as another operator; give each one its own");
              }
              tokens.put(name, token);
            });
    return tokens;
  }

  private static void check(Path file, String name, JsonNode value) {
    if (!name.matches(NAME)) {
      throw new InvalidConfigException(
          file + ": '" + name + "' is not a valid operator name; it must match " + NAME);
    }
    String token = value.isValueNode() ? value.asText() : "";
    if (token.length() < SHORTEST_TOKEN
        || token.length() > LONGEST_TOKEN
        || !token.matches("[\\x21-\\x7e]+")) {
      throw new InvalidConfigException(
          file
              + ": the token of '"
              + name
              + "' must have "
              + SHORTEST_TOKEN
              + " to "
              + LONGEST_TOKEN
              + " printable characters without spaces; 'openssl rand -hex 32' generates one");
    }
  }
}
