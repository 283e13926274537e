package io.gnomon.sim.assess;

import io.gnomon.sim.assess.figure.Gain;

/**
 * When a change is advised.
 *
 * @param allowed whether the data allow advice
 * @param required relative gain that a first change must have
 * @param least relative gain that each further change must add
 */
record AdviceRule(boolean allowed, double required, double least) {
  /** The verdict on a change alone. */
  Verdict of(Gain gain) {
    return verdict(gain, required);
  }

  /** The verdict on a change that is added to others. */
  Verdict ofFurther(Gain added) {
    return verdict(added, least);
  }

  private Verdict verdict(Gain gain, double threshold) {
    if (gain.combined() <= 0) {
      return Verdict.NO_GAIN;
    } else if (gain.isMixed()) {
      return Verdict.MIXED;
    } else if (!gain.isSignificant()) {
      return Verdict.UNCERTAIN;
    } else if (gain.combined() < threshold) {
      return Verdict.TOO_SMALL;
    }
    return allowed ? Verdict.ADVISED : Verdict.NO_ADVICE;
  }
}
