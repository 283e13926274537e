package io.gnomon.events.codec;

import static io.gnomon.events.codec.Ranges.LAST_SECOND;
import static io.gnomon.events.codec.Ranges.MAX_COUNT;
import static io.gnomon.events.codec.Ranges.MAX_EXACT;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.events.codec.value.DoubleCodec;
import io.gnomon.events.codec.value.ListCodec;
import io.gnomon.events.codec.value.RecordCodec;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.codec.value.ValueCodec;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.machine.NodeStateChange;
import io.gnomon.events.machine.PlacedNodes;
import java.util.List;

/** The codecs of events about a whole cluster. */
final class ClusterCodecs {
  private static final int MAX_POLICIES = 64;
  private static final int MAX_VALUES = 256;

  private ClusterCodecs() {}

  static RecordCodec<ClusterDeclared> declared() {
    return RecordCodec.of(ClusterDeclared.class)
        .integer("at", 0, LAST_SECOND)
        .integer("processors", 1, MAX_COUNT)
        .optionalInteger("timeOrigin", 0, LAST_SECOND)
        .optional("scheduler")
        .optional("capabilities", capabilities())
        .optional("configuration", ConfigCodecs.configuration())
        .optional("machine", MachineCodecs.machine())
        .optional("accounting", AccountingCodecs.accounting())
        .build();
  }

  // strict, because a misspelt limit would allow what the scheduler does not
  private static RecordCodec<Capabilities> capabilities() {
    return RecordCodec.of(Capabilities.class)
        .strict()
        .required("policies", new ListCodec<>(policy(), MAX_POLICIES))
        .optional("suspension", "requeueing", "molding")
        .build();
  }

  private static RecordCodec<PolicyCapability> policy() {
    return RecordCodec.of(PolicyCapability.class)
        .strict()
        .required("policy")
        .optional("parameters", new ListCodec<>(parameter(), MAX_POLICIES))
        .build();
  }

  private static RecordCodec<ParameterRange> parameter() {
    return RecordCodec.of(ParameterRange.class)
        .strict()
        .required("name")
        .optional("min", DoubleCodec.ANY)
        .optional("max", DoubleCodec.ANY)
        .optional("values", new ListCodec<>(StringCodec.NAME, MAX_VALUES))
        .check(ClusterCodecs::check)
        .build();
  }

  private static void check(ParameterRange range) {
    Double min = range.min();
    Double max = range.max();
    if (min != null && max != null && min > max) {
      throw new InvalidEventException(
          Reason.OUT_OF_RANGE, "/max", max.toString(), "a number of at least min, " + min);
    }
  }

  static RecordCodec<ClusterSnapshot> snapshot(ValueCodec<List<JobSnapshot>> jobs) {
    return RecordCodec.of(ClusterSnapshot.class)
        .integer("at", 0, LAST_SECOND)
        .integer("processors", 0, MAX_COUNT)
        .optionalInteger("reflectsSequence", 0, MAX_EXACT)
        .optional("configuration", ConfigCodecs.configuration())
        .optional("machine", MachineCodecs.machine())
        .optional("accounting", AccountingCodecs.accounting())
        .required("jobs", jobs)
        .check(ClusterCodecs::check)
        .build();
  }

  private static void check(ClusterSnapshot snapshot) {
    ListedNodes.repeated()
        .add(
            "/jobs",
            snapshot.jobs().stream()
                .flatMap(job -> job.placement().stream())
                .map(PlacedNodes::nodes));
  }

  static RecordCodec<CapacityChanged> capacityChanged() {
    return RecordCodec.of(CapacityChanged.class)
        .integer("at", 0, LAST_SECOND)
        .optionalInteger("processors", 0, MAX_COUNT)
        .optional("reason", StringCodec.LONG)
        .optional("nodes", MachineCodecs.nodeStates())
        .check(ClusterCodecs::check)
        .build();
  }

  private static void check(CapacityChanged change) {
    if (change.processors() == EventData.NONE && change.nodes().isEmpty()) {
      throw new InvalidEventException(
          Reason.MISSING_FIELD,
          "/processors",
          "no value",
          "a value; processors or nodes is required");
    }
    ListedNodes.once().add("/nodes", change.nodes().stream().map(NodeStateChange::names));
  }

  static RecordCodec<ClockAdvanced> clockAdvanced() {
    return RecordCodec.of(ClockAdvanced.class)
        .integer("at", 0, LAST_SECOND)
        .optional("problem", StringCodec.LONG)
        .build();
  }

  static RecordCodec<SnapshotRequested> snapshotRequested() {
    return RecordCodec.of(SnapshotRequested.class)
        .optionalInteger("at", 0, LAST_SECOND)
        .required("reason")
        .optionalInteger("lastSequence", 0, MAX_EXACT)
        .optional("detail", StringCodec.LONG)
        .build();
  }
}
