package io.gnomon.controller.cluster.decide;

import static java.util.Objects.requireNonNull;

import io.gnomon.controller.cluster.output.EventIds;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.operation.MaintenanceWindows;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.Alternative;
import io.gnomon.events.audit.DecisionCadence;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.ExclusionReason;
import io.gnomon.events.audit.LapsedProposal;
import io.gnomon.events.audit.RecordedReview;
import io.gnomon.events.audit.ReviewVerdict;
import io.gnomon.events.audit.SimulatedExtent;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.feedback.Anchor;
import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.feedback.GainForecasts;
import io.gnomon.sim.feedback.GainInterval;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.fidelity.Fidelity;
import io.gnomon.sim.prior.Basis;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.Exclusion;
import io.gnomon.sim.study.PairedGain;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.NoChangeReason;
import io.gnomon.sim.tune.Tuner;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A builder of decision records for the audit. Ids consist of the cluster and a suffix of {@link
 * EventIds}.
 *
 * @param outcome the outcome of the decision
 * @param reason the reason for the outcome
 * @param observed the observed aggregate bounded slowdown
 * @param decision the decision with its study, or null without a study
 * @param chosen the policy that was chosen, or null
 * @param proposal the id of the proposal, or null
 * @param command the id of the command, or null
 */
public record DecisionRecordBuilder(
    DecisionOutcome outcome,
    DecisionReason reason,
    double observed,
    @Nullable Decision decision,
    @Nullable String chosen,
    @Nullable String proposal,
    @Nullable String command) {
  // a detail has at most 4,096 characters
  private static final int MOST_REVIEWS = 6;

  /** Returns a builder for an evaluation without a study. */
  public static DecisionRecordBuilder of(
      DecisionOutcome outcome, DecisionReason reason, double observed) {
    return new DecisionRecordBuilder(outcome, reason, observed, null, null, null, null);
  }

  /** Returns a builder for an evaluation with a study. */
  public static DecisionRecordBuilder of(
      DecisionOutcome outcome, DecisionReason reason, Decision decision) {
    Spec chosen = decision.chosen();
    return new DecisionRecordBuilder(
        outcome,
        reason,
        decision.observedSlowdown(),
        decision,
        chosen == null ? null : chosen.toString(),
        null,
        null);
  }

  /** Returns a copy that names the policy which a command carries. */
  public DecisionRecordBuilder choosing(ConfigRequested requested) {
    return with(requested, null, null);
  }

  /** Returns a copy with the policy of a command and the id of its proposal. */
  public DecisionRecordBuilder proposing(ConfigRequested requested) {
    return with(requested, requested.proposal(), null);
  }

  /** Returns a copy with the policy and the ids of a command. */
  public DecisionRecordBuilder commanding(ConfigRequested requested) {
    return with(requested, requested.proposal(), requested.command());
  }

  private DecisionRecordBuilder with(
      ConfigRequested requested, @Nullable String proposalId, @Nullable String commandId) {
    String policy = requested.configuration().policy();
    return new DecisionRecordBuilder(
        outcome, reason, observed, decision, policy, proposalId, commandId);
  }

  /**
   * Builds the record.
   *
   * @param suffix the suffix of its id
   * @param lapsed the proposal that lapsed since the decision before, or null
   */
  public DecisionRecorded at(
      String cluster,
      String suffix,
      TrackedCluster tracked,
      ControlSettings settings,
      @Nullable LapsedProposal lapsed) {
    EvaluationResult evaluation = decision == null ? null : decision.evaluation();
    StudyResult study = evaluation == null ? null : evaluation.study();
    long origin = tracked.mirror().origin();
    int abandoned = tracked.tuner().backtestAbandonedAt();
    return new DecisionRecorded(
        tracked.mirror().now(),
        cluster + "-d" + suffix,
        outcome,
        reason,
        withOpening(
            detail(evaluation, tracked.tuner()), settings.maintenance(), tracked.mirror().now()),
        observed,
        settings.tuning().threshold(),
        tracked.configuration(),
        study == null ? List.of() : alternatives(study, tracked.tuner().forecasts()),
        chosen,
        study == null ? null : scenarioKinds(study.scenarios()),
        proposal,
        command,
        String.format(Locale.ROOT, "%016x", tracked.mirror().state().hash()),
        study == null ? null : new SimulatedExtent(study.scenarios().size(), study.complete()),
        evaluation == null ? List.of() : reviews(evaluation.reviews(), origin),
        abandoned < 0 ? EventData.NONE : origin + abandoned,
        lapsed,
        FidelityText.recorded(tracked.tuner().fidelity(), evaluation),
        DecisionCadence.valueOf(settings.tuning().cadence().name()));
  }

  private @Nullable String detail(@Nullable EvaluationResult evaluation, Tuner tuner) {
    String detail = evaluation == null ? null : withGuard(describe(evaluation.reviews()));
    if (evaluation != null && evaluation.study() != null && tuner.anchored()) {
      detail = and(detail, anchored(tuner));
    }
    Basis basis = decision == null ? null : decision.basis();
    if (basis != null && basis.exclusion() == null && decision != null && decision.changes()) {
      detail = and(detail, basis.toString());
    }
    Fidelity fidelity = tuner.fidelity();
    boolean matters =
        !fidelity.trusted() && decision != null && decision.changes() && !decision.rollsBack();
    return matters ? and(detail, FidelityText.objection(fidelity)) : detail;
  }

  /** Appends when the change can be made, if it waits for a maintenance window. */
  private @Nullable String withOpening(
      @Nullable String detail, MaintenanceWindows windows, long now) {
    boolean waits =
        reason == DecisionReason.OUTSIDE_MAINTENANCE
            || outcome == DecisionOutcome.AWAITING_APPROVAL;
    return waits && !windows.open(now) ? and(detail, windows.describeOpening(now)) : detail;
  }

  static String anchored(Tuner tuner) {
    Anchor anchor = tuner.backtestScores().anchor();
    return "anchored to " + anchor.leader() + ": " + anchor.score();
  }

  /** The kinds of the scenarios, without duplicates. */
  private static String scenarioKinds(List<String> names) {
    return names.stream()
        .map(name -> name.replaceAll(" \\(\\d+\\)", ""))
        .distinct()
        .collect(Collectors.joining("; "));
  }

  /** The results of reviews in words, or null without reviews. */
  public static @Nullable String describe(List<ReviewResult> reviews) {
    if (reviews.isEmpty()) {
      return null;
    }
    Stream<String> each = reviews.stream().limit(MOST_REVIEWS).map(DecisionRecordBuilder::describe);
    int more = reviews.size() - MOST_REVIEWS;
    return Stream.concat(each, more > 0 ? Stream.of("and " + more + " more reviews") : Stream.of())
        .collect(Collectors.joining("; "));
  }

  /** Appends the alternative that a guard excluded, if it was the reason for the decision. */
  private @Nullable String withGuard(@Nullable String detail) {
    if (decision == null || decision.reason() != NoChangeReason.GUARD_BROKEN) {
      return detail;
    }
    StudyResult study = requireNonNull(decision.study());
    Basis basis = decision.basis();
    AlternativeResult better = study.bestUnguarded();
    String excluded =
        basis == null
            ? better.spec() + " would be better, but " + better.exclusion()
            : basis.policy() + " would be better, but " + basis.exclusion();
    return and(detail, excluded);
  }

  private static String and(@Nullable String detail, String more) {
    return detail == null ? more : detail + "; " + more;
  }

  private static String describe(ReviewResult review) {
    Change change = review.change();
    String text =
        String.format(
            Locale.ROOT,
            "reviewed over %d s: %s in place of %s %s %.1f %% of the cost",
            review.until() - change.since(),
            change.to(),
            change.from(),
            change.made() ? "saved" : "was not carried out and would have saved",
            100 * review.gain());
    return review.mistaken() ? text + ", so it is not tried again within a week" : text;
  }

  private static List<Alternative> alternatives(StudyResult study, GainForecasts forecasts) {
    return study.alternatives().stream()
        .map(
            simulated ->
                alternative(simulated, study.incumbent(), forecasts.expected(study, simulated)))
        .toList();
  }

  private static Alternative alternative(
      AlternativeResult simulated, AlternativeResult incumbent, @Nullable GainInterval gain) {
    PairedGain slowdown = simulated.slowdownGainOver(incumbent);
    boolean known = simulated != incumbent && Double.isFinite(slowdown.low());
    return new Alternative(
        simulated.spec().toString(),
        simulated.meanBoundedSlowdown(),
        gain == null ? null : gain.low(),
        gain == null ? null : gain.high(),
        known ? slowdown.low() : null,
        known ? slowdown.high() : null,
        simulated.longestWait(),
        excluded(simulated),
        brokenGuard(simulated.exclusion()));
  }

  private static @Nullable String brokenGuard(@Nullable Exclusion exclusion) {
    return exclusion == null || exclusion.guard().isEmpty() ? null : exclusion.guard();
  }

  private static @Nullable ExclusionReason excluded(AlternativeResult simulated) {
    Exclusion exclusion = simulated.exclusion();
    if (exclusion == null) {
      return simulated.finalist() ? null : ExclusionReason.ELIMINATED;
    }
    return switch (exclusion.reason()) {
      case GUARD_BROKEN -> ExclusionReason.BREAKS_GUARD;
      case MADE_THINGS_WORSE -> ExclusionReason.RECENTLY_MADE_THINGS_WORSE;
      case WOULD_HAVE_MADE_THINGS_WORSE -> ExclusionReason.WOULD_HAVE_MADE_THINGS_WORSE;
    };
  }

  private static List<RecordedReview> reviews(List<ReviewResult> reviews, long origin) {
    return reviews.stream().map(review -> recorded(review, origin)).toList();
  }

  private static RecordedReview recorded(ReviewResult review, long origin) {
    Change change = review.change();
    return new RecordedReview(
        change.from().toString(),
        change.to().toString(),
        origin + change.decided(),
        origin + change.since(),
        origin + review.until(),
        change.made(),
        Double.isFinite(review.gain()) ? review.gain() : null,
        review.mistaken() ? ReviewVerdict.WORSE : ReviewVerdict.NOT_WORSE);
  }

  /** The recorded reason for changing nothing. */
  public static DecisionReason reason(NoChangeReason reason) {
    return DecisionReason.valueOf(reason.name());
  }
}
