package io.gnomon.controller.replay;

import io.gnomon.events.GnomonEvent;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.OperatorRecorded;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The recorded decisions and operations of one cluster, by their positions among its events. Not
 * thread-safe.
 */
public final class Audit {
  private final String cluster;
  private final String source;
  private final String topic;
  private final TreeMap<Long, DecisionRecorded> decisions = new TreeMap<>();
  private final List<OperatorRecorded> operations = new ArrayList<>();
  private final List<DecisionRecorded> otherDecisions = new ArrayList<>();
  private final List<OperatorRecorded> otherOperations = new ArrayList<>();

  /**
   * Creates an empty audit.
   *
   * @param source the source of the records for messages: a file or a topic
   */
  public Audit(String cluster, String source) {
    this(cluster, source, "");
  }

  private Audit(String cluster, String source, String topic) {
    this.cluster = cluster;
    this.source = source;
    this.topic = topic;
  }

  /**
   * Returns the records that refer to another incarnation of the events topic.
   *
   * @param other the short form of its id; empty for records that do not name it
   */
  Audit ofTopic(String other) {
    Audit audit = new Audit(cluster, source, other);
    decisions.values().forEach(audit::add);
    otherDecisions.forEach(audit::add);
    operations.forEach(audit::add);
    otherOperations.forEach(audit::add);
    return audit;
  }

  /** Adds a record of the decisions topic; records of other clusters are ignored. */
  public void add(GnomonEvent event) {
    if (!event.cluster().equals(cluster)) {
      return;
    }
    if (event.data() instanceof DecisionRecorded decision) {
      add(decision);
    } else if (event.data() instanceof OperatorRecorded operation) {
      add(operation);
    }
  }

  private void add(DecisionRecorded decision) {
    DecisionId id = DecisionId.parse(decision.decision());
    if (id.topic().equals(topic)) {
      decisions.put(id.offset(), decision);
    } else {
      otherDecisions.add(decision);
    }
  }

  private void add(OperatorRecorded operation) {
    boolean same = DecisionId.topicOfOperation(cluster, operation.record()).equals(topic);
    (same ? operations : otherOperations).add(operation);
  }

  /** The short form of the id of the events topic that the records refer to. */
  String topic() {
    return topic;
  }

  /** The cluster's id. */
  public String cluster() {
    return cluster;
  }

  /** The source of the records. */
  String source() {
    return source;
  }

  /** The number of decisions. */
  public int size() {
    return decisions.size() + otherDecisions.size();
  }

  /** The decision that was made before the event at an offset, or null. */
  @Nullable DecisionRecorded at(long offset) {
    return decisions.get(offset);
  }

  /** The first decision that was made before the event at this or a later offset, or null. */
  @Nullable DecisionRecorded from(long offset) {
    Map.Entry<Long, DecisionRecorded> next = decisions.ceilingEntry(offset);
    return next == null ? null : next.getValue();
  }

  /** The operations, in order. */
  List<OperatorRecorded> operations() {
    return operations.stream().sorted(Comparator.comparingLong(OperatorRecorded::offset)).toList();
  }
}
