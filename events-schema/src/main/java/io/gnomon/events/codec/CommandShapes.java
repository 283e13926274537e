package io.gnomon.events.codec;

import static io.gnomon.events.codec.Ranges.EXACT;
import static io.gnomon.events.codec.Ranges.LAST_SECOND;

import io.gnomon.events.Alternative;
import io.gnomon.events.CommandMode;
import io.gnomon.events.ConfigApplied;
import io.gnomon.events.ConfigRejected;
import io.gnomon.events.ConfigRejection;
import io.gnomon.events.ConfigRequested;
import io.gnomon.events.Configuration;
import io.gnomon.events.DecisionOutcome;
import io.gnomon.events.DecisionRecorded;
import io.gnomon.events.Prediction;
import io.gnomon.events.SimulatedExtent;
import io.gnomon.events.SnapshotReason;
import io.gnomon.events.SnapshotRequested;
import java.util.List;
import java.util.regex.Pattern;

/** The shapes of commands, of their answers, and of decisions. */
final class CommandShapes {
  private static final TextForm SHA_256 = new TextForm(64, Pattern.compile("[0-9a-f]{64}"));
  private static final TextForm STATE_HASH = new TextForm(16, Pattern.compile("[0-9a-f]{16}"));
  private static final TextForm REASON = new TextForm(64, Pattern.compile("[A-Z][A-Z0-9_]*"));
  private static final int ALTERNATIVES = 4096;
  private static final int FUTURES = 1_000_000;

  private CommandShapes() {}

  static Shape<ConfigApplied> applied() {
    return new Shape.Builder<ConfigApplied>()
        .whole("at", ConfigApplied::at, 0, LAST_SECOND)
        .value("configuration", ConfigApplied::configuration, ClusterShapes.configuration())
        .optional("command", ConfigApplied::command, TextForm.NAME)
        .optional("contentHash", ConfigApplied::contentHash, SHA_256)
        .build(
            v ->
                new ConfigApplied(
                    v.whole(), v.take(Configuration.class), v.optionalText(), v.optionalText()));
  }

  static Shape<ConfigRejected> rejected() {
    return new Shape.Builder<ConfigRejected>()
        .whole("at", ConfigRejected::at, 0, LAST_SECOND)
        .value("command", ConfigRejected::command, TextForm.NAME)
        .value("reason", ConfigRejected::reason, new WordForm<>(ConfigRejection.class))
        .optional("detail", ConfigRejected::detail, TextForm.LONG)
        .optionalWhole("version", ConfigRejected::version, 0, EXACT)
        .build(
            v ->
                new ConfigRejected(
                    v.whole(),
                    v.text(),
                    v.take(ConfigRejection.class),
                    v.optionalText(),
                    v.whole()));
  }

  static Shape<ConfigRequested> requested() {
    return new Shape.Builder<ConfigRequested>()
        .whole("at", ConfigRequested::at, 0, LAST_SECOND)
        .value("command", ConfigRequested::command, TextForm.NAME)
        .value("proposal", ConfigRequested::proposal, TextForm.NAME)
        .value("mode", ConfigRequested::mode, new WordForm<>(CommandMode.class))
        .whole("expectedVersion", ConfigRequested::expectedVersion, 0, EXACT)
        .value("configuration", ConfigRequested::configuration, ClusterShapes.configuration())
        .value("contentHash", ConfigRequested::contentHash, SHA_256)
        .whole("expiresAt", ConfigRequested::expiresAt, 0, LAST_SECOND)
        .value("reason", ConfigRequested::reason, TextForm.LONG)
        .optional("predicted", ConfigRequested::predicted, prediction())
        .build(
            v ->
                new ConfigRequested(
                    v.whole(),
                    v.text(),
                    v.text(),
                    v.take(CommandMode.class),
                    v.whole(),
                    v.take(Configuration.class),
                    v.text(),
                    v.whole(),
                    v.text(),
                    v.optional(Prediction.class)));
  }

  private static Shape<Prediction> prediction() {
    return new Shape.Builder<Prediction>()
        .value("incumbentSlowdown", Prediction::incumbentSlowdown, NumberForm.NOT_NEGATIVE)
        .value("chosenSlowdown", Prediction::chosenSlowdown, NumberForm.NOT_NEGATIVE)
        .build(v -> new Prediction(v.take(Double.class), v.take(Double.class)));
  }

  static Shape<SnapshotRequested> snapshotRequested() {
    return new Shape.Builder<SnapshotRequested>()
        .optionalWhole("at", SnapshotRequested::at, 0, LAST_SECOND)
        .value("reason", SnapshotRequested::reason, new WordForm<>(SnapshotReason.class))
        .optionalWhole("lastSequence", SnapshotRequested::lastSequence, 0, EXACT)
        .optional("detail", SnapshotRequested::detail, TextForm.LONG)
        .build(
            v ->
                new SnapshotRequested(
                    v.whole(), v.take(SnapshotReason.class), v.whole(), v.optionalText()));
  }

  static Shape<DecisionRecorded> decision() {
    return new Shape.Builder<DecisionRecorded>()
        .whole("at", DecisionRecorded::at, 0, LAST_SECOND)
        .value("decision", DecisionRecorded::decision, TextForm.NAME)
        .value("outcome", DecisionRecorded::outcome, new WordForm<>(DecisionOutcome.class))
        .value("reason", DecisionRecorded::reason, REASON)
        .optional("detail", DecisionRecorded::detail, TextForm.LONG)
        .optional("slowdown", DecisionRecorded::slowdown, NumberForm.NOT_NEGATIVE)
        .optional("threshold", DecisionRecorded::threshold, NumberForm.NOT_NEGATIVE)
        .optional("incumbent", DecisionRecorded::incumbent, ClusterShapes.configuration())
        .optional(
            "alternatives",
            DecisionRecorded::alternatives,
            new ListForm<>(alternative(), ALTERNATIVES),
            List.of())
        .optional("chosen", DecisionRecorded::chosen, TextForm.LONG)
        .optional("future", DecisionRecorded::future, TextForm.NAME)
        .optional("proposal", DecisionRecorded::proposal, TextForm.NAME)
        .optional("command", DecisionRecorded::command, TextForm.NAME)
        .optional("stateHash", DecisionRecorded::stateHash, STATE_HASH)
        .optional("extent", DecisionRecorded::extent, extent())
        .optional("trialGivenUp", DecisionRecorded::trialGivenUp, FlagForm.FLAG, false)
        .build(
            v ->
                new DecisionRecorded(
                    v.whole(),
                    v.text(),
                    v.take(DecisionOutcome.class),
                    v.text(),
                    v.optionalText(),
                    v.optional(Double.class),
                    v.optional(Double.class),
                    v.optional(Configuration.class),
                    v.list(),
                    v.optionalText(),
                    v.optionalText(),
                    v.optionalText(),
                    v.optionalText(),
                    v.optionalText(),
                    v.optional(SimulatedExtent.class),
                    v.take(Boolean.class)));
  }

  private static Shape<SimulatedExtent> extent() {
    return new Shape.Builder<SimulatedExtent>()
        .whole("futures", SimulatedExtent::futures, 1, FUTURES)
        .value("complete", SimulatedExtent::complete, FlagForm.FLAG)
        .build(v -> new SimulatedExtent((int) v.whole(), v.take(Boolean.class)));
  }

  private static Shape<Alternative> alternative() {
    return new Shape.Builder<Alternative>()
        .value("policy", Alternative::policy, TextForm.LONG)
        .value("meanSlowdown", Alternative::meanSlowdown, NumberForm.NOT_NEGATIVE)
        .optional("gainLow", Alternative::gainLow, NumberForm.ANY)
        .optional("gainHigh", Alternative::gainHigh, NumberForm.ANY)
        .build(
            v ->
                new Alternative(
                    v.text(),
                    v.take(Double.class),
                    v.optional(Double.class),
                    v.optional(Double.class)));
  }
}
