package io.gnomon.bridge.slurm;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.bridge.slurm.read.JobcompTopic;
import io.gnomon.bridge.slurm.read.Observation;
import io.gnomon.bridge.slurm.read.Pacing;
import io.gnomon.bridge.slurm.read.QueueMapping;
import io.gnomon.bridge.slurm.read.QueueTracker;
import io.gnomon.bridge.slurm.read.SlurmException;
import io.gnomon.bridge.slurm.read.SlurmReader;
import io.gnomon.bridge.slurm.read.SlurmState;
import io.gnomon.bridge.slurm.read.Spool;
import io.gnomon.bridge.slurm.read.TrackerFile;
import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.json.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Slurm as a scheduler that can be tuned. It is looked at in intervals; what was told is on disk
 * before it is told, so that a bridge that is killed goes on where it was. While Slurm does not
 * answer nothing is told but that, and commands are refused.
 *
 * <p>The clock is that of the last look: what has happened since can still be told with its own
 * time.
 */
public final class SlurmPort implements SchedulerPort {
  private static final Logger LOG = LoggerFactory.getLogger(SlurmPort.class);

  private static final int LONGEST_PROBLEM = 500;

  private final SlurmReader reader;
  private final QueueMapping mapping;
  private final TrackerFile file;
  private final TrackerFile.Kept kept;
  private final QueueTracker tracker;
  private final Pacing pacing;
  private final Spool spool;
  private final Configurator configurator;
  private final Set<String> noted = new HashSet<>();
  private @Nullable JobcompTopic jobcomp;
  private String scheduler = "slurm";
  private Configuration told;
  private boolean continued;
  private boolean woken;
  private boolean degraded;

  /**
   * A port that goes on from what {@code file} has kept.
   *
   * @throws IOException where the file cannot be read or is damaged
   */
  public SlurmPort(
      SlurmReader reader,
      boolean wholeNodes,
      TrackerFile file,
      Pacing pacing,
      Spool spool,
      Configurator configurator)
      throws IOException {
    this.reader = reader;
    this.file = file;
    this.pacing = pacing;
    this.spool = spool;
    this.configurator = configurator;
    mapping = new QueueMapping(configurator::queue, wholeNodes);
    kept = file.read();
    tracker = kept.tracker();
    told = configurator.inForce();
  }

  /** Names the version of Slurm in what is declared. */
  public void name(String version) {
    scheduler = "slurm " + version;
  }

  /** Hears from jobcomp/kafka as well. */
  public void listen(JobcompTopic topic) {
    jobcomp = topic;
  }

  /** Whether Slurm has not answered when it was last asked. */
  public boolean degraded() {
    return degraded;
  }

  /** The queue as it was told. */
  public QueueTracker tracker() {
    return tracker;
  }

  @Override
  public long now() {
    return tracker.begun() ? tracker.clock() : reader.now();
  }

  @Override
  public ClusterDeclared declare() {
    told = configurator.inForce();
    if (tracker.begun()) {
      return declared(tracker.clock(), tracker.capacity(), EventData.NONE);
    }
    try {
      Observation seen = mapping.observe(reader.read());
      long origin =
          seen.active().values().stream()
              .mapToLong(active -> earliest(active.job()))
              .reduce(seen.at(), Math::min);
      return declared(seen.at(), Math.max(1, seen.capacity()), origin);
    } catch (SlurmException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private static long earliest(JobSnapshot job) {
    return job.startedAt() == EventData.NONE
        ? job.submittedAt()
        : Math.min(job.submittedAt(), job.startedAt());
  }

  private ClusterDeclared declared(long at, int processors, long origin) {
    return new ClusterDeclared(
        at, processors, origin, scheduler, configurator.capabilities(), told);
  }

  @Override
  public ClusterSnapshot snapshot(long reflectsSequence) {
    return tracker.snapshot(reflectsSequence, told);
  }

  @Override
  public void changes(long lastSequence, Consumer<EventData> to) {
    long last = lastSequence;
    if (!continued) {
      continued = true;
      List<EventData> untold = kept.untold(lastSequence);
      untold.forEach(to);
      last += untold.size();
    }
    JobcompTopic topic = jobcomp;
    woken |= spool.take() > 0;
    woken |= topic != null && topic.take() > 0;
    if (pacing.due(System.nanoTime(), woken)) {
      woken = false;
      look(last, to);
    }
  }

  private void look(long lastSequence, Consumer<EventData> to) {
    long from = System.nanoTime();
    SlurmState state;
    try {
      state = reader.read();
      pacing.answered(from, System.nanoTime());
    } catch (SlurmException e) {
      pacing.failed(System.nanoTime());
      LOG.error(
          "DEGRADED: {}; asked again in {} s, no command is carried out until it answers",
          e.getMessage(),
          pacing.interval().toSeconds());
      if (!degraded && tracker.begun()) {
        to.accept(new ClockAdvanced(tracker.clock(), shortened(e.getMessage())));
      }
      degraded = true;
      return;
    }
    if (degraded) {
      degraded = false;
      LOG.info("Slurm answers again");
    }
    Configuration before = told;
    told = configurator.seen(state);
    Observation seen = mapping.observe(state);
    note(seen);
    JobcompTopic topic = jobcomp;
    if (topic != null) {
      seen = topic.complete(seen, tracker.snapshot(0, null).jobs());
    }
    List<EventData> events = new ArrayList<>(tracker.advance(seen, lastSequence, told));
    if (!told.equals(before)) {
      events.add(new ConfigApplied(tracker.clock(), told, null, null));
    }
    keep(lastSequence, events);
    events.forEach(to);
  }

  private static String shortened(@Nullable String words) {
    String said = String.valueOf(words);
    return JsonWriter.writable(
        said.length() <= LONGEST_PROBLEM ? said : said.substring(0, LONGEST_PROBLEM) + "…");
  }

  private void note(Observation seen) {
    noted.retainAll(seen.notes());
    seen.notes().stream().filter(noted::add).forEach(note -> LOG.warn("not mapped: {}", note));
  }

  private void keep(long lastSequence, List<EventData> events) {
    if (events.size() < 2 && tracker.begun() && onlyTheClock(events)) {
      return;
    }
    try {
      file.write(tracker, lastSequence, events);
    } catch (IOException e) {
      throw new UncheckedIOException("the bridge's state cannot be kept", e);
    }
  }

  private static boolean onlyTheClock(List<EventData> events) {
    return events.isEmpty() || events.get(0).type() == EventType.CLOCK_ADVANCED;
  }

  @Override
  public Configuration configuration() {
    told = configurator.inForce();
    return told;
  }

  @Override
  public void apply(Configuration configuration) throws CannotApplyException {
    if (degraded) {
      throw new CannotApplyException(
          ConfigRejectReason.FAILED, "Slurm does not answer; nothing was done");
    }
    configurator.apply(configuration);
    pacing.hurry();
  }
}
