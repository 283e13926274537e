package io.gnomon.sim.tune;

import io.gnomon.sim.snapshot.Fields;

/**
 * When the evaluations and the studies of one cluster are due, in seconds of its state. Not
 * thread-safe.
 */
final class EvaluationTimes {
  private static final int LONGEST_PAUSE = 3600;

  private final TuneSettings settings;
  private int firstSeen = -1;
  private int nextEvaluation = -1;
  private int nextStudy = -1;
  private int pause; // seconds until an interrupted evaluation is repeated, otherwise 0
  private int formerPause; // during an evaluation: that of the last one

  /** The times of a cluster without any event. */
  EvaluationTimes(TuneSettings settings) {
    this.settings = settings;
  }

  private boolean durable() {
    return settings.cadence() == Cadence.DURABLE;
  }

  /** Records an event. */
  void event(int now) {
    if (firstSeen < 0) {
      firstSeen = now;
      evaluated(now);
    }
  }

  /** The second of the first event; -1 before it. */
  int firstSeen() {
    return firstSeen;
  }

  int secondsSinceFirstEvent(int now) {
    return firstSeen < 0 ? 0 : now - firstSeen;
  }

  /** The second of the next evaluation; -1 before the first event. */
  int next() {
    return nextEvaluation;
  }

  /** Whether an evaluation now comes before the next study. */
  boolean beforeStudy(int now) {
    return durable() && now < nextStudy;
  }

  /** Schedules the next evaluation after {@code now}. */
  void evaluated(int now) {
    formerPause = pause;
    pause = 0;
    if (now >= nextStudy) {
      nextStudy = settings.cadence().next(now, firstSeen, settings.periodSeconds());
    }
    nextEvaluation =
        durable() && settings.fidelity().measures()
            ? Math.min(nextStudy, now + settings.fidelity().spanSeconds())
            : nextStudy;
  }

  /** Evaluates no later than in {@code second}; with a study if one was due now. */
  void atLatest(int second, boolean studyWaits) {
    nextStudy = studyWaits ? Math.min(nextStudy, second) : nextStudy;
    nextEvaluation = Math.min(nextEvaluation, second);
  }

  /**
   * Repeats an evaluation after the present second, or later if the last one was interrupted, too:
   * the pause doubles each time, up to an hour, but does not go beyond the next regular evaluation.
   */
  void interrupted(int now, boolean studied) {
    pause = Math.min(Math.max(1, 2 * formerPause), LONGEST_PAUSE);
    nextEvaluation = Math.min(nextEvaluation, now + pause);
    nextStudy = studied ? Math.min(nextStudy, nextEvaluation) : nextStudy;
  }

  /**
   * Lists its fields. If they were written with another period, the next evaluation is the first
   * one of this period after the last one of the other.
   */
  void fields(Fields fields) {
    firstSeen = fields.number("firstSeen", firstSeen);
    nextEvaluation = fields.number("nextEvaluation", nextEvaluation);
    nextStudy = fields.has("nextStudy") ? fields.number("nextStudy", nextStudy) : nextEvaluation;
    if (fields.reading() ? fields.has("pause") : pause > 0) {
      pause = fields.number("pause", pause);
    }
    int period = fields.number("periodSeconds", settings.periodSeconds());
    if (nextEvaluation >= 0 && period != settings.periodSeconds()) {
      nextStudy = -1;
      evaluated(durable() ? firstSeen : nextEvaluation - period);
    }
  }
}
