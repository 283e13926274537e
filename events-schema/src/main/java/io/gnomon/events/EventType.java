package io.gnomon.events;

/** The types of events and commands. */
public enum EventType {
  CLUSTER_DECLARED("cluster.declared", Topic.EVENTS),
  CLUSTER_SNAPSHOT("cluster.snapshot", Topic.EVENTS),
  JOB_SUBMITTED("job.submitted", Topic.EVENTS),
  JOB_MODIFIED("job.modified", Topic.EVENTS),
  JOB_STARTED("job.started", Topic.EVENTS),
  JOB_SUSPENDED("job.suspended", Topic.EVENTS),
  JOB_RESUMED("job.resumed", Topic.EVENTS),
  JOB_REQUEUED("job.requeued", Topic.EVENTS),
  JOB_FINISHED("job.finished", Topic.EVENTS),
  JOB_CANCELLED("job.cancelled", Topic.EVENTS),
  CAPACITY_CHANGED("capacity.changed", Topic.EVENTS),
  CONFIG_APPLIED("config.applied", Topic.EVENTS),
  CONFIG_REJECTED("config.rejected", Topic.EVENTS),
  CLOCK_ADVANCED("clock.advanced", Topic.EVENTS),
  CONFIG_REQUESTED("config.requested", Topic.COMMANDS),
  SNAPSHOT_REQUESTED("snapshot.requested", Topic.COMMANDS),
  DECISION_RECORDED("decision.recorded", Topic.DECISIONS),
  OPERATOR_RECORDED("operator.recorded", Topic.DECISIONS);

  private final String shortName;
  private final String typeName;
  private final Topic topic;

  EventType(String shortName, Topic topic) {
    this.shortName = shortName;
    this.typeName = "io.gnomon." + shortName + ".v1";
    this.topic = topic;
  }

  /** Noun and verb, such as {@code job.submitted}. */
  public String shortName() {
    return shortName;
  }

  /** The CloudEvents type, such as {@code io.gnomon.job.submitted.v1}. */
  public String typeName() {
    return typeName;
  }

  /** The topic that carries it. */
  public Topic topic() {
    return topic;
  }
}
