package io.gnomon.events.codec;

import static io.gnomon.events.codec.Ranges.EXACT;
import static io.gnomon.events.codec.Ranges.LAST_SECOND;
import static io.gnomon.events.codec.Ranges.MOST;

import io.gnomon.events.Capabilities;
import io.gnomon.events.CapacityChanged;
import io.gnomon.events.ClockAdvanced;
import io.gnomon.events.ClusterDeclared;
import io.gnomon.events.ClusterSnapshot;
import io.gnomon.events.Configuration;
import io.gnomon.events.EventData;
import io.gnomon.events.ParameterRange;
import io.gnomon.events.PolicyCapability;
import io.gnomon.events.codec.InvalidEventException.Reason;
import java.util.List;

/** The shapes of what is said about a whole cluster. */
final class ClusterShapes {
  private static final int POLICIES = 64;
  private static final int WORDS = 256;

  private ClusterShapes() {}

  private static <T extends EventData> Shape.Builder<T> at() {
    return new Shape.Builder<T>().whole("at", EventData::at, 0, LAST_SECOND);
  }

  static Shape<Configuration> configuration() {
    return new Shape.Builder<Configuration>()
        .value("policy", Configuration::policy, TextForm.LONG)
        .whole("version", Configuration::version, 0, EXACT)
        .build(v -> new Configuration(v.text(), v.whole()));
  }

  static Shape<ClusterDeclared> declared() {
    return ClusterShapes.<ClusterDeclared>at()
        .whole("processors", ClusterDeclared::processors, 1, MOST)
        .optionalWhole("timeOrigin", ClusterDeclared::timeOrigin, 0, LAST_SECOND)
        .optional("scheduler", ClusterDeclared::scheduler, TextForm.NAME)
        .optional("capabilities", ClusterDeclared::capabilities, capabilities())
        .optional("configuration", ClusterDeclared::configuration, configuration())
        .build(
            v ->
                new ClusterDeclared(
                    v.whole(),
                    v.integer(),
                    v.whole(),
                    v.optionalText(),
                    v.optional(Capabilities.class),
                    v.optional(Configuration.class)));
  }

  private static Shape<Capabilities> capabilities() {
    return new Shape.Builder<Capabilities>()
        .value("policies", Capabilities::policies, new ListForm<>(policy(), POLICIES))
        .optional("suspension", Capabilities::suspension, FlagForm.FLAG, false)
        .optional("requeueing", Capabilities::requeueing, FlagForm.FLAG, false)
        .optional("molding", Capabilities::molding, FlagForm.FLAG, false)
        .build(
            v ->
                new Capabilities(
                    v.list(), v.take(Boolean.class), v.take(Boolean.class), v.take(Boolean.class)));
  }

  private static Shape<PolicyCapability> policy() {
    return new Shape.Builder<PolicyCapability>()
        .value("policy", PolicyCapability::policy, TextForm.NAME)
        .optional(
            "parameters",
            PolicyCapability::parameters,
            new ListForm<>(parameter(), POLICIES),
            List.of())
        .build(v -> new PolicyCapability(v.text(), v.list()));
  }

  private static Shape<ParameterRange> parameter() {
    return new Shape.Builder<ParameterRange>()
        .value("name", ParameterRange::name, TextForm.NAME)
        .optional("min", ParameterRange::min, NumberForm.ANY)
        .optional("max", ParameterRange::max, NumberForm.ANY)
        .optional("values", ParameterRange::values, new ListForm<>(TextForm.NAME, WORDS), List.of())
        .build(ClusterShapes::parameter);
  }

  private static ParameterRange parameter(Values v) {
    ParameterRange range =
        new ParameterRange(v.text(), v.optional(Double.class), v.optional(Double.class), v.list());
    Double min = range.min();
    Double max = range.max();
    if (min != null && max != null && min > max) {
      throw new InvalidEventException(
          Reason.OUT_OF_RANGE, "/max", max.toString(), "a number of at least min, " + min);
    }
    return range;
  }

  static Shape<ClusterSnapshot> snapshot() {
    return ClusterShapes.<ClusterSnapshot>at()
        .whole("processors", ClusterSnapshot::processors, 0, MOST)
        .optionalWhole("reflectsSequence", ClusterSnapshot::reflectsSequence, 0, EXACT)
        .optional("configuration", ClusterSnapshot::configuration, configuration())
        .value("jobs", ClusterSnapshot::jobs, JobShapes.snapshots())
        .build(
            v ->
                new ClusterSnapshot(
                    v.whole(), v.integer(), v.whole(), v.optional(Configuration.class), v.list()));
  }

  static Shape<CapacityChanged> capacityChanged() {
    return ClusterShapes.<CapacityChanged>at()
        .whole("processors", CapacityChanged::processors, 0, MOST)
        .optional("reason", CapacityChanged::reason, TextForm.LONG)
        .build(v -> new CapacityChanged(v.whole(), v.integer(), v.optionalText()));
  }

  static Shape<ClockAdvanced> clockAdvanced() {
    return ClusterShapes.<ClockAdvanced>at()
        .optional("problem", ClockAdvanced::problem, TextForm.LONG)
        .build(v -> new ClockAdvanced(v.whole(), v.optionalText()));
  }
}
