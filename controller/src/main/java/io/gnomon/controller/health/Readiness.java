package io.gnomon.controller.health;

import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The readiness of the controller: the present problems, in the order of their importance. Problems
 * that appear or end are logged once. Single-threaded.
 */
public final class Readiness {
  private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);
  // every start passes through these
  private static final Set<ProblemKind> NORMAL =
      EnumSet.of(ProblemKind.STARTING, ProblemKind.RESTORING);

  private final List<Supplier<List<Problem>>> sources;
  private Set<Problem> logged = Set.of();

  /** The readiness that the problems of all sources determine. */
  public Readiness(List<Supplier<List<Problem>>> sources) {
    this.sources = List.copyOf(sources);
  }

  /** The present problems, without duplicates; none but warnings if the controller is ready. */
  public List<Problem> problems() {
    return sources.stream()
        .flatMap(source -> source.get().stream())
        .distinct()
        .sorted((one, other) -> one.kind().compareTo(other.kind()))
        .toList();
  }

  /** Logs the problems that are new since the last call, and that there are none any more. */
  public void log() {
    Set<Problem> present = new LinkedHashSet<>(problems());
    present.removeIf(problem -> NORMAL.contains(problem.kind()));
    for (Problem problem : present) {
      if (!logged.contains(problem)) {
        LOG.warn("{}: {}", problem.kind().warning() ? "warning" : "not ready", problem);
      }
    }
    if (present.isEmpty() && !logged.isEmpty()) {
      LOG.info("no problems any more");
    }
    logged = present;
  }
}
