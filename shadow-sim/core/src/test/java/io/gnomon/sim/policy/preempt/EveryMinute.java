package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.spec.Spec;

/** The routine as in the paper: a pass every minute while any job is active. */
final class EveryMinute implements SchedulingPolicy {
  private final SelectiveSuspension inner;
  private ClusterState state = new ClusterState(1);

  EveryMinute(SelectiveSuspension inner) {
    this.inner = inner;
  }

  @Override
  public boolean preempts() {
    return true;
  }

  @Override
  public Spec spec() {
    return inner.spec();
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    inner.adopt(adopted);
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    throw new UnsupportedOperationException("not forked in this test");
  }

  @Override
  public void submitted(int slot) {
    inner.submitted(slot);
  }

  @Override
  public void started(int slot) {
    inner.started(slot);
  }

  @Override
  public void changed(int slot) {
    inner.changed(slot);
  }

  @Override
  public void ended(int slot, boolean completed) {
    inner.ended(slot, completed);
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    inner.pass(dispatcher);
  }

  @Override
  public int nextTimer() {
    return state.activeCount() == 0 ? NEVER : (state.now() / 60 + 1) * 60;
  }
}
