package io.gnomon.sim.assess;

import io.gnomon.sim.assess.cause.BusiestAccount;
import io.gnomon.sim.assess.cause.WaitCause;
import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.figure.Blocks;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.JobGroups;
import io.gnomon.sim.assess.reproduction.Misfit;
import io.gnomon.sim.assess.reproduction.RecordedUse;
import io.gnomon.sim.assess.reproduction.Reproduction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of an assessment.
 *
 * @param recorded jobs and configuration in force
 * @param groups of the jobs
 * @param blocks over which intervals are computed
 * @param arrivals number of resampled arrivals beside the recorded ones
 * @param reproduction of the recorded past
 * @param use of the machine as recorded
 * @param misfits why the past is not reproduced, if it is not
 * @param causes why jobs wait, the largest share of the waiting first
 * @param busiest the account with most of the waiting; null if there is none
 * @param inRecord figures of the configuration in force on the recorded arrivals
 * @param inForce figures of the configuration in force on the recorded and the resampled arrivals,
 *     with which candidates and steps are compared
 * @param requiredGain relative gain from which a change is advised
 * @param candidates all changes that were tried, the best first
 * @param steps combinations of one, two and three changes
 * @param prediction what better requested times would add
 * @param growth what more nodes would add
 * @param hourly what the hourly loop would do; null if it was not simulated
 */
public record Assessment(
    SimulatedSite recorded,
    JobGroups groups,
    Blocks blocks,
    int arrivals,
    Reproduction reproduction,
    RecordedUse use,
    List<Misfit> misfits,
    List<WaitCause> causes,
    @Nullable BusiestAccount busiest,
    ConfigurationFigures inRecord,
    ConfigurationFigures inForce,
    double requiredGain,
    List<Candidate> candidates,
    List<CombinedChanges> steps,
    List<WhatIf> prediction,
    List<WhatIf> growth,
    @Nullable WhatIf hourly) {
  /** Mean wait below which nothing is advised, in seconds. */
  public static final int SHORT_WAIT = 60;

  /** Copies the lists. */
  public Assessment {
    misfits = List.copyOf(misfits);
    causes = List.copyOf(causes);
    candidates = List.copyOf(candidates);
    steps = List.copyOf(steps);
    prediction = List.copyOf(prediction);
    growth = List.copyOf(growth);
  }

  /** The combination that is advised; null if no change is. */
  public @Nullable CombinedChanges advised() {
    CombinedChanges advised = null;
    for (CombinedChanges step : steps) {
      if (step.verdict() != Verdict.ADVISED) {
        break;
      }
      advised = step;
    }
    return advised;
  }

  /** Whether the data allow advice. */
  public boolean allowsAdvice() {
    return reproduction.allowsAdvice() && blocks.suffice() && waits();
  }

  /** Whether jobs wait long enough to improve anything. */
  public boolean waits() {
    return inRecord.all().meanWait() >= SHORT_WAIT;
  }
}
