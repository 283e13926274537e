package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.polling.PollSchedule;
import io.gnomon.bridge.polling.TrackerFile;
import io.gnomon.bridge.slurm.SlurmPort;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.notify.HookSpool;
import io.gnomon.bridge.slurm.programs.ProgramSource;
import io.gnomon.bridge.slurm.programs.SlurmPrograms;
import io.gnomon.controller.cluster.change.ControllerState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Whatever single jobs squeue prints, the cluster is watched and the other jobs are exact. */
class HostileQueueProperties {
  private static final long AT = 1_800_000_000;
  private static final int AT_A_PLACE = 5;
  private static final ObjectMapper JSON = new ObjectMapper();

  private long now = AT;
  private int requests;

  private static Map<String, Object> good(int id, String state, String reason, long started) {
    Map<String, Object> job = new TreeMap<>();
    job.put("job_id", 70 + id);
    job.put("job_state", state);
    job.put("state_reason", reason);
    job.put("cpus", id);
    job.put("node_count", 1);
    job.put("submit_time", AT - 600);
    job.put("start_time", started);
    job.put("end_time", started + 10);
    job.put("time_limit", 10);
    job.put("priority", 100);
    job.put("partition", "p");
    job.put("nodes", state.equals("PENDING") ? "" : "n" + id);
    job.put("name", "good");
    return job;
  }

  private static void program(Path folder, String name, String script) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void print(
      Path folder, HostileJobs hostile, long at, List<Map<String, Object>> good)
      throws IOException {
    List<Map<String, Object>> jobs = new ArrayList<>();
    for (Map<String, Object> job : good) {
      addHostile(jobs, hostile, at);
      jobs.add(job);
      addHostile(jobs, hostile, at);
    }
    Files.write(folder.resolve("queue.json"), JSON.writeValueAsBytes(Map.of("jobs", jobs)));
  }

  /** Many, because each try starts some twenty processes. */
  private static void addHostile(List<Map<String, Object>> jobs, HostileJobs hostile, long at) {
    for (int i = 0; i < AT_A_PLACE; i++) {
      jobs.add(hostile.job(at));
    }
  }

  @Property(tries = 4, shrinking = ShrinkingMode.OFF, afterFailure = AfterFailureMode.RANDOM_SEED)
  void whatUsersSetCostsNoSnapshot(@ForAll long seed) throws Exception {
    check(new HostileJobs(seed, true), seed);
    assertThat(requests).as("seed %d", seed).isZero();
  }

  @Property(tries = 5, shrinking = ShrinkingMode.OFF, afterFailure = AfterFailureMode.RANDOM_SEED)
  void theOtherJobsAreExactWhateverSingleJobsAre(@ForAll long seed) throws Exception {
    check(new HostileJobs(seed, false), seed);
  }

  private void check(HostileJobs hostile, long seed) throws Exception {
    Path folder = Files.createTempDirectory("hostile");
    requests = 0;
    program(folder, "squeue", "exec cat " + folder.resolve("queue.json"));
    program(
        folder,
        "scontrol",
        """
        case "$*" in
        *node*) for n in 1 2 3 4; do
          echo "NodeName=n$n CPUTot=8 CPUAlloc=0 State=IDLE RealMemory=9000 Partitions=p ActiveFeatures=ib"
        done; echo "NodeName=n5 CPUTot=many State=IDLE";;
        *partition*) echo "PartitionName=p Default=YES Nodes=n[1-4] State=UP TotalCPUs=32 TotalNodes=4";;
        *reservation*) echo "ReservationName=r StartTime=never";;
        esac
        """);
    SlurmReader reader =
        new SlurmReader(
            new ProgramSource(new SlurmPrograms(folder, Map.of(), Duration.ofMinutes(1))),
            () -> Instant.ofEpochSecond(now));
    PollSchedule pacing = new PollSchedule(Duration.ofMillis(1), Duration.ofMillis(1));
    BridgedController controller = new BridgedController("c");
    now = AT;
    print(
        folder,
        hostile,
        now,
        List.of(
            good(1, "RUNNING", "None", AT - 60),
            good(2, "PENDING", "Resources", 0),
            good(3, "PENDING", "JobHeldUser", 0)));
    SlurmPort port = port(folder, reader, pacing);
    BridgeRunner runner = new BridgeRunner("c", port, controller, CommandLedger.NONE, 0);
    runner.start();
    poll(runner, pacing);
    String first = "running 1 since " + (AT - 60);
    exact(runner, controller, Map.of("71", first, "72", "waiting", "73", "held"), seed);

    now = AT + 30;
    List<Map<String, Object>> next =
        List.of(
            good(1, "RUNNING", "None", AT - 60),
            good(2, "RUNNING", "None", AT + 20),
            good(3, "PENDING", "Priority", 0));
    print(folder, hostile, now, next);
    poll(runner, pacing);
    Map<String, String> started =
        Map.of("71", first, "72", "running 2 since " + (AT + 20), "73", "waiting");
    exact(runner, controller, started, seed);

    // a bridge that starts again reads what it has stored
    now = AT + 40;
    print(folder, hostile, now, next);
    runner =
        new BridgeRunner(
            "c", port(folder, reader, pacing), controller, CommandLedger.NONE, runner.sequence());
    runner.start();
    exact(runner, controller, started, seed);

    now = AT + 60;
    print(
        folder,
        hostile,
        now,
        List.of(
            good(1, "COMPLETED", "None", AT - 60),
            good(2, "RUNNING", "None", AT + 20),
            good(3, "CANCELLED", "None", 0)));
    poll(runner, pacing);
    exact(runner, controller, Map.of("72", "running 2 since " + (AT + 20)), seed);
  }

  private static SlurmPort port(Path folder, SlurmReader reader, PollSchedule pacing)
      throws Exception {
    return new SlurmPort(
        reader,
        SelectSettings.of(
            Map.of("SelectType", "select/cons_tres", "SelectTypeParameters", "CR_CORE_MEMORY")),
        new TrackerFile(folder.resolve("queue"), "c"),
        pacing,
        new HookSpool(null),
        new ReadOnlyConfigurator("easy"));
  }

  private static void poll(BridgeRunner runner, PollSchedule pacing) {
    pacing.pollNow();
    runner.publishChanges();
  }

  private void exact(
      BridgeRunner runner, BridgedController controller, Map<String, String> expected, long seed) {
    requests += controller.answer(runner);
    assertThat(controller.state())
        .as("seed %d: %s", seed, controller.rejected)
        .isIn(ControllerState.WATCHING, ControllerState.WARMING);
    TreeMap<String, String> jobs = controller.jobs();
    jobs.keySet().removeIf(job -> !job.matches("7[123]"));
    assertThat(jobs).as("seed %d", seed).isEqualTo(expected);
  }
}
