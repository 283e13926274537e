package io.gnomon.sim.policy.mold;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SpeedUp;
import java.util.List;

/**
 * The widths on which a policy may start a job (perkovic2000, section 7.1): as submitted; always
 * half; always a quarter, half for widths 2 to 4; or whichever of one, a half and the double
 * answers first. A width is taken only where the job offers it.
 *
 * @param rule none, half, quarter or greedy
 * @param widen whether a job that starts may take processors that nobody else can use
 * @param speedUp how jobs are believed, and simulated, to scale
 */
public record Molding(String rule, boolean widen, SpeedUp speedUp) {
  private static final String NONE = "none";
  private static final String HALF = "half";
  private static final String QUARTER = "quarter";
  private static final String GREEDY = "greedy";
  private static final int FOUR = 4;

  private static final Parameter<String> MOLD =
      Parameter.choice(
          "mold",
          NONE,
          List.of(NONE, HALF, QUARTER, GREEDY),
          "start jobs on half or a quarter of their width, or on the best of 1, 1/2 and 2 times it");
  private static final Parameter<Boolean> WIDEN =
      Parameter.flag("widen", false, "widen jobs at their start while processors are left");
  private static final Parameter<String> SPEED_UP =
      Parameter.text(
          "speed-up",
          "constant",
          "constant, amdahl:SERIAL with SERIAL from 0 to 1, or downey:SIGMA with SIGMA from 0 to 100",
          "how a job's speed follows its width",
          text -> {
            SpeedUp.parse(text);
            return text;
          });

  /** The parameters of a policy that molds. */
  public static List<Parameter<?>> parameters() {
    return List.of(MOLD, WIDEN, SPEED_UP);
  }

  /**
   * Reads the molding of a policy.
   *
   * @throws InvalidPolicyException for greedy molding with widening, of which the first does what
   *     the second does; for a speed-up where no job changes its width
   */
  public static Molding of(PolicySpec spec) {
    String rule = MOLD.in(spec);
    boolean widen = WIDEN.in(spec);
    if (rule.equals(GREEDY) && widen) {
      throw new InvalidPolicyException(
          spec.name()
              + ": widen cannot be combined with mold=greedy, which widens by itself; nearest legal"
              + " form: "
              + spec.with("mold", HALF));
    }
    if (rule.equals(NONE) && !widen && spec.parameters().containsKey(SPEED_UP.name())) {
      throw new InvalidPolicyException(
          spec.name()
              + ": speed-up has no effect where no job changes its width; nearest legal form: "
              + spec.without(SPEED_UP.name()));
    }
    return new Molding(rule, widen, SpeedUp.parse(SPEED_UP.in(spec)));
  }

  /** How many widths are to be compared for each job. */
  public int alternatives() {
    return rule.equals(GREEDY) ? 3 : 1;
  }

  /**
   * The {@code i}-th width to try for a job; the one that it submitted where it offers no other.
   *
   * @param i from 0 to {@link #alternatives()}, exclusive
   */
  public int processors(ClusterState state, int slot, int i) {
    int width = state.width(slot);
    return switch (rule) {
      case HALF -> offered(state, slot, half(width));
      case QUARTER -> offered(state, slot, width > FOUR ? half(half(width)) : half(width));
      case GREEDY ->
          switch (i) {
            case 1 -> offered(state, slot, half(width));
            case 2 -> wider(state, slot);
            default -> width;
          };
      default -> width;
    };
  }

  /** The least width on which it may be started at all. */
  public int narrowest(ClusterState state, int slot) {
    return processors(state, slot, alternatives() > 1 ? 1 : 0);
  }

  /** Twice the submitted width where the job offers that and the machine has it. */
  int wider(ClusterState state, int slot) {
    int width = state.width(slot);
    return 2 * width <= state.processors() ? offered(state, slot, 2 * width) : width;
  }

  /** Seconds that a waiting job is expected to run on {@code processors}, at least 1. */
  public int seconds(ClusterState state, int slot, int processors) {
    int seconds = Math.max(1, state.estimate(slot) - state.servedSeconds(slot));
    return speedUp.seconds(seconds, state.width(slot), processors);
  }

  private static int half(int width) {
    return (width + 1) / 2;
  }

  private static int offered(ClusterState state, int slot, int processors) {
    return state.offers(slot, processors) ? processors : state.width(slot);
  }
}
