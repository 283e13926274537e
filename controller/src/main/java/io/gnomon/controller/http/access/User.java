package io.gnomon.controller.http.access;

import java.util.List;

/**
 * The holder of a token.
 *
 * @param name the name, for the audit; of one who sees only their own jobs, as the scheduler
 *     reports it
 * @param role what the user may do
 * @param clusters the clusters that the user may change; empty for all
 */
public record User(String name, Role role, List<String> clusters) {

  /** What a user may do. */
  public enum Role {
    /** Read, and change clusters. */
    OPERATOR,
    /** Read only. */
    READER,
    /** Read what concerns their own jobs. */
    USER
  }

  /** Copies the list. */
  public User {
    clusters = List.copyOf(clusters);
  }

  /** An operator of all clusters. */
  public static User operator(String name) {
    return new User(name, Role.OPERATOR, List.of());
  }

  /** A user of clusters, who sees their own jobs. */
  public static User ofJobs(String name) {
    return new User(name, Role.USER, List.of());
  }

  /** Whether the user sees only their own jobs. */
  public boolean seesOwnJobsOnly() {
    return role == Role.USER;
  }

  /** Whether the user may change any cluster. */
  public boolean isOperator() {
    return role == Role.OPERATOR;
  }

  /** Whether the user may change a cluster. */
  public boolean mayChange(String cluster) {
    return isOperator() && (clusters.isEmpty() || clusters.contains(cluster));
  }
}
