package io.gnomon.events.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SigningKeysTest {
  private static final String OLD = "00".repeat(32);
  private static final String NEW = "Ab".repeat(32);
  private static final byte[] VALUE = "{\"id\":\"x\"}".getBytes(StandardCharsets.UTF_8);

  /** {@code printf '{"id":"x"}' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0000…} */
  private static final String SIGNATURE =
      "hmac-sha256=d0c6ee8e2cd73b8179aa131117bcee783d18ccf08c9a69d566aa3069f2b318cf";

  private final SigningKeys keys = SigningKeys.parse("keys", OLD);

  @TempDir private Path folder;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void signsAsOpensslDoes() {
    assertThat(keys.sign(VALUE)).isEqualTo(SIGNATURE);
    assertThat(keys.verify(VALUE, bytes(SIGNATURE))).isTrue();
  }

  @Test
  void anyOtherValueKeyOrHeaderIsRefused() {
    assertThat(keys.verify(VALUE, null)).isFalse();
    assertThat(keys.verify(VALUE, new byte[0])).isFalse();
    assertThat(keys.verify(bytes("{\"id\":\"y\"}"), bytes(SIGNATURE))).isFalse();
    assertThat(keys.verify(VALUE, bytes(SIGNATURE + "0"))).isFalse();
    assertThat(keys.verify(VALUE, bytes(SIGNATURE.substring(0, 40)))).isFalse();
    assertThat(SigningKeys.parse("keys", NEW).verify(VALUE, bytes(SIGNATURE))).isFalse();
  }

  @Test
  void everyBitOfTheSignatureCounts() {
    byte[] signature = bytes(SIGNATURE);
    for (int bit = 0; bit < 8 * signature.length; bit++) {
      byte[] forged = signature.clone();
      forged[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(keys.verify(VALUE, forged)).as("bit %d", bit).isFalse();
    }
  }

  @Test
  void aKeyIsReplacedWithoutAGap() {
    SigningKeys fresh = SigningKeys.parse("keys", NEW);
    SigningKeys both = SigningKeys.parse("keys", OLD + "\n" + NEW + "\n");
    SigningKeys swapped = SigningKeys.parse("keys", NEW + "\n" + OLD + "\n");
    for (SigningKeys signer : new SigningKeys[] {keys, both, swapped, fresh}) {
      assertThat(both.verify(VALUE, bytes(signer.sign(VALUE)))).isTrue();
      assertThat(swapped.verify(VALUE, bytes(signer.sign(VALUE)))).isTrue();
    }
    assertThat(both.sign(VALUE)).as("the first signs").isEqualTo(SIGNATURE);
    assertThat(fresh.verify(VALUE, bytes(both.sign(VALUE)))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n\n",
        "5ecret",
        "5ecret00000000000000000000000000000000000000000000000000000000000",
        "zz00000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000000\n5ecret"
      })
  void aFileWithoutOneOrTwoKeysIsRefusedWithoutQuotingIt(String text) {
    assertThatThrownBy(() -> SigningKeys.parse("/etc/gnomon/key", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("/etc/gnomon/key", "openssl rand -hex 32")
        .hasMessageNotContaining("5ecret");
    assertThatThrownBy(() -> SigningKeys.parse("k", OLD + "\n" + NEW + "\n" + OLD))
        .hasMessageContaining("has 3 keys");
  }

  @Test
  void aKeyFileMustNotBeReadableOrWritableByEveryUser() throws IOException {
    Path file = Files.writeString(folder.resolve("key"), OLD + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> SigningKeys.read(file))
        .hasMessageContainingAll("can read it", "chmod o-rw " + file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-----w-"));
    assertThatThrownBy(() -> SigningKeys.read(file))
        .hasMessageContainingAll("can write it", "chmod o-rw " + file);

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
    assertThat(SecretFile.weakness(file)).contains("chmod g-w " + file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(SecretFile.weakness(file)).isNull();
    assertThat(SigningKeys.read(file).sign(VALUE)).isEqualTo(SIGNATURE);
  }

  @Test
  void aKeyFileThatIsMissingOrLargeIsRefused() throws IOException {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> SigningKeys.read(missing))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(missing.toString());
    Path large = Files.writeString(folder.resolve("large"), "0".repeat(5_000));
    Files.setPosixFilePermissions(large, PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> SigningKeys.read(large)).hasMessageContaining("more than 4096 bytes");
  }
}
