package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.bridge.slurm.SlurmBridge;
import io.gnomon.bridge.slurm.accounting.AccountingTracker;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.queue.QueueMapping;
import io.gnomon.controller.mirror.DeclaredState;
import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.slurm.ConfiguredPolicy;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.slurm.SlurmAssociations;
import io.gnomon.sim.workload.slurm.SlurmLimits;
import io.gnomon.sim.workload.slurm.SlurmMachine;
import io.gnomon.sim.workload.slurm.SlurmPriority;
import io.gnomon.sim.workload.submission.SubmissionLog;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same submissions on a real Slurm and in a simulation, with limits of QOS, associations and
 * partitions, licences and a reservation: the same jobs are refused, jobs wait for the same
 * reasons, and start and end at the same times. One simulation reads Slurm's files, another one
 * begins with what the bridge publishes.
 */
@Tag("slurm")
class SlurmLimitsIT {
  private static final List<Integer> REASONS_AT = List.of(5, 17);
  private static final int RESERVED_FROM = 300;
  private static final int LECTURE_FROM = 10;
  private static final int MINUTE = 60;
  private static final Set<String> FOR_RESOURCES = Set.of("None", "Priority", "Resources");

  // sched_interval, and the seconds in which Slurm notices an end and rounds a start; twice that
  // for jobs that wait for the end of another one
  private static final int INTERVAL = 4;
  // how often Slurm compares running jobs with their limits
  private static final int LIMIT_CHECK = 30;

  private static final String LIMITS =
      """
      add qos jobs MaxJobsPerUser=1
      add qos cpus MaxTRESPerUser=cpu=3
      add qos account MaxJobsPerAccount=1
      add qos group GrpTRES=cpu=4
      add qos node GrpTRES=node=1
      add qos total GrpJobs=1
      add qos submit MaxSubmitJobsPerUser=2
      add qos deny MaxWall=5 Flags=DenyOnLimit
      add qos short MaxWall=5
      add qos minutes GrpTRESMins=cpu=2
      add qos ended GrpTRESMins=cpu=1
      add qos size MaxTRESPerJob=cpu=4
      modify account biology set GrpTRES=cpu=6
      modify user uucp set MaxJobs=1 MaxSubmitJobs=3
      modify user games,man,lp,mail,news,uucp set QOS=\
      normal,high,jobs,cpus,account,group,node,total,submit,deny,short,minutes,ended,size
      """;

  /** A submission; {@code {name}} in its options stands for another one. */
  private record Job(String name, String user, int seconds, String options) {
    String account() {
      return switch (user) {
        case "games", "man" -> "physics";
        case "lp", "mail" -> "biology";
        default -> "guests";
      };
    }
  }

  private static final List<Job> JOBS =
      List.of(
          new Job("jobs1", "games", 8, "--qos=jobs"),
          new Job("jobs2", "games", 3, "--qos=jobs"),
          new Job("jobsOfOther", "man", 3, "--qos=jobs"),
          new Job("cpus1", "games", 8, "--qos=cpus -n 2"),
          new Job("cpus2", "games", 3, "--qos=cpus -n 2"),
          new Job("cpus3", "games", 3, "--qos=cpus"),
          new Job("account1", "games", 9, "--qos=account"),
          new Job("account2", "man", 3, "--qos=account"),
          new Job("otherAccount", "lp", 3, "--qos=account"),
          new Job("group1", "games", 9, "--qos=group -n 3"),
          new Job("group2", "man", 3, "--qos=group -n 2"),
          new Job("group3", "news", 3, "--qos=group"),
          new Job("node1", "games", 9, "--qos=node -p gpu"),
          new Job("sameNode", "man", 12, "--qos=node -p gpu"),
          new Job("twoNodes", "news", 3, "--qos=node -p gpu -N 2 -n 2"),
          new Job("total1", "games", 8, "--qos=total"),
          new Job("total2", "man", 3, "--qos=total"),
          new Job("submit1", "games", 8, "--qos=submit"),
          new Job("submit2", "games", 8, "--qos=submit"),
          new Job("submit3", "games", 8, "--qos=submit"),
          new Job("tooLongAndDenied", "games", 8, "--qos=deny"),
          new Job("short", "games", 3, "--qos=short -t 4"),
          new Job("tooLong", "games", 3, "--qos=short"),
          new Job("minutes1", "games", 10, "--qos=minutes -n 16"),
          new Job("minutes2", "games", 8, "--qos=minutes -d afterany:{minutes1}"),
          new Job("uses", "games", 9, "--qos=ended -n 16"),
          new Job("ended", "man", 200, "--qos=ended"),
          new Job("tooLarge", "games", 8, "--qos=size -n 5"),
          new Job("biology1", "lp", 9, "-n 4"),
          new Job("biology2", "mail", 3, "-n 4"),
          new Job("ofUser1", "uucp", 8, ""),
          new Job("ofUser2", "uucp", 200, ""),
          new Job("ofUser3", "uucp", 8, ""),
          new Job("ofUser4", "uucp", 8, ""),
          new Job("licences1", "games", 9, "-L matlab:2"),
          new Job("licences2", "games", 3, "-L matlab"),
          new Job("licences3", "games", 3, "-L matlab:3"),
          new Job("beforeReservation", "games", 3, "-C bigmem -t 2"),
          new Job("reserved", "games", 3, "-C bigmem"),
          new Job("longForPartition", "games", 3, "-p gpu -t 120"),
          new Job("wideForPartition", "games", 3, "-p gpu -N 3 -n 3"),
          new Job("closed", "games", 3, "-p closed"));

  /** Those of a course, which has begun, and of a lecture, which begins 10 s later. */
  private static final List<Job> RESERVED_JOBS =
      List.of(
          new Job("first", "games", 8, "--reservation=course -n 16"),
          new Job("whenFree2", "man", 3, "--reservation=course -n 16"),
          new Job("ended", "games", 200, "--reservation=course -n 8 -d afterany:{whenFree2}"),
          new Job("notAUser", "lp", 3, "--reservation=course"),
          new Job("noReservation", "games", 3, "--reservation=other"),
          new Job("before", "lp", 3, "--reservation=lecture"),
          new Job("afterIt2", "mail", 3, "--reservation=lecture -d afterany:{before}"),
          new Job("notOfTheAccount", "man", 3, "--reservation=lecture"),
          new Job("outside", "games", 20, "-n 64"),
          new Job("outside2", "games", 9, "-n 48"),
          new Job("narrow", "man", 3, "-n 16"));

  /**
   * What happened to the jobs, by name.
   *
   * @param refused that were not accepted
   * @param reasons of the waiting ones, at each of the times
   * @param starts seconds after the submissions
   * @param end of the job that a limit ends
   */
  private record Result(
      List<String> refused,
      List<Map<String, String>> reasons,
      Map<String, Integer> starts,
      int end) {}

  @TempDir private Path folder;
  private RealSlurm slurm;
  private List<Job> jobs = JOBS;
  private @Nullable DeclaredMachine published; // by the bridge
  private long origin; // epoch second of a calculation of usage before the submissions
  private int sinceCalculation; // seconds from the last calculation of usage to the submissions

  @Test
  void limitsHoldJobsBackAsInSlurm() throws Exception {
    try (RealSlurm started = RealSlurm.startAccounts(folder)) {
      slurm = started;
      configure();
      Result real =
          real(
              """
              scontrol create reservation ReservationName=later Users=root Nodes=m001 \
              StartTime=now+%d Duration=60 >&2
              """
                  .formatted(RESERVED_FROM));

      compare(real, simulated(stateOfFiles(later())));
      compare(real, simulated(stateOfBridge()));
    }
  }

  @Test
  void jobsInReservationsRunAsInSlurm() throws Exception {
    try (RealSlurm started = RealSlurm.startAccounts(folder)) {
      slurm = started;
      jobs = RESERVED_JOBS;
      Result real =
          real(
              """
              scontrol create reservation ReservationName=course Users=games,man Nodes=c004 \
              StartTime=now Duration=1 >&2
              scontrol create reservation ReservationName=lecture Accounts=biology Nodes=c003 \
              StartTime=now+%d Duration=1 >&2
              """
                  .formatted(LECTURE_FROM));
      int from = sinceCalculation;
      int lecture = from + LECTURE_FROM;
      List<Reservation> reservations =
          List.of(
              new Reservation(
                  "course",
                  List.of("c004"),
                  from,
                  from + MINUTE,
                  List.of("games", "man"),
                  List.of()),
              new Reservation(
                  "lecture",
                  List.of("c003"),
                  lecture,
                  lecture + MINUTE,
                  List.of(),
                  List.of("biology")));

      compare(real, simulated(stateOfFiles(reservations)));
      compare(real, simulated(stateOfBridge()));
    }
  }

  private static void compare(Result real, Result simulated) {
    assertThat(simulated.refused()).isEqualTo(real.refused());
    assertThat(simulated.reasons()).isEqualTo(real.reasons());
    assertThat(simulated.starts()).containsOnlyKeys(real.starts().keySet());
    real.starts()
        .forEach(
            (job, start) ->
                assertThat(simulated.starts().get(job))
                    .as(job)
                    .isCloseTo(start, within(INTERVAL * (job.endsWith("2") ? 2 : 1))));
    assertThat(simulated.end()).isCloseTo(real.end(), within(LIMIT_CHECK + INTERVAL));
  }

  private void configure() throws Exception {
    slurm.configure(
        lines ->
            lines.stream()
                .flatMap(
                    line ->
                        line.startsWith("EnforcePartLimits=")
                            ? Stream.of(
                                "EnforcePartLimits=NO",
                                "Licenses=matlab:2",
                                "PartitionName=closed Nodes=g001 State=DOWN")
                            : Stream.of(line))
                .toList());
    Path limits = folder.resolve("limits.sacctmgr");
    Files.writeString(limits, LIMITS);
    slurm.shell("sacctmgr -i <" + limits);
  }

  private Result real(String reservations) throws Exception {
    StringBuilder script = new StringBuilder(reservations).append("date +%s\n");
    for (Job job : jobs) {
      script.append(
          "%s=$(sbatch --parsable --uid=%s -o /dev/null --chdir=/ -t 10 -n 1 -J %s %s --wrap 'exec sleep %d' 2>/dev/null) || echo %s\n"
              .formatted(
                  job.name(),
                  job.user(),
                  job.name(),
                  job.options().replaceAll("\\{(\\w+)}", "\\$$1"),
                  job.seconds(),
                  job.name()));
    }
    List<String> printed =
        slurm
            .shell(script.toString())
            .lines()
            .filter(line -> !line.startsWith("Reservation"))
            .toList();
    long began = Long.parseLong(printed.get(0));
    sinceCalculation = (int) ((began - lastCalculation()) % MINUTE);
    origin = began - sinceCalculation;
    published = publishedMachine();
    List<Map<String, String>> reasons = new ArrayList<>();
    for (int second : REASONS_AT) {
      awaitSecond(began + second);
      Map<String, String> at = new TreeMap<>();
      squeue("PD", "Reason")
          .forEach(
              (job, values) ->
                  at.put(job, FOR_RESOURCES.contains(values.get(0)) ? "" : values.get(0)));
      reasons.add(at);
    }
    Map<String, List<String>> all = new HashMap<>();
    Awaitility.await("the job that a limit ends")
        .atMost(Duration.ofSeconds(2 * MINUTE))
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              all.putAll(squeue("all", "State", "StartTime", "EndTime"));
              return !List.of("RUNNING", "COMPLETING").contains(all.get("ended").get(0));
            });
    assertThat(all.get("ended").get(0)).isEqualTo("TIMEOUT");
    int end = (int) (Long.parseLong(all.get("ended").get(2)) - began);
    Map<String, Integer> starts = new TreeMap<>();
    all.forEach(
        (job, values) -> {
          if (!values.get(0).equals("PENDING")) {
            starts.put(job, (int) (Long.parseLong(values.get(1)) - began));
          }
        });
    return new Result(printed.subList(1, printed.size()), reasons, starts, end);
  }

  /** slurmctld stores the time of its last calculation of usage in its state folder. */
  private long lastCalculation() throws IOException {
    Path file = slurm.folder().resolve("state/priority_last_decay_ran");
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      return in.readLong();
    }
  }

  private static void awaitSecond(long second) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> Instant.now().getEpochSecond() >= second);
  }

  private Map<String, List<String>> squeue(String states, String... columns) throws Exception {
    Map<String, List<String>> values = new HashMap<>();
    slurm
        .run(
            "squeue",
            "-h",
            "-a",
            "-t",
            states,
            "-O",
            "Name:|," + String.join(":|,", columns) + ":|")
        .lines()
        .map(line -> List.of(line.split("\\|")))
        .forEach(field -> values.put(field.get(0), field.subList(1, field.size())));
    return values;
  }

  private List<Reservation> later() {
    int start = sinceCalculation + RESERVED_FROM;
    return List.of(new Reservation("later", List.of("m001"), start, start + 3600));
  }

  private ClusterState stateOfFiles(List<Reservation> reservations) throws Exception {
    Path associations = folder.resolve("all.sacctmgr");
    Files.writeString(associations, Files.readString(folder.resolve("accounts.sacctmgr")) + LIMITS);
    SlurmAssociations.Definitions read = SlurmAssociations.read(associations);
    Machine.Builder builder = SlurmMachine.read(slurm.conf()).toBuilder();
    reservations.forEach(builder::reservation);
    Machine machine = builder.build();
    Accounts accounts =
        new Accounts(
            read.tree(),
            read.defaultAccounts(),
            SlurmPriority.settings(slurm.conf()).orElseThrow(),
            SlurmPriority.basis(slurm.conf(), read));
    return new ClusterState(
        machine, accounts, SlurmLimits.amounts(slurm.conf(), read, machine).orElseThrow());
  }

  private @Nullable DeclaredMachine publishedMachine() throws Exception {
    SlurmReader reader = SlurmBridge.reader(slurm.configuration());
    QueueMapping mapping = new QueueMapping(partition -> EventData.NONE, null, slurm.selection());
    mapping.setLicenses(reader.licenses());
    return mapping.observe(reader.read()).machine();
  }

  private ClusterState stateOfBridge() throws Exception {
    SlurmReader reader = SlurmBridge.reader(slurm.configuration());
    AccountingTracker tracker = SlurmBridge.accounts(slurm.configuration(), reader);
    tracker.readNow(0);
    Accounting accounting = Objects.requireNonNull(tracker.published(0));
    return DeclaredState.empty(origin, 1, published, accounting.withUsage(null));
  }

  /** Submits the jobs at the second after a recalculation at which they were really submitted. */
  private Result simulated(ClusterState state) throws Exception {
    JobLog log = log();
    ConfiguredPolicy parameters =
        ConfiguredPolicy.parse("bf_interval=2,bf_resolution=60,bf_window=2880,sched_interval=2", 1);
    List<String> refused = new ArrayList<>();
    ScheduleListener listener =
        new ScheduleListener(log.size()) {
          @Override
          public void refused(ClusterState cluster, int slot, WaitingReason reason) {
            refused.add(jobs.get(cluster.job(slot)).name());
          }
        };
    Simulation simulation =
        new Simulation(
            state,
            Policies.create(parameters.policy(), state),
            new LogArrivals(log, state),
            listener);
    List<Map<String, String>> reasons = new ArrayList<>();
    for (int second : REASONS_AT) {
      simulation.runUntil(sinceCalculation + second + 1);
      reasons.add(reasons(state));
    }
    int ended = index("ended");
    while (!listener.schedule().finished(ended)) {
      assertThat(simulation.step()).as("the simulation goes on").isTrue();
    }
    Map<String, Integer> starts = new TreeMap<>();
    for (int job = 0; job < log.size(); job++) {
      if (listener.schedule().started(job)) {
        starts.put(jobs.get(job).name(), listener.schedule().start(job) - sinceCalculation);
      }
    }
    return new Result(refused, reasons, starts, listener.schedule().end(ended) - sinceCalculation);
  }

  private JobLog log() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Job job : jobs) {
      String options = job.options();
      for (int other = 0; other < jobs.size(); other++) {
        options = options.replace("{" + jobs.get(other).name() + "}", "" + (other + 1));
      }
      lines.add(
          "-dt %d -e submit_batch_job | -sim-walltime %d --uid=%s -A %s -q normal -t 10 -n 1 %s job.sh"
              .formatted(sinceCalculation, job.seconds(), job.user(), job.account(), options));
    }
    Path file = folder.resolve("jobs.events");
    Files.write(file, lines);
    return SubmissionLog.read(file);
  }

  private int index(String name) {
    return jobs.stream().map(Job::name).toList().indexOf(name);
  }

  private Map<String, String> reasons(ClusterState state) {
    Map<String, String> reasons = new TreeMap<>();
    for (JobPhase phase : List.of(JobPhase.HELD, JobPhase.WAITING)) {
      state.forEach(
          phase,
          slot -> {
            WaitingReason reason = state.waitingReason(slot);
            reasons.put(jobs.get(state.job(slot)).name(), reason == null ? "" : reason.text());
          });
    }
    return reasons;
  }
}
