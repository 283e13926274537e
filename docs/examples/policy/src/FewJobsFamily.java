package org.example.scheduling;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.List;

/** EASY that starts jobs only while fewer than a number of jobs run. */
public final class FewJobsFamily implements PolicyFamily {
  private static final Parameter<Integer> BELOW =
      Parameter.integer("below", 10, 1, 1_000_000, "number of running jobs below which jobs start")
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
  public SchedulingPolicy create(Spec spec) {
    return new FewJobs(spec, BELOW.in(spec), Policies.create("easy"));
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
    public void started(int slot) {
      easy.started(slot);
    }

    @Override
    public void ended(int slot, boolean completed) {
      easy.ended(slot, completed);
    }

    @Override
    public void changed(int slot) {
      easy.changed(slot);
    }

    @Override
    public void pass(Dispatcher dispatcher) {
      if (dispatcher.state().runningCount() < below) {
        easy.pass(dispatcher);
      }
    }
  }
}
