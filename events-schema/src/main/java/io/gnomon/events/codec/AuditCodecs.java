package io.gnomon.events.codec;

import static io.gnomon.events.codec.Ranges.LAST_SECOND;
import static io.gnomon.events.codec.Ranges.MAX_EXACT;

import io.gnomon.events.audit.Alternative;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.LapsedProposal;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.audit.RecordedFidelity;
import io.gnomon.events.audit.RecordedReview;
import io.gnomon.events.audit.SimulatedExtent;
import io.gnomon.events.codec.value.DoubleCodec;
import io.gnomon.events.codec.value.ListCodec;
import io.gnomon.events.codec.value.RecordCodec;
import io.gnomon.events.codec.value.StringCodec;
import java.util.regex.Pattern;

/** The codecs of decisions and operations. */
final class AuditCodecs {
  private static final StringCodec STATE_HASH =
      new StringCodec(16, Pattern.compile("[0-9a-f]{16}"));
  private static final int MAX_ALTERNATIVES = 4096;
  private static final int MAX_REVIEWS = 1024;
  private static final int MAX_SCENARIOS = 1_000_000;

  private AuditCodecs() {}

  static RecordCodec<DecisionRecorded> decision() {
    return RecordCodec.of(DecisionRecorded.class)
        .integer("at", 0, LAST_SECOND)
        .required("decision", "outcome", "reason")
        .optional("detail", StringCodec.LONG)
        .optional("slowdown", DoubleCodec.NOT_NEGATIVE)
        .optional("threshold", DoubleCodec.NOT_NEGATIVE)
        .optional("incumbent", ConfigCodecs.configuration())
        .optional("alternatives", new ListCodec<>(alternative(), MAX_ALTERNATIVES))
        .optional("chosen", StringCodec.EXPRESSION)
        .optional("scenario", "proposal", "command")
        .optional("stateHash", STATE_HASH)
        .optional("extent", extent())
        .optional("reviews", new ListCodec<>(review(), MAX_REVIEWS))
        .optionalInteger("backtestAbandonedAt", 0, LAST_SECOND)
        .optional(
            "lapsed", RecordCodec.of(LapsedProposal.class).required("proposal", "cause").build())
        .optional("fidelity", fidelity())
        .optional("cadence")
        .build();
  }

  private static RecordCodec<RecordedFidelity> fidelity() {
    return RecordCodec.of(RecordedFidelity.class)
        .required("trusted")
        .integer("jobs", 0, MAX_EXACT)
        .integer("requiredJobs", 0, MAX_EXACT)
        .optional("waitError", DoubleCodec.NOT_NEGATIVE)
        .optional("waitBias", DoubleCodec.ANY)
        .optional("startedEarlier", DoubleCodec.NOT_NEGATIVE)
        .optional("startedLater", DoubleCodec.NOT_NEGATIVE)
        .optionalInteger("comparedSeconds", 0, LAST_SECOND)
        .build();
  }

  private static RecordCodec<SimulatedExtent> extent() {
    return RecordCodec.of(SimulatedExtent.class)
        .integer("scenarios", 1, MAX_SCENARIOS)
        .required("complete")
        .build();
  }

  private static RecordCodec<Alternative> alternative() {
    return RecordCodec.of(Alternative.class)
        .required("policy", StringCodec.EXPRESSION)
        .required("meanSlowdown", DoubleCodec.NOT_NEGATIVE)
        .optional("gainLow", DoubleCodec.ANY)
        .optional("gainHigh", DoubleCodec.ANY)
        .optional("slowdownGainLow", DoubleCodec.ANY)
        .optional("slowdownGainHigh", DoubleCodec.ANY)
        .optional("longestWait", DoubleCodec.NOT_NEGATIVE)
        .optional("excluded", "brokenGuard")
        .build();
  }

  private static RecordCodec<RecordedReview> review() {
    return RecordCodec.of(RecordedReview.class)
        .required("from", StringCodec.EXPRESSION)
        .required("to", StringCodec.EXPRESSION)
        .integer("decided", 0, LAST_SECOND)
        .integer("since", 0, LAST_SECOND)
        .integer("until", 0, LAST_SECOND)
        .required("made")
        .optional("gain", DoubleCodec.ANY)
        .required("result")
        .build();
  }

  static RecordCodec<OperatorRecorded> operator() {
    return RecordCodec.of(OperatorRecorded.class)
        .integer("at", 0, LAST_SECOND)
        .required("record", "request")
        .integer("offset", 0, MAX_EXACT)
        .required("action", "operator")
        .required("reason", StringCodec.LONG)
        .optional("mode", "freeze")
        .optionalInteger("from", 0, LAST_SECOND)
        .optionalInteger("until", 0, LAST_SECOND)
        .optional("proposal", "command")
        .build();
  }
}
