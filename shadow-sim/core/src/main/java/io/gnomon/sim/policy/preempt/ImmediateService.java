package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Description;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.List;

/**
 * Immediate service (Chiang and Vernon 2001, in the variant that Kettimuthu et al. 2005 compare
 * with): every arriving job gets a slice at once, for which the running jobs with the lowest
 * instantaneous xfactor, (wait + served) / served, are suspended. A job cannot be suspended during
 * its own slice; afterwards it runs until an arrival needs its processors. Suspended jobs resume,
 * longest wait first, when their processors are free.
 *
 * <p>A pass costs O(idle + running log running) per arriving job.
 */
public final class ImmediateService implements PlacingPolicy {
  private final Spec spec;
  private final int slice;
  private final boolean sameProcessors;
  private final SuspensionOverhead overhead;
  private ClusterState state;
  private PlacedJobs placed;
  private int due = NEVER;
  private final RankedJobs ranked = new RankedJobs();

  private ImmediateService(
      Spec spec,
      int slice,
      boolean sameProcessors,
      SuspensionOverhead overhead,
      ClusterState state,
      PlacedJobs placed) {
    this.spec = spec;
    this.slice = slice;
    this.sameProcessors = sameProcessors;
    this.overhead = overhead;
    this.state = state;
    this.placed = placed;
  }

  @Override
  public Spec spec() {
    return spec;
  }

  @Override
  public PlacedJobs placed() {
    return placed;
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    placed = new PlacedJobs(adopted, sameProcessors, overhead);
    due = state.waiting().isEmpty() ? NEVER : state.now() + 1;
  }

  @Override
  public void succeed(SchedulingPolicy predecessor, ClusterState adopted) {
    adopt(adopted);
    if (predecessor instanceof PlacingPolicy other) {
      placed = other.placed().under(sameProcessors, overhead);
    }
  }

  @Override
  public Snapshot snapshot() {
    return new Snapshot().put("nextPass", due).put("placement", placed.snapshot());
  }

  @Override
  public void restore(Snapshot snapshot) {
    placed = placed.restored(snapshot.getSection("placement"));
    due = snapshot.getInt("nextPass");
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    ImmediateService fork =
        new ImmediateService(spec, slice, sameProcessors, overhead, forked, placed.fork(forked));
    fork.due = due;
    return fork;
  }

  @Override
  public int nextTimer() {
    return due;
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    placed.adaptToCapacity();
    due = NEVER;
    int next;
    for (int slot = state.waiting().first(); slot != ClusterState.NONE; slot = next) {
      next = state.waiting().next(slot);
      if (placed.fits(slot) || preempts(dispatcher, slot)) {
        placed.run(dispatcher, slot);
      }
    }
    if (state.suspendedCount() > 0) {
      resume(dispatcher);
    }
  }

  private boolean preempts(Dispatcher dispatcher, int slot) {
    ranked.clear();
    int missing = state.width(slot) - state.freeProcessors();
    int endOfSlice = NEVER;
    for (int i = 0; i < state.running().size(); i++) {
      int victim = state.running().slot(i);
      int served = served(victim);
      if (served >= slice) {
        ranked.add(victim, instantaneousXfactor(victim, served));
      } else {
        endOfSlice = Math.min(endOfSlice, state.now() + slice - served);
      }
    }
    ranked.sort(state);
    int enough = 0;
    while (missing > 0 && enough < ranked.size()) {
      missing -= state.heldProcessors(ranked.slot(enough++));
    }
    if (missing > 0) {
      due = Math.min(due, endOfSlice);
      return false;
    }
    for (int i = 0; i < enough; i++) {
      placed.suspend(dispatcher, ranked.slot(i));
    }
    return true;
  }

  private void resume(Dispatcher dispatcher) {
    ranked.clear();
    state.forEach(
        JobPhase.SUSPENDED,
        slot -> {
          if (placed.fits(
              slot)) { // test only these: each resumed job leaves fewer processors for the others
            ranked.add(slot, -instantaneousXfactor(slot, state.servedSeconds(slot)));
          }
        });
    ranked.sort(state);
    for (int i = 0; i < ranked.size(); i++) {
      if (placed.fits(ranked.slot(i))) {
        placed.run(dispatcher, ranked.slot(i));
      }
    }
  }

  private int served(int slot) {
    return state.ranSeconds(slot);
  }

  private double instantaneousXfactor(int slot, int served) {
    return (double) (state.now() - state.submitTime(slot)) / Math.max(1, served);
  }

  /** The family {@code immediate-service}. */
  public static final class Family implements PolicyFamily {
    /** The name in the text form. */
    public static final String NAME = "immediate-service";

    /** The duration that an arriving job gets at once. */
    public static final Parameter<Integer> SLICE =
        Parameter.seconds("slice", "10m", 1, 86_400, "time that an arriving job runs at once");

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public String summary() {
      return "preemption: every arriving job runs at once for a slice of time";
    }

    @Override
    public List<Parameter<?>> parameters() {
      return List.of(
          SLICE,
          SelectiveSuspensionFamily.SAME_PROCESSORS,
          SelectiveSuspensionFamily.DISK,
          SelectiveSuspensionFamily.SEED);
    }

    @Override
    public String refusesNodes() {
      return SelectiveSuspensionFamily.REFUSES_NODES;
    }

    @Override
    public String describe(Spec spec) {
      Description policy = new Description(spec, parameters());
      return policy
          .add(
              "each new job runs at once for %s, and other jobs are suspended for it"
                  .formatted(policy.time(SLICE.name())))
          .toString();
    }

    @Override
    public SchedulingPolicy create(Spec spec) {
      ClusterState empty = new ClusterState(1);
      boolean sameProcessors = SelectiveSuspensionFamily.SAME_PROCESSORS.in(spec);
      SuspensionOverhead overhead =
          new SuspensionOverhead(
              SelectiveSuspensionFamily.DISK.in(spec), SelectiveSuspensionFamily.SEED.in(spec));
      return new ImmediateService(
          spec,
          SLICE.in(spec),
          sameProcessors,
          overhead,
          empty,
          new PlacedJobs(empty, sameProcessors, overhead));
    }
  }
}
