package io.gnomon.sim.assess.reproduction;

import io.gnomon.sim.assess.reproduction.Reproduction.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A reason why a simulation may not reproduce the recorded past. */
public enum Misfit {
  /** More processors were in use than the machine is said to have. */
  MACHINE_TOO_SMALL,
  /** The machine was never fully used although jobs waited. */
  NEVER_FULL,
  /** Processors were unused while small jobs waited. */
  IDLE_WHILE_WAITING,
  /** Jobs ran past their requested time. */
  PAST_ESTIMATE,
  /** Jobs have no recorded start. */
  UNKNOWN_STARTS;

  private static final double NEVER_FULL_SHARE = 0.95;
  private static final double IDLE_SHARE = 0.2;
  private static final double JOB_SHARE = 0.02;

  /** The reasons that the recorded use gives; none if the simulation is close to the past. */
  public static List<Misfit> of(RecordedUse use, Reproduction reproduction, int jobs) {
    List<Misfit> found = new ArrayList<>();
    if (reproduction.trust() == Trust.CLOSE || reproduction.trust() == Trust.UNKNOWN) {
      return found;
    }
    if (use.peak() > use.processors()) {
      found.add(MACHINE_TOO_SMALL);
    }
    if (use.busiest() > 0 && use.busiest() < NEVER_FULL_SHARE * use.processors()) {
      found.add(NEVER_FULL);
    }
    if (use.idleWhileWaiting() > IDLE_SHARE) {
      found.add(IDLE_WHILE_WAITING);
    }
    if (use.pastEstimate() > JOB_SHARE * jobs) {
      found.add(PAST_ESTIMATE);
    }
    if (use.unknownStarts() > JOB_SHARE * jobs) {
      found.add(UNKNOWN_STARTS);
    }
    return found;
  }

  /** The reason in one sentence. */
  public String text(RecordedUse use) {
    return switch (this) {
      case MACHINE_TOO_SMALL ->
          "Up to %d processors were in use at a time, but the machine is said to have %d: check its"
                  .formatted(use.peak(), use.processors())
              + " size.";
      case NEVER_FULL ->
          "While jobs waited, at most %d of %d processors were in use: some nodes were probably down"
                  .formatted(use.busiest(), use.processors())
              + " or reserved, or memory and GPUs were short.";
      case IDLE_WHILE_WAITING ->
          String.format(
              Locale.ROOT,
              "For %.0f %% of the time in which jobs waited, enough processors for small ones were"
                  + " unused: limits, holds, reservations, dependencies or begin times that the"
                  + " files do not contain.",
              100 * use.idleWhileWaiting());
      case PAST_ESTIMATE ->
          "%d jobs ran past their requested time, so the scheduler of the time had other limits than"
                  .formatted(use.pastEstimate())
              + " those in the file.";
      case UNKNOWN_STARTS -> use.unknownStarts() + " jobs have no recorded start.";
    };
  }
}
