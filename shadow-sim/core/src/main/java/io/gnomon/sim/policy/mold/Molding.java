package io.gnomon.sim.policy.mold;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.SpeedUp;
import io.gnomon.sim.spec.Description;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.List;

/**
 * The widths on which a policy may start a job (perkovic2000, section 7.1): as submitted; always
 * half; always a quarter, half for widths 2 to 4; or the one of the same, half and double width
 * that completes earliest. A width is used only if the job offers it.
 *
 * @param rule none, half, quarter or greedy
 * @param widen whether a starting job may take processors that no other job can use
 * @param speedUp how a job's speed depends on its width, for planning and simulation
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
          "start jobs on half or a quarter of their width, or (greedy) on the best of 1, 1/2 and 2 times it");
  private static final Parameter<Boolean> WIDEN =
      Parameter.flag("widen", false, "widen jobs at their start if processors are left");
  private static final Parameter<String> SPEED_UP =
      Parameter.text(
              "speed-up",
              "constant",
              "constant, amdahl:SERIAL with SERIAL from 0 to 1, or downey:SIGMA with SIGMA from 0 to 100",
              "how a job's speed depends on its width",
              text -> {
                SpeedUp.parse(text);
                return text;
              })
          .inWords(SpeedUp::describe);

  /** The molding parameters of a policy. */
  public static List<Parameter<?>> parameters() {
    return List.of(MOLD, WIDEN, SPEED_UP);
  }

  /**
   * Reads the molding of a policy.
   *
   * @throws InvalidSpecException for greedy molding with widening, which it already includes, and
   *     for a speed-up if no job changes its width
   */
  public static Molding of(Spec spec) {
    String rule = MOLD.in(spec);
    boolean widen = WIDEN.in(spec);
    if (rule.equals(GREEDY) && widen) {
      throw new InvalidSpecException(
          spec.name()
              + ": widen cannot be combined with mold=greedy, which widens by itself; nearest legal"
              + " form: "
              + spec.with("mold", HALF));
    }
    if (rule.equals(NONE) && !widen && spec.parameters().containsKey(SPEED_UP.name())) {
      throw new InvalidSpecException(
          spec.name()
              + ": speed-up has no effect because no job changes its width; nearest legal form: "
              + spec.without(SPEED_UP.name()));
    }
    return new Molding(rule, widen, SpeedUp.parse(SPEED_UP.in(spec)));
  }

  /** Adds the widths of the described policy, if they are not those that were requested. */
  public static Description describe(Description policy) {
    String molded =
        switch (policy.text(MOLD.name())) {
          case HALF -> "jobs start on half their processors";
          case QUARTER -> "jobs start on a quarter of their processors";
          case GREEDY -> "jobs start on half, all or twice their processors";
          default -> "";
        };
    boolean widened = policy.isTrue(WIDEN.name());
    String widening = molded.isEmpty() ? "jobs start on more processors if idle" : ", more if idle";
    return policy.add(widened ? molded + widening : molded);
  }

  /** Number of widths to compare for each job. */
  public int alternatives() {
    return rule.equals(GREEDY) ? 3 : 1;
  }

  /**
   * The {@code i}-th width to try for a job; the submitted one if the job offers no other.
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

  /** The smallest width on which the job may start. */
  public int narrowest(ClusterState state, int slot) {
    return processors(state, slot, alternatives() > 1 ? 1 : 0);
  }

  /** Twice the submitted width if the job offers it and the machine is large enough. */
  int wider(ClusterState state, int slot) {
    int width = state.width(slot);
    return 2 * width <= state.processors() ? offered(state, slot, 2 * width) : width;
  }

  /** Expected runtime of a waiting job on {@code processors}, in seconds, at least 1. */
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
