package io.gnomon.events.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.slurm.value.HostList;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the schemas cannot express about machines, requests and placements. */
class MachineCodecTest {
  private final EventCodec codec = new EventCodec();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          job.submitted | "request":{"nodes":{"min":4,"max":2}} | OUT_OF_RANGE at /data/request/nodes/max: found 2; allowed: an integer of at least min, 4
          job.submitted | "request":{"memoryPerNodeMb":9,"memoryPerCpuMb":1} | NOT_ALLOWED at /data/request/memoryPerCpuMb: found 1 beside memoryPerNodeMb; allowed: one of memoryPerNodeMb and memoryPerCpuMb
          job.submitted | "request":{"gpusPerNode":{"v 100":2}} | NOT_ALLOWED at /data/request/gpusPerNode: found 'v 100'; allowed: a string that matches [A-Za-z0-9_.:+-]+
          job.submitted | "request":{"gpusPerNode":{"v100":1,"v100":2}} | DUPLICATE_FIELD at /data/request/gpusPerNode/v100: found the field twice; allowed: the field once
          job.started | "placement":[{"nodes":"n[2-1]","cpus":1}] | OUT_OF_RANGE at /data/placement/0/nodes: found '2-1'; allowed: ranges whose end is not below their start
          job.started | "placement":[{"nodes":"n[1-150000]","cpus":1},{"nodes":"m[1-50001]","cpus":2}] | OUT_OF_RANGE at /data/placement: found 200001 names of nodes in total; allowed: at most 200000 names of nodes in total
          capacity.changed | "nodes":[] | MISSING_FIELD at /data/processors: found no value; allowed: a value; processors or nodes is required
          capacity.changed | "nodes":[{"names":"n[1-200000]","state":"up"},{"names":"m","state":"down"}] | OUT_OF_RANGE at /data/nodes: found 200001 names of nodes in total; allowed: at most 200000 names of nodes in total
          cluster.declared | "machine":{"nodes":[{"names":"n[1-200000]","cpus":1},{"names":"m","cpus":1}]} | OUT_OF_RANGE at /data/machine/nodes: found 200001 names of nodes in total; allowed: at most 200000 names of nodes in total
          cluster.declared | "machine":{"nodes":[{"names":"n[1-50000]","cpus":65535}]} | OUT_OF_RANGE at /data/machine/nodes: found 3276750000 CPUs in total; allowed: at most 1073741823 CPUs in total
          cluster.declared | "machine":{"nodes":[],"partitions":[{"name":"a","nodes":"n"},{"name":"a","nodes":"n"}]} | NOT_ALLOWED at /data/machine/partitions/1/name: found 'a'; allowed: a name that no other partition has
          cluster.declared | "machine":{"nodes":[],"reservations":[{"name":"a","start":5,"end":5,"nodes":"n"}]} | OUT_OF_RANGE at /data/machine/reservations/0/end: found 5; allowed: a time after start, 5
          """)
  void rejectsWithPlaceValueAndWhatIsAllowed(String type, String field, String message) {
    assertThat(rejection(type, field)).hasMessage(message);
  }

  @Test
  void boundsTheNodesOfAllPartitionsAndOfAllPlacementsOfASnapshot() {
    String partitions =
        IntStream.rangeClosed(0, 20)
            .mapToObj(i -> "{\"name\":\"p" + i + "\",\"nodes\":\"n[1-200000]\"}")
            .collect(Collectors.joining(","));
    assertThat(
            rejection(
                "cluster.declared",
                "\"machine\":{\"nodes\":[],\"partitions\":[%s]}".formatted(partitions)))
        .hasMessageStartingWith(
            "OUT_OF_RANGE at /data/machine/partitions: found 4200000 names of nodes in total");
    String jobs =
        IntStream.rangeClosed(0, 20)
            .mapToObj(
                i ->
                    "{\"job\":\""
                        + i
                        + "\",\"state\":\"running\",\"submittedAt\":0,\"startedAt\":0,"
                        + "\"processors\":1,\"estimateSeconds\":1,"
                        + "\"placement\":[{\"nodes\":\"n[1-200000]\",\"cpus\":1}]}")
            .collect(Collectors.joining(","));
    assertThat(rejection("cluster.snapshot", "\"jobs\":[%s]".formatted(jobs)))
        .hasMessageStartingWith(
            "OUT_OF_RANGE at /data/jobs: found 4200000 names of nodes in total");
  }

  @Test
  void boundsTheCharactersOfTheNamesOfNodes() {
    String list = "n".repeat(249) + "[000001-020000]";
    assertThat(
            rejection(
                "cluster.declared",
                "\"machine\":{\"nodes\":[{\"names\":\"%s\",\"cpus\":1},{\"names\":\"m%s\",\"cpus\":1}]}"
                    .formatted(list, list.substring(1))))
        .hasMessageStartingWith(
            "OUT_OF_RANGE at /data/machine/nodes: found 10200000 characters of names of nodes");
    String partitions =
        IntStream.range(0, 20)
            .mapToObj(i -> "{\"name\":\"p" + i + "\",\"nodes\":\"" + list + "\"}")
            .collect(Collectors.joining(","));
    assertThat(
            rejection(
                "cluster.declared",
                "\"machine\":{\"nodes\":[],\"partitions\":[%s]}".formatted(partitions)))
        .hasMessage(
            "OUT_OF_RANGE at /data/machine/partitions: found 102000000 characters of names of nodes"
                + " in total; allowed: at most 67108864 characters of names of nodes in total");
  }

  @Test
  void boundsTheTypesOfGpusByTheNodes() {
    String types =
        IntStream.range(0, 21).mapToObj(i -> "\"t" + i + "\":1").collect(Collectors.joining(","));
    assertThat(
            rejection(
                "cluster.declared",
                "\"machine\":{\"nodes\":[{\"names\":\"n[1-199999]\",\"cpus\":1},{\"names\":\"g\",\"cpus\":1,\"gpus\":{%s}}]}"
                    .formatted(types)))
        .hasMessageStartingWith(
            "OUT_OF_RANGE at /data/machine/nodes: found 4200000 types of GPUs, multiplied by the"
                + " nodes, in total");
  }

  @Test
  void ignoresUnknownFieldsAtEveryDepth() {
    assertThat(
            codec
                .decode(
                    event(
                        "cluster.declared",
                        "\"machine\":{\"racks\":3,\"nodes\":[{\"boards\":{\"n\":[1]},\"names\":\"n[1-2]\",\"cpus\":4,\"gpus\":null}]}"))
                .data())
        .isEqualTo(
            new ClusterDeclared(60, 8, -1, null, null, null)
                .withMachine(
                    new DeclaredMachine(
                        List.of(new NodeGroup(HostList.of("n[1-2]"), 4)),
                        List.of(),
                        List.of(),
                        null)));
    assertThat(codec.decode(event("job.started", "\"placement\":[]")).data())
        .isEqualTo(new JobStarted("17", 60, 8, -1, -1));
  }

  @Test
  void readsNodesInsteadOfProcessors() {
    CapacityChanged change =
        (CapacityChanged)
            codec
                .decode(
                    event(
                        "capacity.changed", "\"nodes\":[{\"names\":\"n1\",\"state\":\"drained\"}]"))
                .data();
    assertThat(change.processors()).isEqualTo(-1);
    assertThat(change.nodes()).hasSize(1);
  }

  private InvalidEventException rejection(String type, String field) {
    return catchThrowableOfType(
        InvalidEventException.class, () -> codec.decode(event(type, field)));
  }

  /** An event with the required fields of its type and one more. */
  private static byte[] event(String type, String field) {
    String required =
        switch (type) {
          case "job.submitted" -> "\"job\":\"17\",\"at\":60,\"processors\":8,\"estimateSeconds\":5";
          case "job.started" -> "\"job\":\"17\",\"at\":60,\"processors\":8";
          case "capacity.changed" -> "\"at\":60";
          default -> "\"at\":60,\"processors\":8";
        };
    return ("{\"specversion\":\"1.0\",\"id\":\"a\",\"source\":\"kth\",\"type\":\"io.gnomon.%s.v1\","
            + "\"data\":{%s,%s}}")
        .formatted(type, required, field)
        .getBytes(StandardCharsets.UTF_8);
  }
}
