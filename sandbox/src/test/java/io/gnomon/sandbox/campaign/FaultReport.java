package io.gnomon.sandbox.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Counts the faults of a campaign by kind, with the time until everything had recovered. */
final class FaultReport {
  private final long seed;
  private final Map<FaultKind, Integer> injected = new EnumMap<>(FaultKind.class);
  private final Map<FaultKind, List<Duration>> survived = new EnumMap<>(FaultKind.class);

  FaultReport(long seed) {
    this.seed = seed;
  }

  /** Counts faults that are about to be injected. */
  void injected(List<Fault> faults) {
    faults.forEach(fault -> injected.merge(fault.kind(), 1, Integer::sum));
  }

  /** Counts faults after which everything is as without them, {@code recovery} after their end. */
  void survived(List<Fault> faults, Duration recovery) {
    faults.forEach(
        fault -> survived.computeIfAbsent(fault.kind(), k -> new ArrayList<>()).add(recovery));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "faults of seed %d %34s %9s %9s %9s%n",
            seed,
            "injected",
            "survived",
            "median s",
            "max s"));
    injected.forEach(
        (kind, count) -> {
          List<Duration> times = new ArrayList<>(survived.getOrDefault(kind, List.of()));
          Collections.sort(times);
          text.append(
              String.format(
                  Locale.ROOT,
                  "%-46s %7d %9d %9.1f %9.1f%n",
                  kind.title(),
                  count,
                  times.size(),
                  times.isEmpty() ? 0 : times.get(times.size() / 2).toMillis() / 1e3,
                  times.isEmpty() ? 0 : times.get(times.size() - 1).toMillis() / 1e3));
        });
    text.append(
        "all: %d injected, %d survived%n"
            .formatted(
                injected.values().stream().mapToInt(count -> count).sum(),
                survived.values().stream().mapToInt(List::size).sum()));
    return text.toString();
  }
}
