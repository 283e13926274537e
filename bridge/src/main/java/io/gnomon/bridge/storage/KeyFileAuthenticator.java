package io.gnomon.bridge.storage;

import io.gnomon.bridge.CommandAuthenticator;
import io.gnomon.events.signature.SigningKeys;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Accepts commands that are signed with a key of a file. The file is read for each command, so that
 * its keys can be replaced while the bridge runs.
 */
public final class KeyFileAuthenticator implements CommandAuthenticator {
  private final Path file;

  /**
   * An authenticator.
   *
   * @throws IllegalArgumentException if the file has no keys now
   */
  public KeyFileAuthenticator(Path file) {
    this.file = file;
    SigningKeys.read(file);
  }

  @Override
  public @Nullable String problem(byte[] value, byte @Nullable [] signature) {
    if (signature == null) {
      return "the command is not signed; set commands.key-file in the controller to a copy of "
          + file;
    }
    try {
      return SigningKeys.read(file).verify(value, signature)
          ? null
          : "the command's signature fits none of the keys in "
              + file
              + "; the first key in the controller's commands.key-file must be one of them";
    } catch (IllegalArgumentException noKeys) {
      return noKeys.getMessage();
    }
  }
}
