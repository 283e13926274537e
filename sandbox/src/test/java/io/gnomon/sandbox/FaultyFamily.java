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

/** A policy of a site with a defect: EASY that fails at each submission, or when it is saved. */
public final class FaultyFamily implements PolicyFamily {
  static final String SUBMISSION = "faulty(saving=false)";
  static final String SAVING = "faulty(saving=true)";
  private static final Parameter<Boolean> FAILS_SAVING =
      Parameter.flag("saving", false, "whether it fails when it is saved");

  @Override
  public String name() {
    return "faulty";
  }

  @Override
  public String summary() {
    return "fails";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(FAILS_SAVING);
  }

  @Override
  public SchedulingPolicy create(Spec spec) {
    return new Faulty(spec, Policies.create("easy"), FAILS_SAVING.in(spec));
  }

  private record Faulty(Spec spec, SchedulingPolicy easy, boolean failsSaving)
      implements SchedulingPolicy {
    @Override
    public void adopt(ClusterState state) {
      easy.adopt(state);
    }

    @Override
    public SchedulingPolicy fork(ClusterState forked) {
      return new Faulty(spec, easy.fork(forked), failsSaving);
    }

    @Override
    public void submitted(int slot) {
      if (!failsSaving) {
        throw new IllegalStateException("cannot take job " + slot);
      }
      easy.submitted(slot);
    }

    @Override
    public Snapshot snapshot() {
      if (failsSaving) {
        throw new IllegalStateException("cannot be saved");
      }
      return easy.snapshot();
    }

    @Override
    public void pass(Dispatcher dispatcher) {
      easy.pass(dispatcher);
    }
  }
}
