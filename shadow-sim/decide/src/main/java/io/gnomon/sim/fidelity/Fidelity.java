package io.gnomon.sim.fidelity;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Measures how well the model of one cluster predicts what its scheduler does, and whether that is
 * good enough to trust it.
 *
 * <p>Time is divided into spans in which the configuration stays in force. After each, the
 * configuration is simulated from the state at its begin, with the jobs that arrived and the
 * runtimes that are known by then, so that the comparison contains neither the uncertainty of the
 * future nor the errors of earlier spans. A span ends early when the configuration or the capacity
 * changes. The latest results that together have enough jobs decide whether the model is trusted.
 *
 * <p>Memory is bounded: one cluster state, {@value #MOST_JOBS} jobs of a span beside its waiting
 * jobs, and 256 results. An event costs O(1). It reads no clock but the state's. Not thread-safe.
 */
public final class Fidelity implements Saved {
  private static final int MOST_JOBS = 20_000;
  private static final int MOST_RESULTS = 256;
  private static final int HOUR = 3600;

  private final FidelitySettings settings;
  private final ArrayDeque<FidelityResult> results = new ArrayDeque<>();
  private FidelityTotals total = FidelityTotals.NONE;
  private @Nullable ObservedSpan span;
  private int spanSeconds;
  private boolean checking;
  private boolean trusted;
  private boolean lost;
  private int checked;

  /** Nothing is known yet. */
  public Fidelity(FidelitySettings settings) {
    this.settings = settings;
    spanSeconds = settings.spanSeconds();
    trusted = settings.jobs() == 0;
  }

  // --- the live cluster

  /**
   * Begins a span, unless one has begun or nothing is measured. Takes one fork.
   *
   * @param live the state, only read
   * @param policy that simulates the configuration in force and follows the state, only read
   * @param nextJob the number of the next job that arrives
   */
  public void begin(ClusterState live, SchedulingPolicy policy, int nextJob) {
    if (settings.measures() && span == null) {
      span = ObservedSpan.from(live, policy, nextJob);
    }
  }

  /** Records a job that has started. */
  public void started(ClusterState live, int slot, IntFunction<@Nullable String> partitionOf) {
    ObservedSpan open = open();
    if (open != null) {
      open.started(live, slot, partitionOf.apply(slot));
      endIfFull(live, partitionOf);
    }
  }

  /** Records a job that ends after it has run, before it leaves the state. */
  public void finished(ClusterState live, int slot) {
    ObservedSpan open = open();
    if (open != null) {
      open.finished(live, slot);
    }
  }

  /**
   * Records that something happened to a job which the simulation of the span does not contain: it
   * was held, released, changed, cancelled while it waited, suspended or requeued.
   */
  public void disturbed(ClusterState live, int slot, IntFunction<@Nullable String> partitionOf) {
    ObservedSpan open = open();
    if (open != null) {
      open.exclude(live.job(slot));
      endIfFull(live, partitionOf);
    }
  }

  private void endIfFull(ClusterState live, IntFunction<@Nullable String> partitionOf) {
    ObservedSpan open = open();
    if (open != null && open.size() >= MOST_JOBS) {
      open.end(live, partitionOf);
    }
  }

  private @Nullable ObservedSpan open() {
    ObservedSpan current = span;
    return current != null && current.isOpen() ? current : null;
  }

  /**
   * Ends the span, if there is one: its time has passed, or the configuration or the capacity
   * changes. O(waiting jobs).
   *
   * @param partitionOf the scheduler's partition of the job in a slot, or null
   */
  public void end(ClusterState live, IntFunction<@Nullable String> partitionOf) {
    ObservedSpan open = open();
    if (open != null) {
      open.end(live, partitionOf);
    }
  }

  /** Ends the span at an evaluation if it has lasted long enough. */
  public void endIfDue(ClusterState live, IntFunction<@Nullable String> partitionOf) {
    ObservedSpan open = open();
    if (open != null && live.now() - open.since() >= spanSeconds) {
      open.end(live, partitionOf);
    }
  }

  /**
   * Rebuilds the state of the span, because jobs will have other shapes and accounts: the span goes
   * on as if the cluster had been declared so at its begin.
   *
   * @return what replaces the span by the rebuilt one
   */
  public Runnable translated(UnaryOperator<ClusterState> rebuilt) {
    ObservedSpan other = span == null ? null : span.rebuilt(rebuilt).orElse(null);
    return () -> span = other;
  }

  /** Drops the span, because the state was replaced. */
  public void abandonSpan() {
    span = null;
  }

  // --- comparisons

  /**
   * The comparison of the span that has ended; null if there is none. Pass its result to {@link
   * #checked}, or call {@link #abandoned}.
   *
   * @param live the present state, only read
   * @param history of the cluster, only read
   * @param runtimes of jobs that have not completed, called only if there is a comparison
   */
  public @Nullable FidelityCheck check(
      ClusterState live, JobHistory history, Supplier<RuntimeModel> runtimes) {
    ObservedSpan ended = span;
    if (ended == null || ended.isOpen()) {
      return null;
    }
    span = null;
    checking = true;
    return ended.check(live, history, runtimes.get());
  }

  /** Takes over the result of a comparison. */
  public void checked(FidelityResult result) {
    checking = false;
    checked++;
    results.addLast(result);
    total = total.plus(result.all());
    int enough = settings.jobs() == 0 ? FidelitySettings.JOBS : settings.jobs();
    while (results.size() > 1 && total.jobs() - oldest().all().jobs() >= enough) {
      results.removeFirst();
      total = sum();
    }
    if (results.size() > MOST_RESULTS) {
      FidelityResult first = results.removeFirst();
      results.addFirst(first.plus(results.removeFirst()));
    }
    judge();
  }

  private FidelityResult oldest() {
    return results.element();
  }

  private FidelityTotals sum() {
    return results.stream()
        .map(FidelityResult::all)
        .reduce(FidelityTotals.NONE, FidelityTotals::plus);
  }

  private void judge() {
    boolean before = trusted;
    trusted = settings.jobs() == 0 || settings.accepts(total, before);
    lost = !trusted && total.jobs() >= settings.jobs() && (lost || before);
  }

  /**
   * Reports that an evaluation ended without a result. If it contained a comparison, spans are half
   * as long from now on, but not shorter than an hour, because simulations take too long.
   */
  public void abandoned() {
    if (checking) {
      checking = false;
      spanSeconds = Math.min(spanSeconds, Math.max(HOUR, spanSeconds / 2));
    }
  }

  /** Reports that an evaluation was interrupted; a comparison that it contained is left out. */
  public void interrupted() {
    checking = false;
  }

  // --- results

  /** The settings. */
  public FidelitySettings settings() {
    return settings;
  }

  /** Whether the model is trusted. */
  public boolean trusted() {
    return trusted;
  }

  /** Whether trust has been lost, rather than never been gained. */
  public boolean lost() {
    return lost;
  }

  /** The number of comparisons so far. */
  public int comparisons() {
    return checked;
  }

  /** The sums over the compared jobs that decide. */
  public FidelityTotals total() {
    return total;
  }

  /** The same by partition and with the time that they cover; null before the first comparison. */
  public @Nullable FidelityResult latest() {
    return results.stream().reduce(FidelityResult::plus).orElse(null);
  }

  // --- checkpoints

  /** Lists the results and whether the model is trusted, but not the span. */
  @Override
  public void fields(Fields fields) {
    trusted = fields.flag("trusted", trusted);
    lost = fields.flag("lost", lost);
    checked = fields.number("comparisons", checked);
    int shortened = fields.number("spanSeconds", spanSeconds);
    List<Snapshot> kept =
        fields.sections("results", results.stream().map(FidelityResult::snapshot).toList());
    if (fields.reading()) {
      spanSeconds = shortened > 0 ? Math.min(settings.spanSeconds(), shortened) : spanSeconds;
      results.clear();
      kept.forEach(result -> results.addLast(FidelityResult.restored(result)));
      total = sum();
      judge(); // by the present settings
    }
  }

  /** Returns the span with its cluster state; empty if there is none. */
  public Snapshot spanSnapshot() {
    ObservedSpan current = span;
    return new Snapshot().put("span", current == null ? null : current.snapshot());
  }

  /**
   * Restores a {@link #spanSnapshot()}.
   *
   * @param live the restored state, whose shapes, accounts and limits the jobs of the span get
   */
  public void restoreSpan(Snapshot snapshot, ClusterState live) {
    Snapshot section = snapshot.getOptionalSection("span");
    span = section == null || !settings.measures() ? null : ObservedSpan.restored(section, live);
  }
}
