package io.gnomon.events.codec;

import static io.gnomon.events.codec.Limits.LAST_SECOND;
import static io.gnomon.events.codec.Limits.MAX_EXACT;

import io.gnomon.events.codec.value.DoubleCodec;
import io.gnomon.events.codec.value.EnumCodec;
import io.gnomon.events.codec.value.ObjectCodec;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.config.Prediction;
import java.util.regex.Pattern;

/** The codecs of configurations, commands and their answers. */
final class ConfigCodecs {
  private static final StringCodec SHA_256 = new StringCodec(64, Pattern.compile("[0-9a-f]{64}"));

  private ConfigCodecs() {}

  static ObjectCodec<Configuration> configuration() {
    return new ObjectCodec.Builder<Configuration>()
        .required("policy", Configuration::policy, StringCodec.EXPRESSION)
        .integer("version", Configuration::version, 0, MAX_EXACT)
        .build(v -> new Configuration(v.nextString(), v.nextLong()));
  }

  static ObjectCodec<ConfigApplied> applied() {
    return new ObjectCodec.Builder<ConfigApplied>()
        .integer("at", ConfigApplied::at, 0, LAST_SECOND)
        .required("configuration", ConfigApplied::configuration, configuration())
        .optional("command", ConfigApplied::command, StringCodec.NAME)
        .optional("contentHash", ConfigApplied::contentHash, SHA_256)
        .build(
            v ->
                new ConfigApplied(
                    v.nextLong(),
                    v.next(Configuration.class),
                    v.nextStringOrNull(),
                    v.nextStringOrNull()));
  }

  static ObjectCodec<ConfigRejected> rejected(StringCodec detail) {
    return new ObjectCodec.Builder<ConfigRejected>()
        .integer("at", ConfigRejected::at, 0, LAST_SECOND)
        .required("command", ConfigRejected::command, StringCodec.NAME)
        .required("reason", ConfigRejected::reason, new EnumCodec<>(ConfigRejectReason.class))
        .optional("detail", ConfigRejected::detail, detail)
        .optionalInteger("version", ConfigRejected::version, 0, MAX_EXACT)
        .build(
            v ->
                new ConfigRejected(
                    v.nextLong(),
                    v.nextString(),
                    v.next(ConfigRejectReason.class),
                    v.nextStringOrNull(),
                    v.nextLong()));
  }

  static ObjectCodec<ConfigRequested> requested() {
    return new ObjectCodec.Builder<ConfigRequested>()
        .integer("at", ConfigRequested::at, 0, LAST_SECOND)
        .required("command", ConfigRequested::command, StringCodec.NAME)
        .required("proposal", ConfigRequested::proposal, StringCodec.NAME)
        .required("mode", ConfigRequested::mode, new EnumCodec<>(CommandMode.class))
        .integer("expectedVersion", ConfigRequested::expectedVersion, 0, MAX_EXACT)
        .required("configuration", ConfigRequested::configuration, configuration())
        .required("contentHash", ConfigRequested::contentHash, SHA_256)
        .integer("expiresAt", ConfigRequested::expiresAt, 0, LAST_SECOND)
        .required("reason", ConfigRequested::reason, StringCodec.LONG)
        .optional("predicted", ConfigRequested::predicted, prediction())
        .build(
            v ->
                new ConfigRequested(
                    v.nextLong(),
                    v.nextString(),
                    v.nextString(),
                    v.next(CommandMode.class),
                    v.nextLong(),
                    v.next(Configuration.class),
                    v.nextString(),
                    v.nextLong(),
                    v.nextString(),
                    v.nextOrNull(Prediction.class)));
  }

  private static ObjectCodec<Prediction> prediction() {
    return new ObjectCodec.Builder<Prediction>()
        .required("incumbentSlowdown", Prediction::incumbentSlowdown, DoubleCodec.NOT_NEGATIVE)
        .required("chosenSlowdown", Prediction::chosenSlowdown, DoubleCodec.NOT_NEGATIVE)
        .build(v -> new Prediction(v.next(Double.class), v.next(Double.class)));
  }
}
