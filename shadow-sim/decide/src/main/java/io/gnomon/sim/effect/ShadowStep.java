package io.gnomon.sim.effect;

import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.forecast.Counterfactual;
import java.util.Arrays;

/** A step of a shadow that is ready to be simulated. */
public final class ShadowStep {
  private final Variant variant;
  private final Counterfactual shadow;
  private final Counterfactual.Step step;
  private final int[] liveJobs;

  ShadowStep(Variant variant, Counterfactual shadow, Counterfactual.Step step, int[] liveJobs) {
    this.variant = variant;
    this.shadow = shadow;
    this.step = step;
    this.liveJobs = liveJobs;
  }

  /** The simulation. Steps of one cluster must run one after the other. */
  public Counterfactual.Step step() {
    return step;
  }

  /** Ends or pauses the simulation. */
  public RunControl control() {
    return shadow.control();
  }

  Variant variant() {
    return variant;
  }

  boolean isOf(Counterfactual other) {
    return shadow == other;
  }

  /** Whether a job was active in the live cluster at the end of the step. */
  boolean wasActive(int job) {
    return Arrays.binarySearch(liveJobs, job) >= 0;
  }
}
