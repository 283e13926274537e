package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.polling.PollSchedule;
import io.gnomon.bridge.slurm.SlurmPort;
import io.gnomon.controller.cluster.change.ControllerState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No field that an unprivileged user sets with sbatch hides the queue from the controller. */
@Tag("slurm")
class SlurmUserInputIT {
  private static final String USER = "nobody";
  private static final String LONG = "x".repeat(300);

  /** What Slurm accepts of any user, and what hid the queue before. */
  private static final List<List<String>> ACCEPTED =
      List.of(
          List.of("-H", "-J", LONG),
          List.of("-C", "[ib|bigmem]"),
          List.of("-H", "-C", "[ib|bigmem]"),
          List.of("-N", "3", "-C", "[ib*2&bigmem*1]"));

  /** What Slurm may refuse, by version. */
  private static final List<List<String>> TRIED =
      List.of(
          List.of("-C", "(ib|bigmem)&cpu"),
          List.of("-J", "\u0001\u001b[31m\ud83d\ude00\"\\".repeat(60)),
          List.of("-A", LONG),
          List.of("--comment=" + "c".repeat(1000)),
          List.of("--begin=2099-01-01"),
          List.of("--nice=2147483645"),
          List.of("-t", "UNLIMITED"),
          List.of("--array=0-1000%1", "-J", LONG),
          List.of("--array=1,3,5,700-720%3"),
          List.of("-p", "batch,gpu"),
          List.of("--mem=0"),
          List.of("-p", "gpu", "--gres=gpu:a100:4"),
          List.of("-p", "gpu", "--gpus-per-task=1", "-n", "3"),
          List.of("--exclusive"),
          List.of("-N", "1-1000000"),
          List.of("-w", "c001"),
          List.of("-D", "/" + "d".repeat(1000)),
          List.of("-J", "n".repeat(1024)),
          List.of("-J", "n".repeat(5000)),
          List.of("-t", "365000-0"),
          List.of("--nice=-2147483645"),
          List.of("-n", "100000"),
          List.of("-N", "100000"),
          List.of("-c", "65535"),
          List.of("-n", "100000", "-c", "65535"),
          List.of("-N", "2", "-C", "gpu&bigmem"),
          List.of("--mem=999999G"),
          List.of("-L", "a:99999999,b:99999999"),
          List.of("-C", "nosuch"),
          List.of("-C", "ib" + "&ib".repeat(300)),
          List.of("-C", "(".repeat(50) + "ib" + ")".repeat(50)),
          List.of("--begin=now+36500days"),
          List.of("--deadline=now+36500days"),
          List.of("-d", "singleton"),
          List.of("-d", "afterok:99999999"),
          List.of("--array=0-10000"),
          List.of("--array=0-4000000%2147483647"),
          List.of("-p", "gpu", "--gpus=100000"),
          List.of("-p", "gpu", "--gres=gpu:a100:4,gpu:a100:4"),
          List.of("--ntasks-per-node=65535", "-n", "2"),
          List.of("--tmp=99999999"),
          List.of("--priority=4294967293"),
          List.of("--reservation=" + LONG),
          List.of("--qos=" + LONG),
          List.of("--wckey=" + LONG),
          List.of("--switches=100000"));

  /** What users change of jobs that wait. */
  private static final List<String> UPDATED =
      List.of(
          "JobName=" + LONG,
          "Features=[ib|cpu]",
          "Features=ib*3",
          "Comment=" + LONG,
          "Account=" + LONG,
          "Dependency=singleton",
          "StartTime=2099-01-01",
          "StartTime=now",
          "Deadline=2099-01-01",
          "Nice=2147483645",
          "TimeLimit=00:00:01",
          "NumNodes=3-7",
          "NumCPUs=64",
          "NumTasks=12",
          "MinCPUsNode=16",
          "MinMemoryNode=64000",
          "Partition=gpu",
          "Gres=gpu:a100:4",
          "Partition=batch,gpu",
          "OverSubscribe=no",
          "ReqNodeList=c003",
          "Requeue=0");

  @Test
  void theOtherJobsStayExactWhateverAUserSubmits(@TempDir Path folder, @TempDir Path state)
      throws Exception {
    try (RealSlurm slurm = RealSlurm.startSite(folder)) {
      BridgedController live = new BridgedController("site");
      PollSchedule pacing = new PollSchedule(Duration.ofMillis(1), Duration.ofMillis(1));
      BridgeRunner runner = connect(slurm, state, pacing, live, 0);
      runner.start();
      String ordinary = submit(slurm, List.of("-n", "4", "-t", "5"));
      exact(slurm, pacing, runner, live, ordinary);

      for (List<String> options : ACCEPTED) {
        submit(slurm, options);
      }
      exact(slurm, pacing, runner, live, ordinary);
      int accepted = 0;
      for (List<String> options : TRIED) {
        accepted += slurm.tries(sbatch(options).toArray(String[]::new)) ? 1 : 0;
      }
      List<String> terms = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        terms.add(ordinary);
      }
      slurm.tries(
          sbatch(List.of("-d", "afterany:" + String.join(":", terms))).toArray(String[]::new));
      assertThat(accepted).as("what this version accepts").isGreaterThan(10);
      exact(slurm, pacing, runner, live, ordinary);

      assertThat(live.rejected).isEmpty();
      String waiting = submit(slurm, List.of("-H", "-J", "changed"));
      for (String change : UPDATED) {
        slurm.tries("scontrol", "update", "JobId=" + waiting, change);
        pacing.pollNow();
        runner.publishChanges();
      }
      slurm.run("scontrol", "release", waiting);
      exact(slurm, pacing, runner, live, ordinary);

      // a bridge that starts again, and a controller that starts with what it declares
      runner = connect(slurm, state, pacing, live, runner.sequence());
      runner.start();
      exact(slurm, pacing, runner, live, ordinary);
      assertThat(state.resolve("queue.damaged")).doesNotExist();
      BridgedController fresh = new BridgedController("site");
      BridgeRunner other = connect(slurm, state.resolve("other"), pacing, fresh, 0);
      other.start();
      exact(slurm, pacing, other, fresh, ordinary);

      slurm.cancelAll();
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                pacing.pollNow();
                other.publishChanges();
                return fresh.jobs().isEmpty();
              });
      assertThat(fresh.requests).isEmpty();
    }
  }

  private static BridgeRunner connect(
      RealSlurm slurm, Path state, PollSchedule pacing, BridgedController controller, long last)
      throws Exception {
    Files.createDirectories(state);
    SlurmPort port = slurm.readOnlyPort("site", state, pacing, "easy");
    return new BridgeRunner("site", port, controller, CommandLedger.NONE, last);
  }

  private static List<String> sbatch(List<String> options) {
    List<String> line =
        new ArrayList<>(List.of("sbatch", "--parsable", "--uid=" + USER, "-o", "/dev/null"));
    line.addAll(options);
    line.add("--wrap=sleep 300");
    return line;
  }

  private static String submit(RealSlurm slurm, List<String> options) throws Exception {
    return slurm.run(sbatch(options).toArray(String[]::new)).strip();
  }

  /** Polls until squeue reports the same before and after; every job must be in the mirror. */
  private static void exact(
      RealSlurm slurm,
      PollSchedule pacing,
      BridgeRunner runner,
      BridgedController controller,
      String ordinary) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              Map<String, String> before = squeue(slurm);
              pacing.pollNow();
              runner.publishChanges();
              assertThat(controller.rejected)
                  .as("only what can never run is not taken over")
                  .allMatch(why -> why.startsWith("TOO_WIDE: "));
              assertThat(controller.requests).isEmpty();
              assertThat(controller.state())
                  .isIn(ControllerState.WATCHING, ControllerState.WARMING);
              if (!before.getOrDefault(ordinary, "").startsWith("running")
                  || !squeue(slurm).equals(before)) {
                return false;
              }
              Map<String, String> mirrored = new TreeMap<>(controller.jobs());
              mirrored.replaceAll((job, is) -> is.startsWith("running") ? is : "pending");
              Map<String, String> surplus = new TreeMap<>(mirrored);
              surplus.entrySet().removeAll(before.entrySet());
              Map<String, String> missing = new TreeMap<>(before);
              missing.entrySet().removeAll(mirrored.entrySet());
              assertThat(surplus).as("without %s", missing).isEmpty();
              assertThat(missing).isEmpty();
              return true;
            });
  }

  private static Map<String, String> squeue(RealSlurm slurm) throws Exception {
    Map<String, String> jobs = new TreeMap<>();
    slurm
        .run(
            "squeue",
            "-h",
            "-r",
            "-t",
            "PD,R,CF",
            "-O",
            "JobArrayID:|,State:|,NumCPUs:|,StartTime:|")
        .lines()
        .map(line -> line.split("\\|", -1))
        .forEach(
            field ->
                jobs.put(
                    field[0],
                    field[1].equals("PENDING")
                        ? "pending"
                        : "running %s since %s".formatted(field[2], field[3])));
    return jobs;
  }
}
