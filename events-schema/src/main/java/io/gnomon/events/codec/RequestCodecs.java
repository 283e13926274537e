package io.gnomon.events.codec;

import static io.gnomon.events.codec.Ranges.LAST_SECOND;
import static io.gnomon.events.codec.Ranges.MAX_COUNT;
import static io.gnomon.events.codec.Ranges.MAX_CPUS;
import static io.gnomon.events.codec.Ranges.MAX_MEMORY;
import static io.gnomon.events.codec.Ranges.MAX_NICE;
import static io.gnomon.events.codec.Ranges.MAX_PARTITIONS;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.codec.value.IntegerCodec;
import io.gnomon.events.codec.value.ListCodec;
import io.gnomon.events.codec.value.RecordCodec;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.machine.ArrayTask;
import io.gnomon.events.machine.NodeCount;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.slurm.value.HostList;
import java.util.List;
import java.util.regex.Pattern;

/** The codecs of what jobs request of a machine and of what they hold. */
final class RequestCodecs {
  private static final StringCodec FEATURES = new StringCodec(4096, Pattern.compile("\\S+"));

  private static final IntegerCodec NICE = new IntegerCodec(-MAX_NICE, MAX_NICE);

  private RequestCodecs() {}

  static RecordCodec<ResourceRequest> request() {
    return RecordCodec.of(ResourceRequest.class)
        .optional("nodes", nodeCount())
        .optionalInteger("tasks", 1, MAX_COUNT)
        .optionalInteger("tasksPerNode", 1, MAX_COUNT)
        .optionalInteger("cpusPerTask", 1, MAX_COUNT)
        .optionalInteger("cpusPerNode", 1, MAX_COUNT)
        .optionalInteger("memoryPerNodeMb", 0, MAX_MEMORY)
        .optionalInteger("memoryPerCpuMb", 0, MAX_MEMORY)
        .optional("gpusPerNode", MachineCodecs.gpus())
        .optional("gpusPerJob", MachineCodecs.gpus())
        .optional("features", FEATURES)
        .optional("partitions", new ListCodec<>(StringCodec.NAME, MAX_PARTITIONS))
        .optional("exclusive", "account", "qos")
        .optionalInteger("beginTime", 0, LAST_SECOND)
        .optional("dependency", StringCodec.EXPRESSION)
        .optional("array", array())
        .optional("nice", NICE, 0)
        .optional("siteFactor", NICE, 0)
        .optional("licenses", MachineCodecs.licenses())
        .optional("reservation")
        .check(RequestCodecs::check)
        .build();
  }

  private static void check(ResourceRequest request) {
    if (request.memoryPerNodeMb() != EventData.NONE && request.memoryPerCpuMb() != EventData.NONE) {
      throw new InvalidEventException(
          Reason.NOT_ALLOWED,
          "/memoryPerCpuMb",
          request.memoryPerCpuMb() + " beside memoryPerNodeMb",
          "one of memoryPerNodeMb and memoryPerCpuMb");
    }
  }

  private static RecordCodec<NodeCount> nodeCount() {
    return RecordCodec.of(NodeCount.class)
        .integer("min", 1, MAX_COUNT)
        .optionalInteger("max", 1, MAX_COUNT)
        .check(RequestCodecs::check)
        .build();
  }

  private static void check(NodeCount count) {
    if (count.max() != EventData.NONE && count.max() < count.min()) {
      throw new InvalidEventException(
          Reason.OUT_OF_RANGE,
          "/max",
          Integer.toString(count.max()),
          "an integer of at least min, " + count.min());
    }
  }

  private static RecordCodec<ArrayTask> array() {
    return RecordCodec.of(ArrayTask.class)
        .required("id")
        .optionalInteger("limit", 1, MAX_COUNT)
        .build();
  }

  static ListCodec<PlacedNodes> placement() {
    RecordCodec<PlacedNodes> nodes =
        RecordCodec.of(PlacedNodes.class)
            .required("nodes")
            .integer("cpus", 0, MAX_CPUS)
            .optionalInteger("memoryMb", 0, MAX_MEMORY)
            .optional("gpus", MachineCodecs.gpus())
            .build();
    return new ListCodec<>(nodes, HostList.MAX_NAMES);
  }

  /** Bounds the placement of one job. */
  static void check(List<PlacedNodes> placement) {
    if (!placement.isEmpty()) {
      ListedNodes.once().add("/placement", placement.stream().map(PlacedNodes::nodes));
    }
  }
}
