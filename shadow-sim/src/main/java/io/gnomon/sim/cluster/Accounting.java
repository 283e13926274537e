package io.gnomon.sim.cluster;

import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.Association;
import io.gnomon.sim.priority.AssociationTree;
import io.gnomon.sim.priority.Claim;
import io.gnomon.sim.priority.Claims;
import io.gnomon.sim.priority.DecayedUsage;
import io.gnomon.sim.priority.FairShare;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.sim.priority.PrioritySettings;
import io.gnomon.sim.priority.UsageReset;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link ClusterState} that exists where accounts are known: on whose behalf each
 * active job was submitted, and the usage of each association.
 *
 * <p>Usage is recalculated every {@code PriorityCalcPeriod}: all usage decays, then each running
 * job is charged for the time since the last recalculation. A job that stops is charged for the
 * rest at once. Charged time is decayed by its own length. Fair share is computed at recalculations
 * only. Times of recalculations are multiples of the period after the first one. The first one
 * after a date of {@code PriorityUsageResetPeriod} sets the usage from before it to 0.
 *
 * <p>Same thread contract as the state. Source: Slurm manual, slurm.conf, {@code
 * PriorityCalcPeriod} and {@code PriorityDecayHalfLife}. A recalculation costs O(running jobs +
 * associations log associations).
 */
public final class Accounting {
  private final Claims claims;
  private PrioritySettings settings;
  private PriorityBasis basis;
  private FairShare algorithm;
  private DecayedUsage usage;
  private double[] fairShare;
  private int recalculatedAt;
  private int recalculations;
  private @Nullable Dates dates;
  private int[] claimOf = new int[64]; // by slot

  /** The usage with which the accounts begin, recalculated at second 0. */
  Accounting(Claims claims) {
    this.claims = claims;
    settings = claims.accounts().settings();
    basis = claims.accounts().basis();
    algorithm = settings.fairShare();
    usage = new DecayedUsage(claims.accounts().tree(), settings.halfLifeSeconds());
    List<Double> before = claims.accounts().usage();
    if (!before.isEmpty()) {
      usage.set(before.stream().mapToDouble(Double::doubleValue).toArray());
    }
    fairShare = algorithm.factors(usage);
  }

  private Accounting(Accounting from, int slotLimit) {
    claims = from.claims;
    settings = from.settings;
    basis = from.basis;
    algorithm = from.algorithm;
    usage = from.usage.copy();
    fairShare = from.fairShare; // replaced, never changed
    recalculatedAt = from.recalculatedAt;
    recalculations = from.recalculations;
    dates = from.dates;
    int length = Math.max(64, slotLimit);
    claimOf = Arrays.copyOf(from.claimOf, length);
  }

  Accounting copy(int slotLimit) {
    return new Accounting(this, slotLimit);
  }

  /** The same accounts with the usage with which they begin. */
  Accounting emptied() {
    Accounting empty = new Accounting(claims);
    empty.dates = dates;
    return empty;
  }

  /**
   * Says when the state's seconds are, so that usage is reset at the dates of {@code
   * PriorityUsageResetPeriod}. Without it, usage is never reset.
   *
   * @param epochSecond that is the state's second 0
   * @param zone in which days begin: that of the scheduler's host
   */
  public void date(long epochSecond, ZoneId zone) {
    dates = new Dates(epochSecond, zone);
  }

  /** The accounts. */
  public Accounts accounts() {
    return claims.accounts();
  }

  /** The claims of jobs; shared by all forks of a state. */
  public Claims claims() {
    return claims;
  }

  /** The claim of an active job. */
  public Claim claim(int slot) {
    return claims.get(claimOf[slot]);
  }

  /** The claim of an active job, {@link Claim#UNKNOWN} if it is not known. */
  Claim claimOrUnknown(int slot) {
    return hasClaim(slot) ? claim(slot) : Claim.UNKNOWN;
  }

  /** Whether the claim of an active job is known; a job without one is charged to nobody. */
  public boolean hasClaim(int slot) {
    return claimOf[slot] != ClusterState.NONE;
  }

  /** The parameters in force. */
  public PrioritySettings settings() {
    return settings;
  }

  /** The amounts in force to which factors are relative. */
  public PriorityBasis basis() {
    return basis;
  }

  /** Whether usage has an influence on the order of jobs. */
  public boolean sharesFairly() {
    return settings.weights().fairShare() > 0;
  }

  /** The usage of the associations. */
  public DecayedUsage usage() {
    return usage;
  }

  /** Fair-share factor of an association at the last recalculation; 0 for {@link Claim#NONE}. */
  public double fairShare(int association) {
    return association == Claim.NONE ? 0 : fairShare[association];
  }

  /** Second of the last recalculation. */
  public int recalculatedAt() {
    return recalculatedAt;
  }

  /** Second of the next recalculation. */
  public int nextRecalculation() {
    return recalculatedAt + settings.calcPeriodSeconds();
  }

  /**
   * Number of recalculations and changes of parameters; while it is the same, so are priorities.
   */
  public int recalculations() {
    return recalculations;
  }

  /**
   * Puts other parameters and amounts in force; called by the policy in force, as it takes over.
   * Usage stays.
   */
  public void use(PrioritySettings other, PriorityBasis amounts) {
    if (!amounts.equals(basis)) {
      basis = amounts;
      recalculations++;
    }
    if (!other.equals(settings)) {
      boolean sameFairShare =
          other.dampening() == settings.dampening() && other.flags().equals(settings.flags());
      settings = other;
      usage = usage.withHalfLife(other.halfLifeSeconds());
      if (!sameFairShare) {
        algorithm = other.fairShare();
        fairShare = algorithm.factors(usage);
      }
      recalculations++;
    }
  }

  /**
   * Replaces usage by what a scheduler reports, and computes fair share from it. The times of
   * recalculations stay.
   *
   * @param reported weighted TRES seconds by index of the association
   * @throws IllegalArgumentException if there is not one for each association, or one is below 0
   */
  public void report(double[] reported) {
    usage.set(reported);
    fairShare = algorithm.factors(usage);
    recalculations++;
  }

  /**
   * Takes over usage and the time of the last recalculation from other accounts, which may have
   * other associations. Usage of associations that do not exist here is lost; that of accounts is
   * taken as it is.
   */
  public void takeOver(Accounting other) {
    recalculatedAt = other.recalculatedAt;
    recalculations++;
    AssociationTree tree = usage.tree();
    AssociationTree before = other.usage.tree();
    if (tree == before) {
      usage.set(other.usage.toArray());
      fairShare = other.fairShare;
      return;
    }
    double[] former = new double[tree.size()];
    for (int index = 0; index < former.length; index++) {
      Association association = tree.get(index);
      OptionalInt found = before.find(association.account(), association.user());
      former[index] = found.isPresent() ? other.usage.of(found.getAsInt()) : 0;
    }
    report(former);
  }

  /**
   * Number of the claim of an active job in {@link #claims()}; {@link ClusterState#NONE} if
   * unknown.
   */
  public int claimId(int slot) {
    return claimOf[slot];
  }

  /** Fair-share factors by index of the association, as a copy. */
  double[] fairShares() {
    return fairShare.clone();
  }

  /** Restores what a snapshot has of usage. */
  void restore(double[] used, double[] factors, int recalculated) {
    usage.set(used);
    fairShare = factors.clone();
    recalculatedAt = recalculated;
    recalculations++;
  }

  // --- changes, made by the state

  void enter(int slot) {
    if (slot >= claimOf.length) {
      int length = Math.max(slot + 1, 2 * claimOf.length);
      claimOf = Arrays.copyOf(claimOf, length);
    }
    claimOf[slot] = ClusterState.NONE;
  }

  void claim(int slot, int claim) {
    claimOf[slot] = claim;
  }

  /** Makes the recalculations that are due until {@code time}. */
  void advance(ClusterState state, int time) {
    int due = (time - recalculatedAt) / settings.calcPeriodSeconds();
    if (due > 1 && state.runningCount() == 0) {
      int quiet = (due - 1) * settings.calcPeriodSeconds();
      usage.decay(quiet);
      resetIfDue(state, recalculatedAt + quiet);
      recalculatedAt += quiet;
      due = 1;
    }
    for (int i = 0; i < due; i++) {
      recalculate(state, nextRecalculation());
    }
  }

  private void recalculate(ClusterState state, int at) {
    usage.decay(at - recalculatedAt);
    resetIfDue(state, at);
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      charge(state, running.slot(i), at);
    }
    state.noteRecalculation(at, usage.kept(1));
    recalculatedAt = at;
    fairShare = algorithm.factors(usage);
    recalculations++;
  }

  /** Sets usage to 0 if a reset is due since the last recalculation. */
  private void resetIfDue(ClusterState state, int at) {
    if (dates != null && dates.reset(settings.usageReset(), recalculatedAt) <= at) {
      usage.reset();
      state.noteReset();
    }
  }

  /** Charges a running job for the time since the last recalculation, at most since its start. */
  void charge(ClusterState state, int slot, int until) {
    int seconds = until - Math.max(state.startTime(slot), recalculatedAt);
    if (seconds > 0 && hasClaim(slot) && claim(slot).association() != Claim.NONE) {
      double perSecond = state.chargedPerSecond(slot);
      usage.add(claim(slot).association(), perSecond * seconds * usage.kept(seconds));
    }
  }

  /** The dates of a state's seconds. */
  private record Dates(long epochSecond, ZoneId zone) {
    /** The state's second of the first reset after another one. */
    long reset(UsageReset reset, int second) {
      return reset.after(epochSecond + second, zone) - epochSecond;
    }
  }
}
