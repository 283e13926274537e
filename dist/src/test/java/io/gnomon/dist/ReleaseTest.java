package io.gnomon.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The release script in a small checkout whose build writes small files. Signatures are verified
 * here with Java's cryptography, independently of the scripts.
 */
class ReleaseTest {
  private static final Path DIST = Path.of(System.getProperty("gnomon.root"), "dist");
  private static final String IMAGE = "sha256:" + "ab".repeat(32);
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private Path checkout;
  private Path release;

  @BeforeEach
  void makeACheckoutAndAKey() throws Exception {
    checkout = Files.createDirectories(folder.resolve("checkout"));
    release = folder.resolve("release");
    Files.createDirectories(checkout.resolve("dist"));
    for (String script : List.of("release.sh", "verify-release.sh")) {
      Files.copy(
          DIST.resolve(script),
          checkout.resolve("dist").resolve(script),
          StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.createDirectories(checkout.resolve(".mvn/wrapper"));
    Files.copy(
        DIST.resolveSibling(".mvn/wrapper/maven-wrapper.properties"),
        checkout.resolve(".mvn/wrapper/maven-wrapper.properties"));
    Path build =
        Files.writeString(
            checkout.resolve("mvnw"),
            """
            #!/bin/sh
            mkdir -p dist/target sandbox/target
            echo tarball >dist/target/gnomon-9.8.tar.gz
            echo image >dist/target/gnomon-image.tar
            echo '{}' | tee dist/target/gnomon-sbom.json >sandbox/target/gnomon-trial-sbom.json
            printf %s >dist/target/jib-image.digest
            """
                .formatted(IMAGE));
    Files.setPosixFilePermissions(build, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path packages =
        Files.writeString(
            checkout.resolve("dist/packages.sh"),
            "#!/bin/sh\nmkdir -p $2\necho package | tee $2/gnomon_9.8_all.deb >$2/gnomon-9.8-1.noarch.rpm\n");
    Files.setPosixFilePermissions(packages, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        checkout.resolve("CHANGELOG.md"),
        "# Changelog\n\n## 9.81\n\nother\n\n## 9.8\n\nnew\n\n## 9.7\n\nold\n");
    Files.writeString(checkout.resolve(".gitignore"), "target/\n");
    Assumptions.assumeTrue(
        run(folder, "sh", "-c", "command -v openssl git").status() == 0,
        "openssl or git is missing; .ci/run installs them");
    shell(
        checkout,
        "git init -q . && git add -A && git -c user.name=t -c user.email=t@example.org commit -qm t");
    shell(folder, "openssl ecparam -name prime256v1 -genkey -noout -out key");
    shell(folder, "openssl pkey -in key -pubout -out trusted.pub");
  }

  private record Outcome(int status, String text) {}

  private static Outcome run(Path at, String... line) throws Exception {
    Process process =
        new ProcessBuilder(line).directory(at.toFile()).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), text);
  }

  private static String shell(Path at, String script) throws Exception {
    Outcome outcome = run(at, "sh", "-c", script);
    assertThat(outcome.status()).as("%s: %s", script, outcome.text()).isZero();
    return outcome.text().strip();
  }

  private Outcome make() throws Exception {
    return run(checkout, "dist/release.sh", "../key", release.toString());
  }

  private Outcome verify() throws Exception {
    return run(
        folder, "sh", DIST.resolve("verify-release.sh").toString(), "trusted.pub", "release");
  }

  private PublicKey key() throws IOException, GeneralSecurityException {
    String pem =
        Files.readString(folder.resolve("trusted.pub")).replaceAll("-----[^-]+-----|\\s", "");
    return KeyFactory.getInstance("EC")
        .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(pem)));
  }

  private boolean isSigned(byte[] content, String signature)
      throws IOException, GeneralSecurityException {
    Signature verifier = Signature.getInstance("SHA256withECDSA");
    verifier.initVerify(key());
    verifier.update(content);
    return verifier.verify(Base64.getDecoder().decode(signature));
  }

  private static byte[] preAuthentication(String type, byte[] payload) {
    byte[] header =
        "DSSEv1 %d %s %d "
            .formatted(type.length(), type, payload.length)
            .getBytes(StandardCharsets.UTF_8);
    byte[] all = new byte[header.length + payload.length];
    System.arraycopy(header, 0, all, 0, header.length);
    System.arraycopy(payload, 0, all, header.length, payload.length);
    return all;
  }

  @Test
  void aReleaseIsSignedAndItsProvenanceNamesEveryFileAndTheCommit() throws Exception {
    Outcome made = make();
    assertThat(made.status()).as(made.text()).isZero();

    assertThat(
            isSigned(
                Files.readAllBytes(release.resolve("SHA256SUMS")),
                Files.readString(release.resolve("SHA256SUMS.sig"))))
        .isTrue();
    JsonNode envelope = JSON.readTree(release.resolve("provenance.intoto.jsonl").toFile());
    byte[] payload = envelope.path("payload").binaryValue();
    byte[] authenticated = preAuthentication(envelope.path("payloadType").asText(), payload);
    assertThat(isSigned(authenticated, envelope.at("/signatures/0/sig").asText())).isTrue();

    JsonNode statement = JSON.readTree(payload);
    assertThat(statement.path("_type").asText()).isEqualTo("https://in-toto.io/Statement/v1");
    assertThat(statement.path("predicateType").asText())
        .isEqualTo("https://slsa.dev/provenance/v1");
    assertThat(statement.at("/predicate/buildDefinition/resolvedDependencies/0/digest/gitCommit"))
        .hasToString("\"" + shell(checkout, "git rev-parse HEAD") + "\"");
    assertThat(
            statement
                .at("/predicate/buildDefinition/resolvedDependencies/1/digest/sha256")
                .asText())
        .matches("[0-9a-f]{64}");
    assertThat(statement.at("/predicate/runDetails/builder/id").asText()).isNotEmpty();
    List<String> names = new ArrayList<>();
    for (JsonNode subject : statement.path("subject")) {
      String name = subject.path("name").asText();
      names.add(name);
      String expected =
          name.equals("gnomon:9.8")
              ? IMAGE.substring("sha256:".length())
              : HexFormat.of()
                  .formatHex(
                      MessageDigest.getInstance("SHA-256")
                          .digest(Files.readAllBytes(release.resolve(name))));
      assertThat(subject.at("/digest/sha256").asText()).as(name).isEqualTo(expected);
    }
    assertThat(names)
        .containsExactly(
            "gnomon-9.8.tar.gz",
            "gnomon_9.8_all.deb",
            "gnomon-9.8-1.noarch.rpm",
            "NOTES.md",
            "gnomon-image.tar",
            "gnomon-sbom.json",
            "gnomon-trial-sbom.json",
            "image.yaml",
            "verify-release.sh",
            "gnomon:9.8");
    assertThat(Files.readString(release.resolve("image.yaml"))).contains("digest: " + IMAGE);
    assertThat(Files.readString(release.resolve("NOTES.md"))).isEqualTo("## 9.8\n\nnew\n\n");
    assertThat(verify().text())
        .contains("built from commit " + shell(checkout, "git rev-parse HEAD"));
  }

  @Test
  void whatWasChangedAfterwardsIsNotVerified() throws Exception {
    assertThat(make().status()).isZero();
    assertThat(verify().status()).isZero();

    Path sums = release.resolve("SHA256SUMS");
    Path tarball = release.resolve("gnomon-9.8.tar.gz");
    String former = Files.readString(sums);
    Files.writeString(tarball, "another tarball\n");
    assertThat(verify().text()).contains("a file differs from SHA256SUMS");
    shell(release, "sha256sum gnomon* NOTES.md image.yaml verify-release.sh >SHA256SUMS");
    assertThat(verify().text()).contains("SHA256SUMS is not signed");
    Files.writeString(sums, former);
    Files.writeString(tarball, "tarball\n");
    assertThat(verify().status()).isZero();

    Path provenance = release.resolve("provenance.intoto.jsonl");
    JsonNode envelope = JSON.readTree(provenance.toFile());
    String statement =
        new String(envelope.path("payload").binaryValue(), StandardCharsets.UTF_8)
            .replaceFirst("\"gitCommit\":\"..", "\"gitCommit\":\"00");
    String forged = Base64.getEncoder().encodeToString(statement.getBytes(StandardCharsets.UTF_8));
    Files.writeString(
        provenance,
        Files.readString(provenance).replace(envelope.path("payload").asText(), forged));
    assertThat(verify().text()).contains("provenance.intoto.jsonl is not signed");
    assertThat(verify().status()).isEqualTo(1);
  }

  @Test
  void anotherKeyIsNotTrusted() throws Exception {
    assertThat(make().status()).isZero();
    shell(folder, "openssl ecparam -name prime256v1 -genkey -noout -out other");
    shell(folder, "openssl pkey -in other -pubout -out trusted.pub");
    assertThat(verify().status()).isEqualTo(1);
    assertThat(verify().text()).contains("SHA256SUMS is not signed with");
  }

  @Test
  void aCheckoutWithChangesIsRefused() throws Exception {
    Files.writeString(checkout.resolve("new"), "x");
    Outcome made = make();
    assertThat(made.status()).isEqualTo(1);
    assertThat(made.text()).contains("changes that are not committed");
    assertThat(release).doesNotExist();
  }
}
