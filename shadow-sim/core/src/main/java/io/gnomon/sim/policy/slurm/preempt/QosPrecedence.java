package io.gnomon.sim.policy.slurm.preempt;

import io.gnomon.model.accounts.Qos;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.placement.Shape;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A job may preempt the jobs of each QOS that its own QOS lists. Those of the QOS with the lowest
 * priority go first. The {@code PreemptMode} of the preempted job's QOS comes before that of the
 * cluster. Nothing is preempted where the QOS of jobs are not known.
 *
 * <p>Source: manual of slurm.conf, {@code preempt/qos}, and of sacctmgr, {@code Preempt} and {@code
 * PreemptMode}.
 */
final class QosPrecedence implements Precedence {
  private final ClusterState state;
  private final PreemptMode cluster;
  private final Map<String, Qos> known;
  private final Set<String> preempted;

  QosPrecedence(ClusterState state, PreemptMode cluster) {
    this.state = state;
    this.cluster = cluster;
    known = state.hasLimits() && state.hasAccounting() ? state.limiting().rules().qos() : Map.of();
    preempted =
        known.values().stream()
            .flatMap(qos -> qos.preempts().stream())
            .collect(Collectors.toUnmodifiableSet());
  }

  private @Nullable Qos qos(int slot) {
    return known.isEmpty() || !state.accounting().hasAccount(slot)
        ? null
        : known.get(state.accounting().account(slot).qos());
  }

  @Override
  public boolean mayPreempt(int running) {
    Qos qos = qos(running);
    return qos != null && preempted.contains(qos.name()) && mode(running) != PreemptMode.OFF;
  }

  @Override
  public boolean isWanted() {
    return !preempted.isEmpty();
  }

  @Override
  public boolean mayPreempt(int waiting, Shape shape) {
    Qos qos = qos(waiting);
    return qos != null && !qos.preempts().isEmpty();
  }

  @Override
  public boolean mayPreempt(int waiting, Shape shape, int running) {
    Qos first = qos(waiting);
    Qos second = qos(running);
    return first != null
        && second != null
        && first.preempts().contains(second.name())
        && mode(running) != PreemptMode.OFF;
  }

  @Override
  public long rank(int running) {
    Qos qos = qos(running);
    return qos == null ? 0 : qos.priority();
  }

  @Override
  public PreemptMode mode(int running) {
    Qos qos = qos(running);
    return qos == null ? cluster : cluster.unless(qos.preemptMode());
  }

  @Override
  public int graceSeconds(int running) {
    Qos qos = qos(running);
    return qos == null ? 0 : qos.graceSeconds();
  }
}
