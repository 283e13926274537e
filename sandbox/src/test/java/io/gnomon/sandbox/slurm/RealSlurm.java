package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.SlurmBridge;
import io.gnomon.bridge.slurm.SlurmKeys;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.config.Configuration;
import io.gnomon.sandbox.kafka.FreePorts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/**
 * A real Slurm on this machine: munged, slurmctld and a slurmd for each node, and for accounts also
 * MariaDB and slurmdbd. All files are in one folder, all ports are free ones on loopback, and all
 * processes end with it.
 */
final class RealSlurm implements AutoCloseable {
  private static final List<String> PROGRAMS =
      List.of("slurmctld", "slurmd", "munged", "sbatch", "squeue", "scontrol");
  private static final List<String> DATABASE_PROGRAMS =
      List.of("slurmdbd", "mariadbd", "mariadb-install-db");
  private static final int SITE_NODES = 7;

  private final Path folder;

  private RealSlurm(Path folder) {
    this.folder = folder;
  }

  /** Starts one of alike nodes, or skips the test where Slurm is not installed. */
  static RealSlurm start(Path folder, int nodes, int processors) throws Exception {
    return start(folder, nodes + 1, Integer.toString(processors));
  }

  /**
   * Starts a site, or skips the test where Slurm is not installed: {@code c001} to {@code c004}
   * with 16 CPUs and 64,000 MiB, {@code m001} with 512,000 MiB, {@code g001} and {@code g002} with
   * four GPUs; memory is allocated. The partitions batch and gpu share {@code g002}.
   */
  static RealSlurm startSite(Path folder) throws Exception {
    return start(folder, SITE_NODES + 1, "site");
  }

  /**
   * Starts the same site with accounts, or skips the test where Slurm, slurmdbd or MariaDB is not
   * installed. It has priority/multifactor with Fair Tree, {@code PriorityCalcPeriod} 1 minute and
   * {@code PriorityDecayHalfLife} 5 minutes; limits of associations and QOS are enforced. Its users
   * are ones that each Debian has:
   *
   * <pre>
   * account   Fairshare   users, each with Fairshare 1
   * physics   60          games, man
   * biology   30          lp, mail
   * guests    10          news, uucp
   * </pre>
   *
   * <p>All may use the QOS normal (priority 10, the default) and high (priority 100). The partition
   * batch has {@code PriorityJobFactor} 10, gpu 40. Submit with {@link #submitAs}.
   */
  static RealSlurm startAccounts(Path folder) throws Exception {
    requirePrograms(
        DATABASE_PROGRAMS, ".ci/run installs Debian's slurmdbd and mariadb-server for accounts");
    return start(folder, SITE_NODES + 3, "accounts");
  }

  private static void requirePrograms(List<String> programs, String hint) {
    for (String program : programs) {
      Assumptions.assumeTrue(
          Stream.of("/usr/sbin", "/usr/bin", "/sbin", "/bin")
              .anyMatch(bin -> Files.isExecutable(Path.of(bin, program))),
          program + " is missing; " + hint);
    }
  }

  private static RealSlurm start(Path folder, int ports, String kind) throws Exception {
    requirePrograms(
        PROGRAMS, ".ci/run installs Debian's munge, slurmctld, slurmd and slurm-client");
    Assumptions.assumeTrue(
        System.getProperty("user.name").equals("root"),
        "a Slurm with nodes of its own is started by root");
    Path script = folder.resolve("start.sh");
    try (InputStream in = RealSlurm.class.getResourceAsStream("/slurm/start.sh")) {
      Files.copy(in, script);
    }
    List<String> line =
        new ArrayList<>(List.of("bash", script.toString(), folder.toString(), kind));
    for (int i = 0; i < ports; i++) {
      line.add(Integer.toString(FreePorts.next()));
    }
    RealSlurm slurm = new RealSlurm(folder);
    try {
      slurm.run(Duration.ofSeconds(180), line.toArray(String[]::new));
    } catch (Throwable e) {
      slurm.close();
      throw e;
    }
    return slurm;
  }

  Path folder() {
    return folder;
  }

  Path conf() {
    return folder.resolve("slurm.conf");
  }

  Path hooks() {
    return folder.resolve("hooks");
  }

  /** The configuration of a bridge to it. */
  Configuration configuration() {
    return SlurmKeys.loader().flag("slurm.conf=" + conf()).load();
  }

  /** How it allocates nodes. */
  SelectSettings selection() throws SlurmException {
    return SelectSettings.of(SlurmBridge.reader(configuration()).settings());
  }

  /** What a program prints; it must succeed. */
  String run(String... line) throws Exception {
    return run(Duration.ofSeconds(30), line);
  }

  /**
   * The jobs that wait or run by squeue, each as {@code PENDING 16} or {@code RUNNING 16 since
   * 1700000000}.
   */
  Map<String, String> queue() throws Exception {
    Map<String, String> jobs = new HashMap<>();
    run("squeue", "-h", "-a", "-t", "PD,R,CF", "-O", "JobID:|,State:|,NumCPUs:|,StartTime:|")
        .lines()
        .map(line -> line.split("\\|", -1))
        .forEach(
            field ->
                jobs.put(
                    field[0],
                    field[1].equals("PENDING")
                        ? "PENDING " + field[2]
                        : "RUNNING %s since %s".formatted(field[2], field[3])));
    return jobs;
  }

  /**
   * Submits a job of a user that runs a shell command; returns its id.
   *
   * @param options of sbatch, separated by blanks
   */
  String submitAs(String user, String options, String command) throws Exception {
    List<String> line =
        new ArrayList<>(List.of("sbatch", "--parsable", "--uid=" + user, "--output=/dev/null"));
    line.addAll(List.of("--chdir=/", "--wrap=" + command));
    line.addAll(2, List.of(options.strip().split("\\s+")));
    return run(line.toArray(String[]::new)).strip();
  }

  /** Cancels all jobs of all users. */
  void cancelAll() throws Exception {
    shell("squeue -h -a -o %A | sort -u | xargs -r scancel");
  }

  /** What a shell prints. */
  String shell(String script) throws Exception {
    return run(Duration.ofSeconds(60), "bash", "-ec", script);
  }

  /** Whether a program succeeds. */
  boolean tries(String... line) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("SLURM_CONF", conf().toString());
    return builder.start().waitFor() == 0;
  }

  private String run(Duration limit, String... line) throws Exception {
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("SLURM_CONF", conf().toString());
    builder.environment().put("SLURM_TIME_FORMAT", "%s");
    builder.environment().put("SLURM_BITSTR_LEN", "0");
    Process process = builder.start();
    boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    process.destroyForcibly();
    String printed = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(ended).as("%s: %s", Arrays.toString(line), printed).isTrue();
    assertThat(process.exitValue()).as("%s: %s", Arrays.toString(line), printed).isZero();
    return printed;
  }

  /** Gives it other {@code SchedulerParameters}. */
  void schedule(String parameters) throws Exception {
    configure(
        lines ->
            lines.stream()
                .map(
                    line ->
                        line.startsWith("SchedulerParameters=")
                            ? "SchedulerParameters=" + parameters
                            : line)
                .toList());
  }

  /**
   * Gives it other lines in slurm.conf, and returns when all nodes are idle again. Jobs that have
   * just been cancelled stay so, as slurmctld saves its state when it stops.
   */
  void configure(UnaryOperator<List<String>> lines) throws Exception {
    int nodes = Integer.parseInt(run("sinfo", "-h", "-o", "%D").strip());
    stopController();
    Files.write(conf(), lines.apply(Files.readAllLines(conf())));
    startController();
    Awaitility.await("all nodes idle")
        .atMost(Duration.ofMinutes(2))
        .until(() -> run("sinfo", "-h", "-t", "idle", "-o", "%D").strip().equals("" + nodes));
  }

  /** Ends slurmctld without a chance to save anything. */
  void killController() throws IOException {
    signal(folder.resolve("pid/slurmctld.pid"), true);
  }

  /** Stops slurmctld as an administrator does. */
  void stopController() throws IOException {
    signal(folder.resolve("pid/slurmctld.pid"), false);
  }

  /** Starts slurmctld again, and returns when it answers. */
  void startController() throws Exception {
    run("slurmctld", "-f", conf().toString());
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .ignoreExceptions()
        .until(() -> !run("scontrol", "ping").contains("DOWN"));
  }

  private static void signal(Path pidFile, boolean kill) throws IOException {
    if (!Files.exists(pidFile)) {
      return;
    }
    long pid = Long.parseLong(Files.readString(pidFile).strip());
    ProcessHandle.of(pid)
        .ifPresent(
            process -> {
              if (kill) {
                process.destroyForcibly();
              } else {
                process.destroy();
              }
              process.onExit().orTimeout(10, TimeUnit.SECONDS).exceptionally(e -> process).join();
            });
  }

  @Override
  public void close() throws Exception {
    try {
      cancelAll();
      Awaitility.await()
          .atMost(Duration.ofSeconds(15))
          .until(() -> run("squeue", "-h", "-a").isBlank());
    } catch (AssertionError | Exception slurmIsAway) {
      assertThat(slurmIsAway).isNotNull();
    }
    List<Path> pids = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("pid"))) {
      files.forEach(pids::add);
    }
    pids.add(folder.resolve("munge/pid"));
    for (Path pid : pids) {
      signal(pid, true);
    }
    endScripts();
  }

  /** Ends the scripts of jobs that outlived their Slurm, with what they have started. */
  private void endScripts() {
    ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(folder + "/spool/"))
        .forEach(
            script -> {
              script.descendants().forEach(ProcessHandle::destroyForcibly);
              script.destroyForcibly();
            });
  }
}
