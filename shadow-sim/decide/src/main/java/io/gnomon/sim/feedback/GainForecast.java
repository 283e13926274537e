package io.gnomon.sim.feedback;

import io.gnomon.sim.metric.StudentQuantile;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.StudyResult;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The gain that a study forecasts for a change: the fraction of the objective's mean cost that it
 * saves over the study's horizon, from the study's scenarios.
 *
 * <p>Gains are kept as natural logarithms of the ratio of the two costs, so that half and twice the
 * cost are equally far from 0. Immutable.
 */
public final class GainForecast {
  private final int time;
  private final Spec from;
  private final Spec to;
  private final double mean;
  private final double spread;

  /**
   * A forecast.
   *
   * @param time of the study
   * @param from the incumbent
   * @param to policy that takes its place
   * @param logGains the logarithm of the incumbent's cost over the other's, in each scenario
   */
  GainForecast(int time, Spec from, Spec to, double[] logGains) {
    this.time = time;
    this.from = from;
    this.to = to;
    mean = Arrays.stream(logGains).average().orElse(0);
    spread = spread(logGains, mean);
  }

  /** A forecast from a checkpoint. */
  public GainForecast(int time, Spec from, Spec to, double mean, double spread) {
    this.time = time;
    this.from = from;
    this.to = to;
    this.mean = mean;
    this.spread = spread;
  }

  /** The forecast for the policy that a study chose, which is not the incumbent. */
  public static GainForecast of(StudyResult study, Spec policy) {
    AlternativeResult incumbent = study.incumbent();
    return new GainForecast(
        study.time(), incumbent.spec(), policy, study.of(policy).logGainsOver(incumbent));
  }

  /**
   * The forecast for one alternative of a study.
   *
   * @return null for the incumbent, for an alternative that dropped out of the race, and if fewer
   *     than two scenarios can be compared
   */
  static @Nullable GainForecast of(StudyResult study, AlternativeResult alternative) {
    AlternativeResult incumbent = study.incumbent();
    if (alternative == incumbent || !alternative.finalist()) {
      return null;
    }
    return alternative.logGainsOver(incumbent).length < 2 ? null : of(study, alternative.spec());
  }

  /** Half the width of the 80 % prediction interval of the next sample. */
  private static double spread(double[] samples, double mean) {
    int n = samples.length;
    if (n < 2) {
      return 0;
    }
    double squares = Arrays.stream(samples).map(sample -> (sample - mean) * (sample - mean)).sum();
    return StudentQuantile.ninetieth(n) * Math.sqrt(squares / (n - 1) * (1 + 1.0 / n));
  }

  /** Whether it was made for that change, by the study that chose it. */
  boolean isOf(Change change) {
    return change.isOf(time, from, to);
  }

  /** The second of the study. */
  public int time() {
    return time;
  }

  /** The incumbent. */
  public Spec from() {
    return from;
  }

  /** The policy that takes its place. */
  public Spec to() {
    return to;
  }

  /** The expected gain, as a logarithm. */
  public double mean() {
    return mean;
  }

  /** Half the width of the 80 % interval from the scenarios alone, as a logarithm. */
  public double spread() {
    return spread;
  }

  /** The expected gain as a fraction of the incumbent's cost. */
  public double gain() {
    return fraction(mean);
  }

  /** The 80 % interval from the scenarios alone. */
  public GainInterval fromScenarios() {
    return new GainInterval(fraction(mean - spread), fraction(mean + spread));
  }

  /** The saved fraction for a logarithm of a ratio of costs: below 1, negative for a loss. */
  public static double fraction(double logGain) {
    return -Math.expm1(-logGain);
  }
}
