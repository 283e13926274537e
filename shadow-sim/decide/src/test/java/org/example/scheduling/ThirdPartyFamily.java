package org.example.scheduling;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.LibraryPolicy;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.List;

/** EASY whose passes wait until few jobs run, as a module outside this project defines it. */
public final class ThirdPartyFamily implements PolicyFamily {
  private static final Parameter<Integer> BELOW =
      Parameter.integer("below", 1, 1, 1000, "number of running jobs below which jobs start")
          .inWords("jobs start while fewer than %s run");

  @Override
  public String name() {
    return "few-jobs";
  }

  @Override
  public String summary() {
    return "EASY while few jobs run";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(BELOW);
  }

  @Override
  public double relativeCost(Spec spec) {
    return 5;
  }

  @Override
  public List<LibraryPolicy> library() {
    return List.of(LibraryPolicy.slow("few-jobs"));
  }

  @Override
  public String refusesNodes() {
    return "";
  }

  @Override
  public SchedulingPolicy create(Spec spec) {
    return new FewJobs(spec, BELOW.in(spec), Policies.create("easy"));
  }

  @Override
  public SchedulingPolicy createForNodes(Spec spec) {
    SchedulingPolicy easy = Policies.family("easy").createForNodes(Spec.of("easy"));
    return new FewJobs(spec, BELOW.in(spec), easy);
  }

  private record FewJobs(Spec spec, int below, SchedulingPolicy easy) implements SchedulingPolicy {
    @Override
    public void adopt(ClusterState state) {
      easy.adopt(state);
    }

    @Override
    public SchedulingPolicy fork(ClusterState forked) {
      return new FewJobs(spec, below, easy.fork(forked));
    }

    @Override
    public void submitted(int slot) {
      easy.submitted(slot);
    }

    @Override
    public void pass(Dispatcher dispatcher) {
      if (dispatcher.state().runningCount() < below) {
        easy.pass(dispatcher);
      }
    }
  }
}
