package io.gnomon.bridge.slurm.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.slurm.client.NodeRecord;
import io.gnomon.bridge.slurm.client.RecordedSlurm;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.client.SwitchRecord;
import io.gnomon.events.EventData;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.machine.ArrayTask;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.MachineSwitch;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.NodeState;
import io.gnomon.slurm.value.HostList;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is published of sites with several node types, as Slurm 22.05 and 24.11 printed them. */
class SiteMappingTest {
  private static final SelectSettings CORES_AND_MEMORY =
      SelectSettings.of(
          Map.of("SelectType", "select/cons_tres", "SelectTypeParameters", "CR_CORE_MEMORY"));

  private static QueueObservation observe(SlurmState state) {
    QueueObservation seen =
        new QueueMapping(partition -> EventData.NONE, null, CORES_AND_MEMORY).observe(state);
    assertThat(seen.notes()).isEmpty();
    return seen;
  }

  private static QueueObservation slurm2205() throws Exception {
    return observe(RecordedSlurm.site("slurm-22.05/site-"));
  }

  private static QueueObservation slurm2411() throws Exception {
    return observe(RecordedSlurm.site("slurm-24.11/"));
  }

  private static JobSnapshot job(QueueObservation seen, String name) {
    return seen.active().get(name).job();
  }

  private static PlacedNodes placed(String nodes, int cpus, long memory, int gpus) {
    return new PlacedNodes(
        HostList.of(nodes), cpus, memory, gpus == 0 ? Map.of() : Map.of("a100", gpus));
  }

  @Test
  void partitionsThatGnomonOwnsAreNoPartOfTheMachine() throws Exception {
    SlurmState state = RecordedSlurm.site("slurm-24.11/");
    QueueObservation seen =
        new QueueMapping(
                partition -> partition.equals("gpu") ? 0 : EventData.NONE, null, CORES_AND_MEMORY)
            .observe(state);

    assertThat(seen.machine().partitions())
        .extracting(MachinePartition::name)
        .containsExactly("batch");
    assertThat(seen.active().values())
        .filteredOn(active -> "gpu".equals(active.job().queue()))
        .isNotEmpty()
        .allSatisfy(
            active -> assertThat(active.job().request().partitions()).containsExactly("batch"));
  }

  @Test
  void alikeNeighboursAreOneGroup() throws Exception {
    assertThat(slurm2411().machine().nodes())
        .extracting(group -> group.names() + " " + group.cpus() + " " + group.memoryMb())
        .containsExactly("c[01-02] 16 64000", "g[01-02] 32 256000");
    assertThat(slurm2411().machine().nodes().get(1).gpus()).isEqualTo(Map.of("a100", 4));
    assertThat(slurm2411().machine().nodes().get(1).features()).containsExactly("gpu", "ib");
    assertThat(slurm2411().machine().placement().unit()).isEqualTo(AllocationUnit.CORE);
  }

  @Test
  void switchesHaveTheirNodesOrTheSwitchesBelowThem() throws Exception {
    QueueMapping mapping = new QueueMapping(partition -> EventData.NONE, null, CORES_AND_MEMORY);
    mapping.setSwitches(
        List.of(
            new SwitchRecord("leaf1", "c[01-02]", ""),
            new SwitchRecord("leaf2", "g[01-02]", ""),
            new SwitchRecord("top", "", "leaf[1-2]")));
    assertThat(mapping.observe(RecordedSlurm.site("slurm-24.11/")).machine().switches())
        .containsExactly(
            new MachineSwitch("leaf1", HostList.of("c[01-02]"), List.of()),
            new MachineSwitch("leaf2", HostList.of("g[01-02]"), List.of()),
            new MachineSwitch("top", null, List.of("leaf1", "leaf2")));
  }

  @Test
  void partitionsOverlapAndReservationsHaveTimes() throws Exception {
    assertThat(slurm2411().machine().partitions())
        .extracting(one -> one.name() + " " + one.nodes() + " " + one.defaultMemoryPerCpuMb())
        .containsExactly("batch c[01-02],g02 2000", "gpu g[01-02] 2000");
    assertThat(slurm2411().machine().reservations())
        .extracting(one -> one.nodes() + " " + (one.end() - one.start()) + " " + one.users())
        .containsExactly("c[01-02] 3600 [root]");
  }

  @Test
  void bothVersionsHavePlacementsByNode() throws Exception {
    assertThat(job(slurm2205(), "1").placement())
        .containsExactly(placed("c[01-02]", 8, 12_000, 0), placed("c03", 4, 6_000, 0));
    assertThat(job(slurm2205(), "4").placement()).containsExactly(placed("g02", 4, 8_000, 4));
    assertThat(job(slurm2205(), "5").placement())
        .containsExactly(placed("c[06-07]", 16, 32_000, 0));
    assertThat(job(slurm2205(), "2").placement()).as("a pending job").isEmpty();

    assertThat(job(slurm2411(), "1").placement())
        .containsExactly(placed("c01", 16, 24_000, 0), placed("c02", 4, 6_000, 0));
    assertThat(job(slurm2411(), "3").placement())
        .extracting(part -> part.nodes() + " " + part.gpus())
        .containsExactly("g01 {a100=1}", "g02 {a100=2}");
  }

  @Test
  void requestsOf2205() throws Exception {
    QueueObservation seen = slurm2205();
    assertThat(job(seen, "2").request())
        .isEqualTo(
            ResourceRequest.builder()
                .nodes(1, EventData.NONE)
                .tasks(4)
                .memoryPerNodeMb(10_240)
                .gpusPerNode(Map.of("a100", 2))
                .partitions(List.of("gpu"))
                .account("physics")
                .qos("normal")
                .build());
    assertThat(job(seen, "3").request().gpusPerJob()).isEqualTo(Map.of("any", 3));
    assertThat(job(seen, "4").request().gpusPerJob()).as("per task").isEqualTo(Map.of("a100", 4));
    assertThat(job(seen, "7").request().memoryPerNodeMb()).as("all memory").isZero();
    assertThat(job(seen, "8_3").request().array()).isEqualTo(new ArrayTask("8", 2));
    assertThat(job(seen, "9").request().beginTime()).isEqualTo(1_795_542_269L);
    assertThat(job(seen, "10").request().dependency()).isEqualTo("afterany:9");
    assertThat(job(seen, "11").request().exclusive()).isTrue();
    assertThat(job(seen, "12").request().memoryPerNodeMb()).as("memory per GPU").isEqualTo(2048);
  }

  @Test
  void requestsOf2411() throws Exception {
    QueueObservation seen = slurm2411();
    assertThat(job(seen, "4").request())
        .isEqualTo(
            ResourceRequest.builder()
                .nodes(2, 4)
                .tasks(8)
                .tasksPerNode(4)
                .cpusPerTask(2)
                .cpusPerNode(8)
                .memoryPerCpuMb(2_000)
                .features("ib&cpu")
                .partitions(List.of("batch"))
                .build());
    assertThat(job(seen, "5").request().partitions()).containsExactly("batch", "gpu");
    assertThat(job(seen, "5").request().memoryPerNodeMb()).isZero();
    assertThat(job(seen, "6").request().gpusPerJob()).isEqualTo(Map.of("a100", 2));
  }

  @Test
  void whatAnEndedJobHeldIsDivided() throws Exception {
    String json =
        """
        {"jobs":[{"job_id":9,"job_state":"COMPLETED","nodes":"g[01-02]","cpus":8,"node_count":2,
        "start_time":5,"end_time":9,"tres_alloc_str":"cpu=8,mem=62.50G,node=2,gres/gpu=4"}]}
        """;
    SlurmState site = RecordedSlurm.site("slurm-24.11/");
    SlurmState state =
        new SlurmState(
            10,
            RecordedSlurm.jobs(json.getBytes(StandardCharsets.UTF_8)),
            site.nodes(),
            site.partitions());
    assertThat(observe(state).ended().get("9").job().placement())
        .containsExactly(placed("g[01-02]", 4, 32_000, 2));
  }

  @Test
  void aReservedNodeIsUpAndOthersAreNot() {
    assertThat(state("IDLE", "MAINT", "RESERVED")).isEqualTo(NodeState.UP);
    assertThat(state("IDLE", "DRAIN")).isEqualTo(NodeState.DRAINED);
    assertThat(state("DOWN", "DRAIN")).isEqualTo(NodeState.DOWN);
    assertThat(state("IDLE", "*")).as("not responding").isEqualTo(NodeState.DOWN);
  }

  private static NodeState state(String... words) {
    NodeRecord node = new NodeRecord("n", 4, 0, 100, Set.of(words), Set.of());
    SlurmState state = new SlurmState(1, List.of(), List.of(node), List.of());
    return observe(state).machine().nodes().get(0).state();
  }

  @Test
  void nodesWithNamesThatEventsCannotHaveLeaveProcessors() {
    NodeRecord node = new NodeRecord("n/1", 4, 0, 100, Set.of("IDLE"), Set.of());
    QueueObservation seen =
        new QueueMapping(partition -> EventData.NONE, null, CORES_AND_MEMORY)
            .observe(new SlurmState(1, List.of(), List.of(node), List.of()));
    assertThat(seen.machine()).isNull();
    assertThat(seen.capacity()).isEqualTo(4);
    assertThat(seen.notes()).singleElement().asString().contains("n/1");
  }
}
