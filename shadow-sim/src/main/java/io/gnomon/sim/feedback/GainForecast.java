package io.gnomon.sim.feedback;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.StudyResult;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a study expects a change to gain: the fraction of the objective's mean cost that it saves
 * over the study's horizon, in each of the study's scenarios.
 *
 * <p>Gains are kept as logarithms of the ratio of the two costs, which are symmetric: half and
 * twice the cost are as far from no gain. Immutable.
 */
public final class GainForecast {
  private static final double NORMAL_90 = 1.2816;
  // 90th percentiles of Student's t by degrees of freedom, from 1
  private static final double[] STUDENT_90 = {
    3.078, 1.886, 1.638, 1.533, 1.476, 1.440, 1.415, 1.397, 1.383, 1.372
  };

  private final int time;
  private final PolicySpec from;
  private final PolicySpec to;
  private final double mean;
  private final double spread;

  /**
   * A forecast.
   *
   * @param time of the study
   * @param from the incumbent
   * @param to what takes its place
   * @param logGains the logarithm of the incumbent's cost over the other's, in each scenario
   */
  GainForecast(int time, PolicySpec from, PolicySpec to, double[] logGains) {
    this.time = time;
    this.from = from;
    this.to = to;
    mean = Arrays.stream(logGains).average().orElse(0);
    spread = spread(logGains, mean);
  }

  /** As a checkpoint kept it. */
  public GainForecast(int time, PolicySpec from, PolicySpec to, double mean, double spread) {
    this.time = time;
    this.from = from;
    this.to = to;
    this.mean = mean;
    this.spread = spread;
  }

  /** The forecast of a study for the policy that was chosen, which is not the incumbent. */
  public static GainForecast of(StudyResult study, PolicySpec policy) {
    AlternativeResult incumbent = study.incumbent();
    AlternativeResult chosen =
        study.alternatives().stream()
            .filter(one -> one.spec().equals(policy) && one != incumbent)
            .findFirst()
            .orElseThrow();
    return new GainForecast(
        study.time(), incumbent.spec(), chosen.spec(), chosen.logGainsOver(incumbent));
  }

  /**
   * What an alternative of a study is expected to gain.
   *
   * @return null for the incumbent, for one that dropped out of the race, and where the study has
   *     just one scenario, which tells nothing of how sure it is
   */
  static @Nullable GainForecast of(StudyResult study, AlternativeResult alternative) {
    AlternativeResult incumbent = study.incumbent();
    if (alternative == incumbent || !alternative.finalist()) {
      return null;
    }
    double[] logGains = alternative.logGainsOver(incumbent);
    return logGains.length < 2
        ? null
        : new GainForecast(study.time(), incumbent.spec(), alternative.spec(), logGains);
  }

  /** Half the width of the interval that holds the next of such draws with 80 %. */
  private static double spread(double[] draws, double mean) {
    int n = draws.length;
    if (n < 2) {
      return 0;
    }
    double squares = Arrays.stream(draws).map(draw -> (draw - mean) * (draw - mean)).sum();
    double student = n - 2 < STUDENT_90.length ? STUDENT_90[n - 2] : NORMAL_90 * (1 + 0.7 / n);
    return student * Math.sqrt(squares / (n - 1) * (1 + 1.0 / n));
  }

  /** The study's second. */
  public int time() {
    return time;
  }

  /** The incumbent. */
  public PolicySpec from() {
    return from;
  }

  /** What takes its place. */
  public PolicySpec to() {
    return to;
  }

  /** The expected gain, as a logarithm. */
  public double mean() {
    return mean;
  }

  /** Half the width of the 80 % interval that the scenarios alone give, as a logarithm. */
  public double spread() {
    return spread;
  }

  /** The expected gain as a fraction of the incumbent's cost. */
  public double gain() {
    return fraction(mean);
  }

  /** The 80 % interval that the scenarios alone give. */
  public GainInterval fromScenarios() {
    return new GainInterval(fraction(mean - spread), fraction(mean + spread));
  }

  /** The fraction that a logarithm of a ratio of costs saves: below 1, negative for a loss. */
  public static double fraction(double logGain) {
    return -Math.expm1(-logGain);
  }
}
