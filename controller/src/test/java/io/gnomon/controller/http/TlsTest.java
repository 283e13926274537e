package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.http.replica.ReplicaAddress;
import io.gnomon.controller.operation.Mode;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API over TLS, with a certificate made for the test. */
class TlsTest {
  private static final String PASSWORD = "changeit";

  /** Made once, because each takes a process. */
  private static final Map<String, KeyStore> STORES = new HashMap<>();

  @TempDir private static Path shared;
  @TempDir private Path folder;

  private static KeyStore made(String name) throws Exception {
    KeyStore known = STORES.get(name);
    if (known == null) {
      known = generated(shared.resolve(name + ".p12"));
      STORES.put(name, known);
    }
    return known;
  }

  private static KeyStore generated(Path store) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "test",
                "-keyalg",
                "EC",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "san=ip:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    assertThat(keytool.waitFor(2, TimeUnit.MINUTES)).isTrue();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  private Path pem(String type, byte[] content) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve(type.charAt(0) + ".pem"),
            "-----BEGIN "
                + type
                + "-----\n"
                + Base64.getMimeEncoder().encodeToString(content)
                + "\n-----END "
                + type
                + "-----\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
  }

  @Test
  void speaksTlsAndNothingElseWhereACertificateIsConfigured() throws Exception {
    KeyStore keys = made("first");
    Path certificate = pem("CERTIFICATE", keys.getCertificate("test").getEncoded());
    Path key = pem("PRIVATE KEY", keys.getKey("test", PASSWORD.toCharArray()).getEncoded());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("test", keys.getCertificate("test"));
    trust.init(trusted);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, trust.getTrustManagers(), null);

    try (ServedController served =
        new ServedController(
            settings(certificate, key, HttpSettings.Limits.DEFAULT, null),
            new ControllerTestDriver(Mode.RECOMMEND, 2))) {
      HttpResponse<String> answer =
          HttpClient.newBuilder()
              .sslContext(tls)
              .build()
              .send(
                  HttpRequest.newBuilder(
                          URI.create("https://127.0.0.1:" + served.port + "/health/live"))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("strict-transport-security"))
          .hasValue("max-age=31536000");
      assertThat(answer.sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.3");
      assertThatThrownBy(() -> served.raw(HttpRequest.newBuilder(served.uri("/health/live"))))
          .isInstanceOf(IOException.class);
    }
  }

  /** The certificate that a new connection is shown. */
  private static Certificate shown(ServedController served) throws Exception {
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, new TrustManager[] {new AnyCertificate()}, null);
    try (SSLSocket socket =
        (SSLSocket) tls.getSocketFactory().createSocket("127.0.0.1", served.port)) {
      socket.setSoTimeout(60_000);
      socket.startHandshake();
      return socket.getSession().getPeerCertificates()[0];
    }
  }

  /** Trusts every server, to see its certificate. */
  private static final class AnyCertificate implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  private static void reload(ServedController served) throws Exception {
    ServedController.await(served.onLoop(served.api::reload));
  }

  @Test
  void aRenewedCertificateIsUsedWithoutARestartAndABrokenOneIsNot() throws Exception {
    KeyStore first = made("first");
    Path certificate = pem("CERTIFICATE", first.getCertificate("test").getEncoded());
    Path key = pem("PRIVATE KEY", first.getKey("test", PASSWORD.toCharArray()).getEncoded());

    try (ServedController served =
        new ServedController(
            settings(certificate, key, HttpSettings.Limits.DEFAULT, null),
            new ControllerTestDriver(Mode.RECOMMEND, 2))) {
      assertThat(shown(served)).isEqualTo(first.getCertificate("test"));

      Files.writeString(certificate, "not a certificate");
      reload(served);
      reload(served);
      assertThat(served.api.counters().isReloadFailed()).isTrue();
      assertThat(shown(served)).isEqualTo(first.getCertificate("test"));

      KeyStore second = made("second");
      pem("CERTIFICATE", second.getCertificate("test").getEncoded());
      reload(served);
      // the key may still be that of the former certificate
      assertThat(shown(served)).isEqualTo(first.getCertificate("test"));
      pem("PRIVATE KEY", second.getKey("test", PASSWORD.toCharArray()).getEncoded());
      reload(served);
      reload(served);
      assertThat(shown(served)).isEqualTo(second.getCertificate("test"));
      assertThat(served.api.counters().isReloadFailed()).isFalse();
    }
  }

  /** The certificate names 127.0.0.1 only. */
  @Test
  void replicasTrustARenewedCertificate() throws Exception {
    KeyStore first = made("first");
    Path certificate = pem("CERTIFICATE", first.getCertificate("test").getEncoded());
    Path key = pem("PRIVATE KEY", first.getKey("test", PASSWORD.toCharArray()).getEncoded());
    HttpSettings settings =
        settings(
            certificate,
            key,
            HttpSettings.Limits.DEFAULT.withAskSeconds(60),
            ReplicaAddress.parse("replica.example.org"));
    try (ServedController served =
        new ServedController(settings, new ControllerTestDriver(Mode.RECOMMEND, 2), null)) {
      served.others = List.of("gnomon@localhost:" + served.port);
      assertThat(silent(served)).as("another name").isEqualTo(1);

      KeyStore second = made("second");
      pem("CERTIFICATE", second.getCertificate("test").getEncoded());
      pem("PRIVATE KEY", second.getKey("test", PASSWORD.toCharArray()).getEncoded());
      reload(served);
      reload(served);
      assertThat(shown(served)).isEqualTo(second.getCertificate("test"));
      assertThat(silent(served)).as("another name").isEqualTo(1);

      served.others = List.of("gnomon@127.0.0.1:" + served.port);
      // the members of the group are asked for once in some seconds
      await().atMost(Duration.ofMinutes(2)).until(() -> silent(served) == 0);
    }
  }

  /** The number of other replicas that do not answer. */
  private static int silent(ServedController served) throws Exception {
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, new TrustManager[] {new AnyCertificate()}, null);
    String fleet =
        HttpClient.newBuilder()
            .sslContext(tls)
            .build()
            .send(
                HttpRequest.newBuilder(
                        URI.create("https://127.0.0.1:" + served.port + "/api/v1/fleet"))
                    .build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
    return new JsonObject(fleet).getJsonArray("silent").size();
  }

  @Test
  void nothingCanBeChangedWhereNoOperatorIsConfigured() throws Exception {
    try (ServedController served =
        new ServedController(
            HttpSettings.loopback(0), new ControllerTestDriver(Mode.RECOMMEND, 2))) {
      ServedController.Answer answer =
          served.post(
              "setMode", ServedController.CLUSTER + "/mode", ServedController.ADA, null, "{}");
      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.detail()).contains("http.operators-file");
    }
  }

  private static HttpSettings settings(
      Path certificate, Path key, HttpSettings.Limits limits, @Nullable ReplicaAddress advertised) {
    return new HttpSettings(
        "127.0.0.1",
        0,
        certificate,
        key,
        HttpSettings.Access.READ_ONLY,
        limits,
        advertised,
        Map.of());
  }
}
