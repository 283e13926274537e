package io.gnomon.controller.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The file of those who may change something: in YAML, a name and its bearer token a line. No
 * message has a token in it.
 */
final class OperatorsFile {
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._@-]{0,63}";
  private static final int LEAST = 16;
  private static final int MOST = 512;

  private OperatorsFile() {}

  static Map<String, String> read(Path file) {
    JsonNode root;
    try {
      root = new YAMLMapper().readTree(file.toFile());
    } catch (JsonProcessingException e) {
      // the message of the parser may quote the file
      throw new InvalidConfigException(
          file + " is not YAML, line " + e.getLocation().getLineNr() + "; write NAME: TOKEN");
    } catch (IOException e) {
      throw new InvalidConfigException(file + " cannot be read: " + e.getMessage());
    }
    if (root == null || !root.isObject()) {
      throw new InvalidConfigException(file + " must hold lines of NAME: TOKEN");
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
                    file + ": '" + name + "' has the token of another; the audit tells them apart");
              }
              tokens.put(name, token);
            });
    return tokens;
  }

  private static void check(Path file, String name, JsonNode value) {
    if (!name.matches(NAME)) {
      throw new InvalidConfigException(
          file + ": '" + name + "' is not a name; it must match " + NAME);
    }
    String token = value.isValueNode() ? value.asText() : "";
    if (token.length() < LEAST || token.length() > MOST || !token.matches("[\\x21-\\x7e]+")) {
      throw new InvalidConfigException(
          file
              + ": the token of '"
              + name
              + "' must have "
              + LEAST
              + " to "
              + MOST
              + " printable characters without spaces; 'openssl rand -hex 32' makes one");
    }
  }
}
