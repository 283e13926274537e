package io.gnomon.sim.effect;

import io.gnomon.sim.snapshot.Snapshot;
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
   */
  public record Facts(
      Author by,
      @Nullable String decision,
      @Nullable String command,
      String from,
      String to,
      double predictedGain) {}

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

  Snapshot snapshot() {
    return new Snapshot()
        .put("number", number)
        .put("second", second)
        .put("by", facts.by().name())
        .put("decision", facts.decision())
        .put("command", facts.command())
        .put("from", facts.from())
        .put("to", facts.to())
        .put("predictedGain", facts.predictedGain())
        .put("samples", samples.clone());
  }

  static MadeChange restored(Snapshot snapshot) {
    return new MadeChange(
        snapshot.getInt("number"),
        snapshot.getInt("second"),
        new Facts(
            Author.valueOf(snapshot.getString("by")),
            snapshot.getOptionalString("decision"),
            snapshot.getOptionalString("command"),
            snapshot.getString("from"),
            snapshot.getString("to"),
            snapshot.getDouble("predictedGain")),
        snapshot.getDoubles("samples", 4));
  }
}
