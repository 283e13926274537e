package io.gnomon.bridge;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.config.ContentHash;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects one scheduler to the topics: numbers what it tells, answers requests for a snapshot, and
 * carries out commands, each once.
 *
 * <p>A command is carried out if it is new, has not expired, carries the hash of its own content
 * and expects the version that is in force. Each is answered once, and one that comes again is only
 * counted. This holds across restarts: a command that a crash interrupted is looked for in what the
 * scheduler has in force, and an answer that the crash kept from the topic is told by {@link
 * #start}. Not thread-safe.
 */
public final class BridgeRunner {
  private static final Logger LOG = LoggerFactory.getLogger(BridgeRunner.class);

  private final String cluster;
  private final SchedulerPort port;
  private final EventSink sink;
  private final CommandLedger ledger;
  private final boolean known;
  private final Set<String> answered = new HashSet<>();
  private long sequence;
  private long repeated;

  /**
   * A runner that continues a cluster's numbering.
   *
   * @param lastSequence the last number that was written, 0 for a new cluster
   */
  public BridgeRunner(
      String cluster, SchedulerPort port, EventSink sink, CommandLedger ledger, long lastSequence) {
    this.cluster = cluster;
    this.port = port;
    this.sink = sink;
    this.ledger = ledger;
    this.sequence = lastSequence;
    known = lastSequence > 0;
  }

  /**
   * Declares the cluster. One that is known already gets the answers that it still waits for, and a
   * snapshot, for nobody has listened in between.
   */
  public void start() {
    Map<String, ConfigRequested> begun = new LinkedHashMap<>();
    Map<String, EventData> untold = new LinkedHashMap<>();
    long written = sequence;
    for (GnomonEvent entry : ledger.entries()) {
      if (entry.data() instanceof ConfigRequested command) {
        begun.put(command.command(), command);
      } else {
        String id = commandOf(entry.data());
        begun.remove(id);
        answered.add(id);
        untold.remove(id);
        if (entry.envelope().sequence() > written) {
          untold.put(id, entry.data());
        }
      }
    }
    if (known) {
      relay();
    }
    untold.values().forEach(this::answer);
    begun.values().forEach(command -> answer(finish(command)));
    tell(port.declare());
    if (known) {
      relay();
      tell(port.snapshot(sequence));
    }
    sink.flush();
  }

  /** Tells everything that has happened since the last time; it may be written later. */
  public void relay() {
    port.changes(sequence, this::tell);
  }

  /** Returns once everything told has been written. */
  public void flush() {
    sink.flush();
  }

  /** Relays, then obeys whatever has come by {@code patience}; what was dealt with is committed. */
  public void serve(CommandSource commands, Duration patience) {
    relay();
    boolean any = false;
    for (GnomonEvent command : commands.poll(patience)) {
      obey(command);
      any = true;
    }
    if (any) {
      commands.commit();
    }
  }

  /** The number of the last event told. */
  public long sequence() {
    return sequence;
  }

  /** How many commands came again after they had been answered. */
  public long repeatedCommands() {
    return repeated;
  }

  /** Does what a record of the commands topic asks for; the answer is written when it returns. */
  public void obey(GnomonEvent command) {
    if (!command.cluster().equals(cluster)) {
      return;
    }
    relay();
    if (command.data() instanceof SnapshotRequested) {
      tell(port.snapshot(sequence));
    } else if (!(command.data() instanceof ConfigRequested requested)) {
      LOG.warn("{}: '{}' is not a command", cluster, command.type().typeName());
    } else if (answered.contains(requested.command())) {
      repeated++;
      LOG.info("{}: command {} came again", cluster, requested.command());
    } else {
      answer(carryOut(requested));
      relay();
    }
    sink.flush();
  }

  private EventData carryOut(ConfigRequested requested) {
    long now = port.now();
    Configuration inForce = port.configuration();
    if (now >= requested.expiresAt()) {
      return refusal(requested, ConfigRejectReason.EXPIRED, "it expired at " + requested.expiresAt());
    }
    if (requested.expectedVersion() != inForce.version()) {
      return refusal(
          requested,
          ConfigRejectReason.VERSION_MISMATCH,
          "version " + inForce.version() + " is in force, not " + requested.expectedVersion());
    }
    String hash = hashOf(requested);
    if (!hash.equals(requested.contentHash())) {
      return refusal(requested, ConfigRejectReason.HASH_MISMATCH, "the content's hash is " + hash);
    }
    ledger.write(GnomonEvent.of(cluster, requested.command(), EventData.NONE, null, requested));
    try {
      port.apply(requested.configuration());
    } catch (CannotApplyException e) {
      return refusal(requested, e.reason(), String.valueOf(e.getMessage()));
    }
    return applied(requested);
  }

  /** What became of a command that was being carried out when the process ended. */
  private EventData finish(ConfigRequested requested) {
    LOG.info("{}: command {} was interrupted", cluster, requested.command());
    return port.configuration().equals(requested.configuration())
        ? applied(requested)
        : carryOut(requested);
  }

  private EventData applied(ConfigRequested requested) {
    Configuration inForce = port.configuration();
    if (!inForce.equals(requested.configuration())) {
      throw new IllegalStateException(
          "%s: %s was applied, but the scheduler says that %s is in force"
              .formatted(cluster, requested.configuration(), inForce));
    }
    LOG.info(
        "{}: {} {}",
        cluster,
        requested.mode() == CommandMode.ROLLBACK ? "back to" : "applied",
        inForce.policy());
    return new ConfigApplied(port.now(), inForce, requested.command(), hashOf(requested));
  }

  private String hashOf(ConfigRequested requested) {
    return ContentHash.of(requested.configuration().policy(), requested.expectedVersion(), cluster);
  }

  private EventData refusal(ConfigRequested requested, ConfigRejectReason reason, String detail) {
    LOG.warn("{}: command {} refused: {}: {}", cluster, requested.command(), reason, detail);
    return new ConfigRejected(
        port.now(), requested.command(), reason, detail, port.configuration().version());
  }

  private void answer(EventData answer) {
    answered.add(commandOf(answer));
    ledger.write(numbered(sequence + 1, answer));
    tell(answer);
  }

  private static String commandOf(EventData answer) {
    if (answer instanceof ConfigRejected rejected) {
      return rejected.command();
    }
    if (answer instanceof ConfigApplied applied && applied.command() != null) {
      return applied.command();
    }
    throw new IllegalArgumentException(
        "the ledger has a " + answer.type().typeName() + ", which answers no command");
  }

  private void tell(EventData data) {
    sequence++;
    sink.send(numbered(sequence, data));
  }

  private GnomonEvent numbered(long number, EventData data) {
    return GnomonEvent.of(cluster, cluster + "-" + number, number, null, data);
  }
}
