package io.gnomon.sim.effect;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.ValueFields;
import org.jspecify.annotations.Nullable;

/**
 * A change of the live configuration, with the slowdowns since then, up to the next change.
 *
 * <p>The realised gain compares the mean of the samples with that of the cluster without Gnomon.
 */
public final class MadeChange {
  /** Who made a change. */
  public enum Author {
    /** Gnomon, in mode {@code apply}. */
    GNOMON,
    /** An operator, by approving a proposal or rolling back. */
    OPERATOR,
    /** The scheduler or its administrator, outside Gnomon. */
    SCHEDULER
  }

  /**
   * The facts of a change.
   *
   * @param by who made it
   * @param decision the id of the decision, or null
   * @param command the id of the command, or null
   * @param from text form of the policy before
   * @param to text form of the policy after
   * @param predictedGain predicted share of the slowdown that it saves, or NaN
   * @param rollsBack whether it restores the policy before a change
   */
  public record Facts(
      Author by,
      @Nullable String decision,
      @Nullable String command,
      String from,
      String to,
      double predictedGain,
      boolean rollsBack) {
    /** The facts of a change that is no rollback. */
    public Facts(
        Author by,
        @Nullable String decision,
        @Nullable String command,
        String from,
        String to,
        double predictedGain) {
      this(by, decision, command, from, to, predictedGain, false);
    }
  }

  private final int number;
  private final int second;
  private final Facts facts;
  // of the live cluster and of the one without Gnomon: number and sum of samples
  private final double[] samples;

  MadeChange(int number, int second, Facts facts) {
    this(number, second, facts, new double[4]);
  }

  private MadeChange(int number, int second, Facts facts, double[] samples) {
    this.number = number;
    this.second = second;
    this.facts = facts;
    this.samples = samples;
  }

  /** Its number since the first change, from 1. */
  public int number() {
    return number;
  }

  /** The second of the state at which it came into force. */
  public int second() {
    return second;
  }

  /** What was changed, and by whom. */
  public Facts facts() {
    return facts;
  }

  void sampled(Variant variant, double slowdown) {
    if (variant != Variant.ADVISED) {
      int at = variant == Variant.ACTUAL ? 0 : 2;
      samples[at]++;
      samples[at + 1] += slowdown;
    }
  }

  /**
   * The share of the slowdown that it has saved; NaN if it was made outside Gnomon, or if there are
   * no samples yet.
   */
  public double realisedGain() {
    return facts.by() == Author.SCHEDULER
        ? Double.NaN
        : 1 - samples[1] / samples[0] / (samples[3] / samples[2]);
  }

  /** Lists the fields; see {@link Fields}. */
  static MadeChange of(ValueFields<MadeChange> fields) {
    return new MadeChange(
        fields.number("number", change -> change.number),
        fields.number("second", change -> change.second),
        new Facts(
            fields.text("by", change -> change.facts.by(), Author::valueOf),
            fields.optional("decision", change -> change.facts.decision(), id -> id),
            fields.optional("command", change -> change.facts.command(), id -> id),
            fields.text("from", change -> change.facts.from()),
            fields.text("to", change -> change.facts.to()),
            fields.decimal("predictedGain", change -> change.facts.predictedGain()),
            // a field that older versions lack
            fields.optional(
                    "rollsBack", change -> change.facts.rollsBack() ? true : null, Boolean::valueOf)
                != null),
        fields.decimals("samples", 4, change -> change.samples));
  }
}
