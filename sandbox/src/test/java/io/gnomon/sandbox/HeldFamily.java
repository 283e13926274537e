package io.gnomon.sandbox;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** EASY whose simulations do not end before they are released, as those of a very deep queue. */
public final class HeldFamily implements PolicyFamily {
  static final String SPEC = "held";
  static final CountDownLatch RELEASED = new CountDownLatch(1);
  static final CountDownLatch ENTERED = new CountDownLatch(1);

  @Override
  public String name() {
    return SPEC;
  }

  @Override
  public String summary() {
    return "waits";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of();
  }

  @Override
  public SchedulingPolicy create(Spec spec) {
    return new Held(spec, Policies.create("easy"));
  }

  private record Held(Spec spec, SchedulingPolicy easy) implements SchedulingPolicy {
    @Override
    public void adopt(ClusterState state) {
      easy.adopt(state);
    }

    @Override
    public SchedulingPolicy fork(ClusterState forked) {
      return new Held(spec, easy.fork(forked));
    }

    @Override
    public void submitted(int slot) {
      easy.submitted(slot);
    }

    @Override
    public Snapshot snapshot() {
      return easy.snapshot();
    }

    @Override
    public void pass(Dispatcher dispatcher) {
      ENTERED.countDown();
      try {
        RELEASED.await();
      } catch (InterruptedException closing) {
        Thread.currentThread().interrupt();
      }
      easy.pass(dispatcher);
    }
  }
}
