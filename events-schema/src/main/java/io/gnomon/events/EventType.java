package io.gnomon.events;

/** Every type of event and command, with the record that carries its data. */
public enum EventType {
  CLUSTER_DECLARED("cluster.declared", Topic.EVENTS, ClusterDeclared.class),
  CLUSTER_SNAPSHOT("cluster.snapshot", Topic.EVENTS, ClusterSnapshot.class),
  JOB_SUBMITTED("job.submitted", Topic.EVENTS, JobSubmitted.class),
  JOB_MODIFIED("job.modified", Topic.EVENTS, JobModified.class),
  JOB_STARTED("job.started", Topic.EVENTS, JobStarted.class),
  JOB_SUSPENDED("job.suspended", Topic.EVENTS, JobSuspended.class),
  JOB_RESUMED("job.resumed", Topic.EVENTS, JobResumed.class),
  JOB_REQUEUED("job.requeued", Topic.EVENTS, JobRequeued.class),
  JOB_FINISHED("job.finished", Topic.EVENTS, JobFinished.class),
  JOB_CANCELLED("job.cancelled", Topic.EVENTS, JobCancelled.class),
  CAPACITY_CHANGED("capacity.changed", Topic.EVENTS, CapacityChanged.class),
  CONFIG_APPLIED("config.applied", Topic.EVENTS, ConfigApplied.class),
  CONFIG_REJECTED("config.rejected", Topic.EVENTS, ConfigRejected.class),
  CLOCK_ADVANCED("clock.advanced", Topic.EVENTS, ClockAdvanced.class),
  CONFIG_REQUESTED("config.requested", Topic.COMMANDS, ConfigRequested.class),
  SNAPSHOT_REQUESTED("snapshot.requested", Topic.COMMANDS, SnapshotRequested.class),
  DECISION_RECORDED("decision.recorded", Topic.DECISIONS, DecisionRecorded.class),
  OPERATOR_RECORDED("operator.recorded", Topic.DECISIONS, OperatorRecorded.class);

  private final String shortName;
  private final String typeName;
  private final Topic topic;
  private final Class<? extends EventData> dataClass;

  EventType(String shortName, Topic topic, Class<? extends EventData> dataClass) {
    this.shortName = shortName;
    this.typeName = "io.gnomon." + shortName + ".v1";
    this.topic = topic;
    this.dataClass = dataClass;
  }

  /** Noun and verb, such as {@code job.submitted}. */
  public String shortName() {
    return shortName;
  }

  /** The CloudEvents type, such as {@code io.gnomon.job.submitted.v1}. */
  public String typeName() {
    return typeName;
  }

  /** The topic on which it travels. */
  public Topic topic() {
    return topic;
  }

  /** The record of its data. */
  public Class<? extends EventData> dataClass() {
    return dataClass;
  }
}
