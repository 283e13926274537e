package io.gnomon.events.codec;

import static io.gnomon.events.codec.Ranges.EXACT;
import static io.gnomon.events.codec.Ranges.LAST_SECOND;

import io.gnomon.events.OperatorAction;
import io.gnomon.events.OperatorRecorded;

/** The shape of what people did. */
final class OperatorShapes {
  private OperatorShapes() {}

  static Shape<OperatorRecorded> recorded() {
    return new Shape.Builder<OperatorRecorded>()
        .whole("at", OperatorRecorded::at, 0, LAST_SECOND)
        .value("record", OperatorRecorded::record, TextForm.NAME)
        .value("request", OperatorRecorded::request, TextForm.NAME)
        .whole("offset", OperatorRecorded::offset, 0, EXACT)
        .value("action", OperatorRecorded::action, new WordForm<>(OperatorAction.class))
        .value("operator", OperatorRecorded::operator, TextForm.NAME)
        .value("reason", OperatorRecorded::reason, TextForm.LONG)
        .optional("mode", OperatorRecorded::mode, TextForm.NAME)
        .optional("freeze", OperatorRecorded::freeze, TextForm.NAME)
        .optionalWhole("from", OperatorRecorded::from, 0, LAST_SECOND)
        .optionalWhole("until", OperatorRecorded::until, 0, LAST_SECOND)
        .optional("proposal", OperatorRecorded::proposal, TextForm.NAME)
        .optional("command", OperatorRecorded::command, TextForm.NAME)
        .build(
            v ->
                new OperatorRecorded(
                    v.whole(),
                    v.text(),
                    v.text(),
                    v.whole(),
                    v.take(OperatorAction.class),
                    v.text(),
                    v.text(),
                    v.optionalText(),
                    v.optionalText(),
                    v.whole(),
                    v.whole(),
                    v.optionalText(),
                    v.optionalText()));
  }
}
