package io.gnomon.controller.metrics;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.cluster.output.ClusterCounters.DecisionKind;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.health.Heartbeats;
import io.gnomon.controller.node.NodeUse;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.RejectReason;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.OperatorAction;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.fidelity.FidelityResult;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one cluster that follow from its controller's state. {@link #sample} reads the
 * state on the cluster's event loop context; the registry renders the values of the last sample on
 * any thread.
 *
 * <p>Series of outcomes that matter one by one are registered at the start with the value 0, so
 * that {@code increase()} includes the first increment. Types of events and reasons for keeping a
 * configuration get a series when they first occur.
 */
final class ClusterMeters {
  private static final EnumSet<RejectReason> UNTRACKED =
      EnumSet.of(RejectReason.INVALID, RejectReason.NOT_AUTHENTICATED, RejectReason.NOT_DECLARED);

  private final ClusterController cluster;
  private final MeterRegistry registry;
  private final Tags tags;
  private final Set<DecisionKind> decisions = new HashSet<>();
  private final EnumSet<EventType> events = EnumSet.noneOf(EventType.class);
  private final List<Sampled> sampled = new ArrayList<>();
  private final List<Meter> meters = new ArrayList<>();
  private final MultiGauge partitions;
  private @Nullable NodeMeters nodes;

  /** A figure with the value of the last sample. */
  private static final class Sampled {
    private final ToDoubleFunction<ClusterController> source;
    private volatile double value;

    Sampled(ToDoubleFunction<ClusterController> source) {
      this.source = source;
    }

    double value() {
      return value;
    }
  }

  ClusterMeters(ClusterController cluster, MeterRegistry registry, Heartbeats heartbeats) {
    this.cluster = cluster;
    this.registry = registry;
    tags = Tags.of("cluster", cluster.cluster());
    partitions =
        MultiGauge.builder("gnomon.fidelity.partition.error")
            .description("The relative difference of predicted and actual waits, by partition")
            .tags(tags)
            .register(registry);
    rejections();
    decisions();
    commands();
    queue();
    control();
    producer(heartbeats);
  }

  /**
   * Whether these metrics belong to this controller and not to a predecessor for the same cluster.
   */
  boolean isOf(ClusterController other) {
    return cluster == other;
  }

  /**
   * Reads the figures, and registers series that have none yet.
   *
   * @param use of its nodes, null for a pool of processors
   */
  void sample(@Nullable NodeUse use) {
    cluster.counters().decisions().keySet().forEach(this::decision);
    cluster.counters().events().keySet().forEach(this::events);
    sampled.forEach(figure -> figure.value = figure.source.applyAsDouble(cluster));
    samplePartitions();
    if (use != null) {
      NodeMeters known = nodes == null ? new NodeMeters(tags, registry) : nodes;
      known.sample(use);
      nodes = known;
    } else {
      removeNodes();
    }
  }

  /** The figures of the scheduler's partitions, at most 65. */
  private void samplePartitions() {
    TrackedCluster known = cluster.tracked();
    FidelityResult latest = known == null ? null : known.tuner().fidelity().latest();
    List<MultiGauge.Row<?>> errors = new ArrayList<>();
    if (latest != null) {
      latest
          .partitions()
          .forEach(
              (name, totals) ->
                  errors.add(MultiGauge.Row.of(Tags.of("partition", name), totals.error())));
    }
    partitions.register(errors, true);
  }

  /** Removes all series. */
  void remove() {
    meters.forEach(registry::remove);
    partitions.register(List.of(), true);
    removeNodes();
  }

  private void removeNodes() {
    if (nodes != null) {
      nodes.remove();
      nodes = null;
    }
  }

  private void events(EventType type) {
    if (events.add(type)) {
      count(
          "gnomon.events",
          "Events processed, by type",
          tags.and("type", type.shortName()),
          one -> one.counters().events().getOrDefault(type, 0L));
    }
  }

  private void rejections() {
    for (RejectReason reason : RejectReason.values()) {
      if (!UNTRACKED.contains(reason)) {
        count(
            "gnomon.events.rejected",
            "Valid events that could not be applied, by reason",
            tags.and("reason", lower(reason.name())),
            one -> one.counters().rejectedEvents().getOrDefault(reason, 0L));
      }
    }
    count(
        "gnomon.mirror.divergence.jobs",
        "Jobs for which a snapshot differed from the mirror",
        tags,
        one -> one.counters().of(Count.DIVERGENCE));
  }

  private void decisions() {
    decision(new DecisionKind(DecisionOutcome.RECOMMENDED, DecisionReason.LOWER_COST));
    decision(new DecisionKind(DecisionOutcome.AWAITING_APPROVAL, DecisionReason.LOWER_COST));
    decision(new DecisionKind(DecisionOutcome.COMMANDED, DecisionReason.LOWER_COST));
    decision(new DecisionKind(DecisionOutcome.ROLLED_BACK, DecisionReason.GAIN_NOT_REALISED));
    for (OperatorAction action : OperatorAction.values()) {
      count(
          "gnomon.operations",
          "Operations by operators, by action",
          tags.and("action", action.wireName()),
          one -> one.counters().operations().getOrDefault(action, 0L));
    }
    count(
        "gnomon.evaluations",
        "Evaluations of the cluster's slowdown",
        tags,
        one -> one.counters().of(Count.EVALUATIONS));
    backtests("completed", one -> one.counters().of(Count.BACKTESTS));
    backtests("abandoned", one -> one.counters().of(Count.ABANDONED_BACKTESTS));
  }

  private void backtests(String result, ToDoubleFunction<ClusterController> value) {
    count(
        "gnomon.backtests",
        "Backtests of all policies over the past weeks, by result",
        tags.and("result", result),
        value);
  }

  private void decision(DecisionKind kind) {
    if (decisions.add(kind)) {
      count(
          "gnomon.decisions",
          "Decisions by outcome and reason",
          tags.and("outcome", kind.outcome().wireName(), "reason", lower(kind.reason().name())),
          one -> one.counters().decisions().getOrDefault(kind, 0L));
    }
  }

  private void commands() {
    count("gnomon.commands", "Commands published", tags, one -> one.counters().of(Count.COMMANDS));
    answers("applied", one -> one.counters().of(Count.APPLIED_COMMANDS));
    answers("rejected", one -> one.counters().of(Count.REJECTED_COMMANDS));
    answers("expired", one -> one.counters().of(Count.EXPIRED_COMMANDS));
    gauge(
        "gnomon.commands.pending",
        "Commands waiting for the scheduler's answer",
        one -> one.pending() == null ? 0 : 1);
    gauge(
        "gnomon.proposals.waiting",
        "Proposals waiting for approval",
        one -> one.proposal() == null ? 0 : 1);
  }

  private void answers(String answer, ToDoubleFunction<ClusterController> value) {
    count(
        "gnomon.command.answers",
        "Commands applied or rejected by the scheduler, or expired without an answer",
        tags.and("answer", answer),
        value);
  }

  private void queue() {
    gauge(
        "gnomon.slowdown",
        "Mean bounded slowdown of jobs completed in the past period and of waiting jobs",
        one -> of(one, known -> known.tuner().observe(known.mirror().state()), Double.NaN));
    gauge(
        "gnomon.slowdown.threshold",
        "Mean bounded slowdown above which Gnomon runs a study",
        one -> one.settings().tuning().threshold());
    gauge(
        "gnomon.forecasts.checked",
        "Applied or recommended changes whose predicted gain was compared with a review",
        one -> of(one, known -> known.tuner().forecasts().checked(), 0));
    gauge(
        "gnomon.forecasts.coverage",
        "Share of checked forecasts whose reviewed gain was within the predicted 80 % interval",
        one -> of(one, known -> known.tuner().forecasts().coverage(), Double.NaN));
    gauge(
        "gnomon.reviews.waiting",
        "Applied or recommended changes waiting for their review",
        one -> of(one, known -> known.tuner().reviews().open().size(), 0));
    gauge(
        "gnomon.model.trusted",
        "1 if the model is trusted, so that commands may be sent in mode apply",
        one -> of(one, known -> known.tuner().fidelity().trusted() ? 1 : 0, 0));
    gauge(
        "gnomon.fidelity.jobs",
        "Jobs whose predicted and actual waits are compared",
        one -> of(one, known -> known.tuner().fidelity().total().jobs(), 0));
    gauge(
        "gnomon.fidelity.error",
        "Mean difference of the predicted and actual waits of jobs, relative to the mean wait",
        one -> of(one, known -> known.tuner().fidelity().total().error(), Double.NaN));
    gauge(
        "gnomon.fidelity.bias",
        "Mean predicted wait minus the mean wait, relative to the mean wait",
        one -> of(one, known -> known.tuner().fidelity().total().bias(), Double.NaN));
    gauge("gnomon.jobs.waiting", "Waiting jobs", one -> state(one, it -> it.waiting().size()));
    gauge("gnomon.jobs.running", "Running jobs", one -> state(one, it -> it.runningCount()));
    gauge(
        "gnomon.snapshots.unanswered",
        "Requests for a snapshot that the cluster has not answered",
        one -> one.health().unanswered());
    gauge(
        "gnomon.jobs.set.aside",
        "Active jobs that are not in the mirror because their reports are not valid",
        one -> of(one, known -> known.mirror().setAside().count(), 0));
    gauge(
        "gnomon.processors", "Processors of the cluster", one -> state(one, it -> it.processors()));
    gauge(
        "gnomon.processors.free", "Idle processors", one -> state(one, it -> it.freeProcessors()));
  }

  private void control() {
    gauge(
        "gnomon.configuration.version",
        "Version of the configuration in force",
        one -> of(one, known -> known.configuration().version(), EventData.NONE));
    count(
        "gnomon.faults",
        "Faults contained while events of the cluster were processed; the log has the first",
        tags,
        one -> one.counters().of(Count.FAULTS));
    gauge(
        "gnomon.checkpoint.bytes",
        "Size of the cluster's last checkpoint, 0 before the first one since the start",
        one -> one.counters().checkpointBytes());
    gauge(
        "gnomon.changes.frozen",
        "1 while changes of the cluster are frozen",
        one -> of(one, known -> one.controls().frozen(known.mirror().now()) ? 1 : 0, 0));
    for (ControllerState state : ControllerState.values()) {
      gauge(
          "gnomon.cluster.state",
          "1 for the controller's current state for the cluster, 0 for other states",
          tags.and("state", lower(state.name())),
          one -> one.state() == state ? 1 : 0);
    }
    for (Mode mode : Mode.values()) {
      gauge(
          "gnomon.cluster.mode",
          "1 for the cluster's current mode, 0 for other modes",
          tags.and("mode", mode.word()),
          one -> one.controls().mode() == mode ? 1 : 0);
    }
  }

  private void producer(Heartbeats heartbeats) {
    gauge(
        "gnomon.last.event.timestamp.seconds",
        "Time of the cluster's last event, by the controller's clock",
        heartbeats::lastEvent);
    gauge(
        "gnomon.producer.silent",
        "1 if a cluster that reported its clock sends no events, 0 otherwise",
        one -> heartbeats.silent(one) ? 1 : 0);
  }

  private static double of(
      ClusterController cluster, ToDoubleFunction<TrackedCluster> value, double otherwise) {
    TrackedCluster known = cluster.tracked();
    return known == null ? otherwise : value.applyAsDouble(known);
  }

  private static double state(ClusterController cluster, ToDoubleFunction<ClusterState> value) {
    return of(cluster, known -> value.applyAsDouble(known.mirror().state()), 0);
  }

  private void count(
      String name, String help, Tags labels, ToDoubleFunction<ClusterController> value) {
    meters.add(
        FunctionCounter.builder(name, sampled(value), Sampled::value)
            .description(help)
            .tags(labels)
            .register(registry));
  }

  private void gauge(String name, String help, ToDoubleFunction<ClusterController> value) {
    gauge(name, help, tags, value);
  }

  private void gauge(
      String name, String help, Tags labels, ToDoubleFunction<ClusterController> value) {
    meters.add(
        Gauge.builder(name, sampled(value), Sampled::value)
            .description(help)
            .tags(labels)
            .register(registry));
  }

  private Sampled sampled(ToDoubleFunction<ClusterController> source) {
    Sampled figure = new Sampled(source);
    sampled.add(figure); // the registry holds it weakly
    return figure;
  }

  static String lower(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
