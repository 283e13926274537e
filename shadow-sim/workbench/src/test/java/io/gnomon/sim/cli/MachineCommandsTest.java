package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that simulate, on machines of nodes. */
class MachineCommandsTest {
  @TempDir private Path folder;
  private Path machine = Path.of("unset");
  private Path workload = Path.of("unset");

  /** Six nodes with as many CPUs as the workload's machine has processors. */
  @BeforeEach
  void writeAMachineAndAWorkload() throws IOException {
    machine =
        Files.writeString(
            folder.resolve("site.yaml"),
            """
            nodes:
              - {names: "n[1-4]", cpus: 8, memoryMb: 1000}
              - {names: "m[1-2]", cpus: 16, memoryMb: 4000, weight: 5}
            """);
    workload = WorkloadFile.in(folder, 400);
  }

  private CommandResult run(String command, String... options) {
    List<String> arguments =
        Stream.concat(
                Stream.of(command, "--workload=" + workload, "--machine=" + machine),
                Stream.of(options))
            .toList();
    return CommandResult.of(arguments.toArray(String[]::new));
  }

  private static JsonNode json(CommandResult result) throws IOException {
    assertThat(result.status()).as(result.err()).isZero();
    return result.json();
  }

  @Test
  void simulateAndCompareReportTheUseOfTheMachine() throws IOException {
    JsonNode one = json(run("simulate", "--policy=multi-queue(partitions=3)", "--format=json"));
    assertThat(one.get("processors").asInt()).isEqualTo(64);
    assertThat(one.get("jobs").asInt()).isEqualTo(400);

    JsonNode several =
        json(
            run("compare", "--policy=easy", "--policy=multi-queue(partitions=1)", "--format=json"));
    JsonNode easy = several.get(0);
    JsonNode oneQueue = several.get(1);
    assertThat(oneQueue.get("metrics")).isEqualTo(easy.get("metrics"));
    assertThat(easy.has("resources")).isTrue();
  }

  @Test
  void tuneTriesPartitionCountsOnAMachine() throws IOException {
    JsonNode tuned =
        json(run("tune", "--search=partitions", "--threshold=2", "--seed=3", "--format=json"));
    assertThat(tuned.get("studies").asInt()).isPositive();
    assertThat(tuned.get("bestFixedPolicy").asText()).startsWith("multi-queue(partitions=");
  }

  @Test
  void predictLearnsFromJobsOnAMachine() throws IOException {
    JsonNode estimate = json(run("predict", "--format=json")).get(0);
    assertThat(estimate.get("predictor").asText()).isEqualTo("estimate");
    assertThat(estimate.get("predicted").asDouble()).isEqualTo(1);
  }

  /** On one CPU: cleo until 600; then ann, who came first, unless she has used more than bob. */
  @Test
  void simulateBeginsWithTheUsageThatSshareReported() throws IOException {
    machine =
        Files.writeString(
            folder.resolve("slurm.conf"),
            """
            PriorityType=priority/multifactor
            PriorityWeightFairshare=1000
            PriorityDecayHalfLife=0
            NodeName=n1 CPUs=1 RealMemory=1000
            PartitionName=all Nodes=ALL Default=YES MaxTime=1:00:00
            """);
    workload =
        Files.writeString(
            folder.resolve("jobs.events"),
            """
            -dt 0 -e submit_batch_job | -sim-walltime 600 --uid=cleo -J jobid_1 -A lab -n 1 -t 10 x
            -dt 60 -e submit_batch_job | -sim-walltime 600 --uid=ann -J jobid_2 -A lab -n 1 -t 10 x
            -dt 120 -e submit_batch_job | -sim-walltime 600 --uid=bob -J jobid_3 -A lab -n 1 -t 10 x
            """);
    Path accounts =
        Files.writeString(
            folder.resolve("accounts.txt"),
            "add account lab\nadd user ann account=lab\nadd user bob account=lab\n"
                + "add user cleo account=lab\n");
    Path usage =
        Files.writeString(
            folder.resolve("usage.txt"),
            "Account|User|RawUsage\nroot||5000\nroot|root|0\nlab||5000\nlab|ann|5000\n"
                + "lab|bob|0\nlab|cleo|0\n");
    Path schedule = folder.resolve("schedule.csv");
    String[] options = {"--policy=slurm", "--associations=" + accounts, "--schedule=" + schedule};

    assertThat(run("simulate", options).status()).isZero();
    assertThat(lastJob(schedule)).isEqualTo(3);
    CommandResult used = run("simulate", options[0], options[1], options[2], "--usage=" + usage);
    assertThat(used.status()).as(used.err()).isZero();
    assertThat(lastJob(schedule)).isEqualTo(2);
    assertThat(run("simulate", options[0], "--usage=" + usage).err())
        .contains("--usage needs --associations=FILE");
  }

  /** Number of the job that starts last. */
  private static int lastJob(Path schedule) throws IOException {
    return Files.readAllLines(schedule).stream()
        .skip(1)
        .map(line -> line.split(","))
        .max(Comparator.comparingInt(fields -> Integer.parseInt(fields[2])))
        .map(fields -> Integer.parseInt(fields[0]))
        .orElseThrow();
  }

  @Test
  void aPolicyThatCannotScheduleNodesIsNamed() {
    CommandResult refused = run("simulate", "--policy=immediate-service");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("immediate-service cannot schedule a cluster of nodes");
  }

  @Test
  void jobsThatCanNeverRunAreCountedAndNamedByWhatTheMachineLacks() throws IOException {
    workload =
        Files.writeString(
            folder.resolve("wide.swf"),
            """
            1 0 0 10 4 0 0 4 10 -1 1 1 1 1 1 1 -1 -1
            2 1 0 10 65 0 0 65 10 -1 1 1 1 1 1 1 -1 -1
            3 2 0 10 1 0 0 1 10 5000000 1 1 1 1 1 1 -1 -1
            """);
    CommandResult result = run("simulate", "--policy=easy", "--format=json");
    assertThat(json(result).get("jobs").asInt()).isEqualTo(1);
    assertThat(result.err())
        .contains("2 of 3 jobs can never run on the machine and are left out")
        .contains("1 request more CPUs than its nodes have: job 2")
        .contains("1 request more memory than its nodes have: job 3");
  }

  @Test
  void alibabasPodsRunOnAlibabasNodes() throws IOException {
    machine =
        Files.writeString(
            folder.resolve("nodes.csv"),
            """
            sn,cpu_milli,memory_mib,gpu,model
            node-0,64000,262144,2,P100
            node-1,96000,393216,0,
            """);
    workload =
        Files.writeString(
            folder.resolve("pods.csv"),
            """
            name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
            pod-0,12000,16384,1,1000,,LS,Running,0,1000,10
            pod-1,6000,12288,1,460,,LS,Running,5,400,20
            pod-2,8000,16384,8,1000,,LS,Running,6,500,30
            """);
    CommandResult result = run("simulate", "--policy=multi-queue", "--format=json");
    assertThat(json(result).get("jobs").asInt()).isEqualTo(2);
    assertThat(result.err()).contains("1 request more GPUs than its nodes have");
  }
}
