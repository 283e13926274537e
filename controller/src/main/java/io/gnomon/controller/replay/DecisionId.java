package io.gnomon.controller.replay;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of a decision's id.
 *
 * @param cluster the cluster
 * @param offset the offset of the event before which the decision was made
 * @param topic the short form of the id of the events topic, or an empty string
 */
public record DecisionId(String cluster, long offset, String topic) {
  private static final Pattern FORM =
      Pattern.compile("(?s)(.+)-d([0-9]{1,18})(?:\\.([A-Za-z0-9_-]{1,8}))?");
  private static final Pattern TOPIC = Pattern.compile(".+\\.([A-Za-z0-9_-]{1,8})");

  /**
   * Parses an id.
   *
   * @throws IllegalArgumentException if it is not the id of a decision
   */
  public static DecisionId parse(String decision) {
    Matcher parts = FORM.matcher(decision);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "'"
              + decision
              + "' is not the id of a decision; an id is CLUSTER-dOFFSET.TOPIC, such as"
              + " tetralith-d4711.Xk3aQ1bC");
    }
    return new DecisionId(
        parts.group(1),
        Long.parseLong(parts.group(2)),
        parts.group(3) == null ? "" : parts.group(3));
  }

  /** Returns the topic in the id of an operation, or an empty string. */
  static String topicOfOperation(String cluster, String id) {
    Matcher parts = TOPIC.matcher(id.startsWith(cluster) ? id.substring(cluster.length()) : id);
    return parts.matches() ? parts.group(1) : "";
  }
}
