package io.gnomon.events.codec;

import static io.gnomon.events.codec.Ranges.LAST_SECOND;
import static io.gnomon.events.codec.Ranges.MAX_EXACT;

import io.gnomon.events.codec.value.DoubleCodec;
import io.gnomon.events.codec.value.RecordCodec;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.config.Prediction;
import java.util.regex.Pattern;

/** The codecs of configurations, commands and their answers. */
final class ConfigCodecs {
  private static final StringCodec SHA_256 = new StringCodec(64, Pattern.compile("[0-9a-f]{64}"));

  private ConfigCodecs() {}

  static RecordCodec<Configuration> configuration() {
    return RecordCodec.of(Configuration.class)
        .required("policy", StringCodec.EXPRESSION)
        .integer("version", 0, MAX_EXACT)
        .build();
  }

  static RecordCodec<ConfigApplied> applied() {
    return RecordCodec.of(ConfigApplied.class)
        .integer("at", 0, LAST_SECOND)
        .required("configuration", configuration())
        .optional("command")
        .optional("contentHash", SHA_256)
        .build();
  }

  static RecordCodec<ConfigRejected> rejected(StringCodec detail) {
    return RecordCodec.of(ConfigRejected.class)
        .integer("at", 0, LAST_SECOND)
        .required("command", "reason")
        .optional("detail", detail)
        .optionalInteger("version", 0, MAX_EXACT)
        .build();
  }

  static RecordCodec<ConfigRequested> requested() {
    return RecordCodec.of(ConfigRequested.class)
        .integer("at", 0, LAST_SECOND)
        .required("command", "proposal", "mode")
        .integer("expectedVersion", 0, MAX_EXACT)
        .required("configuration", configuration())
        .required("contentHash", SHA_256)
        .integer("expiresAt", 0, LAST_SECOND)
        .required("reason", StringCodec.LONG)
        .optional("predicted", prediction())
        .build();
  }

  private static RecordCodec<Prediction> prediction() {
    return RecordCodec.of(Prediction.class)
        .required("incumbentSlowdown", DoubleCodec.NOT_NEGATIVE)
        .required("chosenSlowdown", DoubleCodec.NOT_NEGATIVE)
        .build();
  }
}
