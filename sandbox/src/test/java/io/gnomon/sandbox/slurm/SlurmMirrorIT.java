package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.EventSink;
import io.gnomon.bridge.polling.PollSchedule;
import io.gnomon.bridge.slurm.SlurmPort;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.MirrorListener;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mirror that a bridge feeds equals the squeue of a real Slurm. */
@Tag("slurm")
class SlurmMirrorIT {
  private static final int NODES = 32;
  private static final int CORES = 16;
  private static final int JOBS = 201;
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  @TempDir private static Path folder;
  private static RealSlurm slurm;

  @TempDir private Path state;
  private final Map<EventType, Integer> reported = new EnumMap<>(EventType.class);
  private Map<String, Long> earliestStarts = Map.of();
  private Mirror mirror;
  private final PollSchedule pacing =
      new PollSchedule(Duration.ofSeconds(5), Duration.ofSeconds(60));
  private SlurmPort port;
  private BridgeRunner runner;

  @BeforeAll
  static void startSlurm() throws Exception {
    slurm = RealSlurm.start(folder, NODES, CORES);
  }

  @AfterAll
  static void stopSlurm() throws Exception {
    if (slurm != null) {
      slurm.close();
    }
  }

  @BeforeEach
  void startBridge() throws Exception {
    connect(0);
    observe();
  }

  @AfterEach
  void cancelAll() throws Exception {
    slurm.run("scancel", "-u", "root");
    awaitMirror("empty", Map::isEmpty);
  }

  private void connect(long last) throws Exception {
    port = slurm.readOnlyPort("real", state, pacing, "easy");
    runner = new BridgeRunner("real", port, new ToMirror(), CommandLedger.NONE, last);
    runner.start();
  }

  /** Applies the events of the bridge; none may be rejected. */
  private final class ToMirror implements EventSink {
    @Override
    public void send(GnomonEvent event) {
      reported.merge(event.type(), 1, Integer::sum);
      try {
        if (event.data() instanceof ClusterDeclared declared) {
          if (mirror == null) {
            mirror =
                new Mirror(declared.timeOrigin(), declared.processors(), new MirrorListener() {});
          }
          mirror.declare(declared.processors(), declared.machine(), null);
        } else if (event.data() instanceof ClusterSnapshot snapshot) {
          mirror.replace(snapshot);
        } else {
          mirror.apply(event.data());
        }
      } catch (RejectedEventException e) {
        throw new AssertionError(event + " was refused: " + e.getMessage(), e);
      }
    }

    @Override
    public void flush() {}
  }

  /** Every job that has not ended, as squeue has it: state, width and start where it runs. */
  private Map<String, String> squeue() throws Exception {
    Map<String, String> jobs = new TreeMap<>();
    slurm
        .run(
            "squeue",
            "-h",
            "-r",
            "-t",
            "PD,R,S,CF,CG",
            "-O",
            "JobArrayID:|,State:|,NumCPUs:|,StartTime:|")
        .lines()
        .map(line -> line.split("\\|", -1))
        .forEach(
            field -> {
              String name = field[0].replaceFirst("\\+.*", "");
              boolean runs = field[1].equals("RUNNING") || field[1].equals("CONFIGURING");
              jobs.merge(
                  name,
                  runs ? "runs on " + field[2] + " since " + field[3] : field[1],
                  SlurmMirrorIT::sum);
            });
    return jobs;
  }

  /** The components of a heterogeneous job, side by side. */
  private static String sum(String one, String other) {
    String[] left = one.split(" ", -1);
    String[] right = other.split(" ", -1);
    if (left.length == 1) {
      return one;
    }
    left[2] = Integer.toString(Integer.parseInt(left[2]) + Integer.parseInt(right[2]));
    return String.join(" ", left);
  }

  private Map<String, String> mirrored() {
    Map<String, String> jobs = new TreeMap<>();
    ClusterState at = mirror.state();
    at.forEachActive(
        slot ->
            jobs.put(
                mirror.name(slot),
                at.phase(slot) == JobPhase.RUNNING
                    ? "runs on %d since %d"
                        .formatted(at.heldProcessors(slot), mirror.origin() + at.startTime(slot))
                    : at.phase(slot) == JobPhase.SUSPENDED ? "SUSPENDED" : "PENDING"));
    return jobs;
  }

  /** Polls; a start that a poll reports is not earlier than the clock of the poll before. */
  private void observe() {
    long clock = port.now();
    pacing.pollNow();
    runner.publishChanges();
    ClusterState now = mirror.state();
    Map<String, Long> earliest = new TreeMap<>();
    now.forEachActive(
        slot -> {
          if (now.phase(slot) == JobPhase.RUNNING) {
            String job = mirror.name(slot);
            earliest.put(job, earliestStarts.getOrDefault(job, clock));
          }
        });
    earliestStarts = earliest;
  }

  /** What squeue shows of a job; a start that Slurm dates back is reported at the clock. */
  private String reportable(String job, String shown) {
    int at = shown.lastIndexOf(' ') + 1;
    return shown.startsWith("runs ") && earliestStarts.containsKey(job)
        ? shown.substring(0, at)
            + Math.max(Long.parseLong(shown.substring(at)), earliestStarts.get(job))
        : shown;
  }

  /** Observes until squeue reports the same before and after, then compares. */
  private Map<String, String> checkpoint() {
    return Awaitility.await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              Map<String, String> before = squeue();
              observe();
              if (port.isDegraded() || !squeue().equals(before)) {
                return null;
              }
              Map<String, String> mirrored = mirrored();
              // a job that completes has ended, or waits again where it was requeued
              before.entrySet().stream()
                  .filter(job -> job.getValue().equals("COMPLETING"))
                  .forEach(job -> mirrored.remove(job.getKey(), "PENDING"));
              before.values().removeIf("COMPLETING"::equals);
              before.replaceAll(
                  (job, shown) -> shown.equals(mirrored.get(job)) ? shown : reportable(job, shown));
              assertThat(mirrored).isEqualTo(before);
              return before;
            },
            jobs -> jobs != null);
  }

  private NodeState state(String node) {
    return mirror.state().nodes().state(mirror.state().nodes().machine().node(node));
  }

  private String submit(String arguments) throws Exception {
    return slurm.shell("sbatch --parsable -o /dev/null " + arguments).strip();
  }

  private void awaitMirror(String what, java.util.function.Predicate<Map<String, String>> is) {
    Awaitility.await(what)
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(200))
        .until(this::checkpoint, is);
  }

  @Test
  void equalsSqueueWhileSomeHundredJobsComeAndGo() throws Exception {
    // all but one node are taken until the queue has been compared often enough, however busy the
    // machine is
    Path taken = Files.createFile(state.resolve("taken"));
    submit("-n 496 -t 60 --wrap 'while [ -e %s ]; do sleep 0.2; done'".formatted(taken));
    awaitMirror("nodes taken", jobs -> jobs.size() == 1 && !jobs.containsValue("PENDING"));
    // widths and run times by a fixed pattern: 1 to 256 processors for 0 to 3 seconds
    slurm.shell(
        """
        submit() {
          for i in $(seq $1 4 200); do
            sbatch -Q -o /dev/null -t $((1 + i % 7)) -n $(((i * 37 % 16 + 1) * (i % 9 == 0 ? 16 : 1))) \
              --wrap "sleep $((i * 13 % 4))"
          done
        }
        for part in 1 2 3 4; do submit $part &>submitted.$part & done
        """);
    int checkpoints = 0;
    int most = 0;
    Map<String, String> jobs = checkpoint();
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (reported.get(EventType.JOB_SUBMITTED) < JOBS || !jobs.isEmpty()) {
      assertThat(System.nanoTime()).as("%s reported, %s left", reported, jobs).isLessThan(deadline);
      jobs = checkpoint();
      checkpoints++;
      most = Math.max(most, jobs.size());
      if (checkpoints > 10 && most > 30) {
        Files.deleteIfExists(taken);
      }
    }
    assertThat(reported).containsEntry(EventType.JOB_SUBMITTED, JOBS);
    assertThat(reported).containsEntry(EventType.JOB_STARTED, JOBS);
    assertThat(reported).containsEntry(EventType.JOB_FINISHED, JOBS);
    assertThat(reported).doesNotContainKey(EventType.JOB_CANCELLED);
    assertThat(checkpoints).isGreaterThan(10);
    assertThat(most).isGreaterThan(30);
    assertThat(mirror.state().freeProcessors()).isEqualTo(NODES * CORES);
  }

  @Test
  @Tag("releases")
  void everyKindOfJobAndNodeIsFollowed() throws Exception {
    String first = submit("-n 16 -t 5 --wrap 'sleep 300'");
    String held = submit("-H -n 8 -t 5 --wrap 'sleep 300'");
    String after = submit("-n 8 -t 5 -d afterany:" + first + " --wrap 'sleep 300'");
    String array = submit("-n 4 -t 2 --array=1-9:2%2 --wrap 'sleep 300'");
    String het = submit("-n 4 -t 2 : -n 8 --wrap 'sleep 300'");
    String whole = submit("-N 2 --exclusive -t 5 --wrap 'sleep 300'");
    submit("-n 512 -t 10 --wrap 'sleep 300'");
    awaitMirror(
        "het job and whole nodes run",
        jobs ->
            jobs.getOrDefault(het, "").startsWith("runs on 12 ")
                && jobs.getOrDefault(whole, "").startsWith("runs on "));
    assertThat(mirror.state().phase(mirror.slot(held))).isEqualTo(JobPhase.HELD);
    assertThat(mirror.state().phase(mirror.slot(after))).isEqualTo(JobPhase.HELD);
    assertThat(mirror.state().phase(mirror.slot(array + "_9"))).isEqualTo(JobPhase.HELD);
    assertThat(mirror.state().heldProcessors(mirror.slot(whole))).isEqualTo(32);

    slurm.run("scontrol", "suspend", first);
    awaitMirror("suspended", jobs -> jobs.getOrDefault(first, "").equals("SUSPENDED"));
    slurm.run("scontrol", "resume", first);
    // squeue shows the first start of a resumed job; the mirror, from when it runs again
    Awaitility.await()
        .atMost(LONG)
        .until(
            () -> {
              observe();
              return mirror.state().phase(mirror.slot(first)) == JobPhase.RUNNING;
            });
    slurm.run("scancel", first);
    awaitMirror("after its dependency", jobs -> jobs.getOrDefault(after, "").startsWith("runs"));

    slurm.run("scontrol", "requeue", whole);
    awaitMirror("requeued", jobs -> jobs.getOrDefault(whole, "").equals("PENDING"));
    assertThat(reported).containsEntry(EventType.JOB_REQUEUED, 1);
    slurm.run("scontrol", "update", "jobid=" + het + "+0", "timelimit=9");
    slurm.run("scontrol", "release", held);
    awaitMirror("released", jobs -> jobs.getOrDefault(held, "").startsWith("runs"));

    slurm.run("scontrol", "update", "nodename=n031", "state=down", "reason=test");
    slurm.run("scontrol", "update", "nodename=n032", "state=drain", "reason=test");
    Awaitility.await()
        .atMost(LONG)
        .until(
            () -> {
              checkpoint();
              return state("n031") == NodeState.DOWN && state("n032") == NodeState.DRAINED;
            });
    slurm.run("scontrol", "update", "nodename=n031", "state=resume");
    slurm.run("scontrol", "update", "nodename=n032", "state=resume");
    String shrinking = submit("-N 4 -n 64 -t 5 --wrap 'sleep 300'");
    awaitMirror("wide", jobs -> jobs.getOrDefault(shrinking, "").startsWith("runs on 64 "));
    slurm.shell("scontrol update jobid=" + shrinking + " numnodes=2");
    awaitMirror("narrow", jobs -> jobs.getOrDefault(shrinking, "").startsWith("runs on 32 "));
    slurm.run("scancel", "-u", "root");
    awaitMirror("empty", Map::isEmpty);
  }

  @Test
  void aBridgeThatIsStartedAgainMissesNothingNorDoesOneWhoseSlurmWasAway() throws Exception {
    for (int i = 0; i < 20; i++) {
      submit("-n 8 -t 1 --wrap 'sleep " + i % 3 + "'");
    }
    checkpoint();
    connect(runner.sequence());
    checkpoint();
    slurm.killController();
    observe();
    assertThat(port.isDegraded()).isTrue();
    slurm.startController();
    awaitMirror("empty", Map::isEmpty);
    assertThat(reported.get(EventType.JOB_FINISHED)).isEqualTo(reported.get(EventType.JOB_STARTED));
  }
}
