package io.gnomon.controller.metrics;

import io.gnomon.controller.node.Amount;
import io.gnomon.controller.node.GroupUse;
import io.gnomon.controller.node.NodeUse;
import io.gnomon.controller.node.WaitReason;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The metrics of the nodes of one cluster, at most 65 series: the smallest node classes beyond the
 * ninth, and the types of GPUs beyond the seventh, are counted as {@code other}.
 */
final class NodeMeters {
  private static final int MOST_CLASSES = 10;
  private static final int MOST_GPU_TYPES = 8;
  private static final String OTHER = "other";
  private static final double BYTES_PER_MIB = 1024.0 * 1024;

  private final MultiGauge nodes;
  private final MultiGauge nodesInUse;
  private final MultiGauge memory;
  private final MultiGauge freeMemory;
  private final MultiGauge gpus;
  private final MultiGauge freeGpus;
  private final MultiGauge waiting;

  NodeMeters(Tags cluster, MeterRegistry registry) {
    nodes = gauge("gnomon.nodes", "Nodes, by node class and state", "", cluster, registry);
    nodesInUse =
        gauge("gnomon.nodes.in.use", "Nodes with a job, by node class", "", cluster, registry);
    memory = gauge("gnomon.memory", "Memory of the nodes", "bytes", cluster, registry);
    freeMemory =
        gauge(
            "gnomon.memory.free",
            "Memory that no job holds on nodes that are up",
            "bytes",
            cluster,
            registry);
    gpus = gauge("gnomon.gpus", "GPUs of the nodes, by type", "", cluster, registry);
    freeGpus =
        gauge(
            "gnomon.gpus.free",
            "GPUs that no job holds on nodes that are up, by type",
            "",
            cluster,
            registry);
    waiting =
        gauge(
            "gnomon.jobs.waiting.for",
            "Waiting jobs, by what they wait for",
            "",
            cluster,
            registry);
  }

  private static MultiGauge gauge(
      String name, String help, String unit, Tags cluster, MeterRegistry registry) {
    MultiGauge.Builder gauge = MultiGauge.builder(name).description(help).tags(cluster);
    return (unit.isEmpty() ? gauge : gauge.baseUnit(unit)).register(registry);
  }

  /** Sets the values. */
  void sample(NodeUse use) {
    List<Row<?>> states = new ArrayList<>();
    List<Row<?>> used = new ArrayList<>();
    for (GroupUse group : use.groups(MOST_CLASSES)) {
      Tags kind = Tags.of("class", group.name());
      states.add(Row.of(kind.and("state", "up"), group.nodes().up()));
      states.add(Row.of(kind.and("state", "drained"), group.nodes().drained()));
      states.add(Row.of(kind.and("state", "down"), group.nodes().down()));
      used.add(Row.of(kind, group.nodes().inUse()));
    }
    nodes.register(states, true);
    nodesInUse.register(used, true);
    GroupUse all = use.all();
    boolean known = all.memory().total() > 0;
    memory.register(known ? bytes(all.memory().total()) : List.of(), true);
    freeMemory.register(known ? bytes(all.memory().free()) : List.of(), true);
    Map<String, Amount> types = bounded(all.gpus());
    gpus.register(byType(types, Amount::total), true);
    freeGpus.register(byType(types, Amount::free), true);
    List<Row<?>> reasons = new ArrayList<>();
    for (WaitReason reason : WaitReason.values()) {
      reasons.add(Row.of(Tags.of("reason", reason.word()), use.waiting(reason)));
    }
    waiting.register(reasons, true);
  }

  private static List<Row<?>> bytes(long mebibytes) {
    return List.of(Row.of(Tags.empty(), mebibytes * BYTES_PER_MIB));
  }

  private static Map<String, Amount> bounded(Map<String, Amount> gpus) {
    Map<String, Amount> bounded = new TreeMap<>();
    int kept = gpus.size() <= MOST_GPU_TYPES ? gpus.size() : MOST_GPU_TYPES - 1;
    gpus.forEach(
        (type, amount) ->
            bounded.merge(bounded.size() < kept ? type : OTHER, amount, Amount::plus));
    return bounded;
  }

  private static List<Row<?>> byType(Map<String, Amount> types, ToLongFunction<Amount> value) {
    List<Row<?>> rows = new ArrayList<>();
    types.forEach(
        (type, amount) -> rows.add(Row.of(Tags.of("gpu", type), value.applyAsLong(amount))));
    return rows;
  }

  /** Removes all series. */
  void remove() {
    List.of(nodes, nodesInUse, memory, freeMemory, gpus, freeGpus, waiting)
        .forEach(gauge -> gauge.register(List.of(), true));
  }
}
