package io.gnomon.controller.metrics;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterCounters.DecisionKind;
import io.gnomon.controller.cluster.ControllerState;
import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.controller.listener.OwnerListener.StudyEnd;
import io.gnomon.controller.notification.Notification;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.RejectReason;
import io.gnomon.events.Topic;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.OperatorAction;
import io.gnomon.sim.cluster.ClusterState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of one cluster. Series with known labels are registered at the start with the value
 * 0, so that {@code increase()} includes the first increment. All methods run on the cluster's
 * event loop context.
 */
final class ClusterMeters {
  private static final Duration[] STUDY_BUCKETS = seconds(0.1, 0.3, 0.5, 1, 3, 10, 30, 60, 300);
  private static final Duration[] ANSWER_BUCKETS = seconds(1, 5, 15, 60, 300, 900, 3600);

  private final ClusterController cluster;
  private final MeterRegistry registry;
  private final Tags tags;
  private final Set<DecisionKind> decisions = new HashSet<>();

  ClusterMeters(ClusterController cluster, MeterRegistry registry) {
    this.cluster = cluster;
    this.registry = registry;
    tags = Tags.of("cluster", cluster.cluster());
    events();
    decisions();
    commands();
    changes(registry, cluster.cluster());
    queue();
    control();
  }

  /**
   * Whether these metrics belong to this controller and not to a predecessor for the same cluster.
   */
  boolean isOf(ClusterController other) {
    return cluster == other;
  }

  /** Registers decisions whose outcome and reason have no series yet. */
  void refresh() {
    cluster.counters().decisions().keySet().forEach(this::decision);
  }

  private void events() {
    for (EventType type : EventType.values()) {
      if (type.topic() == Topic.EVENTS) {
        count(
            "gnomon.events",
            "Events processed, by type",
            tags.and("type", type.shortName()),
            one -> one.counters().events().getOrDefault(type, 0L));
      }
    }
    for (RejectReason reason : RejectReason.values()) {
      if (reason != RejectReason.INVALID) {
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
        one -> one.counters().divergence());
  }

  private void decisions() {
    for (DecisionReason reason :
        EnumSet.complementOf(
            EnumSet.of(DecisionReason.LOWER_COST, DecisionReason.GAIN_NOT_REALISED))) {
      decision(new DecisionKind(DecisionOutcome.KEPT, reason));
    }
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
        one -> one.counters().evaluations());
    backtests("completed", one -> one.counters().backtests());
    backtests("abandoned", one -> one.counters().abandonedBacktests());
    for (StudyEnd end : StudyEnd.values()) {
      studies(registry, cluster.cluster(), end);
    }
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

  /** The timer of a cluster's studies with one result. */
  static Timer studies(MeterRegistry registry, String cluster, StudyEnd end) {
    return Timer.builder("gnomon.study.duration")
        .description("Duration of studies, by result")
        .tags("cluster", cluster, "result", lower(end.name()))
        .serviceLevelObjectives(STUDY_BUCKETS)
        .register(registry);
  }

  private void commands() {
    count("gnomon.commands", "Commands published", tags, one -> one.counters().commands());
    answers("applied", one -> one.counters().appliedCommands());
    answers("rejected", one -> one.counters().rejectedCommands());
    answers("expired", one -> one.counters().expiredCommands());
    gauge(
        "gnomon.commands.pending",
        "Commands waiting for the scheduler's answer",
        one -> one.pending() == null ? 0 : 1);
    gauge(
        "gnomon.proposals.waiting",
        "Proposals waiting for approval",
        one -> one.proposal() == null ? 0 : 1);
    acknowledgements(registry, cluster.cluster());
  }

  private void answers(String answer, ToDoubleFunction<ClusterController> value) {
    count(
        "gnomon.command.answers",
        "Commands applied or rejected by the scheduler, or expired without an answer",
        tags.and("answer", answer),
        value);
  }

  /** The time from commands to the scheduler's answers, by the scheduler's clock. */
  static Timer acknowledgements(MeterRegistry registry, String cluster) {
    return Timer.builder("gnomon.command.acknowledgement")
        .description("Time from a command to the scheduler's answer, by the scheduler's clock")
        .tags("cluster", cluster)
        .serviceLevelObjectives(ANSWER_BUCKETS)
        .register(registry);
  }

  /** Registers the counters of notifications of all kinds. */
  static void changes(MeterRegistry registry, String cluster) {
    for (Notification.Kind kind : Notification.Kind.values()) {
      change(registry, cluster, kind);
    }
  }

  /** The counter of notifications of one kind. */
  static Counter change(MeterRegistry registry, String cluster, Notification.Kind kind) {
    return Counter.builder("gnomon.change.notifications")
        .description("Notifications created, by kind")
        .tags("cluster", cluster, "kind", kind.wireName())
        .register(registry);
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
    gauge("gnomon.jobs.waiting", "Waiting jobs", one -> state(one, it -> it.waiting().size()));
    gauge("gnomon.jobs.running", "Running jobs", one -> state(one, it -> it.runningCount()));
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
        one -> one.counters().faults());
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
    FunctionCounter.builder(name, cluster, value).description(help).tags(labels).register(registry);
  }

  private void gauge(String name, String help, ToDoubleFunction<ClusterController> value) {
    gauge(name, help, tags, value);
  }

  private void gauge(
      String name, String help, Tags labels, ToDoubleFunction<ClusterController> value) {
    Gauge.builder(name, cluster, value).description(help).tags(labels).register(registry);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Duration[] seconds(double... values) {
    return Arrays.stream(values)
        .mapToObj(value -> Duration.ofMillis((long) (value * 1000)))
        .toArray(Duration[]::new);
  }
}
