package io.gnomon.controller.health;

import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * A reason why the controller is not ready, or a warning.
 *
 * @param kind the kind, with the remedy
 * @param detail what is wrong, with the names and values concerned
 */
public record Problem(ProblemKind kind, String detail) {
  private static final int NAMED = 5;

  /**
   * Returns the problem behind a failure of a Kafka client.
   *
   * @param otherwise the kind if the failure does not show it
   * @param action what failed, such as {@code "reading events"}
   */
  public static Problem of(ProblemKind otherwise, String action, Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof ExecutionException || cause instanceof CompletionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return new Problem(
        kind(otherwise, failure),
        action + " failed: " + cause.getClass().getSimpleName() + ": " + oneLine(cause));
  }

  /**
   * Returns the problem of some clusters, and names five of them; nothing if there are none.
   *
   * @param what is wrong, up to the names
   * @param names with what distinguishes them
   */
  public static List<Problem> ofClusters(ProblemKind kind, String what, List<String> names) {
    if (names.isEmpty()) {
      return List.of();
    }
    int others = Math.max(0, names.size() - NAMED);
    return List.of(
        new Problem(
            kind,
            what
                + names.stream().sorted().limit(NAMED).collect(Collectors.joining(", "))
                + (others == 0 ? "" : " and " + others + " more clusters")));
  }

  private static ProblemKind kind(ProblemKind otherwise, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      ProblemKind kind = kind(cause);
      if (kind != null) {
        return kind;
      }
    }
    return otherwise;
  }

  private static @Nullable ProblemKind kind(Throwable cause) {
    if (cause instanceof AuthorizationException || cause instanceof AuthenticationException) {
      return ProblemKind.NOT_AUTHORIZED;
    }
    if (cause instanceof UnknownTopicOrPartitionException
        || cause instanceof UnknownTopicIdException) {
      return ProblemKind.TOPIC_MISSING;
    }
    return cause instanceof TimeoutException ? ProblemKind.BROKERS_UNREACHABLE : null;
  }

  private static String oneLine(Throwable cause) {
    return String.valueOf(cause.getMessage()).replaceAll("\\p{Cntrl}+", " ");
  }

  /** Whether the cause lies outside of Gnomon, so that Gnomon continues once it is gone. */
  public boolean external() {
    return switch (kind) {
      case BROKERS_UNREACHABLE, NOT_AUTHORIZED, TOPIC_MISSING, TOPIC_MISCONFIGURED -> true;
      default -> false;
    };
  }

  /** Whether problems include none that makes the controller unready. */
  public static boolean onlyWarnings(List<Problem> problems) {
    return problems.stream().allMatch(problem -> problem.kind().warning());
  }

  /** The problem and its remedy in one line. */
  @Override
  public String toString() {
    return detail + ". " + kind.remedy();
  }
}
