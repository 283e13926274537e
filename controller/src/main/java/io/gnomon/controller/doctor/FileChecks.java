package io.gnomon.controller.doctor;

import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.config.InvalidConfigException;
import io.gnomon.config.KafkaKeys;
import io.gnomon.controller.config.HttpKeys;
import io.gnomon.controller.config.OperatorsFile;
import io.gnomon.controller.http.access.Credential;
import io.gnomon.events.signature.SecretFile;
import io.gnomon.events.signature.SigningKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks of the files that the configuration names: readable, in the right format, not public. */
final class FileChecks {
  private static final String OPERATORS = "operators file";
  private static final String SIGNING = "command key";

  private FileChecks() {}

  static List<Check> of(EffectiveConfiguration config, Instant now) throws IOException {
    List<Check> checks = new ArrayList<>();
    checks.add(operators(config.get(HttpKeys.OPERATORS_FILE)));
    Optional<Path> signing = config.get(KafkaKeys.COMMANDS_KEY_FILE);
    if (signing.isPresent()) {
      checks.add(commandKey(signing.get()));
    }
    Optional<Path> certificate = config.get(HttpKeys.TLS_CERTIFICATE);
    Optional<Path> key = config.get(HttpKeys.TLS_KEY);
    if (certificate.isPresent() && key.isPresent()) {
      checks.addAll(CertificateChecks.of(certificate.get(), key.get(), now));
    }
    checks.addAll(clientStores(config.kafka()));
    return checks;
  }

  private static Check operators(Optional<Path> configured) throws IOException {
    if (configured.isEmpty()) {
      return Check.ok(OPERATORS, "not configured, so that nobody can approve or change anything");
    }
    Path file = configured.get();
    try {
      List<Credential> users = OperatorsFile.read(file);
      return secret(OPERATORS, file, file + " has " + users.size() + " users");
    } catch (InvalidConfigException e) {
      return Check.failed(OPERATORS, String.valueOf(e.getMessage()), "Correct the file.");
    }
  }

  private static Check commandKey(Path file) throws IOException {
    try {
      SigningKeys.read(file);
      return secret(SIGNING, file, file + " can be used");
    } catch (IllegalArgumentException e) {
      return Check.failed(
          SIGNING,
          String.valueOf(e.getMessage()),
          "Correct the file; " + SigningKeys.CREATE + " creates one.");
    }
  }

  /** Key and trust stores of the Kafka client; the client itself checks their format. */
  private static List<Check> clientStores(Map<String, String> kafka) {
    List<Check> checks = new ArrayList<>();
    for (String name : List.of("ssl.keystore.location", "ssl.truststore.location")) {
      String location = kafka.get(name);
      if (location != null && !location.contains("${")) {
        boolean readable = Files.isReadable(Path.of(location));
        checks.add(
            readable
                ? Check.ok(name, location + " can be read")
                : Check.failed(
                    name, location + " cannot be read", "Correct the path or its permissions."));
      }
    }
    return checks;
  }

  /** The result of a file with a secret that can be used. */
  static Check secret(String name, Path file, String finding) throws IOException {
    String weakness = SecretFile.weakness(file);
    return weakness == null ? Check.ok(name, finding) : Check.warning(name, weakness, "");
  }
}
