package io.gnomon.sandbox.kafka;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/**
 * The only user of a private broker, with a random password that holds for one run. The broker's
 * KRaft controller requires it too.
 */
final class Login {
  private static final String USER = "gnomon";
  private static final int PASSWORD_BYTES = 24;
  private static final String MODULE =
      "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\"";

  private final String password;
  private final String module;

  private Login(String password) {
    this.password = password;
    module = MODULE.formatted(USER, password);
  }

  /** A login with a password of 192 random bits. */
  static Login random() {
    byte[] random = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(random);
    return new Login(HexFormat.of().formatHex(random));
  }

  /** The properties of a client, without the brokers. */
  Map<String, String> client() {
    return Map.of(
        "security.protocol",
        "SASL_PLAINTEXT",
        "sasl.mechanism",
        "PLAIN",
        "sasl.jaas.config",
        module + ";");
  }

  /** Requires this login of every client and of the KRaft controller's clients. */
  void addTo(Map<String, String> properties) {
    String server = module + " user_" + USER + "=\"" + password + "\";";
    properties.put("sasl.enabled.mechanisms", "PLAIN");
    properties.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
    properties.put("sasl.mechanism.controller.protocol", "PLAIN");
    properties.put(
        "listener.security.protocol.map", "CLIENT:SASL_PLAINTEXT,CONTROLLER:SASL_PLAINTEXT");
    properties.put("listener.name.client.plain.sasl.jaas.config", server);
    properties.put("listener.name.controller.plain.sasl.jaas.config", server);
  }

  /**
   * Writes the properties of a client for Kafka's tools and for kcat, readable by the owner only.
   *
   * @throws IOException if the file cannot be replaced
   */
  void writeTo(Path file, String bootstrapServers) throws IOException {
    StringBuilder text = new StringBuilder();
    line(text, "bootstrap.servers", bootstrapServers);
    client().forEach((name, value) -> line(text, name, value));
    // kcat ignores the name that Java's clients use
    line(text, "sasl.username", USER);
    line(text, "sasl.password", password);
    Files.deleteIfExists(file);
    try (var channel =
        Files.newByteChannel(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      channel.write(StandardCharsets.UTF_8.encode(text.toString()));
    }
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(name).append('=').append(value).append('\n');
  }
}
