package io.gnomon.events.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The fingerprint of what a command would do, so that what was approved is what is executed. Both
 * sides compute it: the controller when it proposes, the scheduler's side before it applies.
 */
public final class ContentHash {
  private ContentHash() {}

  /**
   * The hash of a change.
   *
   * @param policy the policy's canonical text form, exactly as the command carries it
   * @param expectedVersion the configuration version that it replaces
   * @param cluster the cluster's id, one line
   * @return SHA-256 of cluster, version and policy, each on a line of its own, as 64 lower case
   *     hexadecimal digits
   */
  public static String of(String policy, long expectedVersion, String cluster) {
    if (cluster.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("cluster '" + cluster + "' has more than one line");
    }
    String content = cluster + '\n' + expectedVersion + '\n' + policy;
    return HexFormat.of().formatHex(sha256().digest(content.getBytes(StandardCharsets.UTF_8)));
  }

  /** Whether the command's hash is that of its own content for {@code cluster}. */
  public static boolean matches(ConfigRequested command, String cluster) {
    return command
        .contentHash()
        .equals(of(command.configuration().policy(), command.expectedVersion(), cluster));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
