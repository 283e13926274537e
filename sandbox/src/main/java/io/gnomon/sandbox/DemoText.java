package io.gnomon.sandbox;

import java.util.Locale;

/** What a demo prints on standard output. */
final class DemoText {
  private DemoText() {}

  /** The page, the token and what to look at. */
  static String welcome(String dashboard, String token, DemoSettings settings) {
    return """
        Dashboard  %s
        Token      %s   (operator '%s'; log in with it to approve, freeze and roll back)

        What to look at:
          - the first screen: what Gnomon does, and the slowdown of jobs with and without it
          - Changes: what Gnomon changed, why, and what it gained
          - Queue and What if: when each waiting job starts, and what another policy would do

        %s on %d processors. Evaluations with the defaults of serve, and: %s

        """
        .formatted(
            dashboard,
            token,
            DemoController.OPERATOR,
            settings.workload(),
            settings.processors(),
            String.join(", ", DemoController.FLAGS));
  }

  /** The result. */
  static String summary(DemoResult result) {
    DemoResult.Slowdown slowdown = result.slowdown();
    double change = slowdown.untuned() > 0 ? 100 * (slowdown.tuned() / slowdown.untuned() - 1) : 0;
    return String.format(
        Locale.ROOT,
        """

        %s on %d processors, %d simulated weeks
          jobs                   %,10d   completed %,d, waiting %,d
          events through Kafka   %,10d   in %.1f s, %,.0f per second
          evaluations            %,10d   shadow studies %,d
          commands               %,10d   applied and acknowledged %,d
          mirror checks          %,10d   differences %,d
          mean bounded slowdown
            untuned              %,10.1f
            tuned by Gnomon      %,10.1f   (%+.0f %%)
        Bounded slowdown is 1 + wait / max(runtime, 10 s); 1 means no wait.

        """,
        result.workload(),
        result.processors(),
        result.weeks(),
        result.jobs(),
        result.completed(),
        result.waiting(),
        result.events(),
        result.elapsedSeconds(),
        result.eventsPerSecond(),
        result.evaluations(),
        result.studies(),
        result.commands(),
        result.applied(),
        result.mirrorChecks(),
        result.mirrorDifferences(),
        slowdown.untuned(),
        slowdown.tuned(),
        change);
  }

  /** What a visitor can do next. */
  static String farewell(String dashboard, String token, DemoResult result) {
    String next =
        result.waiting() == 0
            ? "All jobs are done."
            : """
              The cluster runs on, %d times as fast as real time, and Gnomon asks before it changes anything.
              Approve or reject its proposal, freeze changes, roll back the last change, or ask what if.
              """
                .formatted(DemoRun.LIVE_SPEED)
                .strip();
    return """
        %s
        Dashboard  %s   token  %s   Press Ctrl-C to stop.
        """
        .formatted(next, dashboard, token);
  }
}
