package io.gnomon.events.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The hash of the content of a command. The controller computes it for the proposal and the bridge
 * before it applies the command, so that exactly what was approved is applied.
 */
public final class ContentHash {
  private ContentHash() {}

  /**
   * Returns the hash of a change.
   *
   * @param policy the text form of the policy, exactly as in the command
   * @param expectedVersion the version of the configuration that it replaces
   * @param cluster the cluster's id, one line
   * @return SHA-256 of cluster, version and policy, separated by line feeds, as 64 lower-case
   *     hexadecimal digits
   */
  public static String of(String policy, long expectedVersion, String cluster) {
    if (cluster.indexOf('\n') >= 0) {
      throw new IllegalArgumentException(
          "cluster id '" + cluster + "' contains a line feed; it must be one line");
    }
    String content = cluster + '\n' + expectedVersion + '\n' + policy;
    return HexFormat.of().formatHex(sha256().digest(content.getBytes(StandardCharsets.UTF_8)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
