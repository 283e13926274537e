package io.gnomon.sim.limit;

import io.gnomon.sim.eligibility.WaitingReason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The reason for which a job waits when a limit holds it back. */
final class LimitReasons {
  /** Whose limit it is. */
  enum Scope {
    ASSOCIATION,
    QOS
  }

  /** A TRES, as far as reasons differ; in the order of the reasons below. */
  private enum Kind {
    CPU,
    MEMORY,
    NODE,
    BILLING,
    GRES,
    LICENSE;

    static Kind of(String tres) {
      return switch (tres) {
        case "cpu" -> CPU;
        case "mem" -> MEMORY;
        case "node" -> NODE;
        case "billing" -> BILLING;
        default -> tres.startsWith("license/") ? LICENSE : GRES;
      };
    }
  }

  private static final Map<Scope, Map<TresLimit, List<WaitingReason>>> TRES =
      new EnumMap<>(Scope.class);
  private static final Map<Scope, Map<CountLimit, WaitingReason>> COUNTS =
      new EnumMap<>(Scope.class);

  static {
    put(
        Scope.ASSOCIATION,
        TresLimit.GROUP,
        WaitingReason.ASSOCIATION_GROUP_CPU,
        WaitingReason.ASSOCIATION_GROUP_MEMORY,
        WaitingReason.ASSOCIATION_GROUP_NODE,
        WaitingReason.ASSOCIATION_GROUP_BILLING,
        WaitingReason.ASSOCIATION_GROUP_GRES,
        WaitingReason.ASSOCIATION_GROUP_LICENSE);
    put(
        Scope.ASSOCIATION,
        TresLimit.GROUP_MINUTES,
        WaitingReason.ASSOCIATION_GROUP_MINUTES_CPU,
        WaitingReason.ASSOCIATION_GROUP_MINUTES_MEMORY,
        WaitingReason.ASSOCIATION_GROUP_MINUTES_NODE,
        WaitingReason.ASSOCIATION_GROUP_MINUTES_BILLING,
        WaitingReason.ASSOCIATION_GROUP_MINUTES_GRES,
        WaitingReason.ASSOCIATION_GROUP_MINUTES_LICENSE);
    put(
        Scope.ASSOCIATION,
        TresLimit.GROUP_RUN_MINUTES,
        WaitingReason.ASSOCIATION_GROUP_RUN_MINUTES_CPU,
        WaitingReason.ASSOCIATION_GROUP_RUN_MINUTES_MEMORY,
        WaitingReason.ASSOCIATION_GROUP_RUN_MINUTES_NODE,
        WaitingReason.ASSOCIATION_GROUP_RUN_MINUTES_BILLING,
        WaitingReason.ASSOCIATION_GROUP_RUN_MINUTES_GRES,
        WaitingReason.ASSOCIATION_GROUP_RUN_MINUTES_LICENSE);
    put(
        Scope.ASSOCIATION,
        TresLimit.JOB,
        WaitingReason.ASSOCIATION_JOB_CPU,
        WaitingReason.ASSOCIATION_JOB_MEMORY,
        WaitingReason.ASSOCIATION_JOB_NODE,
        WaitingReason.ASSOCIATION_JOB_BILLING,
        WaitingReason.ASSOCIATION_JOB_GRES,
        WaitingReason.ASSOCIATION_JOB_LICENSE);
    put(
        Scope.ASSOCIATION,
        TresLimit.JOB_MINUTES,
        WaitingReason.ASSOCIATION_JOB_MINUTES_CPU,
        WaitingReason.ASSOCIATION_JOB_MINUTES_MEMORY,
        WaitingReason.ASSOCIATION_JOB_MINUTES_NODE,
        WaitingReason.ASSOCIATION_JOB_MINUTES_BILLING,
        WaitingReason.ASSOCIATION_JOB_MINUTES_GRES,
        WaitingReason.ASSOCIATION_JOB_MINUTES_LICENSE);
    put(
        Scope.ASSOCIATION,
        TresLimit.NODE,
        WaitingReason.ASSOCIATION_PER_NODE_CPU,
        WaitingReason.ASSOCIATION_PER_NODE_MEMORY,
        WaitingReason.ASSOCIATION_PER_NODE_OTHER,
        WaitingReason.ASSOCIATION_PER_NODE_BILLING,
        WaitingReason.ASSOCIATION_PER_NODE_GRES,
        WaitingReason.ASSOCIATION_PER_NODE_OTHER);
    put(
        Scope.QOS,
        TresLimit.GROUP,
        WaitingReason.QOS_GROUP_CPU,
        WaitingReason.QOS_GROUP_MEMORY,
        WaitingReason.QOS_GROUP_NODE,
        WaitingReason.QOS_GROUP_BILLING,
        WaitingReason.QOS_GROUP_GRES,
        WaitingReason.QOS_GROUP_LICENSE);
    put(
        Scope.QOS,
        TresLimit.GROUP_MINUTES,
        WaitingReason.QOS_GROUP_MINUTES_CPU,
        WaitingReason.QOS_GROUP_MINUTES_MEMORY,
        WaitingReason.QOS_GROUP_MINUTES_NODE,
        WaitingReason.QOS_GROUP_MINUTES_BILLING,
        WaitingReason.QOS_GROUP_MINUTES_GRES,
        WaitingReason.QOS_GROUP_MINUTES_LICENSE);
    put(
        Scope.QOS,
        TresLimit.GROUP_RUN_MINUTES,
        WaitingReason.QOS_GROUP_RUN_MINUTES_CPU,
        WaitingReason.QOS_GROUP_RUN_MINUTES_MEMORY,
        WaitingReason.QOS_GROUP_RUN_MINUTES_NODE,
        WaitingReason.QOS_GROUP_RUN_MINUTES_BILLING,
        WaitingReason.QOS_GROUP_RUN_MINUTES_GRES,
        WaitingReason.QOS_GROUP_RUN_MINUTES_LICENSE);
    put(
        Scope.QOS,
        TresLimit.JOB,
        WaitingReason.QOS_JOB_CPU,
        WaitingReason.QOS_JOB_MEMORY,
        WaitingReason.QOS_JOB_NODE,
        WaitingReason.QOS_JOB_BILLING,
        WaitingReason.QOS_JOB_GRES,
        WaitingReason.QOS_JOB_LICENSE);
    put(
        Scope.QOS,
        TresLimit.JOB_MINUTES,
        WaitingReason.QOS_JOB_MINUTES_CPU,
        WaitingReason.QOS_JOB_MINUTES_MEMORY,
        WaitingReason.QOS_JOB_MINUTES_NODE,
        WaitingReason.QOS_JOB_MINUTES_BILLING,
        WaitingReason.QOS_JOB_MINUTES_GRES,
        WaitingReason.QOS_JOB_MINUTES_LICENSE);
    put(
        Scope.QOS,
        TresLimit.NODE,
        WaitingReason.QOS_PER_NODE_CPU,
        WaitingReason.QOS_PER_NODE_MEMORY,
        WaitingReason.QOS_PER_NODE_OTHER,
        WaitingReason.QOS_PER_NODE_BILLING,
        WaitingReason.QOS_PER_NODE_GRES,
        WaitingReason.QOS_PER_NODE_OTHER);
    put(
        Scope.QOS,
        TresLimit.LEAST,
        WaitingReason.QOS_LEAST_CPU,
        WaitingReason.QOS_LEAST_MEMORY,
        WaitingReason.QOS_LEAST_NODE,
        WaitingReason.QOS_LEAST_BILLING,
        WaitingReason.QOS_LEAST_GRES,
        WaitingReason.QOS_LEAST_LICENSE);
    put(
        Scope.QOS,
        TresLimit.ACCOUNT,
        WaitingReason.QOS_ACCOUNT_CPU,
        WaitingReason.QOS_ACCOUNT_MEMORY,
        WaitingReason.QOS_ACCOUNT_NODE,
        WaitingReason.QOS_ACCOUNT_BILLING,
        WaitingReason.QOS_ACCOUNT_GRES,
        WaitingReason.QOS_ACCOUNT_LICENSE);
    put(
        Scope.QOS,
        TresLimit.USER,
        WaitingReason.QOS_USER_CPU,
        WaitingReason.QOS_USER_MEMORY,
        WaitingReason.QOS_USER_NODE,
        WaitingReason.QOS_USER_BILLING,
        WaitingReason.QOS_USER_GRES,
        WaitingReason.QOS_USER_LICENSE);
    put(Scope.ASSOCIATION, CountLimit.GROUP_JOBS, WaitingReason.ASSOCIATION_GROUP_JOBS);
    put(Scope.ASSOCIATION, CountLimit.GROUP_SUBMITTED, WaitingReason.ASSOCIATION_GROUP_SUBMITTED);
    put(Scope.ASSOCIATION, CountLimit.GROUP_WALL_MINUTES, WaitingReason.ASSOCIATION_GROUP_WALL);
    put(Scope.ASSOCIATION, CountLimit.JOBS, WaitingReason.ASSOCIATION_JOBS);
    put(Scope.ASSOCIATION, CountLimit.SUBMITTED, WaitingReason.ASSOCIATION_SUBMITTED);
    put(Scope.ASSOCIATION, CountLimit.WALL_MINUTES, WaitingReason.ASSOCIATION_WALL);
    put(Scope.QOS, CountLimit.GROUP_JOBS, WaitingReason.QOS_GROUP_JOBS);
    put(Scope.QOS, CountLimit.GROUP_SUBMITTED, WaitingReason.QOS_GROUP_SUBMITTED);
    put(Scope.QOS, CountLimit.GROUP_WALL_MINUTES, WaitingReason.QOS_GROUP_WALL);
    put(Scope.QOS, CountLimit.JOBS_OF_ACCOUNT, WaitingReason.QOS_JOBS_OF_ACCOUNT);
    put(Scope.QOS, CountLimit.JOBS_OF_USER, WaitingReason.QOS_JOBS_OF_USER);
    put(Scope.QOS, CountLimit.SUBMITTED_OF_ACCOUNT, WaitingReason.QOS_SUBMITTED_OF_ACCOUNT);
    put(Scope.QOS, CountLimit.SUBMITTED_OF_USER, WaitingReason.QOS_SUBMITTED_OF_USER);
    put(Scope.QOS, CountLimit.WALL_MINUTES, WaitingReason.QOS_WALL);
  }

  private LimitReasons() {}

  private static void put(Scope scope, TresLimit limit, WaitingReason... byKind) {
    TRES.computeIfAbsent(scope, key -> new EnumMap<>(TresLimit.class)).put(limit, List.of(byKind));
  }

  private static void put(Scope scope, CountLimit limit, WaitingReason reason) {
    COUNTS.computeIfAbsent(scope, key -> new EnumMap<>(CountLimit.class)).put(limit, reason);
  }

  /**
   * The reason of a limit on a TRES.
   *
   * @throws IllegalArgumentException if the limit is one of QOS only
   */
  static WaitingReason of(Scope scope, TresLimit limit, String tres) {
    List<WaitingReason> reasons = TRES.getOrDefault(scope, Map.of()).get(limit);
    if (reasons == null) {
      throw new IllegalArgumentException(limit + " is not a limit of an " + scope);
    }
    return reasons.get(Kind.of(tres).ordinal());
  }

  /**
   * The reason of a limit on a number.
   *
   * @throws IllegalArgumentException if the limit is not one of that scope
   */
  static WaitingReason of(Scope scope, CountLimit limit) {
    WaitingReason reason = COUNTS.getOrDefault(scope, Map.of()).get(limit);
    if (reason == null) {
      throw new IllegalArgumentException(limit + " is not a limit of an " + scope);
    }
    return reason;
  }
}
