package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.SlurmBridge;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.queue.QueueMapping;
import io.gnomon.events.machine.MachineSwitch;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shapes;
import io.gnomon.sim.workload.slurm.SlurmMachine;
import io.gnomon.sim.workload.submission.SubmissionLog;
import io.gnomon.slurm.value.HostList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Slurm with {@code topology/tree} and the simulation place the same jobs alike. */
@Tag("slurm")
class SlurmTopologyIT {
  /** Eight nodes with four CPUs each. */
  private static final String SWITCHES =
      """
      SwitchName=leaf1 Nodes=n[001-003]
      SwitchName=leaf2 Nodes=n[004-005]
      SwitchName=leaf3 Nodes=n[006-008]
      SwitchName=east Switches=leaf[1-2]
      SwitchName=west Switches=leaf3
      SwitchName=top Switches=east,west
      """;

  private static final List<String> SCRIPT =
      List.of(
          "start a -N 1 -n 4",
          "start b -N 3 -n 12",
          "start c -N 4 -n 16",
          "end b",
          "start d -n 1",
          "start e -n 6",
          "start f -n 1 --exclusive",
          "end c",
          "start g -N 2 -n 2",
          "start h -N 2 -n 2 -c 2",
          "start i -N 1 -n 2",
          "end a",
          "start j -N 2 -n 8",
          "end d",
          "end e",
          "end f",
          "start k -n 8 --ntasks-per-node=4",
          "start l -n 1",
          "end g",
          "end h",
          "end i",
          "end j",
          "start m -N 5 -n 20",
          "end k",
          "end l",
          "end m",
          "start o -N 1 -n 1 --exclusive",
          "start p -N 1 -n 1 --exclusive",
          "start q -N 3 -n 12");

  @TempDir private static Path folder;
  private static RealSlurm slurm;

  @BeforeAll
  static void startSlurm() throws Exception {
    slurm = RealSlurm.start(folder, 8, 4);
    Files.writeString(folder.resolve("topology.conf"), SWITCHES);
    slurm.configure(
        lines -> Stream.concat(lines.stream(), Stream.of("TopologyPlugin=topology/tree")).toList());
  }

  @AfterAll
  static void stopSlurm() throws Exception {
    if (slurm != null) {
      slurm.close();
    }
  }

  @Test
  void jobsGetTheNodesThatTheSimulationGivesThem() throws Exception {
    Machine machine = SlurmMachine.read(slurm.conf());
    assertThat(machine.topology().size()).isEqualTo(6);
    Shapes shapes = new Shapes(machine);
    ConsTres rules = new ConsTres(machine);
    FreeResources free = new FreeResources(machine);
    Map<String, Placement> running = new HashMap<>();
    for (String step : SCRIPT) {
      String[] words = step.split(" ", 3);
      if (words[0].equals("end")) {
        end(words[1]);
        free.give(Objects.requireNonNull(running.remove(words[1])));
      } else {
        Placement placement = rules.place(shapes.of(request(words[2]), 600), free);
        assertThat(placement).as(step).isNotNull();
        free.take(placement);
        running.put(words[1], placement);
        assertThat(start(words[1], words[2]))
            .as(step)
            .containsExactlyInAnyOrderElementsOf(
                Arrays.stream(placement.nodes()).mapToObj(machine::name).toList());
      }
    }
  }

  @Test
  void theBridgePublishesTheSwitches() throws Exception {
    SlurmReader reader = SlurmBridge.reader(slurm.configuration());
    QueueMapping mapping = new QueueMapping(queue -> -1, null, slurm.selection());
    mapping.setSwitches(reader.switches(reader.settings()));
    assertThat(Objects.requireNonNull(mapping.observe(reader.read()).machine()).switches())
        .containsExactlyInAnyOrder(
            new MachineSwitch("leaf1", nodes("n", 1, 3), List.of()),
            new MachineSwitch("leaf2", nodes("n", 4, 5), List.of()),
            new MachineSwitch("leaf3", nodes("n", 6, 8), List.of()),
            new MachineSwitch("east", null, List.of("leaf1", "leaf2")),
            new MachineSwitch("west", null, List.of("leaf3")),
            new MachineSwitch("top", null, List.of("east", "west")));
  }

  private static HostList nodes(String prefix, int first, int last) {
    return HostList.of("%s[%03d-%03d]".formatted(prefix, first, last));
  }

  private static Request request(String options) throws Exception {
    Path events =
        Files.writeString(
            folder.resolve("events"),
            "-dt 0 -e submit_batch_job | -sim-walltime 600 -t 10 " + options + " x.job\n");
    return Objects.requireNonNull(SubmissionLog.read(events).request(0));
  }

  /** Starts a job and returns its nodes. */
  private static List<String> start(String name, String options) throws Exception {
    slurm.shell("sbatch -o /dev/null -t 10 -J %s %s --wrap 'sleep 600'".formatted(name, options));
    Awaitility.await(name).atMost(Duration.ofMinutes(1)).until(() -> !nodes(name).isEmpty());
    return HostList.expand(nodes(name));
  }

  private static String nodes(String name) throws Exception {
    return slurm.run("squeue", "-h", "-t", "R", "-n", name, "-o", "%N").strip();
  }

  private static void end(String name) throws Exception {
    slurm.run("scancel", "-n", name);
    Awaitility.await(name)
        .atMost(Duration.ofMinutes(1))
        .until(() -> slurm.run("squeue", "-h", "-a", "-n", name).isBlank());
  }
}
