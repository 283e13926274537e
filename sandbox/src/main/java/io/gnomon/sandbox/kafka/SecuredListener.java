package io.gnomon.sandbox.kafka;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * A second listener on loopback, for users with passwords and no rights but what ACLs give them.
 *
 * @param port that it listens on
 * @param passwords by user
 */
record SecuredListener(int port, Map<String, String> passwords) {
  private static final String PLAIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required";

  SecuredListener {
    passwords = Map.copyOf(passwords);
  }

  /** What clients need beside who they are. */
  Map<String, String> client() {
    return Map.of(
        "bootstrap.servers",
        "127.0.0.1:" + port,
        "security.protocol",
        "SASL_PLAINTEXT",
        "sasl.mechanism",
        "PLAIN");
  }

  /** Adds what the broker needs to properties that have its other listeners. */
  void addTo(Map<String, String> properties) {
    String listener = ",SECURED://127.0.0.1:" + port;
    properties.merge("listeners", listener, String::concat);
    properties.merge("advertised.listeners", listener, String::concat);
    properties.merge("listener.security.protocol.map", ",SECURED:SASL_PLAINTEXT", String::concat);
    properties.put("sasl.enabled.mechanisms", "PLAIN");
    properties.put(
        "listener.name.secured.plain.sasl.jaas.config",
        passwords.entrySet().stream()
            .map(user -> " user_" + user.getKey() + "=\"" + user.getValue() + "\"")
            .collect(Collectors.joining("", PLAIN, ";")));
    properties.put(
        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    properties.put("super.users", "User:ANONYMOUS");
  }
}
