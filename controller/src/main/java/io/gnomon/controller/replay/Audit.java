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
 * What was decided on one cluster, and what people did, by their places among its events. Not
 * thread-safe.
 */
public final class Audit {
  private static final String MARK = "-d";

  private final String cluster;
  private final String source;
  private final TreeMap<Long, DecisionRecorded> decisions = new TreeMap<>();
  private final List<OperatorRecorded> operations = new ArrayList<>();

  /**
   * An audit that has seen nothing.
   *
   * @param source where the records are read, as messages name it: a file or a topic
   */
  public Audit(String cluster, String source) {
    this.cluster = cluster;
    this.source = source;
  }

  /**
   * The cluster that a decision's id names.
   *
   * @throws IllegalArgumentException where it is no decision's id
   */
  public static String clusterOf(String decision) {
    offsetOf(decision);
    return decision.substring(0, decision.lastIndexOf(MARK));
  }

  /**
   * The offset of the event that a decision was made before, as its id tells.
   *
   * @throws IllegalArgumentException where it is no decision's id
   */
  public static long offsetOf(String decision) {
    int mark = decision.lastIndexOf(MARK);
    String digits = mark < 1 ? "" : decision.substring(mark + MARK.length());
    if (!digits.matches("[0-9]{1,18}")) {
      throw new IllegalArgumentException(
          "'"
              + decision
              + "' is no decision's id; it is the cluster's id, -d and a number, such as"
              + " tetralith-d4711");
    }
    return Long.parseLong(digits);
  }

  /** Takes up a record of the topic of decisions, whichever cluster it is about. */
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

  /** The cluster. */
  public String cluster() {
    return cluster;
  }

  /** Where the records were read. */
  String source() {
    return source;
  }

  /** How many decisions on the cluster are recorded. */
  int size() {
    return decisions.size();
  }

  /** The decision that was made before the event at an offset, or null. */
  @Nullable DecisionRecorded at(long offset) {
    return decisions.get(offset);
  }

  /** The first decision before the event at an offset or a later one, or null. */
  @Nullable DecisionRecorded from(long offset) {
    Map.Entry<Long, DecisionRecorded> next = decisions.ceilingEntry(offset);
    return next == null ? null : next.getValue();
  }

  /** What people did, in its order. */
  List<OperatorRecorded> operations() {
    return operations.stream().sorted(Comparator.comparingLong(OperatorRecorded::offset)).toList();
  }
}
