package io.gnomon.controller.cluster;

import static java.util.Objects.requireNonNull;

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
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.config.ContentHash;
import io.gnomon.events.config.Prediction;
import io.gnomon.sim.feedback.Anchor;
import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.feedback.GainForecasts;
import io.gnomon.sim.feedback.GainInterval;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.fidelity.Fidelity;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.Exclusion;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Cadence;
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
 * A builder of decision records for the audit and of commands. Ids consist of the cluster and a
 * suffix of {@link EventIds}.
 *
 * @param outcome the outcome of the decision
 * @param reason the reason for the outcome
 * @param observed the observed aggregate bounded slowdown
 * @param decision the decision with its study, or null without a study
 * @param chosen the policy that was chosen, or null
 * @param proposal the id of the proposal, or null
 * @param command the id of the command, or null
 */
record DecisionRecordBuilder(
    DecisionOutcome outcome,
    DecisionReason reason,
    double observed,
    @Nullable Decision decision,
    @Nullable String chosen,
    @Nullable String proposal,
    @Nullable String command) {
  // a detail has at most 4,096 characters
  private static final int MOST_REVIEWS = 6;
  private static final double SECONDS_OF_DAY = 24 * 3600;

  /** Returns a builder for an evaluation without a study. */
  static DecisionRecordBuilder of(DecisionOutcome outcome, DecisionReason reason, double observed) {
    return new DecisionRecordBuilder(outcome, reason, observed, null, null, null, null);
  }

  /** Returns a builder for an evaluation with a study. */
  static DecisionRecordBuilder of(
      DecisionOutcome outcome, DecisionReason reason, Decision decision) {
    PolicySpec chosen = decision.chosen();
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
  DecisionRecordBuilder choosing(ConfigRequested requested) {
    return with(requested, null, null);
  }

  /** Returns a copy with the policy of a command and the id of its proposal. */
  DecisionRecordBuilder proposing(ConfigRequested requested) {
    return with(requested, requested.proposal(), null);
  }

  /** Returns a copy with the policy and the ids of a command. */
  DecisionRecordBuilder commanding(ConfigRequested requested) {
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
  DecisionRecorded at(
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
        detail(evaluation, tracked.tuner()),
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
        cadence(settings));
  }

  private static DecisionCadence cadence(ControlSettings settings) {
    return switch (settings.tuning().cadence()) {
      case DURABLE -> DecisionCadence.DURABLE;
      case HOURLY -> DecisionCadence.HOURLY;
    };
  }

  private @Nullable String detail(@Nullable EvaluationResult evaluation, Tuner tuner) {
    String detail = evaluation == null ? null : withGuard(describe(evaluation.reviews()));
    if (evaluation != null && evaluation.study() != null && tuner.anchored()) {
      detail = and(detail, anchored(tuner));
    }
    Fidelity fidelity = tuner.fidelity();
    boolean matters =
        !fidelity.trusted() && decision != null && decision.changes() && !decision.rollsBack();
    return matters ? and(detail, FidelityText.objection(fidelity)) : detail;
  }

  private static String anchored(Tuner tuner) {
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
  static @Nullable String describe(List<ReviewResult> reviews) {
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
    AlternativeResult better = study.bestUnguarded();
    String excluded = better.spec() + " would be better, but " + better.exclusion();
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
        .map(simulated -> alternative(simulated, forecasts.expected(study, simulated)))
        .toList();
  }

  private static Alternative alternative(AlternativeResult simulated, @Nullable GainInterval gain) {
    return new Alternative(
        simulated.spec().toString(),
        simulated.meanBoundedSlowdown(),
        gain == null ? null : gain.low(),
        gain == null ? null : gain.high(),
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
  static DecisionReason reason(NoChangeReason reason) {
    return switch (reason) {
      case NOT_WARM -> DecisionReason.NOT_WARM;
      case BELOW_THRESHOLD -> DecisionReason.BELOW_THRESHOLD;
      case INCUMBENT_BEST -> DecisionReason.INCUMBENT_BEST;
      case NOTHING_TO_COMPARE -> DecisionReason.NOTHING_TO_COMPARE;
      case GUARD_BROKEN -> DecisionReason.GUARD_BROKEN;
      case RECENTLY_MADE_THINGS_WORSE -> DecisionReason.RECENTLY_MADE_THINGS_WORSE;
      case WOULD_HAVE_MADE_THINGS_WORSE -> DecisionReason.WOULD_HAVE_MADE_THINGS_WORSE;
      case GAIN_TOO_SMALL -> DecisionReason.GAIN_TOO_SMALL;
      case NOT_SIGNIFICANT -> DecisionReason.NOT_SIGNIFICANT;
      case COOLDOWN -> DecisionReason.COOLDOWN;
      case DWELL -> DecisionReason.DWELL;
      case CHANGE_BUDGET -> DecisionReason.CHANGE_BUDGET;
      case FROZEN -> DecisionReason.FROZEN;
      case STUDY_TIMEOUT -> DecisionReason.STUDY_TIMEOUT;
      case STUDY_FAILED -> DecisionReason.STUDY_FAILED;
      case STUDY_INTERRUPTED -> DecisionReason.STUDY_INTERRUPTED;
      case NOT_CAPABLE -> DecisionReason.NOT_CAPABLE;
      case PENDING -> DecisionReason.PENDING;
      case NOT_DUE -> DecisionReason.NOT_DUE;
    };
  }

  /**
   * Returns the command that rolls back a change.
   *
   * @param suffix the suffix of its ids, unique in the cluster
   * @param change the change in force
   * @param why the reason, as text
   */
  static ConfigRequested rollback(
      String cluster,
      String suffix,
      TrackedCluster tracked,
      AppliedChange change,
      ControlSettings settings,
      String why) {
    long version = tracked.configuration().version();
    return new ConfigRequested(
        tracked.mirror().now(),
        cluster + "-c" + suffix,
        cluster + "-p" + suffix,
        CommandMode.ROLLBACK,
        version,
        new Configuration(change.former(), version + 1),
        ContentHash.of(change.former(), version, cluster),
        tracked.mirror().now() + settings.expirySeconds(),
        why,
        null);
  }

  /** Returns the reason of a rollback that a review caused, as text. */
  static String reason(ReviewResult review) {
    return String.format(
        Locale.ROOT,
        "a review found that %s costs %.1f %% more than %s would have",
        review.change().to(),
        -100 * review.gain(),
        review.change().from());
  }

  /**
   * Returns the command that applies the chosen policy.
   *
   * @param suffix the suffix of its ids
   */
  static ConfigRequested command(
      String cluster,
      String suffix,
      TrackedCluster tracked,
      Decision decision,
      ControlSettings settings) {
    String policy = String.valueOf(decision.chosen());
    long version = tracked.configuration().version();
    StudyResult study = decision.study();
    return new ConfigRequested(
        tracked.mirror().now(),
        cluster + "-c" + suffix,
        cluster + "-p" + suffix,
        CommandMode.APPLY,
        version,
        new Configuration(policy, version + 1),
        ContentHash.of(policy, version, cluster),
        tracked.mirror().now() + settings.expirySeconds(),
        why(decision, settings, tracked.tuner()),
        study == null
            ? null
            : new Prediction(
                study.incumbent().meanBoundedSlowdown(),
                study.of(requireNonNull(decision.chosen())).meanBoundedSlowdown()));
  }

  private static String why(Decision decision, ControlSettings settings, Tuner tuner) {
    StudyResult study = decision.study();
    if (tuner.anchored()) {
      return anchored(tuner);
    }
    if (study == null || settings.tuning().cadence() == Cadence.HOURLY) {
      return String.format(
          Locale.ROOT,
          "aggregate bounded slowdown %.1f exceeds %.1f",
          decision.observedSlowdown(),
          settings.tuning().threshold());
    }
    return String.format(
        Locale.ROOT,
        "over the recorded past (%d d), the mean bounded slowdown would have been %.2f instead of %.2f",
        Math.round(study.horizonSeconds() / SECONDS_OF_DAY),
        study.of(requireNonNull(decision.chosen())).meanBoundedSlowdown(),
        study.incumbent().meanBoundedSlowdown());
  }
}
