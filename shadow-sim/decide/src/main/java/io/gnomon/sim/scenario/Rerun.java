package io.gnomon.sim.scenario;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.StateSnapshot;
import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Spec;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A past state of a cluster with its policy, from which the jobs that were observed since are
 * simulated again: under the same policy, to compare the model with the scheduler, or under others,
 * to find out what they would have changed. Not thread-safe.
 *
 * @param state owned by the rerun; studies only read it, a {@link #run} advances it
 * @param policy that runs on it
 */
public record Rerun(ClusterState state, SchedulingPolicy policy) {

  /**
   * A rerun from the present. Takes one fork.
   *
   * @param live the state, only read
   * @param policy that runs on it, or follows it, only read
   */
  public static Rerun from(ClusterState live, SchedulingPolicy policy) {
    ClusterState state = live.fork();
    return new Rerun(state, policy.fork(state));
  }

  /** A rerun from a state, which it owns, in which a policy begins. */
  public static Rerun beginning(ClusterState state, Spec policy) {
    SchedulingPolicy adopted = Policies.create(policy, state);
    adopted.adopt(state);
    return new Rerun(state, adopted);
  }

  /**
   * Returns this rerun on a rebuilt state, whose jobs its policy adopts; empty if a pool of
   * processors has become a cluster of nodes, or the reverse.
   */
  public Optional<Rerun> rebuilt(UnaryOperator<ClusterState> rebuilt) {
    ClusterState other = rebuilt.apply(state);
    return other.hasNodes() == state.hasNodes()
        ? Optional.of(beginning(other, policy.spec()))
        : Optional.empty();
  }

  /** The second from which it runs. */
  public int since() {
    return state.now();
  }

  /** A number larger than that of any active job of a state. */
  public static int nextJob(ClusterState state) {
    int[] last = {ClusterState.NONE};
    state.forEachActive(slot -> last[0] = Math.max(last[0], state.job(slot)));
    return last[0] + 1;
  }

  /**
   * A simulation of the policy with the observed jobs, which advances the state.
   *
   * @param observed the jobs, with their own numbers
   * @param expectedRuntimes for a policy that uses them
   * @param until second at which arrivals end
   */
  public ScenarioRun run(
      Scenario observed,
      RuntimeModel expectedRuntimes,
      int until,
      SimulationListener listener,
      RunControl control) {
    return new ScenarioRun(
        state,
        policy,
        observed,
        until,
        0,
        listener,
        simulation -> simulation.useModel(expectedRuntimes),
        control);
  }

  /**
   * Writes the state and the policy.
   *
   * @param name of the field with the policy
   */
  public void write(Snapshot into, String name) {
    into.put("state", StateSnapshot.of(state))
        .put(name, policy.spec().toString())
        .put(name + "State", policy.snapshot());
  }

  /**
   * Returns what {@link #write} wrote.
   *
   * @param live the restored state, whose shapes, accounts and limits the jobs get
   */
  public static Rerun restored(Snapshot snapshot, String name, ClusterState live) {
    Rerun rerun =
        beginning(
            StateSnapshot.restored(snapshot.getSection("state"), live),
            Spec.parse(snapshot.getString(name)));
    rerun.policy.restore(snapshot.getSection(name + "State"));
    return rerun;
  }
}
