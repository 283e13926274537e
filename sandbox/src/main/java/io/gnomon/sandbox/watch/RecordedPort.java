package io.gnomon.sandbox.watch;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.ChangeSink;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.polling.QueueTracker;
import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.NodeRecord;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.policy.CapabilityDeclaration;
import io.gnomon.bridge.slurm.policy.PolicyMapping;
import io.gnomon.bridge.slurm.queue.QueueMapping;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.text.SpecText;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The scheduler port of a recorded queue, whose clock stands still.
 *
 * <p>A recording has neither its time nor the nodes of the cluster. The time is that of the latest
 * submission, start or end in it. The capacity is given, or the processors of the running jobs, but
 * at least those of the widest job. Not thread-safe.
 */
final class RecordedPort implements SchedulerPort {
  private static final QueueMapping MAPPING = new QueueMapping(partition -> -1, false);
  private static final String POLICY = "easy";
  private static final int MAX_PARTITIONS = 4;

  private final QueueObservation seen;
  private final Configuration inForce = new Configuration(POLICY, 1);
  private final QueueTracker tracker = new QueueTracker();

  private RecordedPort(QueueObservation seen) {
    this.seen = seen;
  }

  /**
   * A port for jobs.
   *
   * @param processors of the cluster, or 0 to derive them from the jobs
   */
  static RecordedPort of(List<JobRecord> jobs, int processors) {
    QueueObservation undated = MAPPING.observe(new SlurmState(0, jobs, List.of(), List.of()));
    int capacity = Math.max(processors, undated.capacity());
    if (processors == 0) {
      capacity =
          undated.active().values().stream()
              .mapToInt(active -> active.job().processors())
              .reduce(capacity, Math::max);
    }
    NodeRecord pool = new NodeRecord("pool", capacity, 0, 0, Set.of("IDLE"), Set.of());
    return new RecordedPort(
        MAPPING.observe(new SlurmState(latest(undated), jobs, List.of(pool), List.of())));
  }

  private static long latest(QueueObservation undated) {
    LongStream active =
        undated.active().values().stream()
            .flatMapToLong(
                one -> LongStream.of(one.job().submittedAt(), one.job().startedAt(), one.since()));
    LongStream ended =
        undated.ended().values().stream()
            .flatMapToLong(one -> LongStream.of(one.job().submittedAt(), one.at()));
    return LongStream.concat(active, ended).max().orElse(0);
  }

  /** Returns the queue. */
  QueueObservation queue() {
    return seen;
  }

  @Override
  public long now() {
    return seen.at();
  }

  @Override
  public ClusterDeclared declare() {
    long origin =
        seen.active().values().stream()
            .mapToLong(one -> earliest(one.job()))
            .reduce(seen.at(), Math::min);
    return new ClusterDeclared(
        seen.at(),
        Math.max(1, seen.capacity()),
        origin,
        "slurm (recorded)",
        // as the bridge in dry run, so that studies try the same policies
        new CapabilityDeclaration(new PolicyMapping(SpecText.parse(POLICY)))
            .addInitial()
            .addPartitions(MAX_PARTITIONS)
            .addSlurm(true, true, false, limit -> false)
            .addOrders()
            .capabilities(),
        inForce);
  }

  private static long earliest(JobSnapshot job) {
    return job.startedAt() == EventData.NONE
        ? job.submittedAt()
        : Math.min(job.submittedAt(), job.startedAt());
  }

  @Override
  public ClusterSnapshot snapshot(long reflectsSequence) {
    return tracker.snapshot(reflectsSequence, inForce);
  }

  @Override
  public void changes(long lastSequence, ChangeSink sink) {
    if (!tracker.hasStarted()) {
      tracker.advance(seen, lastSequence, inForce).forEach(sink);
    }
  }

  @Override
  public Configuration configuration() {
    return inForce;
  }

  @Override
  public void apply(Configuration configuration) throws CannotApplyException {
    throw new CannotApplyException(
        ConfigRejectReason.NOT_ALLOWED, "this is a recorded queue; nothing can be changed in it");
  }
}
