package io.gnomon.sandbox.cluster;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.SpeedUp;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Spec;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A policy under {@link HiddenRules}. Before each pass it holds the waiting jobs of users who have
 * as many running jobs and considered jobs as allowed, and releases the jobs of others, oldest
 * first. A pass costs O(active jobs). Not thread-safe.
 */
final class RuledPolicy implements SchedulingPolicy {
  private final SchedulingPolicy policy;
  private final HiddenRules rules;
  private ClusterState state;
  private int nextPass = NEVER;

  /** A policy of {@code state} under rules. */
  RuledPolicy(SchedulingPolicy policy, HiddenRules rules, ClusterState state) {
    this.policy = policy;
    this.rules = rules;
    this.state = state;
  }

  @Override
  public Spec spec() {
    return policy.spec();
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    policy.adopt(adopted);
  }

  @Override
  public void succeed(SchedulingPolicy predecessor, ClusterState adopted) {
    state = adopted;
    policy.succeed(predecessor instanceof RuledPolicy ruled ? ruled.policy : predecessor, adopted);
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    RuledPolicy fork = new RuledPolicy(policy.fork(forked), rules, forked);
    fork.nextPass = nextPass;
    return fork;
  }

  @Override
  public void submitted(int slot) {
    policy.submitted(slot);
  }

  @Override
  public void started(int slot) {
    policy.started(slot);
  }

  @Override
  public void ended(int slot, boolean completed) {
    policy.ended(slot, completed);
  }

  @Override
  public void changed(int slot) {
    policy.changed(slot);
  }

  @Override
  public Snapshot snapshot() {
    return policy.snapshot();
  }

  @Override
  public void restore(Snapshot snapshot) {
    policy.restore(snapshot);
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    if (rules.passSeconds() > 0 && state.now() % rules.passSeconds() != 0) {
      nextPass = passAfter(state.now());
      return;
    }
    nextPass = NEVER;
    if (rules.runningPerUser() > 0) {
      limit();
    }
    policy.pass(dispatcher);
  }

  private int passAfter(int second) {
    return (second / rules.passSeconds() + 1) * rules.passSeconds();
  }

  private void limit() {
    Map<Integer, Integer> considered = new HashMap<>();
    state.forEach(JobPhase.RUNNING, slot -> considered.merge(state.user(slot), 1, Integer::sum));
    IntStream.Builder slots = IntStream.builder();
    state.forEach(JobPhase.WAITING, slots);
    state.forEach(JobPhase.HELD, slots);
    slots
        .build()
        .boxed()
        .sorted(Comparator.comparingInt(state::job))
        .forEach(
            slot -> {
              int ofUser = considered.merge(state.user(slot), 1, Integer::sum);
              consider(slot, ofUser <= rules.runningPerUser() || state.user(slot) < 0);
            });
  }

  private void consider(int slot, boolean allowed) {
    if (allowed && state.phase(slot) == JobPhase.HELD) {
      state.release(slot);
      policy.submitted(slot);
    } else if (!allowed && state.phase(slot) == JobPhase.WAITING) {
      state.hold(slot);
      policy.changed(slot);
    }
  }

  @Override
  public boolean preempts() {
    return policy.preempts();
  }

  @Override
  public boolean usesExpectedRuntimes() {
    return policy.usesExpectedRuntimes();
  }

  @Override
  public SpeedUp speedUp() {
    return policy.speedUp();
  }

  @Override
  public int nextTimer() {
    int timer = Math.min(nextPass, policy.nextTimer());
    boolean aligned = rules.passSeconds() == 0 || timer == NEVER;
    return aligned || timer % rules.passSeconds() == 0 ? timer : passAfter(timer);
  }
}
