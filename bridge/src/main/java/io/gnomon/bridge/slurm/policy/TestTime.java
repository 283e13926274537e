package io.gnomon.bridge.slurm.policy;

import io.gnomon.bridge.slurm.client.BackfillStatistics;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.text.SpecText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time that a backfill pass takes for each job that it tests, the parameter {@code test-ms} of
 * the policy {@code slurm}. It is an estimate: nothing in Slurm is set to it, and policies that
 * differ in it alone are the same configuration.
 *
 * @param milliseconds from 0.001 to {@link #MAX_MILLISECONDS}, or 0 if the time is not known
 */
public record TestTime(BigDecimal milliseconds) {
  /** A time that is not known, so that passes of simulations take none. */
  public static final TestTime UNKNOWN = new TestTime(BigDecimal.ZERO);

  /** Name of the parameter. */
  static final String PARAMETER = SlurmParameter.TEST_MS.parameter();

  /** The longest time that a policy may have. */
  static final long MAX_MILLISECONDS = SlurmParameter.TEST_MS.allowed().most();

  private static final Logger LOG = LoggerFactory.getLogger(TestTime.class);

  private static final BigDecimal LEAST = new BigDecimal("0.001");
  private static final BigDecimal MOST = BigDecimal.valueOf(MAX_MILLISECONDS);
  private static final int MICROS = 1_000;
  private static final int MIN_CYCLES = 20;
  private static final int MIN_DEPTH = 5; // sdiag rounds the depth down

  /**
   * Computes the time from the statistics of slurmctld, with one significant digit, so that it
   * rarely changes with them.
   *
   * @return {@link #UNKNOWN} with fewer than 20 passes, or fewer than 5 jobs in a mean pass
   */
  static TestTime of(BackfillStatistics statistics) {
    if (statistics.cycles() < MIN_CYCLES || statistics.meanDepth() < MIN_DEPTH) {
      return UNKNOWN;
    }
    BigDecimal mean =
        BigDecimal.valueOf(statistics.meanCycleMicros())
            .divide(
                BigDecimal.valueOf(statistics.meanDepth() * MICROS),
                new MathContext(1, RoundingMode.HALF_UP))
            .stripTrailingZeros();
    return mean.compareTo(LEAST) < 0 || mean.compareTo(MOST) > 0 ? UNKNOWN : new TestTime(mean);
  }

  /**
   * Reads the time from {@code sdiag}.
   *
   * @param lastPolicy text form of the policy that was in force last. Its time is kept if Slurm's
   *     statistics are too few, as after midnight, or if the measured time is from half of it to
   *     double
   * @return {@link #UNKNOWN} if {@code sdiag} fails and {@code lastPolicy} has no time
   */
  public static TestTime read(SlurmReader reader, Optional<String> lastPolicy) {
    TestTime last = lastPolicy.map(SpecText::parse).map(TestTime::in).orElse(UNKNOWN);
    try {
      return reader.backfillStatistics().map(TestTime::of).orElse(UNKNOWN).orSimilar(last);
    } catch (SlurmException e) {
      LOG.warn("cannot read how long backfill takes for a job: {}", e.getMessage());
      return last;
    }
  }

  /** Returns the time of a policy, {@link #UNKNOWN} if it has none or an unusable one. */
  private static TestTime in(SpecText policy) {
    String value = policy.parameters().getOrDefault(PARAMETER, "0");
    return isAllowed(value) ? new TestTime(new BigDecimal(value)) : UNKNOWN;
  }

  /** Whether a policy may have this value. */
  static boolean isAllowed(String value) {
    return value.matches("\\d{1,5}(\\.\\d{1,9})?") && new BigDecimal(value).compareTo(MOST) <= 0;
  }

  /** Returns {@code last} if this time is not known, or from half of {@code last} to double. */
  TestTime orSimilar(TestTime last) {
    BigDecimal two = BigDecimal.valueOf(2);
    boolean similar =
        milliseconds.multiply(two).compareTo(last.milliseconds) >= 0
            && milliseconds.compareTo(last.milliseconds.multiply(two)) <= 0;
    return !isKnown() || similar ? last : this;
  }

  boolean isKnown() {
    return milliseconds.signum() > 0;
  }

  /** Returns the value of the parameter. */
  String text() {
    return milliseconds.toPlainString();
  }
}
