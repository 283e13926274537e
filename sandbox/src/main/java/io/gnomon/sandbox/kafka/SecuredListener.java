package io.gnomon.sandbox.kafka;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * A second listener on loopback, for users with passwords whose rights are limited to ACLs.
 *
 * @param port of the listener
 * @param passwords by user
 */
record SecuredListener(int port, Map<String, String> passwords) {
  private static final String PLAIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required";

  SecuredListener {
    passwords = Map.copyOf(passwords);
  }

  /** Client properties except the credentials. */
  Map<String, String> client() {
    return Map.of(
        "bootstrap.servers",
        "127.0.0.1:" + port,
        "security.protocol",
        "SASL_PLAINTEXT",
        "sasl.mechanism",
        "PLAIN");
  }

  /** Adds this listener to the broker's properties. */
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
