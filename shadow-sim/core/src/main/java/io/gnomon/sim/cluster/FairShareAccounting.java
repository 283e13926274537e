package io.gnomon.sim.cluster;

import io.gnomon.model.accounts.Association;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.JobAccounts;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.sim.priority.ResolvedAccount;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import io.gnomon.sim.priority.fairshare.DecayedUsage;
import io.gnomon.sim.priority.fairshare.FairShare;
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
public final class FairShareAccounting {
  private final JobAccounts jobAccounts;
  private PrioritySettings settings;
  private PriorityBasis basis;
  private FairShare algorithm;
  private DecayedUsage usage;
  private double[] fairShare;
  private int recalculatedAt;
  private int recalculations;
  private @Nullable Dates dates;
  private int[] accountOf = new int[64]; // by slot

  /** The usage with which the accounts begin, recalculated at second 0. */
  FairShareAccounting(JobAccounts jobAccounts) {
    this.jobAccounts = jobAccounts;
    settings = jobAccounts.accounts().settings();
    basis = jobAccounts.accounts().basis();
    algorithm = FairShare.of(settings);
    usage = new DecayedUsage(jobAccounts.accounts().tree(), settings.halfLifeSeconds());
    List<Double> before = jobAccounts.accounts().usage();
    if (!before.isEmpty()) {
      usage.set(before.stream().mapToDouble(Double::doubleValue).toArray());
    }
    fairShare = algorithm.factors(usage);
  }

  private FairShareAccounting(FairShareAccounting from, int slotLimit) {
    jobAccounts = from.jobAccounts;
    settings = from.settings;
    basis = from.basis;
    algorithm = from.algorithm;
    usage = from.usage.copy();
    fairShare = from.fairShare; // replaced, never changed
    recalculatedAt = from.recalculatedAt;
    recalculations = from.recalculations;
    dates = from.dates;
    int length = Math.max(64, slotLimit);
    accountOf = Arrays.copyOf(from.accountOf, length);
  }

  FairShareAccounting copy(int slotLimit) {
    return new FairShareAccounting(this, slotLimit);
  }

  /** The same accounts with the usage with which they begin. */
  FairShareAccounting emptied() {
    FairShareAccounting empty = new FairShareAccounting(jobAccounts);
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
    return jobAccounts.accounts();
  }

  /** The accounts of jobs; shared by all forks of a state. */
  public JobAccounts jobAccounts() {
    return jobAccounts;
  }

  /** The account of an active job. */
  public ResolvedAccount account(int slot) {
    return jobAccounts.get(accountOf[slot]);
  }

  /** The account of an active job, {@link ResolvedAccount#UNKNOWN} if it is not known. */
  ResolvedAccount accountOrUnknown(int slot) {
    return hasAccount(slot) ? account(slot) : ResolvedAccount.UNKNOWN;
  }

  /** Whether the account of an active job is known; a job without one counts for no account. */
  public boolean hasAccount(int slot) {
    return accountOf[slot] != ClusterState.NONE;
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

  /**
   * Fair-share factor of an association at the last recalculation; 0 for {@link
   * ResolvedAccount#NONE}.
   */
  public double fairShare(int association) {
    return association == ResolvedAccount.NONE ? 0 : fairShare[association];
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
        algorithm = FairShare.of(other);
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
  public void takeOver(FairShareAccounting other) {
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
   * Number of the account of an active job in {@link #jobAccounts()}; {@link ClusterState#NONE} if
   * unknown.
   */
  public int accountId(int slot) {
    return accountOf[slot];
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
    if (slot >= accountOf.length) {
      int length = Math.max(slot + 1, 2 * accountOf.length);
      accountOf = Arrays.copyOf(accountOf, length);
    }
    accountOf[slot] = ClusterState.NONE;
  }

  void account(int slot, int account) {
    accountOf[slot] = account;
  }

  /** Makes the recalculations that are due until {@code time}. */
  void advance(ClusterView state, int time) {
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

  private void recalculate(ClusterView state, int at) {
    usage.decay(at - recalculatedAt);
    resetIfDue(state, at);
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      charge(state, running.slot(i), at);
    }
    state.books.recalculated(state, at, usage.kept(1));
    recalculatedAt = at;
    fairShare = algorithm.factors(usage);
    recalculations++;
  }

  /** Sets usage to 0 if a reset is due since the last recalculation. */
  private void resetIfDue(ClusterView state, int at) {
    if (dates != null && dates.reset(settings.usageReset(), recalculatedAt) <= at) {
      usage.reset();
      state.books.reset();
    }
  }

  /** Charges a running job for the time since the last recalculation, at most since its start. */
  void charge(ClusterView state, int slot, int until) {
    int seconds = until - Math.max(state.startTime(slot), recalculatedAt);
    if (seconds > 0 && hasAccount(slot) && account(slot).association() != ResolvedAccount.NONE) {
      double perSecond = state.books.chargedPerSecond(state, slot);
      usage.add(account(slot).association(), perSecond * seconds * usage.kept(seconds));
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
