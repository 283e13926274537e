package io.gnomon.events.codec;

import static io.gnomon.events.codec.Limits.LAST_SECOND;
import static io.gnomon.events.codec.Limits.MAX_EXACT;

import io.gnomon.events.audit.Alternative;
import io.gnomon.events.audit.DecisionCadence;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.ExclusionReason;
import io.gnomon.events.audit.LapseCause;
import io.gnomon.events.audit.LapsedProposal;
import io.gnomon.events.audit.OperatorAction;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.audit.RecordedFidelity;
import io.gnomon.events.audit.RecordedReview;
import io.gnomon.events.audit.ReviewVerdict;
import io.gnomon.events.audit.SimulatedExtent;
import io.gnomon.events.codec.value.BooleanCodec;
import io.gnomon.events.codec.value.DoubleCodec;
import io.gnomon.events.codec.value.EnumCodec;
import io.gnomon.events.codec.value.ListCodec;
import io.gnomon.events.codec.value.ObjectCodec;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.config.Configuration;
import java.util.List;
import java.util.regex.Pattern;

/** The codecs of decisions and operations. */
final class AuditCodecs {
  private static final StringCodec STATE_HASH =
      new StringCodec(16, Pattern.compile("[0-9a-f]{16}"));
  private static final int MAX_ALTERNATIVES = 4096;
  private static final int MAX_REVIEWS = 1024;
  private static final int MAX_SCENARIOS = 1_000_000;

  private AuditCodecs() {}

  static ObjectCodec<DecisionRecorded> decision() {
    return new ObjectCodec.Builder<DecisionRecorded>()
        .integer("at", DecisionRecorded::at, 0, LAST_SECOND)
        .required("decision", DecisionRecorded::decision, StringCodec.NAME)
        .required("outcome", DecisionRecorded::outcome, new EnumCodec<>(DecisionOutcome.class))
        .required("reason", DecisionRecorded::reason, new EnumCodec<>(DecisionReason.class))
        .optional("detail", DecisionRecorded::detail, StringCodec.LONG)
        .optional("slowdown", DecisionRecorded::slowdown, DoubleCodec.NOT_NEGATIVE)
        .optional("threshold", DecisionRecorded::threshold, DoubleCodec.NOT_NEGATIVE)
        .optional("incumbent", DecisionRecorded::incumbent, ConfigCodecs.configuration())
        .optional(
            "alternatives",
            DecisionRecorded::alternatives,
            new ListCodec<>(alternative(), MAX_ALTERNATIVES),
            List.of())
        .optional("chosen", DecisionRecorded::chosen, StringCodec.EXPRESSION)
        .optional("scenario", DecisionRecorded::scenario, StringCodec.NAME)
        .optional("proposal", DecisionRecorded::proposal, StringCodec.NAME)
        .optional("command", DecisionRecorded::command, StringCodec.NAME)
        .optional("stateHash", DecisionRecorded::stateHash, STATE_HASH)
        .optional("extent", DecisionRecorded::extent, extent())
        .optional(
            "reviews", DecisionRecorded::reviews, new ListCodec<>(review(), MAX_REVIEWS), List.of())
        .optionalInteger(
            "backtestAbandonedAt", DecisionRecorded::backtestAbandonedAt, 0, LAST_SECOND)
        .optional("lapsed", DecisionRecorded::lapsed, lapsed())
        .optional("fidelity", DecisionRecorded::fidelity, fidelity())
        .optional("cadence", DecisionRecorded::cadence, new EnumCodec<>(DecisionCadence.class))
        .build(
            v ->
                new DecisionRecorded(
                    v.nextLong(),
                    v.nextString(),
                    v.next(DecisionOutcome.class),
                    v.next(DecisionReason.class),
                    v.nextStringOrNull(),
                    v.nextOrNull(Double.class),
                    v.nextOrNull(Double.class),
                    v.nextOrNull(Configuration.class),
                    v.nextList(),
                    v.nextStringOrNull(),
                    v.nextStringOrNull(),
                    v.nextStringOrNull(),
                    v.nextStringOrNull(),
                    v.nextStringOrNull(),
                    v.nextOrNull(SimulatedExtent.class),
                    v.nextList(),
                    v.nextLong(),
                    v.nextOrNull(LapsedProposal.class),
                    v.nextOrNull(RecordedFidelity.class),
                    v.nextOrNull(DecisionCadence.class)));
  }

  private static ObjectCodec<RecordedFidelity> fidelity() {
    return new ObjectCodec.Builder<RecordedFidelity>()
        .required("trusted", RecordedFidelity::trusted, BooleanCodec.BOOLEAN)
        .integer("jobs", RecordedFidelity::jobs, 0, MAX_EXACT)
        .integer("requiredJobs", RecordedFidelity::requiredJobs, 0, MAX_EXACT)
        .optional("waitError", RecordedFidelity::waitError, DoubleCodec.NOT_NEGATIVE)
        .optional("waitBias", RecordedFidelity::waitBias, DoubleCodec.ANY)
        .optional("startedEarlier", RecordedFidelity::startedEarlier, DoubleCodec.NOT_NEGATIVE)
        .optional("startedLater", RecordedFidelity::startedLater, DoubleCodec.NOT_NEGATIVE)
        .optionalInteger("comparedSeconds", RecordedFidelity::comparedSeconds, 0, LAST_SECOND)
        .build(
            v ->
                new RecordedFidelity(
                    v.next(Boolean.class),
                    v.nextLong(),
                    v.nextLong(),
                    v.nextOrNull(Double.class),
                    v.nextOrNull(Double.class),
                    v.nextOrNull(Double.class),
                    v.nextOrNull(Double.class),
                    v.nextLong()));
  }

  private static ObjectCodec<LapsedProposal> lapsed() {
    return new ObjectCodec.Builder<LapsedProposal>()
        .required("proposal", LapsedProposal::proposal, StringCodec.NAME)
        .required("cause", LapsedProposal::cause, new EnumCodec<>(LapseCause.class))
        .build(v -> new LapsedProposal(v.nextString(), v.next(LapseCause.class)));
  }

  private static ObjectCodec<SimulatedExtent> extent() {
    return new ObjectCodec.Builder<SimulatedExtent>()
        .integer("scenarios", SimulatedExtent::scenarios, 1, MAX_SCENARIOS)
        .required("complete", SimulatedExtent::complete, BooleanCodec.BOOLEAN)
        .build(v -> new SimulatedExtent(v.nextInt(), v.next(Boolean.class)));
  }

  private static ObjectCodec<Alternative> alternative() {
    return new ObjectCodec.Builder<Alternative>()
        .required("policy", Alternative::policy, StringCodec.EXPRESSION)
        .required("meanSlowdown", Alternative::meanSlowdown, DoubleCodec.NOT_NEGATIVE)
        .optional("gainLow", Alternative::gainLow, DoubleCodec.ANY)
        .optional("gainHigh", Alternative::gainHigh, DoubleCodec.ANY)
        .optional("slowdownGainLow", Alternative::slowdownGainLow, DoubleCodec.ANY)
        .optional("slowdownGainHigh", Alternative::slowdownGainHigh, DoubleCodec.ANY)
        .optional("longestWait", Alternative::longestWait, DoubleCodec.NOT_NEGATIVE)
        .optional("excluded", Alternative::excluded, new EnumCodec<>(ExclusionReason.class))
        .optional("brokenGuard", Alternative::brokenGuard, StringCodec.NAME)
        .build(
            v ->
                new Alternative(
                    v.nextString(),
                    v.next(Double.class),
                    v.nextOrNull(Double.class),
                    v.nextOrNull(Double.class),
                    v.nextOrNull(Double.class),
                    v.nextOrNull(Double.class),
                    v.nextOrNull(Double.class),
                    v.nextOrNull(ExclusionReason.class),
                    v.nextStringOrNull()));
  }

  private static ObjectCodec<RecordedReview> review() {
    return new ObjectCodec.Builder<RecordedReview>()
        .required("from", RecordedReview::from, StringCodec.EXPRESSION)
        .required("to", RecordedReview::to, StringCodec.EXPRESSION)
        .integer("decided", RecordedReview::decided, 0, LAST_SECOND)
        .integer("since", RecordedReview::since, 0, LAST_SECOND)
        .integer("until", RecordedReview::until, 0, LAST_SECOND)
        .required("made", RecordedReview::made, BooleanCodec.BOOLEAN)
        .optional("gain", RecordedReview::gain, DoubleCodec.ANY)
        .required("result", RecordedReview::result, new EnumCodec<>(ReviewVerdict.class))
        .build(
            v ->
                new RecordedReview(
                    v.nextString(),
                    v.nextString(),
                    v.nextLong(),
                    v.nextLong(),
                    v.nextLong(),
                    v.next(Boolean.class),
                    v.nextOrNull(Double.class),
                    v.next(ReviewVerdict.class)));
  }

  static ObjectCodec<OperatorRecorded> operator() {
    return new ObjectCodec.Builder<OperatorRecorded>()
        .integer("at", OperatorRecorded::at, 0, LAST_SECOND)
        .required("record", OperatorRecorded::record, StringCodec.NAME)
        .required("request", OperatorRecorded::request, StringCodec.NAME)
        .integer("offset", OperatorRecorded::offset, 0, MAX_EXACT)
        .required("action", OperatorRecorded::action, new EnumCodec<>(OperatorAction.class))
        .required("operator", OperatorRecorded::operator, StringCodec.NAME)
        .required("reason", OperatorRecorded::reason, StringCodec.LONG)
        .optional("mode", OperatorRecorded::mode, StringCodec.NAME)
        .optional("freeze", OperatorRecorded::freeze, StringCodec.NAME)
        .optionalInteger("from", OperatorRecorded::from, 0, LAST_SECOND)
        .optionalInteger("until", OperatorRecorded::until, 0, LAST_SECOND)
        .optional("proposal", OperatorRecorded::proposal, StringCodec.NAME)
        .optional("command", OperatorRecorded::command, StringCodec.NAME)
        .build(
            v ->
                new OperatorRecorded(
                    v.nextLong(),
                    v.nextString(),
                    v.nextString(),
                    v.nextLong(),
                    v.next(OperatorAction.class),
                    v.nextString(),
                    v.nextString(),
                    v.nextStringOrNull(),
                    v.nextStringOrNull(),
                    v.nextLong(),
                    v.nextLong(),
                    v.nextStringOrNull(),
                    v.nextStringOrNull()));
  }
}
