package io.gnomon.events.codec;

import static io.gnomon.events.EventData.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.ArrayTask;
import io.gnomon.events.machine.CorePlacement;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.MachineReservation;
import io.gnomon.events.machine.MachineSwitch;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.NodeSharing;
import io.gnomon.events.machine.NodeStateChange;
import io.gnomon.events.machine.PartitionState;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.PlacementRules;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.NodeState;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.slurm.value.HostList;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Machines, requests and placements come back equal and are valid, in both modes. */
class MachineCodecProperties {
  private static final Schemas SCHEMAS = new Schemas();
  private static final long LAST = 253_402_300_799L;
  private static final int MOST = (1 << 30) - 1;

  private final EventCodec codec = new EventCodec();

  @Property(tries = 100, seed = "1")
  void everyRequestComesBackEqual(@ForAll Random random) {
    ResourceRequest request = request(random);
    comesBackEqual(new JobSubmitted("1", 0, new JobDescription(1, 1, null, request)));
    comesBackEqual(JobModified.request("1", 0, request));
  }

  @Property(tries = 100, seed = "1")
  void everyPlacementComesBackEqual(@ForAll Random random) {
    comesBackEqual(new JobStarted("1", 0).withPlacement(placement(random)));
  }

  @Property(tries = 100, seed = "1")
  void everyMachineComesBackEqual(@ForAll Random random) {
    DeclaredMachine machine = machine(random);
    comesBackEqual(new ClusterDeclared(0, 1, NONE, null, null, null).withMachine(machine));
    JobSnapshot job = new JobSnapshot("1", JobState.RUNNING, 0, 0, new JobDescription(1, 1));
    comesBackEqual(
        new ClusterSnapshot(0, 1, NONE, null, List.of(job.with(request(random), placement(random))))
            .withMachine(machine));
  }

  @Property(tries = 100, seed = "1")
  void everyChangeOfNodesComesBackEqual(@ForAll Random random) {
    List<NodeStateChange> nodes = list(random, i -> nodeStateChange(random));
    int processors = nodes.isEmpty() ? random.nextInt(MOST) : optional(random, MOST);
    comesBackEqual(new CapacityChanged(0, processors, null, nodes));
  }

  private void comesBackEqual(EventData data) {
    GnomonEvent event = GnomonEvent.of("c", "e", NONE, null, data);
    EncodedEvent structured = codec.encodeStructured(event);
    assertThat(codec.decode(structured.value())).isEqualTo(event);
    EncodedEvent binary = codec.encodeBinary(event);
    assertThat(
            codec.decode(
                binary.value(),
                name -> {
                  String value = binary.headers().get(name);
                  return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
                }))
        .isEqualTo(event);
    String json = new String(structured.value(), StandardCharsets.UTF_8);
    assertThat(SCHEMAS.errors(event.type(), json)).as(json).isEmpty();
  }

  private static ResourceRequest request(Random random) {
    ResourceRequest.Builder builder =
        ResourceRequest.builder()
            .tasks(optional(random, MOST))
            .tasksPerNode(optional(random, 64))
            .cpusPerTask(optional(random, 64))
            .cpusPerNode(optional(random, 64))
            .gpusPerNode(gpus(random))
            .gpusPerJob(gpus(random))
            .features(random.nextBoolean() ? "IB&(V100|A100)" : null)
            .partitions(list(random, i -> word(random)))
            .exclusive(random.nextBoolean())
            .account(name(random))
            .qos(name(random))
            .beginTime(random.nextBoolean() ? NONE : random.nextLong(LAST))
            .dependency(name(random))
            .reservation(name(random))
            .nice(random.nextInt(3) * (random.nextInt(MOST) - MOST / 2))
            .siteFactor(random.nextInt(2) * -random.nextInt(MOST));
    if (random.nextBoolean()) {
      int min = 1 + random.nextInt(MOST - 1);
      builder.nodes(min, random.nextBoolean() ? NONE : min + random.nextInt(MOST - min + 1));
    }
    if (random.nextBoolean()) {
      builder.array(new ArrayTask(word(random), optional(random, 100)));
    }
    if (random.nextBoolean()) {
      builder.memoryPerNodeMb(memory(random));
    } else {
      builder.memoryPerCpuMb(memory(random));
    }
    return builder.build();
  }

  private static List<PlacedNodes> placement(Random random) {
    return list(
        random,
        i -> new PlacedNodes(hosts(random), random.nextInt(65_536), memory(random), gpus(random)));
  }

  private static DeclaredMachine machine(Random random) {
    return new DeclaredMachine(
        list(
            random,
            i ->
                new NodeGroup(
                    hosts(random),
                    1 + random.nextInt(65_535),
                    memory(random),
                    gpus(random),
                    list(random, j -> "f" + j),
                    optional(random, Integer.MAX_VALUE),
                    optional(random, 8),
                    any(random, NodeState.values()))),
        list(
            random,
            i ->
                new MachinePartition(
                    "p" + i,
                    hosts(random),
                    optional(random, MOST),
                    optional(random, MOST),
                    optional(random, MOST),
                    optional(random, MOST),
                    optional(random, 65_535),
                    any(random, NodeSharing.values()),
                    memory(random),
                    memory(random),
                    name(random),
                    list(random, j -> word(random)),
                    list(random, j -> word(random)),
                    random.nextBoolean(),
                    random.nextBoolean(),
                    any(random, PartitionState.values()),
                    any(random, PreemptMode.values()),
                    optional(random, MOST))),
        list(
            random,
            i -> {
              long start = random.nextLong(LAST);
              return new MachineReservation(
                  word(random),
                  start,
                  random.nextLong(start + 1, LAST + 1),
                  hosts(random),
                  list(random, j -> word(random)),
                  list(random, j -> word(random)));
            }),
        random.nextBoolean()
            ? null
            : new PlacementRules(
                any(random, CorePlacement.values()), any(random, AllocationUnit.values())),
        list(
            random,
            i ->
                random.nextBoolean()
                    ? new MachineSwitch("s" + i, hosts(random), List.of())
                    : new MachineSwitch("s" + i, null, list(random, j -> word(random)))));
  }

  private static NodeStateChange nodeStateChange(Random random) {
    return new NodeStateChange(hosts(random), any(random, NodeState.values()));
  }

  private static HostList hosts(Random random) {
    List<String> names = new ArrayList<>();
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      names.add("n" + random.nextInt(20));
    }
    return HostList.of(names);
  }

  private static Map<String, Integer> gpus(Random random) {
    Map<String, Integer> gpus = new TreeMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      gpus.put(any(random, "any", "v100", "a100_3g.20gb", "tesla-k80"), 1 + random.nextInt(MOST));
    }
    return gpus;
  }

  private static int optional(Random random, int max) {
    return random.nextBoolean() ? NONE : 1 + random.nextInt(max);
  }

  private static long memory(Random random) {
    return random.nextBoolean() ? NONE : random.nextLong(1L << 40);
  }

  private static String word(Random random) {
    return any(random, "a", "general", "ü\"\\€", "x y", "😀".repeat(255));
  }

  private static @Nullable String name(Random random) {
    return random.nextBoolean() ? null : word(random);
  }

  private static <T> List<T> list(Random random, IntFunction<T> element) {
    List<T> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(element.apply(i));
    }
    return list;
  }

  @SafeVarargs
  private static <T> T any(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }
}
