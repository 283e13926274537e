package io.gnomon.sim.policy.speculate;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.spec.Description;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import io.gnomon.text.Durations;
import java.util.List;

/**
 * The rule by which a job that the regular schedule does not start may be tried in a hole
 * (perkovic2000, section 6): for a share of its estimate, extended to fill the hole; a job
 * estimated at more than three hours that fits no hole even so, once for a short test run.
 *
 * @param share minimum share of the estimate for a first attempt; 0 for no speculation
 * @param testSeconds minimum seconds of a test run; 0 for no test runs
 */
public record Speculation(double share, int testSeconds) {
  private static final int LONG_JOB = 3 * 3600;
  private static final int LONGEST_TEST = 3;

  private static final Parameter<Double> SHARE =
      Parameter.number(
          "speculation",
          0,
          0,
          1,
          "try waiting jobs in holes of at least this share of their estimates; 0: never");
  private static final Parameter<Integer> TEST_RUNS =
      Parameter.seconds(
          "test-runs",
          "0",
          0,
          LONG_JOB / LONGEST_TEST,
          "try jobs with an estimate over 3h once for this time, up to three times as long if possible;"
              + " 0: never");

  /** The speculation parameters of a policy. */
  public static List<Parameter<?>> parameters() {
    return List.of(SHARE, TEST_RUNS);
  }

  /**
   * Reads the speculation of a policy.
   *
   * @throws InvalidSpecException for test runs without speculation
   */
  public static Speculation of(Spec spec) {
    double share = SHARE.in(spec);
    int testSeconds = TEST_RUNS.in(spec);
    if (share == 0 && testSeconds > 0) {
      throw new InvalidSpecException(
          spec.name()
              + ": test-runs needs speculation, which is 0; nearest legal form: "
              + spec.with(SHARE.name(), 0.5));
    }
    return new Speculation(share, testSeconds);
  }

  /** Adds the attempts of the described policy, if it makes any. */
  public static void describe(Description policy) {
    if (policy.value(SHARE.name()) > 0) {
      String share = policy.percent(SHARE.name());
      boolean tests = Durations.parseSeconds(policy.text(TEST_RUNS.name())) > 0;
      policy.add(
          "tries jobs in gaps of %s of their time".formatted(share)
              + (tests ? " or " + policy.time(TEST_RUNS.name()) : ""));
    }
  }

  /** Whether speculation is off. */
  public boolean isNone() {
    return share == 0;
  }

  /**
   * Tries a job if the hole is long enough.
   *
   * @param seconds expected runtime on the processors available in the hole
   * @param hole length in seconds
   * @return the seconds after which the attempt is killed, 0 for no attempt
   */
  public int tryFor(SpeculativeRuns attempts, ClusterState state, int slot, int seconds, int hole) {
    int least =
        attempts.nextSeconds(slot) > 0
            ? attempts.nextSeconds(slot)
            : Math.max(1, (int) Math.round(share * seconds));
    int limit = 0;
    if (hole >= least) {
      limit = hole;
    } else if (testSeconds > 0
        && seconds > LONG_JOB
        && hole >= testSeconds
        && !attempts.isTested(slot)) {
      limit = Math.min(hole, LONGEST_TEST * testSeconds);
      attempts.test(slot);
    }
    if (limit > 0) {
      attempts.begin(slot, state.now() + limit);
    }
    return limit;
  }

  /**
   * Records that an attempt has reached its deadline: the job's next attempt needs the mean of this
   * attempt's time and the expected runtime.
   *
   * @param seconds expected runtime on the job's processors
   */
  public void giveUp(SpeculativeRuns attempts, ClusterState state, int slot, int seconds) {
    int tried = attempts.deadline(slot) - state.startTime(slot);
    attempts.fail(slot, (tried + seconds + 1) / 2);
  }
}
