package io.gnomon.controller.cluster;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayList;
import java.util.List;

/** A family that a site has added, whose policies fail when they adopt jobs. */
abstract class FaultyFamily implements PolicyFamily {
  private final String name;

  FaultyFamily(String name) {
    this.name = name;
  }

  abstract void fail();

  @Override
  public String name() {
    return name;
  }

  @Override
  public String summary() {
    return "fails";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of();
  }

  @Override
  public SchedulingPolicy create(Spec spec) {
    return new Faulty(spec, this::fail);
  }

  private record Faulty(Spec spec, Runnable adopting) implements SchedulingPolicy {
    @Override
    public void adopt(ClusterState state) {
      adopting.run();
    }

    @Override
    public SchedulingPolicy fork(ClusterState forked) {
      return this;
    }

    @Override
    public Snapshot snapshot() {
      return new Snapshot();
    }

    @Override
    public void pass(Dispatcher dispatcher) {}
  }

  /** Fails with an exception. */
  public static final class Failing extends FaultyFamily {
    public Failing() {
      super("failing");
    }

    @Override
    void fail() {
      throw new IllegalStateException("cannot adopt");
    }
  }

  /** Throws the error of a lack of memory. */
  public static final class OutOfMemory extends FaultyFamily {
    public OutOfMemory() {
      super("out-of-memory");
    }

    @Override
    void fail() {
      throw new OutOfMemoryError("thrown by a test");
    }
  }

  /** Allocates until there is no memory left. */
  public static final class Hungry extends FaultyFamily {
    public Hungry() {
      super("hungry");
    }

    @Override
    void fail() {
      List<long[]> all = new ArrayList<>();
      for (int left = 1 << 20; left > 0; left--) {
        all.add(new long[1 << 24]);
      }
    }
  }
}
