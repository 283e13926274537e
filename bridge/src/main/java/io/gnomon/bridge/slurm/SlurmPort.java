package io.gnomon.bridge.slurm;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.ChangeSink;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.bridge.polling.PollSchedule;
import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.polling.QueueTracker;
import io.gnomon.bridge.polling.TrackerFile;
import io.gnomon.bridge.slurm.accounting.AccountingTracker;
import io.gnomon.bridge.slurm.apply.Configurator;
import io.gnomon.bridge.slurm.client.ControllerLoad;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.client.SwitchRecord;
import io.gnomon.bridge.slurm.notify.HookSpool;
import io.gnomon.bridge.slurm.notify.JobcompTopic;
import io.gnomon.bridge.slurm.queue.QueueMapping;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.machine.DeclaredMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The scheduler port of a Slurm cluster. It polls Slurm at intervals. Events are stored on disk
 * before they are published, so that a bridge that was killed continues where it stopped. While
 * Slurm does not answer, the only event is a clock event with the problem, and commands are
 * rejected.
 *
 * <p>The clock is that of the last poll, so that changes since then can be published with their own
 * times.
 */
public final class SlurmPort implements SchedulerPort {
  private static final int MOST_POSTPONED = 3; // ends of jobs are lost after MinJobAge
  private static final Logger LOG = LoggerFactory.getLogger(SlurmPort.class);

  private final SlurmReader reader;
  private final QueueMapping mapping;
  private final TrackerFile file;
  private final TrackerFile.Content stored;
  private final QueueTracker tracker;
  private final PollSchedule schedule;
  private final HookSpool spool;
  private final Configurator configurator;
  private @Nullable JobcompTopic jobcomp;
  private @Nullable AccountingTracker accounts;
  private String schedulerVersion = "slurm";
  private Configuration published;
  private boolean resumed;
  private boolean notified;
  private boolean degraded;
  private @Nullable Map<String, String> configured; // null after a change by Gnomon
  private boolean reconfigured;
  private int busyThreads = Integer.MAX_VALUE;
  private int postponedPolls; // in a row
  private Consumer<SlurmState> firstRead = state -> {};

  /**
   * A port that continues from the content of {@code file}.
   *
   * @param select how the cluster allocates nodes
   * @throws IOException if the file cannot be read or is damaged
   */
  public SlurmPort(
      SlurmReader reader,
      SelectSettings select,
      TrackerFile file,
      PollSchedule schedule,
      HookSpool spool,
      Configurator configurator)
      throws IOException {
    this.reader = reader;
    this.file = file;
    this.schedule = schedule;
    this.spool = spool;
    this.configurator = configurator;
    mapping =
        new QueueMapping(
            configurator::queueIndex,
            configurator.dividedPartition(),
            select,
            configurator::ownNice);
    stored = file.read();
    tracker = stored.tracker();
    published = configurator.readBack();
  }

  /** Sets the version of Slurm for the declaration of the cluster. */
  public void setVersion(String version) {
    schedulerVersion = "slurm " + version;
  }

  /** Sets the switches by which Slurm places jobs; none at first. */
  public void setSwitches(List<SwitchRecord> switches) {
    mapping.setSwitches(switches);
  }

  /** Sets how many licences the cluster has, by name; none at first. */
  public void setLicenses(Map<String, Integer> licenses) {
    mapping.setLicenses(licenses);
  }

  /**
   * Postpones polls while slurmctld works on this many requests.
   *
   * @param threads see {@link ControllerLoad#busyThreads}
   */
  public void setBusyThreads(int threads) {
    busyThreads = threads;
  }

  /** Reports the queue that is read first. */
  public void setFirstRead(Consumer<SlurmState> report) {
    firstRead = report;
  }

  /** Uses the topic of jobcomp/kafka for notifications and for the ends of purged jobs. */
  public void setJobcomp(JobcompTopic topic) {
    jobcomp = topic;
  }

  /** Publishes the accounts of the cluster too. */
  public void setAccounts(AccountingTracker tracked) {
    accounts = tracked;
  }

  /**
   * Returns whether someone other than Gnomon has changed slurmctld's settings since the first
   * poll. What depends on settings is then out of date; a new port reads it again.
   */
  public boolean isReconfigured() {
    return reconfigured;
  }

  /** Returns whether the last poll failed. */
  public boolean isDegraded() {
    return degraded;
  }

  /** Returns the tracker, which holds the queue as it was last published. */
  public QueueTracker tracker() {
    return tracker;
  }

  @Override
  public long now() {
    return tracker.hasStarted() ? tracker.clock() : reader.now();
  }

  @Override
  public ClusterDeclared declare() {
    published = configurator.readBack();
    if (accounts != null) {
      accounts.readNow(System.nanoTime());
    }
    if (tracker.hasStarted()) {
      return declared(tracker.clock(), tracker.capacity(), EventData.NONE, tracker.machine());
    }
    try {
      QueueObservation seen = tracker.fitted(mapping.observe(read()));
      long origin =
          seen.active().values().stream()
              .mapToLong(active -> earliest(active.job()))
              .reduce(seen.at(), Math::min);
      return declared(seen.at(), Math.max(1, seen.capacity()), origin, seen.machine());
    } catch (SlurmException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private static long earliest(JobSnapshot job) {
    return job.startedAt() == EventData.NONE
        ? job.submittedAt()
        : Math.min(job.submittedAt(), job.startedAt());
  }

  private ClusterDeclared declared(
      long at, int processors, long origin, @Nullable DeclaredMachine machine) {
    return new ClusterDeclared(
        at,
        processors,
        origin,
        schedulerVersion,
        configurator.capabilities(),
        published,
        machine,
        accounts == null ? null : accounts.published(System.nanoTime()));
  }

  @Override
  public ClusterSnapshot snapshot(long reflectsSequence) {
    ClusterSnapshot queue = tracker.snapshot(reflectsSequence, published);
    return accounts == null ? queue : queue.withAccounting(accounts.usage());
  }

  @Override
  public void changes(long lastSequence, ChangeSink sink) {
    long last = lastSequence;
    if (!resumed) {
      resumed = true;
      List<EventData> unpublished = stored.unpublished(lastSequence);
      unpublished.forEach(sink);
      last += unpublished.size();
    }
    JobcompTopic topic = jobcomp;
    notified |= spool.drain() > 0;
    notified |= topic != null && topic.drain() > 0;
    if (schedule.isDue(System.nanoTime(), notified)) {
      if (postponedPolls < MOST_POSTPONED && isBusy()) {
        postponedPolls++;
        schedule.failed(System.nanoTime());
        return;
      }
      postponedPolls = 0;
      notified = false;
      poll(last, sink);
    }
  }

  private SlurmState read() throws SlurmException {
    SlurmState state = reader.read();
    firstRead.accept(state);
    firstRead = others -> {};
    return state;
  }

  private boolean isBusy() {
    int threads;
    try {
      threads = reader.load().threads();
    } catch (SlurmException reportedByThePoll) {
      return false;
    }
    boolean busy = threads >= busyThreads;
    if (busy && postponedPolls == 0) {
      LOG.warn(
          "slurmctld works on {} requests; up to {} polls in a row are postponed while there are {}"
              + " or more",
          threads,
          MOST_POSTPONED,
          busyThreads);
    }
    return busy;
  }

  private void poll(long lastSequence, ChangeSink sink) {
    long from = System.nanoTime();
    SlurmState state;
    try {
      state = read();
      compareSettings(reader.configured());
      schedule.succeeded(from, System.nanoTime());
    } catch (SlurmException e) {
      schedule.failed(System.nanoTime());
      LOG.error(
          "DEGRADED: {}; polling again in {} s, commands are rejected until Slurm answers",
          e.getMessage(),
          schedule.interval().toSeconds());
      if (!degraded && tracker.hasStarted()) {
        sink.accept(new ClockAdvanced(tracker.clock(), e.getMessage()));
      }
      degraded = true;
      return;
    }
    if (degraded) {
      degraded = false;
      LOG.info("Slurm answers again");
    }
    Configuration before = published;
    published = configurator.observe(state);
    mapping.setLimitsPublished(accounts != null && accounts.hasPublishedLimits());
    QueueObservation seen = mapping.observe(state);
    JobcompTopic topic = jobcomp;
    if (topic != null) {
      seen = topic.addPurged(seen, tracker.snapshot(0, null).jobs());
    }
    List<EventData> events = new ArrayList<>(tracker.advance(seen, lastSequence, published));
    if (!published.equals(before)) {
      events.add(new ConfigApplied(tracker.clock(), published, null, null));
    }
    if (accounts != null && accounts.isToBePublished(System.nanoTime())) {
      events.add(
          declared(
              tracker.clock(), Math.max(1, tracker.capacity()), EventData.NONE, tracker.machine()));
    }
    if (events.stream().allMatch(ClockAdvanced.class::isInstance)) {
      events.forEach(sink);
    } else {
      sink.accept(events, valid -> store(lastSequence, valid));
    }
  }

  private void compareSettings(Map<String, String> read) {
    Map<String, String> before = configured;
    configured = read;
    if (before != null && !before.equals(read)) {
      reconfigured = true;
      LOG.info(
          "the settings of slurmctld have changed: {}",
          Stream.concat(before.keySet().stream(), read.keySet().stream())
              .distinct()
              .filter(key -> !Objects.equals(before.get(key), read.get(key)))
              .collect(Collectors.joining(", ")));
    }
  }

  private void store(long lastSequence, List<EventData> events) {
    try {
      file.write(tracker, lastSequence, events);
    } catch (IOException e) {
      throw new UncheckedIOException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public Configuration configuration() {
    return configurator.readBack();
  }

  @Override
  public void apply(Configuration configuration) throws CannotApplyException {
    if (degraded) {
      throw new CannotApplyException(
          ConfigRejectReason.FAILED, "Slurm does not answer; nothing was changed");
    }
    configurator.apply(configuration);
    published = configuration; // by the answer to the command
    configured = null;
    schedule.pollNow();
  }
}
