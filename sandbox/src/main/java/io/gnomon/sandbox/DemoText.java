package io.gnomon.sandbox;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** What a demo prints on standard output. */
final class DemoText {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH);

  private DemoText() {}

  /** The page, the token and what to look at. */
  static String welcome(DemoRun run, DemoSettings settings) {
    return """
    Dashboard  %s
    Token      %s   (operator '%s'; log in with it to approve, freeze and roll back)

    Topics     kcat -F %s -C -t gnomon.events

    What to look at:
      - the first screen: what Gnomon does, and the slowdown of jobs with and without it
      - Changes: what Gnomon changed, why, and what it gained
      - Queue and What if: when each waiting job starts, and what another policy would do

    %s on %s. Evaluations with the defaults of serve, and: %s

    """
        .formatted(
            run.dashboard(),
            run.token(),
            DemoController.OPERATOR,
            run.kafka().clientFile(),
            settings.workload(),
            settings.size(),
            String.join(", ", DemoController.FLAGS));
  }

  /** The result, with the figures of the dashboard. */
  static String summary(DemoResult result) {
    DemoResult.Slowdown slowdown = result.slowdown();
    return String.format(
        Locale.ROOT,
        """

        %s on %s, %d simulated weeks
          jobs                   %,10d   completed %,d, waiting %,d
          events through Kafka   %,10d   in %.1f s, %,.0f per second
          evaluations            %,10d   shadow studies %,d
          commands               %,10d   applied and acknowledged %,d
          mirror checks          %,10d   differences %,d

        Since %s Gnomon made %d changes. %,d jobs had a mean bounded slowdown of %s
        instead of an estimated %s without them (%+.0f %%).
        An untuned copy of this cluster, run beside it, had %s.
        Bounded slowdown is 1 + wait / max(runtime, 10 s); 1 means no wait.

        """,
        result.workload(),
        result.size(),
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
        DAY.format(Instant.ofEpochSecond(result.since()).atZone(ZoneOffset.UTC)),
        result.changes(),
        result.compared(),
        figure(slowdown.tuned()),
        figure(slowdown.estimatedUntuned()),
        change(slowdown),
        figure(slowdown.untuned()));
  }

  private static double change(DemoResult.Slowdown slowdown) {
    return slowdown.estimatedUntuned() > 0
        ? 100 * (slowdown.tuned() / slowdown.estimatedUntuned() - 1)
        : 0;
  }

  /** A figure with three digits, as on the dashboard. */
  private static String figure(double value) {
    String format = value >= 99.95 ? "%,.0f" : value >= 9.995 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }

  /** What a visitor can do next. */
  static String farewell(DemoRun run) {
    String stopped = run.stopReason();
    String next =
        stopped != null
            ? stopped
            : """
            The cluster runs on, %d times as fast as real time, and Gnomon asks before it changes anything.
            Its next evaluation is in about %d minutes. Approve or reject what it proposes, freeze changes,
            roll back the last change, or ask what if.
            """
                .formatted(DemoRun.LIVE_SPEED, run.minutesToEvaluation())
                .strip();
    return """
    %s
    Dashboard  %s   token  %s   Press Ctrl-C to stop.
    """
        .formatted(next, run.dashboard(), run.token());
  }
}
