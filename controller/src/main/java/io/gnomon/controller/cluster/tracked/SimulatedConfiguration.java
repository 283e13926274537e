package io.gnomon.controller.cluster.tracked;

import io.gnomon.events.config.Configuration;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Spec;
import java.util.Map;

/** The configuration in force with the policy that simulates it. */
final class SimulatedConfiguration {
  private Configuration configuration;
  private SchedulingPolicy policy;

  /** A configuration whose policy has not adopted the jobs of the state yet. */
  SimulatedConfiguration(Configuration configuration, ClusterState state) {
    this.configuration = configuration;
    policy = create(configuration, state);
  }

  /** Returns the policy of a configuration, or EASY if Gnomon cannot simulate it there. */
  private static SchedulingPolicy create(Configuration configuration, ClusterState state) {
    try {
      return Policies.create(configuration.policy(), state);
    } catch (InvalidSpecException unknown) {
      // a scheduler may run a policy that cannot be simulated; EASY is closest to most of them
      return Policies.create("easy", state);
    }
  }

  Configuration configuration() {
    return configuration;
  }

  SchedulingPolicy policy() {
    return policy;
  }

  /** See {@link TrackedCluster#named}. */
  Spec named(String text, ClusterState state) {
    Spec named = Spec.parse(text);
    Spec present = policy.spec();
    if (named.name().equals(SlurmFamily.NAME) && present.name().equals(SlurmFamily.NAME)) {
      for (Map.Entry<String, String> parameter : present.parameters().entrySet()) {
        named =
            named.parameters().containsKey(parameter.getKey())
                ? named
                : named.with(parameter.getKey(), parameter.getValue());
      }
    }
    return Policies.create(named.toString(), state).spec();
  }

  /** Returns a new policy of a configuration that has adopted the jobs. */
  static SchedulingPolicy adopting(Configuration configuration, ClusterState state) {
    SchedulingPolicy adopting = create(configuration, state);
    adopting.adopt(state);
    return adopting;
  }

  /** Puts a configuration in force for a state that was replaced. */
  void restart(Configuration next, ClusterState state) {
    restart(next, adopting(next, state));
  }

  /** Puts a configuration in force with its policy, which has adopted the jobs. */
  void restart(Configuration next, SchedulingPolicy adopted) {
    configuration = next;
    policy = adopted;
  }

  /** Puts a configuration in force whose policy succeeds the present one. */
  void change(Configuration next, ClusterState state) {
    configuration = next;
    SchedulingPolicy successor = create(next, state);
    successor.succeed(policy, state);
    policy = successor;
  }
}
