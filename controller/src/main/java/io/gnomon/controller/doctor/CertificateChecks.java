package io.gnomon.controller.doctor;

import io.gnomon.events.signature.SecretFile;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;

/** Checks of the HTTP server's certificate and its private key. */
final class CertificateChecks {
  private static final String CERTIFICATE = "TLS certificate";
  private static final String KEY = "TLS key";
  private static final int MOST_KEY_BYTES = 1 << 16;
  private static final Duration SOON = Duration.ofDays(30);
  private static final byte[] SIGNED = "gnomon".getBytes(StandardCharsets.UTF_8);

  private CertificateChecks() {}

  /** Returns a check of the certificate, and one of the key if the certificate can be read. */
  static List<Check> of(Path certificate, Path key, Instant now) throws IOException {
    List<X509Certificate> chain;
    try (InputStream content = Files.newInputStream(certificate)) {
      chain =
          CertificateFactory.getInstance("X.509").generateCertificates(content).stream()
              .map(X509Certificate.class::cast)
              .toList();
    } catch (GeneralSecurityException | IOException e) {
      return List.of(unusable(certificate, String.valueOf(e.getMessage())));
    }
    if (chain.isEmpty()) {
      return List.of(unusable(certificate, "it is empty"));
    }
    List<Check> checks = new ArrayList<>();
    checks.add(validity(certificate, chain, now));
    checks.add(key(certificate, chain.get(0), key));
    return checks;
  }

  private static Check unusable(Path certificate, String reason) {
    return Check.failed(
        CERTIFICATE,
        certificate + " has no PEM certificate: " + reason,
        "Put the certificate chain in the file, the server's certificate first.");
  }

  /** The certificate of the chain that expires first decides. */
  private static Check validity(Path file, List<X509Certificate> chain, Instant now) {
    Instant end =
        chain.stream().map(one -> one.getNotAfter().toInstant()).min(Instant::compareTo).get();
    Instant begin =
        chain.stream().map(one -> one.getNotBefore().toInstant()).max(Instant::compareTo).get();
    String renew = "Renew the certificate; Gnomon reads the files again without a restart.";
    if (now.isAfter(end)) {
      return Check.failed(CERTIFICATE, file + " expired at " + end, renew);
    }
    if (now.isBefore(begin)) {
      return Check.failed(
          CERTIFICATE, file + " is valid only from " + begin, "Check the clock of this machine.");
    }
    if (now.plus(SOON).isAfter(end)) {
      return Check.warning(CERTIFICATE, file + " expires at " + end, renew);
    }
    return Check.ok(CERTIFICATE, file + " is valid until " + end);
  }

  private static Check key(Path certificate, X509Certificate first, Path key) throws IOException {
    byte[] secret;
    try {
      secret = SecretFile.read(key, MOST_KEY_BYTES);
    } catch (IOException e) {
      return Check.failed(KEY, "the key cannot be read: " + e.getMessage(), "");
    }
    PemKeyCertOptions pem =
        new PemKeyCertOptions()
            .addCertValue(Buffer.buffer(Files.readAllBytes(certificate)))
            .addKeyValue(Buffer.buffer(secret));
    Vertx vertx = Vertx.vertx();
    try {
      KeyManager[] managers = pem.getKeyManagerFactory(vertx).getKeyManagers();
      X509KeyManager manager =
          (X509KeyManager)
              Arrays.stream(managers).filter(X509KeyManager.class::isInstance).findFirst().get();
      String[] aliases = manager.getServerAliases(first.getPublicKey().getAlgorithm(), null);
      if (aliases == null || !matches(manager.getPrivateKey(aliases[0]), first)) {
        return Check.failed(
            KEY,
            key + " is not the private key of the certificate in " + certificate,
            "Use the key with which the certificate was requested.");
      }
    } catch (Exception e) { // the declared type of getKeyManagerFactory
      return Check.failed(
          KEY,
          key + " has no usable PEM private key: " + e.getMessage(),
          "Use an unencrypted PKCS#8 key; 'openssl pkcs8 -topk8 -nocrypt' converts others.");
    } finally {
      vertx.close();
    }
    return FileChecks.secret(KEY, key, key + " is the private key of the certificate");
  }

  private static boolean matches(PrivateKey key, X509Certificate certificate)
      throws GeneralSecurityException {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> key.getAlgorithm();
        };
    if (!key.getAlgorithm().equals(certificate.getPublicKey().getAlgorithm())) {
      return false;
    }
    Signature signing = Signature.getInstance(algorithm);
    signing.initSign(key);
    signing.update(SIGNED);
    Signature verifying = Signature.getInstance(algorithm);
    verifying.initVerify(certificate);
    verifying.update(SIGNED);
    return verifying.verify(signing.sign());
  }
}
