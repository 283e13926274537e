package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.operation.Mode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API over TLS, with a certificate made for the test. */
class TlsTest {
  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;

  private KeyStore made() throws Exception {
    Path store = folder.resolve("store.p12");
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
    return Files.writeString(
        folder.resolve(type.charAt(0) + ".pem"),
        "-----BEGIN "
            + type
            + "-----\n"
            + Base64.getMimeEncoder().encodeToString(content)
            + "\n-----END "
            + type
            + "-----\n");
  }

  @Test
  void speaksTlsAndNothingElseWhereACertificateIsConfigured() throws Exception {
    KeyStore keys = made();
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
            HttpSettings.loopback(0).withTls(certificate, key),
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
      assertThat(answer.sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.3");
      assertThatThrownBy(() -> served.raw(HttpRequest.newBuilder(served.uri("/health/live"))))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void nobodyMayChangeAnythingWhereNoOperatorIsNamed() throws Exception {
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
}
