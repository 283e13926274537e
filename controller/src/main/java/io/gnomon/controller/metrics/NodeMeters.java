package io.gnomon.controller.metrics;

import io.gnomon.controller.node.GroupUse;
import io.gnomon.controller.node.NodeUse;
import io.gnomon.controller.node.ResourceAmount;
import io.gnomon.controller.node.WaitReason;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;

/**
 * The metrics of the nodes of one cluster: at most 16 series for each of ten node classes, and one
 * for each reason to wait. The smallest classes beyond the ninth are counted as {@code other}.
 */
final class NodeMeters {
  private static final int MOST_CLASSES = 10;
  private static final double BYTES_PER_MIB = 1024.0 * 1024;

  private final MultiGauge nodes;
  private final MultiGauge nodesInUse;
  private final MultiGauge cpus;
  private final MultiGauge memory;
  private final MultiGauge gpus;
  private final MultiGauge waiting;
  private final MultiGauge heldBack;

  NodeMeters(Tags cluster, MeterRegistry registry) {
    nodes = gauge("gnomon.nodes", "Nodes, by node class and state", "", cluster, registry);
    nodesInUse =
        gauge("gnomon.nodes.in.use", "Nodes with a job, by node class", "", cluster, registry);
    cpus = gauge("gnomon.node.cpus", "CPUs of the nodes, by class and use", "", cluster, registry);
    memory =
        gauge(
            "gnomon.node.memory",
            "Memory of the nodes, by class and use",
            "bytes",
            cluster,
            registry);
    gpus = gauge("gnomon.node.gpus", "GPUs of the nodes, by class and use", "", cluster, registry);
    waiting =
        gauge(
            "gnomon.jobs.waiting.for",
            "Waiting jobs, by what they wait for",
            "",
            cluster,
            registry);
    heldBack =
        gauge(
            "gnomon.jobs.held.back",
            "Jobs that a limit, a dependency, a begin time or a hold keeps back",
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
    List<Row<?>> cpuRows = new ArrayList<>();
    List<Row<?>> memoryRows = new ArrayList<>();
    List<Row<?>> gpuRows = new ArrayList<>();
    for (GroupUse group : use.groups(MOST_CLASSES)) {
      Tags kind = Tags.of("class", group.name());
      states.add(Row.of(kind.and("state", "up"), group.nodes().up()));
      states.add(Row.of(kind.and("state", "drained"), group.nodes().drained()));
      states.add(Row.of(kind.and("state", "down"), group.nodes().down()));
      used.add(Row.of(kind, group.nodes().inUse()));
      addUse(cpuRows, kind, group.cpus(), 1);
      addUse(memoryRows, kind, group.memory(), BYTES_PER_MIB);
      group.gpus().values().stream()
          .reduce(ResourceAmount::plus)
          .ifPresent(all -> addUse(gpuRows, kind, all, 1));
    }
    nodes.register(states, true);
    nodesInUse.register(used, true);
    cpus.register(cpuRows, true);
    memory.register(memoryRows, true);
    gpus.register(gpuRows, true);
    List<Row<?>> reasons = new ArrayList<>();
    for (WaitReason reason : WaitReason.values()) {
      reasons.add(Row.of(Tags.of("reason", reason.word()), use.waiting(reason)));
    }
    waiting.register(reasons, true);
    List<Row<?>> held = new ArrayList<>();
    use.heldBack()
        .forEach((reason, jobs) -> held.add(Row.of(Tags.of("squeue_reason", reason.text()), jobs)));
    heldBack.register(held, true);
  }

  private static void addUse(List<Row<?>> rows, Tags kind, ResourceAmount amount, double unit) {
    if (amount.total() > 0) {
      rows.add(row(kind, "allocated", amount.inUse() * unit));
      rows.add(row(kind, "idle", (amount.free() - amount.unusable()) * unit));
      rows.add(row(kind, "unusable", amount.unusable() * unit));
      rows.add(row(kind, "unavailable", amount.unavailable() * unit));
    }
  }

  private static Row<?> row(Tags kind, String use, double value) {
    return Row.of(kind.and("use", use), value);
  }

  /** Removes all series. */
  void remove() {
    List.of(nodes, nodesInUse, cpus, memory, gpus, waiting, heldBack)
        .forEach(gauge -> gauge.register(List.of(), true));
  }
}
