package io.gnomon.bridge;

import io.gnomon.events.CommandMode;
import io.gnomon.events.ConfigApplied;
import io.gnomon.events.ConfigRejected;
import io.gnomon.events.ConfigRejection;
import io.gnomon.events.ConfigRequested;
import io.gnomon.events.Configuration;
import io.gnomon.events.ContentHash;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.SnapshotRequested;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects one scheduler to the topics: numbers what it tells, answers requests for a snapshot, and
 * carries out commands, each once.
 *
 * <p>A command is carried out if it is new, has not expired, carries the hash of its own content
 * and expects the version that is in force. A command that comes again gets the answer that it got
 * before. Not thread-safe: one thread tells and takes commands.
 */
public final class BridgeRunner {
  private static final Logger LOG = LoggerFactory.getLogger(BridgeRunner.class);

  private final String cluster;
  private final SchedulerPort port;
  private final EventSink sink;
  private final Map<String, EventData> answers = new HashMap<>();
  private long sequence;
  private long repeated;

  /**
   * A runner that continues a cluster's numbering.
   *
   * @param lastSequence the last number used, 0 for a new cluster
   */
  public BridgeRunner(String cluster, SchedulerPort port, EventSink sink, long lastSequence) {
    this.cluster = cluster;
    this.port = port;
    this.sink = sink;
    this.sequence = lastSequence;
  }

  /** Declares the cluster. */
  public void declare() {
    tell(port.declare());
  }

  /** Tells one thing that has happened. */
  public void tell(EventData data) {
    sequence++;
    sink.send(GnomonEvent.of(cluster, cluster + "-" + sequence, sequence, null, data));
  }

  /** The number of the last event told. */
  public long sequence() {
    return sequence;
  }

  /** How many commands came again after they had been answered. */
  public long repeatedCommands() {
    return repeated;
  }

  /**
   * Carries out what a record of the commands topic asks for.
   *
   * @return whether a new configuration is in force now
   */
  public boolean obey(GnomonEvent command) {
    if (!command.cluster().equals(cluster)) {
      return false;
    }
    if (command.data() instanceof SnapshotRequested) {
      tell(port.snapshot(sequence));
      return false;
    }
    if (!(command.data() instanceof ConfigRequested requested)) {
      LOG.warn("{}: '{}' is not a command", cluster, command.type().typeName());
      return false;
    }
    EventData former = answers.get(requested.command());
    if (former != null) {
      repeated++;
      tell(former);
      return false;
    }
    EventData answer = carryOut(requested);
    answers.put(requested.command(), answer);
    tell(answer);
    return answer instanceof ConfigApplied;
  }

  private EventData carryOut(ConfigRequested requested) {
    long now = port.now();
    Configuration inForce = port.configuration();
    Configuration wanted = requested.configuration();
    if (now >= requested.expiresAt()) {
      return refusal(requested, ConfigRejection.EXPIRED, "it expired at " + requested.expiresAt());
    }
    if (requested.expectedVersion() != inForce.version()) {
      return refusal(
          requested,
          ConfigRejection.VERSION_MISMATCH,
          "version " + inForce.version() + " is in force, not " + requested.expectedVersion());
    }
    String hash = ContentHash.of(wanted.policy(), requested.expectedVersion(), cluster);
    if (!hash.equals(requested.contentHash())) {
      return refusal(requested, ConfigRejection.HASH_MISMATCH, "the content's hash is " + hash);
    }
    try {
      port.apply(wanted);
    } catch (CannotApplyException e) {
      return refusal(requested, e.reason(), String.valueOf(e.getMessage()));
    }
    LOG.info(
        "{}: {} {}",
        cluster,
        requested.mode() == CommandMode.ROLLBACK ? "back to" : "applied",
        wanted.policy());
    return new ConfigApplied(now, port.configuration(), requested.command(), hash);
  }

  private EventData refusal(ConfigRequested requested, ConfigRejection reason, String detail) {
    LOG.warn("{}: command {} refused: {}: {}", cluster, requested.command(), reason, detail);
    return new ConfigRejected(
        port.now(), requested.command(), reason, detail, port.configuration().version());
  }
}
