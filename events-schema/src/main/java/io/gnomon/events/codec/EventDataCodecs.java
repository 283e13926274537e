package io.gnomon.events.codec;

import io.gnomon.events.Envelope;
import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.codec.value.RecordCodec;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobRequeued;
import io.gnomon.events.job.JobResumed;
import io.gnomon.events.job.JobSuspended;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The codec of the data of each event type, made at its first use. Not thread-safe. */
final class EventDataCodecs {
  private final Map<EventType, RecordCodec<?>> codecs = new EnumMap<>(EventType.class);
  private final StringCodec detail;
  private final @Nullable JobByJobCodec jobByJob;

  /**
   * Creates the codecs.
   *
   * @param setsJobsAside whether a snapshot is read without the jobs that are not valid
   * @param detail the codec of the detail of a rejection
   */
  EventDataCodecs(boolean setsJobsAside, StringCodec detail) {
    this.detail = detail;
    jobByJob = setsJobsAside ? new JobByJobCodec(JobCodecs.snapshots()) : null;
  }

  /** The event, with the jobs that were set aside when its data were read. */
  GnomonEvent event(Envelope envelope, EventData data) {
    return jobByJob != null && data.type() == EventType.CLUSTER_SNAPSHOT
        ? new GnomonEvent(envelope, data, jobByJob.takeSetAside())
        : new GnomonEvent(envelope, data);
  }

  private RecordCodec<? extends EventData> of(EventType type) {
    return switch (type) {
      case CLUSTER_DECLARED -> ClusterCodecs.declared();
      case CLUSTER_SNAPSHOT ->
          ClusterCodecs.snapshot(jobByJob == null ? JobCodecs.snapshots() : jobByJob);
      case JOB_SUBMITTED -> JobCodecs.submitted();
      case JOB_MODIFIED -> JobCodecs.modified();
      case JOB_STARTED -> JobCodecs.started();
      case JOB_SUSPENDED -> JobCodecs.withReason(JobSuspended.class);
      case JOB_RESUMED -> JobCodecs.withReason(JobResumed.class);
      case JOB_REQUEUED -> JobCodecs.withReason(JobRequeued.class);
      case JOB_FINISHED -> JobCodecs.job(JobFinished.class).required("outcome").build();
      case JOB_CANCELLED -> JobCodecs.job(JobCancelled.class).build();
      case CAPACITY_CHANGED -> ClusterCodecs.capacityChanged();
      case CONFIG_APPLIED -> ConfigCodecs.applied();
      case CONFIG_REJECTED -> ConfigCodecs.rejected(detail);
      case CLOCK_ADVANCED -> ClusterCodecs.clockAdvanced();
      case CONFIG_REQUESTED -> ConfigCodecs.requested();
      case SNAPSHOT_REQUESTED -> ClusterCodecs.snapshotRequested();
      case DECISION_RECORDED -> AuditCodecs.decision();
      case OPERATOR_RECORDED -> AuditCodecs.operator();
    };
  }

  RecordCodec<?> codec(EventType type) {
    return codecs.computeIfAbsent(type, this::of);
  }

  EventData read(EventType type, JsonScanner in) {
    return (EventData) codec(type).read(in);
  }

  /** Writes the data of one event. The unchecked cast is safe: the data states its own type. */
  @SuppressWarnings("unchecked")
  void write(EventData data, JsonWriter out) {
    ((RecordCodec<EventData>) codec(data.type())).write(data, out);
  }
}
