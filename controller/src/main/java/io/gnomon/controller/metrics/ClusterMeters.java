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
 * The series of one cluster. All whose labels are known beforehand are there from the start, so
 * that a first increment is seen as one. To use where the cluster may be looked at.
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
    standing();
  }

  /** Whether it is about this very controller, not about one that followed the same cluster. */
  boolean isOf(ClusterController other) {
    return cluster == other;
  }

  /** Counts decisions that were not foreseen. */
  void refresh() {
    cluster.tally().decisions().keySet().forEach(this::decision);
  }

  private void events() {
    for (EventType type : EventType.values()) {
      if (type.topic() == Topic.EVENTS) {
        count(
            "gnomon.events",
            "Events taken, by type",
            tags.and("type", type.shortName()),
            one -> one.tally().events().getOrDefault(type, 0L));
      }
    }
    for (RejectReason refusal : RejectReason.values()) {
      if (refusal != RejectReason.INVALID) {
        count(
            "gnomon.events.rejected",
            "Legal events that could not be used, by reason",
            tags.and("reason", lower(refusal.name())),
            one -> one.tally().refusals().getOrDefault(refusal, 0L));
      }
    }
    count(
        "gnomon.mirror.divergence.jobs",
        "Jobs in which snapshots differed from the mirror",
        tags,
        one -> one.tally().divergence());
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
          "What people did to the cluster's tuning, by action",
          tags.and("action", action.wireName()),
          one -> one.tally().operations().getOrDefault(action, 0L));
    }
    count(
        "gnomon.looks",
        "How often the slowdown was held against the threshold",
        tags,
        one -> one.tally().looks());
    trials("made", one -> one.tally().trials());
    trials("given-up", one -> one.tally().trialsGivenUp());
    for (StudyEnd end : StudyEnd.values()) {
      studies(registry, cluster.cluster(), end);
    }
  }

  private void trials(String end, ToDoubleFunction<ClusterController> value) {
    count(
        "gnomon.trials",
        "Trials of all policies over the past weeks, by how they ended",
        tags.and("end", end),
        value);
  }

  private void decision(DecisionKind kind) {
    if (decisions.add(kind)) {
      count(
          "gnomon.decisions",
          "Decisions, by outcome and reason",
          tags.and("outcome", kind.outcome().wireName(), "reason", lower(kind.reason().name())),
          one -> one.tally().decisions().getOrDefault(kind, 0L));
    }
  }

  /** The time that studies took. */
  static Timer studies(MeterRegistry registry, String cluster, StudyEnd end) {
    return Timer.builder("gnomon.study.duration")
        .description("Time that studies took, by how they ended")
        .tags("cluster", cluster, "end", lower(end.name()))
        .serviceLevelObjectives(STUDY_BUCKETS)
        .register(registry);
  }

  private void commands() {
    count("gnomon.commands", "Commands published", tags, one -> one.tally().commands());
    answers("applied", one -> one.tally().acknowledgements());
    answers("rejected", one -> one.tally().rejections());
    answers("expired", one -> one.tally().expiries());
    gauge(
        "gnomon.commands.pending",
        "Commands that wait for the scheduler's answer",
        one -> one.pending() == null ? 0 : 1);
    gauge(
        "gnomon.proposals.waiting",
        "Proposals that wait for a person's approval",
        one -> one.proposal() == null ? 0 : 1);
    acknowledgements(registry, cluster.cluster());
  }

  private void answers(String answer, ToDoubleFunction<ClusterController> value) {
    count(
        "gnomon.command.answers",
        "What became of commands: applied or rejected by the scheduler, or expired",
        tags.and("answer", answer),
        value);
  }

  /** The time between commands and the scheduler's answers, on the scheduler's clock. */
  static Timer acknowledgements(MeterRegistry registry, String cluster) {
    return Timer.builder("gnomon.command.acknowledgement")
        .description("Time from command to answer, on the scheduler's clock")
        .tags("cluster", cluster)
        .serviceLevelObjectives(ANSWER_BUCKETS)
        .register(registry);
  }

  /** What became of configurations, by kind. */
  static void changes(MeterRegistry registry, String cluster) {
    for (Notification.Kind kind : Notification.Kind.values()) {
      change(registry, cluster, kind);
    }
  }

  /** How often that became of a configuration. */
  static Counter change(MeterRegistry registry, String cluster, Notification.Kind kind) {
    return Counter.builder("gnomon.notices")
        .description("What became of configurations, by kind")
        .tags("cluster", cluster, "kind", kind.wireName())
        .register(registry);
  }

  private void queue() {
    gauge(
        "gnomon.slowdown",
        "Aggregate bounded slowdown of the past period and of those that wait",
        one -> of(one, known -> known.tuner().observe(known.mirror().state()), Double.NaN));
    gauge(
        "gnomon.slowdown.threshold",
        "Aggregate bounded slowdown above which a study is made",
        one -> one.settings().tuning().threshold());
    gauge(
        "gnomon.forecasts.checked",
        "Changes, made or advised, whose forecast gain was held against what a review found",
        one -> of(one, known -> known.tuner().forecasts().checked(), 0));
    gauge(
        "gnomon.forecasts.coverage",
        "The share of these that was realised within the interval of 80 %",
        one -> of(one, known -> known.tuner().forecasts().coverage(), Double.NaN));
    gauge(
        "gnomon.reviews.waiting",
        "Changes, made or advised, that wait for their review",
        one -> of(one, known -> known.tuner().reviews().open().size(), 0));
    gauge("gnomon.jobs.waiting", "Jobs that wait", one -> state(one, it -> it.waiting().size()));
    gauge("gnomon.jobs.running", "Jobs that run", one -> state(one, it -> it.runningCount()));
    gauge(
        "gnomon.processors", "Processors of the cluster", one -> state(one, it -> it.processors()));
    gauge(
        "gnomon.processors.free",
        "Processors on which no job runs",
        one -> state(one, it -> it.freeProcessors()));
  }

  private void standing() {
    gauge(
        "gnomon.configuration.version",
        "Version of the configuration in force",
        one -> of(one, known -> known.configuration().version(), EventData.NONE));
    gauge(
        "gnomon.frozen",
        "1 while a person has forbidden changes",
        one -> of(one, known -> one.oversight().frozen(known.mirror().now()) ? 1 : 0, 0));
    for (ControllerState life : ControllerState.values()) {
      gauge(
          "gnomon.cluster.life",
          "1 for where the controller stands with the cluster, 0 for the others",
          tags.and("life", lower(life.name())),
          one -> one.life() == life ? 1 : 0);
    }
    for (Mode mode : Mode.values()) {
      gauge(
          "gnomon.cluster.mode",
          "1 for what may be done with a good alternative, 0 for the others",
          tags.and("mode", mode.word()),
          one -> one.oversight().mode() == mode ? 1 : 0);
    }
  }

  private static double of(
      ClusterController cluster, ToDoubleFunction<TrackedCluster> value, double unknown) {
    TrackedCluster known = cluster.followed();
    return known == null ? unknown : value.applyAsDouble(known);
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
