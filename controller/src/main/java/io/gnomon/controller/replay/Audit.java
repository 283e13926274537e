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
  private static final String MARK = "-d";

  private final String cluster;
  private final String source;
  private final TreeMap<Long, DecisionRecorded> decisions = new TreeMap<>();
  private final List<OperatorRecorded> operations = new ArrayList<>();

  /**
   * Creates an empty audit.
   *
   * @param source the source of the records for messages: a file or a topic
   */
  public Audit(String cluster, String source) {
    this.cluster = cluster;
    this.source = source;
  }

  /**
   * Returns the cluster in a decision's id.
   *
   * @throws IllegalArgumentException if it is not the id of a decision
   */
  public static String clusterOf(String decision) {
    offsetOf(decision);
    return decision.substring(0, decision.lastIndexOf(MARK));
  }

  /**
   * Returns the offset in a decision's id; the decision was made before the event at this offset.
   *
   * @throws IllegalArgumentException if it is not the id of a decision
   */
  public static long offsetOf(String decision) {
    int mark = decision.lastIndexOf(MARK);
    String digits = mark < 1 ? "" : decision.substring(mark + MARK.length());
    if (!digits.matches("[0-9]{1,18}")) {
      throw new IllegalArgumentException(
          "'"
              + decision
              + "' is not the id of a decision; an id is CLUSTER-dOFFSET, such as tetralith-d4711");
    }
    return Long.parseLong(digits);
  }

  /** Adds a record of the decisions topic; records of other clusters are ignored. */
  public void add(GnomonEvent event) {
    if (!event.cluster().equals(cluster)) {
      return;
    }
    if (event.data() instanceof DecisionRecorded decision) {
      decisions.put(offsetOf(decision.decision()), decision);
    } else if (event.data() instanceof OperatorRecorded operation) {
      operations.add(operation);
    }
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
  int size() {
    return decisions.size();
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
