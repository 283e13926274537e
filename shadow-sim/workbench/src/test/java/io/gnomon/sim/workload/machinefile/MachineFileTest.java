package io.gnomon.sim.workload.machinefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.Selection;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NetworkSwitch;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Shapes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineFileTest {
  private static final String SITE =
      """
      nodes:
        - {names: "c[01-04]", cpus: 32, memoryMb: 192000, features: [IB]}
        - {names: "g[1-2]", cpus: 64, memoryMb: 512000, gpus: {a100: 4}, weight: 10}
      switches:
        - {name: leaf1, nodes: "c[01-04]"}
        - {name: leaf2, nodes: "g[1-2]"}
        - {name: top, switches: "leaf[1-2]"}
      partitions:
        - {name: general, nodes: "c[01-04],g[1-2]", maxTimeSeconds: 259200, default: true}
        - {name: gpu, nodes: "g[1-2]", tier: 2, sharing: exclusive}
      reservations:
        - {name: maintenance, nodes: "c[01-02]", start: 3600, end: 7200}
      placement: {cores: spread, unit: cpu}
      """;

  @TempDir private Path folder;

  private Machine read(String text) throws IOException {
    return MachineFile.read(Files.writeString(folder.resolve("site.yaml"), text));
  }

  @Test
  void readsNodesPartitionsReservationsAndPlacement() throws IOException {
    Machine machine = read(SITE);
    assertThat(machine.nodes()).isEqualTo(6);
    assertThat(machine.cpus()).isEqualTo(4 * 32 + 2 * 64);
    assertThat(machine.nodeClass(5).gpus()).isEqualTo(Map.of("a100", 4));
    assertThat(machine.nodeClass(0).features()).containsExactly("IB");
    assertThat(machine.topology().switches())
        .extracting(NetworkSwitch::name)
        .containsExactly("leaf1", "leaf2", "top");
    assertThat(machine.leafOf(5)).isEqualTo(1);
    assertThat(machine.partitions().get(0).maxSeconds()).isEqualTo(259_200);
    assertThat(machine.partitions().get(1).exclusive()).isTrue();
    assertThat(machine.defaultPartition()).isZero();
    assertThat(machine.reservations().get(0).end()).isEqualTo(7200);
    assertThat(machine.selection()).isEqualTo(new Selection(AllocationUnit.CPU, true, true));
  }

  @Test
  void nodesWithoutMemoryHaveAnyAmount() throws IOException {
    Machine machine = read("nodes: [{names: n1, cpus: 4}]\n");
    Request request = new Request.Builder().tasks(4).memoryPerCpu(1_000_000).build();
    assertThat(new Shapes(machine).of(request, 60).isPossible()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "cpus: 32; cpus: many; nodes[0].cpus is 'many'; allowed: whole numbers from 1 on",
        "cpus: 32; cpus: 0; nodes[0].cpus is '0'; allowed: whole numbers from 1 on",
        "cpus: 32; ram: 1; unknown field 'nodes[0].ram'; allowed are names, cpus",
        "a100: 4; a100: 0; nodes[1].gpus.a100 is '0'; allowed: whole numbers from 1 on",
        "leaf2, nodes; leaf1, nodes; switches[1]: switch 'leaf1'; is declared twice",
        "leaf2, nodes: \"g[1-2]\"; leaf2, nodes: g9; switches[1].nodes is 'g9'; allowed: nodes of the file",
        "leaf[1-2]; leaf[1-3]; switches[2]: switch 'top' has the switch 'leaf3'; declared are leaf1,",
        "name: gpu; name: general; partitions[1]: partition 'general'; is declared twice",
        "exclusive; wide; partitions[1].sharing is 'wide'; allowed: cores, exclusive",
        "end: 7200; end: 60; reservations[0]: reservation 'maintenance'; the end must be later",
        "unit: cpu; unit: rack; placement.unit is 'rack'; allowed: core, cpu, node",
        "g[1-2]; g[2-1]; host list 'g[2-1]'; the range 2-1 must grow",
        "features: [IB]; features: [[IB]]; nodes[0].features is; a list such as [IB, OPA]",
      })
  void errorsNameFieldValueAndWhatIsAllowed(String from, String to, String what, String allowed) {
    String text = SITE.replaceFirst(java.util.regex.Pattern.quote(from), to);
    long line = SITE.substring(0, SITE.indexOf(from)).lines().count();

    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InvalidMachineFileException.class)
        .hasMessageContaining("site.yaml, line " + line + ": ")
        .hasMessageContaining(what)
        .hasMessageContaining(allowed);
  }

  @Test
  void anErrorHasTheLineOfItsFieldOrOfTheObjectInWhichItIsMissing() {
    String block =
        """
        nodes:
          - names: n1
            cpus: 4
            gpus:
              v100: 0
          - names: n2
        partitions:
          - name: main
            nodes: n[1-3]
        """;
    assertThatThrownBy(() -> read(block))
        .hasMessageContaining("line 5: nodes[0].gpus.v100 is '0'; allowed: whole numbers from 1");
    String counted = block.replace("v100: 0", "v100: 1");
    assertThatThrownBy(() -> read(counted))
        .hasMessageContaining("line 6: nodes[1].cpus is missing; allowed: whole numbers from 1");
    assertThatThrownBy(() -> read(counted.replace("names: n2", "{names: n2, cpus: 4}")))
        .hasMessageContaining("line 9: partitions[0].nodes is 'n[1-3]'; allowed: nodes of the file")
        .hasMessageContaining("it has node 'n3', which the machine does not have");
  }

  @Test
  void aFileThatIsNotYamlHasALineNumber() {
    assertThatThrownBy(() -> read("nodes:\n  - {names: [\n"))
        .isInstanceOf(InvalidMachineFileException.class)
        .hasMessageContaining("not YAML: see line ");
  }

  @Test
  void aDeeplyNestedFileIsRefused() {
    assertThatThrownBy(() -> read("nodes: " + "[".repeat(200_000)))
        .isInstanceOf(InvalidMachineFileException.class)
        .hasMessageContaining("is not YAML: Document nesting depth (1001) exceeds the maximum");
  }
}
