package io.gnomon.sandbox;

import java.util.Locale;

/** The text summary of a demo's result. */
final class DemoSummary {
  private DemoSummary() {}

  static String of(DemoResult result) {
    DemoResult.Slowdown slowdown = result.slowdown();
    double change = slowdown.untuned() > 0 ? 100 * (slowdown.tuned() / slowdown.untuned() - 1) : 0;
    return String.format(
        Locale.ROOT,
        """

        %s on %d processors, %d simulated weeks
          jobs                   %,10d   completed %,d
          events through Kafka   %,10d   in %.1f s, %,.0f per second
          shadow studies         %,10d
          commands               %,10d   applied and acknowledged %,d
          mirror checks          %,10d   differences %,d
          mean bounded slowdown
            untuned              %,10.2f
            tuned by Gnomon      %,10.2f   (%+.1f %%)
        Bounded slowdown is 1 + wait / max(runtime, 10 s); 1 means no wait.

        """,
        result.workload(),
        result.processors(),
        result.weeks(),
        result.jobs(),
        result.completed(),
        result.events(),
        result.elapsedSeconds(),
        result.eventsPerSecond(),
        result.studies(),
        result.commands(),
        result.applied(),
        result.mirrorChecks(),
        result.mirrorDifferences(),
        slowdown.untuned(),
        slowdown.tuned(),
        change);
  }
}
