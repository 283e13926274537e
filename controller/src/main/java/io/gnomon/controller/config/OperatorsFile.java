package io.gnomon.controller.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.gnomon.commandline.YamlFault;
import io.gnomon.config.InvalidConfigException;
import io.gnomon.controller.http.access.Credential;
import io.gnomon.controller.http.access.User;
import io.gnomon.events.signature.SecretFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The file of operators: a YAML mapping of names to bearer tokens, or to a mapping with the keys
 * {@code token}, {@code role} and {@code clusters}. No message contains a token.
 */
public final class OperatorsFile {
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._@-]{0,63}";
  private static final int SHORTEST_TOKEN = 24;
  private static final int LONGEST_TOKEN = 512;
  private static final int MOST_BYTES = 1 << 20;

  private static final Set<String> KEYS = Set.of("token", "role", "clusters");

  private OperatorsFile() {}

  /**
   * Reads the credentials of a file, in its order.
   *
   * @throws InvalidConfigException if the file cannot be read or used, or other users of the
   *     machine can read or write it, with the place and the reason
   */
  public static List<Credential> read(Path file) {
    JsonNode root;
    try {
      root = new YAMLMapper().readTree(SecretFile.read(file, MOST_BYTES));
    } catch (JsonProcessingException e) {
      // the parser's message is left out, as it may quote a token
      throw new InvalidConfigException(
          file + " is not YAML: " + YamlFault.of(e) + "; write NAME: TOKEN");
    } catch (IOException e) {
      throw new InvalidConfigException("the operators file cannot be read: " + e.getMessage());
    }
    if (root == null || !root.isObject()) {
      throw new InvalidConfigException(file + " must contain lines of the form NAME: TOKEN");
    }
    List<Credential> credentials = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    root.properties()
        .forEach(
            entry -> {
              Credential one = credential(file, entry.getKey(), entry.getValue());
              if (!seen.add(one.token())) {
                throw wrong(
                    file,
                    entry.getKey(),
                    " has the same token as another operator; give each one its own");
              }
              credentials.add(one);
            });
    return credentials;
  }

  private static Credential credential(Path file, String name, JsonNode value) {
    if (!name.matches(NAME)) {
      throw wrong(file, name, " is not a valid operator name; it must match " + NAME);
    }
    if (!value.isObject()) {
      return new Credential(User.operator(name), token(file, name, value));
    }
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      if (!KEYS.contains(field.getKey())) {
        throw wrong(
            file,
            name,
            " has the key '" + field.getKey() + "'; allowed are token, role and clusters");
      }
    }
    User.Role role = role(file, name, value.path("role").asText("operator"));
    List<String> clusters = clusters(file, name, value.path("clusters"));
    if (role != User.Role.OPERATOR && !clusters.isEmpty()) {
      throw wrong(
          file, name, " is no operator and has clusters; these limit what an operator may change");
    }
    return new Credential(new User(name, role, clusters), token(file, name, value.path("token")));
  }

  private static User.Role role(Path file, String name, String word) {
    return switch (word) {
      case "operator" -> User.Role.OPERATOR;
      case "reader" -> User.Role.READER;
      case "user" -> User.Role.USER;
      default ->
          throw wrong(
              file, name, " has the role '" + word + "'; it must be operator, reader or user");
    };
  }

  private static List<String> clusters(Path file, String name, JsonNode value) {
    List<String> clusters = new ArrayList<>();
    boolean list = value.isArray() && !value.isEmpty();
    if (list) {
      value.forEach(one -> clusters.add(one.isTextual() ? one.asText() : ""));
    }
    // an empty list would allow all clusters
    if (!value.isMissingNode() && !list || clusters.contains("")) {
      throw wrong(
          file, name, " has clusters that are not a list of ids; leave the key out for all");
    }
    return clusters;
  }

  private static String token(Path file, String name, JsonNode value) {
    String token = value.isValueNode() ? value.asText() : "";
    if (token.length() < SHORTEST_TOKEN
        || token.length() > LONGEST_TOKEN
        || !token.matches("[\\x21-\\x7e]+")) {
      throw wrong(
          file,
          name,
          " has a token of %d characters; it must have %d to %d printable ones without spaces, as 'openssl rand -hex 32' generates"
              .formatted(token.length(), SHORTEST_TOKEN, LONGEST_TOKEN));
    }
    return token;
  }

  private static InvalidConfigException wrong(Path file, String name, String what) {
    return new InvalidConfigException(file + ": '" + name + "'" + what);
  }
}
