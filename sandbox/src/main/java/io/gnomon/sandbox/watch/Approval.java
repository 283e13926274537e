package io.gnomon.sandbox.watch;

import io.gnomon.config.ConfigLoader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The secrets of a {@code watch} whose changes an operator approves: a token for the page, and a
 * key with which the controller signs its commands to the bridge. Both are made at the start and
 * are readable for the user of the process only.
 *
 * @param token of the operator
 * @param operators the operators file of the controller
 * @param key the key file of the controller and the bridge
 */
record Approval(String token, Path operators, Path key) {
  private static final int BYTES = 32;
  private static final String OPERATOR = "operator";

  /**
   * Makes new secrets.
   *
   * @param folder that only this user can open
   * @throws IOException if a file cannot be written
   */
  static Approval create(Path folder) throws IOException {
    String token = secret();
    return new Approval(
        token,
        write(folder.resolve("operators.yaml"), OPERATOR + ": " + token),
        write(folder.resolve("command.key"), secret()));
  }

  private static String secret() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static Path write(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.write(file, (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Lets a controller propose changes, and sign the commands that the operator approves. */
  ConfigLoader ofController(ConfigLoader loader) {
    return ofBoth(loader).flag("tuning.mode=approve").flag("http.operators-file=" + operators);
  }

  /** Lets a bridge carry out signed commands. */
  ConfigLoader ofBridge(ConfigLoader loader) {
    return ofBoth(loader).flag("slurm.apply=apply");
  }

  private ConfigLoader ofBoth(ConfigLoader loader) {
    return loader.flag("commands.key-file=" + key);
  }
}
