package io.gnomon.events.codec;

import static io.gnomon.events.codec.Limits.LAST_SECOND;
import static io.gnomon.events.codec.Limits.MAX_COUNT;
import static io.gnomon.events.codec.Limits.MAX_CPUS;
import static io.gnomon.events.codec.Limits.MAX_MEMORY;
import static io.gnomon.events.codec.Limits.MAX_NICE;
import static io.gnomon.events.codec.Limits.MAX_PARTITIONS;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.codec.value.BooleanCodec;
import io.gnomon.events.codec.value.FieldValues;
import io.gnomon.events.codec.value.HostListCodec;
import io.gnomon.events.codec.value.IntegerCodec;
import io.gnomon.events.codec.value.ListCodec;
import io.gnomon.events.codec.value.ObjectCodec;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.machine.ArrayTask;
import io.gnomon.events.machine.NodeCount;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.slurm.value.HostList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The codecs of what jobs request of a machine and of what they hold. */
final class RequestCodecs {
  private static final StringCodec FEATURES = new StringCodec(4096, Pattern.compile("\\S+"));

  private static final IntegerCodec NICE = new IntegerCodec(-MAX_NICE, MAX_NICE);

  private RequestCodecs() {}

  static ObjectCodec<ResourceRequest> request() {
    return new ObjectCodec.Builder<ResourceRequest>()
        .optional("nodes", ResourceRequest::nodes, nodeCount())
        .optionalInteger("tasks", ResourceRequest::tasks, 1, MAX_COUNT)
        .optionalInteger("tasksPerNode", ResourceRequest::tasksPerNode, 1, MAX_COUNT)
        .optionalInteger("cpusPerTask", ResourceRequest::cpusPerTask, 1, MAX_COUNT)
        .optionalInteger("cpusPerNode", ResourceRequest::cpusPerNode, 1, MAX_COUNT)
        .optionalInteger("memoryPerNodeMb", ResourceRequest::memoryPerNodeMb, 0, MAX_MEMORY)
        .optionalInteger("memoryPerCpuMb", ResourceRequest::memoryPerCpuMb, 0, MAX_MEMORY)
        .optional("gpusPerNode", ResourceRequest::gpusPerNode, MachineCodecs.gpus(), Map.of())
        .optional("gpusPerJob", ResourceRequest::gpusPerJob, MachineCodecs.gpus(), Map.of())
        .optional("features", ResourceRequest::features, FEATURES)
        .optional(
            "partitions",
            ResourceRequest::partitions,
            new ListCodec<>(StringCodec.NAME, MAX_PARTITIONS),
            List.of())
        .optional("exclusive", ResourceRequest::exclusive, BooleanCodec.BOOLEAN, false)
        .optional("account", ResourceRequest::account, StringCodec.NAME)
        .optional("qos", ResourceRequest::qos, StringCodec.NAME)
        .optionalInteger("beginTime", ResourceRequest::beginTime, 0, LAST_SECOND)
        .optional("dependency", ResourceRequest::dependency, StringCodec.EXPRESSION)
        .optional("array", ResourceRequest::array, array())
        .optional("nice", ResourceRequest::nice, NICE, 0)
        .optional("siteFactor", ResourceRequest::siteFactor, NICE, 0)
        .optional("licenses", ResourceRequest::licenses, MachineCodecs.licenses(), Map.of())
        .optional("reservation", ResourceRequest::reservation, StringCodec.NAME)
        .build(RequestCodecs::request);
  }

  private static ResourceRequest request(FieldValues v) {
    ResourceRequest request =
        new ResourceRequest(
            v.nextOrNull(NodeCount.class),
            v.nextInt(),
            v.nextInt(),
            v.nextInt(),
            v.nextInt(),
            v.nextLong(),
            v.nextLong(),
            v.nextMap(),
            v.nextMap(),
            v.nextStringOrNull(),
            v.nextList(),
            v.next(Boolean.class),
            v.nextStringOrNull(),
            v.nextStringOrNull(),
            v.nextLong(),
            v.nextStringOrNull(),
            v.nextOrNull(ArrayTask.class),
            v.next(Integer.class),
            v.next(Integer.class),
            v.nextMap(),
            v.nextStringOrNull());
    if (request.memoryPerNodeMb() != EventData.NONE && request.memoryPerCpuMb() != EventData.NONE) {
      throw new InvalidEventException(
          Reason.NOT_ALLOWED,
          "/memoryPerCpuMb",
          request.memoryPerCpuMb() + " beside memoryPerNodeMb",
          "one of memoryPerNodeMb and memoryPerCpuMb");
    }
    return request;
  }

  private static ObjectCodec<NodeCount> nodeCount() {
    return new ObjectCodec.Builder<NodeCount>()
        .integer("min", NodeCount::min, 1, MAX_COUNT)
        .optionalInteger("max", NodeCount::max, 1, MAX_COUNT)
        .build(RequestCodecs::nodeCount);
  }

  private static NodeCount nodeCount(FieldValues v) {
    NodeCount count = new NodeCount(v.nextInt(), v.nextInt());
    if (count.max() != EventData.NONE && count.max() < count.min()) {
      throw new InvalidEventException(
          Reason.OUT_OF_RANGE,
          "/max",
          Integer.toString(count.max()),
          "an integer of at least min, " + count.min());
    }
    return count;
  }

  private static ObjectCodec<ArrayTask> array() {
    return new ObjectCodec.Builder<ArrayTask>()
        .required("id", ArrayTask::id, StringCodec.NAME)
        .optionalInteger("limit", ArrayTask::limit, 1, MAX_COUNT)
        .build(v -> new ArrayTask(v.nextString(), v.nextInt()));
  }

  static ListCodec<PlacedNodes> placement() {
    return new ListCodec<>(placedNodes(), HostList.MAX_NAMES);
  }

  private static ObjectCodec<PlacedNodes> placedNodes() {
    return new ObjectCodec.Builder<PlacedNodes>()
        .required("nodes", PlacedNodes::nodes, HostListCodec.HOST_LIST)
        .integer("cpus", PlacedNodes::cpus, 0, MAX_CPUS)
        .optionalInteger("memoryMb", PlacedNodes::memoryMb, 0, MAX_MEMORY)
        .optional("gpus", PlacedNodes::gpus, MachineCodecs.gpus(), Map.of())
        .build(
            v -> new PlacedNodes(v.next(HostList.class), v.nextInt(), v.nextLong(), v.nextMap()));
  }

  /** Bounds the placement of one job. */
  static List<PlacedNodes> checked(List<PlacedNodes> placement) {
    if (!placement.isEmpty()) {
      ListedNodes.once().add("/placement", placement.stream().map(PlacedNodes::nodes));
    }
    return placement;
  }
}
