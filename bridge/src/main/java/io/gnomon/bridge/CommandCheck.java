package io.gnomon.bridge;

import io.gnomon.events.EventData;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.ContentHash;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a command that has not been answered may be carried out.
 *
 * <p>A ledger that has been lost does not know which commands were carried out. So commands that
 * were issued before the ledger began are rejected, and no command is valid for longer than {@link
 * #MAX_VALIDITY_SECONDS}.
 *
 * @param cluster id of the cluster
 * @param ledgerBegan when the ledger began, on the scheduler's clock, or {@link EventData#NONE} if
 *     that is not known
 */
record CommandCheck(String cluster, long ledgerBegan) {
  /** The longest time to the expiry of a command, from its issue or from now. */
  static final long MAX_VALIDITY_SECONDS = Duration.ofDays(30).toSeconds();

  /** Why a command is rejected. */
  record Refusal(ConfigRejectReason reason, String detail) {}

  /**
   * Returns why a command is rejected, or null if it may be carried out.
   *
   * @param now the scheduler's clock
   * @param version the version in force
   */
  @Nullable Refusal refusal(ConfigRequested command, long now, long version) {
    if (now >= command.expiresAt()) {
      return new Refusal(
          ConfigRejectReason.EXPIRED,
          "the command expired at " + command.expiresAt() + "; it is " + now);
    }
    if (command.at() < ledgerBegan) {
      return new Refusal(
          ConfigRejectReason.EXPIRED,
          "the command was issued at %d; this bridge has no record of commands before %d and may have carried it out"
              .formatted(command.at(), ledgerBegan));
    }
    long validity = command.expiresAt() - Math.min(command.at(), now);
    if (validity > MAX_VALIDITY_SECONDS) {
      return new Refusal(
          ConfigRejectReason.INVALID,
          "the command is valid for %d s; at most %d s is allowed"
              .formatted(validity, MAX_VALIDITY_SECONDS));
    }
    if (command.expectedVersion() != version) {
      return new Refusal(
          ConfigRejectReason.VERSION_MISMATCH,
          "version %d is in force; the command expects version %d"
              .formatted(version, command.expectedVersion()));
    }
    String hash = hash(command);
    return hash.equals(command.contentHash())
        ? null
        : new Refusal(
            ConfigRejectReason.HASH_MISMATCH,
            "the hash of the command's content is %s; the command states %s"
                .formatted(hash, command.contentHash()));
  }

  /** Returns the hash of a command's content. */
  String hash(ConfigRequested command) {
    return ContentHash.of(command.configuration().policy(), command.expectedVersion(), cluster);
  }
}
