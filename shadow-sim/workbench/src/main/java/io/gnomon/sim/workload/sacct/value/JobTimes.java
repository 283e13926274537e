package io.gnomon.sim.workload.sacct.value;

import io.gnomon.sim.workload.sacct.value.SiteClock.Reading;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The times of a job, in epoch seconds.
 *
 * @param ambiguous whether one is in the hour that daylight saving repeats
 * @param skipped whether one is in the hour that daylight saving skips
 */
public record JobTimes(
    long submit,
    OptionalLong eligible,
    OptionalLong start,
    OptionalLong end,
    boolean ambiguous,
    boolean skipped) {
  /** The times as they are printed; null for those that are unknown. */
  public record Printed(
      Reading submit, @Nullable Reading eligible, @Nullable Reading start, @Nullable Reading end) {}

  /**
   * Resolves ambiguous times by their order.
   *
   * @param notBefore the submission of an earlier job
   * @param elapsed time between start and end, if it is known
   */
  public static JobTimes resolve(Printed printed, long notBefore, OptionalLong elapsed) {
    long submit = printed.submit.notBefore(notBefore);
    OptionalLong eligible = following(printed.eligible, submit);
    OptionalLong start = start(printed, eligible.orElse(submit), elapsed);
    OptionalLong end =
        start.isPresent() && elapsed.isPresent() && printed.end != null
            ? OptionalLong.of(printed.end.closestTo(start.getAsLong() + elapsed.getAsLong()))
            : following(printed.end, start.orElse(submit));
    if (start.isPresent() && submit > start.getAsLong()) {
      submit = printed.submit.earlier(); // of a job that did not follow the earlier one
    }
    Reading[] readings = {printed.submit, printed.eligible, printed.start, printed.end};
    return new JobTimes(
        submit,
        eligible,
        start,
        end,
        Arrays.stream(readings).filter(Objects::nonNull).anyMatch(Reading::isAmbiguous),
        Arrays.stream(readings).filter(Objects::nonNull).anyMatch(Reading::skipped));
  }

  private static OptionalLong start(Printed printed, long notBefore, OptionalLong elapsed) {
    if (printed.start == null) {
      return OptionalLong.empty();
    }
    if (printed.end != null && !printed.end.isAmbiguous() && elapsed.isPresent()) {
      return OptionalLong.of(printed.start.closestTo(printed.end.earlier() - elapsed.getAsLong()));
    }
    return following(printed.start, notBefore);
  }

  private static OptionalLong following(@Nullable Reading reading, long time) {
    return reading == null ? OptionalLong.empty() : OptionalLong.of(reading.notBefore(time));
  }
}
