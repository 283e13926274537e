package io.gnomon.sim.policy.speculate;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

/**
 * When a job that the regular schedule does not start may be tried in a hole (perkovic2000, section
 * 6): for a share of its estimate, which grows to fill the hole; a job estimated at more than three
 * hours that fits no hole even so, once for a short test run.
 *
 * @param share of the estimate that a first attempt needs at least; 0 for no speculation
 * @param testSeconds that a test run needs at least; 0 for no test runs
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
          "try waiting jobs in holes of at least this share of their estimates; 0 for never");
  private static final Parameter<Integer> TEST_RUNS =
      Parameter.seconds(
          "test-runs",
          "0",
          0,
          LONG_JOB / LONGEST_TEST,
          "try jobs estimated over 3h once for so long, up to three times that where there is room;"
              + " 0 for never");

  /** The parameters of a policy that speculates. */
  public static List<Parameter<?>> parameters() {
    return List.of(SHARE, TEST_RUNS);
  }

  /**
   * Reads the speculation of a policy.
   *
   * @throws InvalidPolicyException for test runs without speculation, of which they are a part
   */
  public static Speculation of(PolicySpec spec) {
    double share = SHARE.in(spec);
    int testSeconds = TEST_RUNS.in(spec);
    if (share == 0 && testSeconds > 0) {
      throw new InvalidPolicyException(
          spec.name()
              + ": test-runs are a part of speculation, which is 0; nearest legal form: "
              + spec.with(SHARE.name(), 0.5));
    }
    return new Speculation(share, testSeconds);
  }

  /** Whether no job is ever tried. */
  public boolean isNone() {
    return share == 0;
  }

  /**
   * Tries a job, if the hole is long enough.
   *
   * @param seconds that the job is expected to run on the processors that the hole has for it
   * @param hole its length in seconds
   * @return the seconds after which the attempt is given up, 0 where there is none
   */
  public int tryFor(Attempts attempts, ClusterState state, int slot, int seconds, int hole) {
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
   * An attempt has come to its deadline: the job's next one needs the mean of this one's time and
   * the whole.
   *
   * @param seconds that the job is expected to run on the processors that it has
   */
  public void giveUp(Attempts attempts, ClusterState state, int slot, int seconds) {
    int tried = attempts.deadline(slot) - state.startTime(slot);
    attempts.fail(slot, (tried + seconds + 1) / 2);
  }
}
