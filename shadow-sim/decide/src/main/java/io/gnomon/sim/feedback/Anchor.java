package io.gnomon.sim.feedback;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.PolicySequence;
import io.gnomon.sim.study.PolicySequence.Step;
import io.gnomon.sim.study.StudyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps hourly choices from losing much to a policy that could have been kept.
 *
 * <p>Two experts are compared over the recorded past: the choices of the studies, which a backtest
 * repeats at the seconds at which they were made, and the leader, the fixed policy with the least
 * cost in that backtest. A {@linkplain FixedShare fixed share} over the blocks of the past gives
 * each a weight. Choices are free at first. The cluster is anchored to the leader when four weeks
 * have been recorded, the leader has the greater weight and its mean bounded slowdown is lower by
 * at least three standard errors; it is free again when the choices have at least its weight.
 * Choices are recorded while it is anchored too.
 *
 * <p>The loss of a block is the logarithm of the mean bounded slowdown of the jobs submitted in it.
 * For the choice of the leader, a policy's mean bounded slowdown is multiplied by the fourth power
 * of the ratio of the waits of the worst-off of four categories to those under EASY, if that is
 * above 1. Bounded memory: at most 4,096 choices. Not thread-safe.
 */
public final class Anchor implements Saved {
  private static final int MOST_STEPS = 4096;
  private static final double CATEGORY_EXPONENT = 4;
  private static final int LEAST_SECONDS = 28 * 24 * 3600;
  private static final double LARGEST_LOSS = 1;

  /** Standard errors of a clear loss; the leader is chosen in hindsight, which favours it. */
  private static final double CLEAR = 3;

  private static final int EXPERTS = 2;

  /** Weights below this are less than half, by more than rounding errors. */
  private static final double LIGHTER = 0.499;

  private final List<Step> choices = new ArrayList<>();
  private @Nullable Spec leader;
  private boolean anchored;
  private double weight = 1.0 / EXPERTS;
  private double excess;
  private int blocks;

  /**
   * The leader of the last backtest; at first, the policy in force; null before the first study.
   */
  public @Nullable Spec leader() {
    return leader;
  }

  /** Whether the leader is kept, whatever studies of the live queue find. */
  public boolean anchored() {
    return anchored;
  }

  /** The weight of the choices after the last backtest, from 0 to 1; the rest is the leader's. */
  public double weight() {
    return weight;
  }

  /**
   * What the choices of the studies cost in the last backtest, compared with the leader, as text.
   */
  public String score() {
    return String.format(
        Locale.ROOT,
        "over %d blocks of the recorded past, the choices of studies cost %+.1f %% compared with %s"
            + " (weight %.2f)",
        blocks,
        100 * Math.expm1(excess),
        leader,
        weight);
  }

  /** Records the policy in force before the first backtest. */
  public void begin(Spec incumbent) {
    leader = leader == null ? incumbent : leader;
  }

  /** The policy that would be in force without the anchor: while it holds, the last choice. */
  public Spec held(Spec incumbent) {
    return anchored && !choices.isEmpty() ? choices.get(choices.size() - 1).policy() : incumbent;
  }

  /**
   * Records a choice.
   *
   * @param now second of the decision, not before that of the last one
   * @param policy to which a study or a review would have led without the anchor
   */
  public void chose(int now, Spec policy) {
    Step last = choices.isEmpty() ? null : choices.get(choices.size() - 1);
    if (last != null && last.policy().equals(policy)) {
      return;
    }
    if (last != null && last.second() == now) {
      choices.remove(choices.size() - 1);
    } else if (choices.size() == MOST_STEPS) {
      choices.remove(0);
    }
    choices.add(new Step(now, policy));
  }

  /**
   * The recorded choices, for a backtest. Choices before its past are forgotten.
   *
   * @param from second at which the past begins
   * @param possible policies that can be simulated; others are replaced by the leader
   * @return at most one sequence, none without a choice
   */
  List<PolicySequence> choices(int from, Predicate<Spec> possible) {
    Spec replacement = leader;
    if (choices.isEmpty() || replacement == null) {
      return List.of();
    }
    PolicySequence kept = new PolicySequence(choices).from(from);
    choices.clear();
    choices.addAll(kept.steps());
    return List.of(kept.with(policy -> possible.test(policy) ? policy : replacement));
  }

  /**
   * Takes over the result of a backtest.
   *
   * @param result its incumbent is EASY, its first guard compares the waits of four categories, and
   *     its sequences are those of {@link #choices}
   * @param recordedSeconds time since the first event
   * @param possible policies that may lead
   */
  void backtested(StudyResult result, int recordedSeconds, Predicate<Spec> possible) {
    double easy = result.incumbent().guarded().worst(0);
    AlternativeResult best = null;
    for (AlternativeResult one : result.alternatives()) {
      boolean better = best == null || cost(one, easy) < cost(best, easy);
      best = better && possible.test(one.spec()) ? one : best;
    }
    if (best == null) {
      return;
    }
    leader = best.spec();
    if (!result.sequences().isEmpty()) {
      AlternativeResult chosen = result.sequences().get(0);
      boolean significant =
          recordedSeconds >= LEAST_SECONDS
              && best.slowdownGainOver(chosen).standardErrors() >= CLEAR;
      compare(logRatios(chosen, best), significant);
    }
  }

  private static double cost(AlternativeResult result, double easy) {
    return result.meanBoundedSlowdown() * categoryFactor(result, easy);
  }

  private static double categoryFactor(AlternativeResult result, double easy) {
    double ratio = easy > 0 ? result.guarded().worst(0) / easy : 1;
    return Math.pow(Math.max(1, ratio), CATEGORY_EXPONENT);
  }

  /** The logarithms of the choices' cost divided by the leader's, in each block with jobs. */
  private static double[] logRatios(AlternativeResult chosen, AlternativeResult best) {
    double[] costs = chosen.figures().slowdowns();
    double[] base = best.figures().slowdowns();
    return IntStream.range(0, base.length)
        .filter(block -> base[block] > 0)
        .mapToDouble(block -> Math.log(costs[block] / base[block]))
        .map(log -> Math.max(-LARGEST_LOSS, Math.min(LARGEST_LOSS, log)))
        .toArray();
  }

  private void compare(double[] logRatios, boolean significant) {
    blocks = logRatios.length;
    excess = DoubleStream.of(logRatios).average().orElse(0);
    double[][] losses = new double[blocks][];
    for (int block = 0; block < blocks; block++) {
      losses[block] = new double[] {(1 + logRatios[block] / LARGEST_LOSS) / 2, 0.5};
    }
    weight = FixedShare.forOneChange(EXPERTS, Math.max(1, blocks)).weights(losses, EXPERTS)[0];
    anchored = weight < LIGHTER && (anchored || significant);
  }

  /** Lists the leader, the weight and the recorded choices. */
  @Override
  public void fields(Fields fields) {
    leader = fields.optional("leader", leader, Spec::parse);
    anchored = fields.flag("anchored", anchored);
    weight = fields.number("weight", weight);
    excess = fields.number("excess", excess);
    blocks = fields.number("blocks", blocks);
    List<String> policies =
        fields.texts("policy", choices.stream().map(step -> step.policy().toString()).toList());
    int[] seconds =
        fields.reading()
            ? new int[policies.size()]
            : choices.stream().mapToInt(Step::second).toArray();
    fields.fill("second", seconds);
    if (fields.reading()) {
      choices.clear();
      for (int i = 0; i < policies.size(); i++) {
        choices.add(new Step(seconds[i], Spec.parse(policies.get(i))));
      }
    }
  }
}
