package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.AvailabilityProfile;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.Arrays;
import java.util.List;

/**
 * Conservative backfilling (perkovic2000, section 2): every job has a guaranteed start, the
 * earliest that delays no job before it; when a job ends early, the schedule is compressed in
 * arrival order, which moves no guarantee back.
 *
 * <p>Where running jobs stay beyond their estimates, guarantees cannot hold: the jobs concerned are
 * guaranteed anew, in the order of their guarantees, from the next second on.
 *
 * <p>Cost: an arrival searches its anchor point; an early end goes through the waiting jobs.
 */
public final class Conservative implements SchedulingPolicy {
  private static final int NONE = -1;

  private final PolicySpec spec;
  private final AvailabilityProfile profile;
  private ClusterState state;
  private int[] guaranteed;
  private boolean stale;
  private boolean compress;
  private int next = NEVER;

  private Conservative(
      PolicySpec spec, ClusterState state, AvailabilityProfile profile, int[] guaranteed) {
    this.spec = spec;
    this.state = state;
    this.profile = profile;
    this.guaranteed = guaranteed;
  }

  @Override
  public PolicySpec spec() {
    return spec;
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    Arrays.fill(guaranteed, NONE);
    stale = true;
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    Conservative fork = new Conservative(spec, forked, profile.copy(), guaranteed.clone());
    fork.stale = stale;
    fork.compress = compress;
    fork.next = next;
    return fork;
  }

  @Override
  public void submitted(int slot) {
    setGuarantee(slot, NONE);
  }

  @Override
  public void ended(int slot, boolean completed) {
    if (stale) {
      return;
    }
    int end = state.expectedEnd(slot);
    if (end > state.now()) {
      profile.moveTo(state.now());
      profile.give(state.now(), end, state.heldProcessors(slot));
      compress = true;
    } else if (end < state.now() || !completed) {
      stale = true;
    }
  }

  @Override
  public void changed(int slot) {
    stale = true;
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    int now = state.now();
    if (stale || overdue()) {
      rebuild();
    } else {
      profile.moveTo(now);
      if (compress) {
        compress();
      }
    }
    stale = false;
    compress = false;
    guaranteeNewJobs();
    startDue(dispatcher);
  }

  @Override
  public int nextTimer() {
    return next;
  }

  /** Whether a running job has not ended when it was expected to. */
  private boolean overdue() {
    RunningSet running = state.running();
    return running.size() > 0 && running.end(0) <= state.now();
  }

  /** The profile anew: running jobs, then the guarantees, none of which is moved forward. */
  private void rebuild() {
    int now = state.now();
    profile.reset(now, state.freeProcessors());
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      int end = Math.max(running.end(i), now + 1);
      profile.give(end, NEVER, state.heldProcessors(running.slot(i)));
    }
    WaitingQueue waiting = state.waiting();
    int[] slots = new int[waiting.size()];
    int count = 0;
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (guarantee(slot) != NONE) {
        slots[count++] = slot;
      }
    }
    long[] order = new long[count];
    for (int i = 0; i < count; i++) {
      order[i] = (long) guarantee(slots[i]) << 32 | i;
    }
    Arrays.sort(order);
    for (long entry : order) {
      int slot = slots[(int) entry];
      reserve(slot, Math.max(now, guarantee(slot)));
    }
  }

  private void compress() {
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      int former = guarantee(slot);
      if (former != NONE && former != NEVER) {
        profile.give(former, former + seconds(slot), state.width(slot));
        reserve(slot, state.now());
      }
    }
  }

  private void guaranteeNewJobs() {
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (guarantee(slot) == NONE) {
        reserve(slot, state.now());
      }
    }
  }

  private void reserve(int slot, int from) {
    int start = profile.anchor(from, state.width(slot), seconds(slot));
    setGuarantee(slot, start);
    if (start != NEVER) { // else it is wider than what is left of the machine
      profile.take(start, start + seconds(slot), state.width(slot));
    }
  }

  private void startDue(Dispatcher dispatcher) {
    WaitingQueue waiting = state.waiting();
    next = NEVER;
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      int start = guarantee(slot);
      if (start == state.now()) {
        setGuarantee(slot, NONE);
        dispatcher.start(slot);
      } else {
        next = Math.min(next, start);
      }
    }
  }

  private int seconds(int slot) {
    return Math.max(1, state.estimate(slot) - state.servedSeconds(slot));
  }

  /**
   * When the waiting job in {@code slot} is guaranteed to start, {@link #NEVER} where it is wider
   * than the machine, or -1 before its first pass.
   */
  public int guarantee(int slot) {
    return slot < guaranteed.length ? guaranteed[slot] : NONE;
  }

  private void setGuarantee(int slot, int start) {
    if (slot >= guaranteed.length) {
      int from = guaranteed.length;
      guaranteed = Arrays.copyOf(guaranteed, Math.max(slot + 1, 2 * from));
      Arrays.fill(guaranteed, from, guaranteed.length, NONE);
    }
    guaranteed[slot] = start;
  }

  /** The family {@code conservative}. */
  public static final class Family implements PolicyFamily {
    @Override
    public String name() {
      return "conservative";
    }

    @Override
    public String summary() {
      return "conservative backfilling: every job has a guaranteed start";
    }

    @Override
    public List<Parameter<?>> parameters() {
      return List.of();
    }

    @Override
    public SchedulingPolicy create(PolicySpec spec) {
      AvailabilityProfile profile = new AvailabilityProfile();
      profile.reset(0, 1);
      return new Conservative(spec, new ClusterState(1), profile, new int[16]);
    }
  }
}
