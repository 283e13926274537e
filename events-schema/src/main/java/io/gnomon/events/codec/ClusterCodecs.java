package io.gnomon.events.codec;

import static io.gnomon.events.codec.Limits.LAST_SECOND;
import static io.gnomon.events.codec.Limits.MAX_COUNT;
import static io.gnomon.events.codec.Limits.MAX_EXACT;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.events.codec.value.BooleanCodec;
import io.gnomon.events.codec.value.DoubleCodec;
import io.gnomon.events.codec.value.EnumCodec;
import io.gnomon.events.codec.value.FieldValues;
import io.gnomon.events.codec.value.ListCodec;
import io.gnomon.events.codec.value.ObjectCodec;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.codec.value.ValueCodec;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.machine.Machine;
import io.gnomon.events.machine.NodeStateChange;
import io.gnomon.events.machine.PlacedNodes;
import java.util.List;

/** The codecs of events about a whole cluster. */
final class ClusterCodecs {
  private static final int MAX_POLICIES = 64;
  private static final int MAX_VALUES = 256;

  private ClusterCodecs() {}

  private static <T extends EventData> ObjectCodec.Builder<T> at() {
    return new ObjectCodec.Builder<T>().integer("at", EventData::at, 0, LAST_SECOND);
  }

  static ObjectCodec<ClusterDeclared> declared() {
    return ClusterCodecs.<ClusterDeclared>at()
        .integer("processors", ClusterDeclared::processors, 1, MAX_COUNT)
        .optionalInteger("timeOrigin", ClusterDeclared::timeOrigin, 0, LAST_SECOND)
        .optional("scheduler", ClusterDeclared::scheduler, StringCodec.NAME)
        .optional("capabilities", ClusterDeclared::capabilities, capabilities())
        .optional("configuration", ClusterDeclared::configuration, ConfigCodecs.configuration())
        .optional("machine", ClusterDeclared::machine, MachineCodecs.machine())
        .optional("accounting", ClusterDeclared::accounting, AccountingCodecs.accounting())
        .build(
            v ->
                new ClusterDeclared(
                    v.nextLong(),
                    v.nextInt(),
                    v.nextLong(),
                    v.nextStringOrNull(),
                    v.nextOrNull(Capabilities.class),
                    v.nextOrNull(Configuration.class),
                    v.nextOrNull(Machine.class),
                    v.nextOrNull(Accounting.class)));
  }

  // strict, because a misspelt limit would allow what the scheduler does not
  private static ObjectCodec<Capabilities> capabilities() {
    return new ObjectCodec.Builder<Capabilities>()
        .strict()
        .required("policies", Capabilities::policies, new ListCodec<>(policy(), MAX_POLICIES))
        .optional("suspension", Capabilities::suspension, BooleanCodec.BOOLEAN, false)
        .optional("requeueing", Capabilities::requeueing, BooleanCodec.BOOLEAN, false)
        .optional("molding", Capabilities::molding, BooleanCodec.BOOLEAN, false)
        .build(
            v ->
                new Capabilities(
                    v.nextList(),
                    v.next(Boolean.class),
                    v.next(Boolean.class),
                    v.next(Boolean.class)));
  }

  private static ObjectCodec<PolicyCapability> policy() {
    return new ObjectCodec.Builder<PolicyCapability>()
        .strict()
        .required("policy", PolicyCapability::policy, StringCodec.NAME)
        .optional(
            "parameters",
            PolicyCapability::parameters,
            new ListCodec<>(parameter(), MAX_POLICIES),
            List.of())
        .build(v -> new PolicyCapability(v.nextString(), v.nextList()));
  }

  private static ObjectCodec<ParameterRange> parameter() {
    return new ObjectCodec.Builder<ParameterRange>()
        .strict()
        .required("name", ParameterRange::name, StringCodec.NAME)
        .optional("min", ParameterRange::min, DoubleCodec.ANY)
        .optional("max", ParameterRange::max, DoubleCodec.ANY)
        .optional(
            "values",
            ParameterRange::values,
            new ListCodec<>(StringCodec.NAME, MAX_VALUES),
            List.of())
        .build(ClusterCodecs::parameter);
  }

  private static ParameterRange parameter(FieldValues v) {
    ParameterRange range =
        new ParameterRange(
            v.nextString(), v.nextOrNull(Double.class), v.nextOrNull(Double.class), v.nextList());
    Double min = range.min();
    Double max = range.max();
    if (min != null && max != null && min > max) {
      throw new InvalidEventException(
          Reason.OUT_OF_RANGE, "/max", max.toString(), "a number of at least min, " + min);
    }
    return range;
  }

  static ObjectCodec<ClusterSnapshot> snapshot(ValueCodec<List<JobSnapshot>> jobs) {
    return ClusterCodecs.<ClusterSnapshot>at()
        .integer("processors", ClusterSnapshot::processors, 0, MAX_COUNT)
        .optionalInteger("reflectsSequence", ClusterSnapshot::reflectsSequence, 0, MAX_EXACT)
        .optional("configuration", ClusterSnapshot::configuration, ConfigCodecs.configuration())
        .optional("machine", ClusterSnapshot::machine, MachineCodecs.machine())
        .optional("accounting", ClusterSnapshot::accounting, AccountingCodecs.accounting())
        .required("jobs", ClusterSnapshot::jobs, jobs)
        .build(ClusterCodecs::snapshot);
  }

  private static ClusterSnapshot snapshot(FieldValues v) {
    ClusterSnapshot snapshot =
        new ClusterSnapshot(
            v.nextLong(),
            v.nextInt(),
            v.nextLong(),
            v.nextOrNull(Configuration.class),
            v.nextOrNull(Machine.class),
            v.nextOrNull(Accounting.class),
            v.nextList());
    ListedNodes.repeated()
        .add(
            "/jobs",
            snapshot.jobs().stream()
                .flatMap(job -> job.placement().stream())
                .map(PlacedNodes::nodes));
    return snapshot;
  }

  static ObjectCodec<CapacityChanged> capacityChanged() {
    return ClusterCodecs.<CapacityChanged>at()
        .optionalInteger("processors", CapacityChanged::processors, 0, MAX_COUNT)
        .optional("reason", CapacityChanged::reason, StringCodec.LONG)
        .optional("nodes", CapacityChanged::nodes, MachineCodecs.nodeStates(), List.of())
        .build(ClusterCodecs::capacityChanged);
  }

  private static CapacityChanged capacityChanged(FieldValues v) {
    CapacityChanged change =
        new CapacityChanged(v.nextLong(), v.nextInt(), v.nextStringOrNull(), v.nextList());
    if (change.processors() == EventData.NONE && change.nodes().isEmpty()) {
      throw new InvalidEventException(
          Reason.MISSING_FIELD,
          "/processors",
          "no value",
          "a value; processors or nodes is required");
    }
    ListedNodes.once().add("/nodes", change.nodes().stream().map(NodeStateChange::names));
    return change;
  }

  static ObjectCodec<ClockAdvanced> clockAdvanced() {
    return ClusterCodecs.<ClockAdvanced>at()
        .optional("problem", ClockAdvanced::problem, StringCodec.LONG)
        .build(v -> new ClockAdvanced(v.nextLong(), v.nextStringOrNull()));
  }

  static ObjectCodec<SnapshotRequested> snapshotRequested() {
    return new ObjectCodec.Builder<SnapshotRequested>()
        .optionalInteger("at", SnapshotRequested::at, 0, LAST_SECOND)
        .required("reason", SnapshotRequested::reason, new EnumCodec<>(SnapshotReason.class))
        .optionalInteger("lastSequence", SnapshotRequested::lastSequence, 0, MAX_EXACT)
        .optional("detail", SnapshotRequested::detail, StringCodec.LONG)
        .build(
            v ->
                new SnapshotRequested(
                    v.nextLong(),
                    v.next(SnapshotReason.class),
                    v.nextLong(),
                    v.nextStringOrNull()));
  }
}
