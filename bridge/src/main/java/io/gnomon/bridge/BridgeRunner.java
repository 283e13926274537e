package io.gnomon.bridge;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.events.codec.EventFitter;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects one scheduler to the topics: numbers and publishes its events, answers requests for a
 * snapshot, and carries out each command exactly once.
 *
 * <p>A command is carried out if it is authentic and new, is valid now, carries the hash of its own
 * content and expects the version that is in force. Every command is answered once; a duplicate is
 * only counted.
 *
 * <p>These guarantees hold across restarts. {@link #start} compares an interrupted command with the
 * configuration in force, and publishes answers that a crash kept from being published. Not
 * thread-safe.
 */
public final class BridgeRunner {
  private static final Logger LOG = LoggerFactory.getLogger(BridgeRunner.class);

  private static final int MAX_REJECTED_PER_MINUTE = 10;

  /** The least time between two snapshots that are requested, on the scheduler's clock. */
  private static final long SNAPSHOT_SECONDS = 10;

  private final EventFitter fitter = new EventFitter(new CauseLog(LOG)::count);
  private final RateLimit notAuthentic = new RateLimit(MAX_REJECTED_PER_MINUTE, System::nanoTime);
  private final String cluster;
  private final SchedulerPort port;
  private final EventSink sink;
  private final CommandLedger ledger;
  private final boolean known;
  private final Set<String> answered = new HashSet<>();
  private final ChangeSink changes =
      new ChangeSink() {
        @Override
        public void accept(EventData event) {
          publish(event);
        }

        @Override
        public void accept(List<EventData> events, Consumer<List<EventData>> store) {
          publish(events, store);
        }
      };
  private CommandCheck check;
  private long sequence;
  private long duplicates;
  private boolean snapshotRequested;
  private long lastSnapshot = Long.MIN_VALUE;

  /**
   * A runner that continues the numbering of a cluster.
   *
   * @param lastSequence number of the last published event, 0 for a new cluster
   */
  public BridgeRunner(
      String cluster, SchedulerPort port, EventSink sink, CommandLedger ledger, long lastSequence) {
    this.cluster = cluster;
    this.port = port;
    this.sink = sink;
    this.ledger = ledger;
    this.sequence = lastSequence;
    known = lastSequence > 0;
    check = new CommandCheck(cluster, EventData.NONE);
  }

  /**
   * Declares the cluster. For a cluster with earlier events, this first publishes a missing answer
   * and the missing events, and afterwards a snapshot.
   */
  public void start() {
    Map<String, ConfigRequested> interrupted = new LinkedHashMap<>();
    GnomonEvent last = null;
    for (GnomonEvent entry : ledger.entries()) {
      if (entry.data() instanceof ClockAdvanced began) {
        check = new CommandCheck(cluster, began.at());
      } else if (entry.data() instanceof ConfigRequested command) {
        interrupted.put(command.command(), command);
      } else {
        interrupted.remove(commandOf(entry.data()));
        answered.add(commandOf(entry.data()));
        last = entry;
      }
    }
    if (last != null && last.envelope().sequence() > sequence) {
      answer(last.data());
    }
    if (known) {
      publishChanges();
    }
    if (ledger.entries().isEmpty()) {
      ClockAdvanced begins = new ClockAdvanced(port.now());
      ledger.write(GnomonEvent.of(cluster, cluster + "-ledger", EventData.NONE, null, begins));
      check = new CommandCheck(cluster, begins.at());
    }
    interrupted.values().forEach(command -> answer(resume(command)));
    publish(port.declare());
    if (known) {
      publishChanges();
      publish(port.snapshot(sequence));
    }
    sink.flush();
  }

  /**
   * Publishes everything that has happened since the last call, and a requested snapshot that is
   * due; they may be written later.
   */
  public void publishChanges() {
    port.changes(sequence, changes);
    publishSnapshot();
  }

  /**
   * Answers all requests for a snapshot since the last one. Anyone who can write to the commands
   * topic can send requests, so a snapshot is published at most every ten seconds of the scheduler.
   */
  private void publishSnapshot() {
    if (!snapshotRequested) {
      return;
    }
    long now = port.now();
    if (now < lastSnapshot || now - SNAPSHOT_SECONDS >= lastSnapshot) {
      snapshotRequested = false;
      lastSnapshot = now;
      // the declaration may be what the controller lacks, and must precede a snapshot of a new
      // clock
      publish(port.declare());
      publish(port.snapshot(sequence));
    }
  }

  /** Returns when all published events have been written. */
  public void flush() {
    sink.flush();
  }

  /**
   * Publishes changes, then handles and commits the commands that arrive.
   *
   * @param timeout longest time to wait for a command
   */
  public void poll(CommandSource commands, Duration timeout) {
    publishChanges();
    boolean any = false;
    for (ReceivedCommand command : commands.poll(timeout)) {
      handle(command);
      any = true;
    }
    if (any) {
      commands.commit();
    }
  }

  /** Returns the number of the last published event. */
  public long sequence() {
    return sequence;
  }

  /** Returns how many commands were received again after they had been answered. */
  public long duplicateCommands() {
    return duplicates;
  }

  /**
   * Handles a record of the commands topic. A command that is not authentic is rejected, at most
   * ten in a minute; more are ignored. Its id is not stored: a genuine command with the same id is
   * still carried out.
   */
  public void handle(ReceivedCommand received) {
    String problem = received.problem();
    if (problem != null && received.event().data() instanceof ConfigRequested requested) {
      if (!notAuthentic.permits()) {
        return;
      }
      LOG.warn(
          "{}: command {} rejected: {}{}",
          cluster,
          requested.command(),
          problem,
          notAuthentic.remark());
      publish(
          new ConfigRejected(
              port.now(),
              requested.command(),
              ConfigRejectReason.NOT_AUTHENTICATED,
              problem,
              EventData.NONE));
      sink.flush();
    } else {
      handle(received.event());
    }
  }

  /**
   * Handles an authentic record of the commands topic. The answer has been written when this method
   * returns. Records of other clusters are ignored.
   */
  public void handle(GnomonEvent command) {
    if (!command.cluster().equals(cluster)) {
      return;
    }
    publishChanges();
    if (command.data() instanceof SnapshotRequested) {
      snapshotRequested = true;
      publishSnapshot();
    } else if (!(command.data() instanceof ConfigRequested requested)) {
      LOG.warn("{}: '{}' is not a command, ignoring it", cluster, command.type().typeName());
    } else if (answered.contains(requested.command())) {
      duplicates++;
      LOG.info("{}: ignoring duplicate command {}", cluster, requested.command());
    } else {
      answer(carryOut(requested));
      publishChanges();
    }
    sink.flush();
  }

  private EventData carryOut(ConfigRequested requested) {
    CommandCheck.Refusal refusal =
        check.refusal(requested, port.now(), port.configuration().version());
    if (refusal != null) {
      return rejection(requested, refusal.reason(), refusal.detail());
    }
    ledger.write(GnomonEvent.of(cluster, requested.command(), EventData.NONE, null, requested));
    try {
      port.apply(requested.configuration());
    } catch (CannotApplyException e) {
      return rejection(requested, e.reason(), String.valueOf(e.getMessage()));
    }
    return applied(requested);
  }

  /** Completes a command that was being carried out when an earlier process ended. */
  private EventData resume(ConfigRequested requested) {
    LOG.info("{}: resuming interrupted command {}", cluster, requested.command());
    return port.configuration().equals(requested.configuration())
        ? applied(requested)
        : carryOut(requested);
  }

  private EventData applied(ConfigRequested requested) {
    Configuration inForce = port.configuration();
    if (!inForce.equals(requested.configuration())) {
      throw new IllegalStateException(
          "%s: %s was applied, but the scheduler reports that %s is in force"
              .formatted(cluster, requested.configuration(), inForce));
    }
    LOG.info(
        "{}: {} {}",
        cluster,
        requested.mode() == CommandMode.ROLLBACK ? "rolled back to" : "applied",
        inForce.policy());
    return new ConfigApplied(port.now(), inForce, requested.command(), check.hash(requested));
  }

  private EventData rejection(ConfigRequested requested, ConfigRejectReason reason, String detail) {
    LOG.warn("{}: command {} rejected: {}: {}", cluster, requested.command(), reason, detail);
    return new ConfigRejected(
        port.now(), requested.command(), reason, detail, port.configuration().version());
  }

  /**
   * Publishes an answer under a number that no other event ever gets: all earlier events have been
   * written when the ledger reserves it, and {@link #start} publishes nothing before the answer. So
   * an answer has been published if its number has, however often the process ended since.
   */
  private void answer(EventData answer) {
    answered.add(commandOf(answer));
    publish(
        List.of(answer), valid -> valid.forEach(one -> ledger.write(numbered(sequence + 1, one))));
  }

  private static String commandOf(EventData answer) {
    if (answer instanceof ConfigRejected rejected) {
      return rejected.command();
    }
    if (answer instanceof ConfigApplied applied && applied.command() != null) {
      return applied.command();
    }
    throw new IllegalArgumentException(
        "the command ledger contains a %s, which does not answer a command"
            .formatted(answer.type().typeName()));
  }

  private void publish(EventData data) {
    fitted(List.of(data)).forEach(this::send);
  }

  /** Publishes events after all earlier ones have been written and these have been stored. */
  private void publish(List<EventData> events, Consumer<List<EventData>> store) {
    List<EventData> valid = fitted(events);
    sink.flush();
    store.accept(valid);
    valid.forEach(this::send);
  }

  /** Returns the valid forms of events, which alone are stored and published. */
  private List<EventData> fitted(List<EventData> events) {
    return events.stream().flatMap(data -> Stream.ofNullable(fitter.fit(data))).toList();
  }

  private void send(EventData valid) {
    sequence++;
    sink.send(numbered(sequence, valid));
  }

  private GnomonEvent numbered(long number, EventData data) {
    return GnomonEvent.of(cluster, cluster + "-" + number, number, null, data);
  }
}
