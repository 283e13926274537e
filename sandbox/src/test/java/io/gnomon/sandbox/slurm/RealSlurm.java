package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.polling.PollSchedule;
import io.gnomon.bridge.polling.TrackerFile;
import io.gnomon.bridge.slurm.SlurmBridge;
import io.gnomon.bridge.slurm.SlurmKeys;
import io.gnomon.bridge.slurm.SlurmPort;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.bridge.slurm.notify.HookSpool;
import io.gnomon.config.ConfigLoader;
import io.gnomon.config.EffectiveConfiguration;
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
public final class RealSlurm implements AutoCloseable {
  private static final List<String> PROGRAMS =
      List.of("slurmctld", "slurmd", "munged", "sbatch", "squeue", "scontrol");
  private static final List<String> DATABASE_PROGRAMS =
      List.of("slurmdbd", "mariadbd", "mariadb-install-db");
  private static final int SITE_NODES = 7;

  /** Folder of root.sh whose Slurm is started; empty for the machine's own. */
  private static final String ROOT = System.getProperty("gnomon.slurm.root", "");

  /** Whether bridges ask slurmrestd instead of running programs. */
  private static final boolean REST = Boolean.getBoolean("gnomon.slurm.rest");

  private final Path folder;
  private int restPort;

  private RealSlurm(Path folder) {
    this.folder = folder;
  }

  /** Starts one of alike nodes, or skips the test where Slurm is not installed. */
  public static RealSlurm start(Path folder, int nodes, int processors) throws Exception {
    return start(folder, nodes + 1, Integer.toString(processors));
  }

  /**
   * Starts a site, or skips the test where Slurm is not installed: {@code c001} to {@code c004}
   * with 16 CPUs and 64,000 MiB, {@code m001} with 512,000 MiB, {@code g001} and {@code g002} with
   * four GPUs; memory is allocated. The partitions batch and gpu share {@code g002}.
   */
  public static RealSlurm startSite(Path folder) throws Exception {
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
  public static RealSlurm startAccounts(Path folder) throws Exception {
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
    Assumptions.assumeTrue(
        ROOT.isEmpty() || Files.isDirectory(Path.of(ROOT)),
        ROOT
            + " is missing; 'bash sandbox/src/test/resources/slurm/root.sh "
            + ROOT
            + "' makes it with debootstrap");
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
      slurm.run(Duration.ofSeconds(300), line.toArray(String[]::new));
    } catch (Throwable e) {
      slurm.close();
      throw e;
    }
    return slurm;
  }

  /**
   * A port that reads this Slurm and changes nothing.
   *
   * @param cluster its name for Gnomon
   * @param state folder of what outlives a process
   * @param policy that the port declares
   */
  SlurmPort readOnlyPort(String cluster, Path state, PollSchedule pacing, String policy)
      throws Exception {
    return new SlurmPort(
        SlurmBridge.reader(configuration()),
        selection(),
        new TrackerFile(state.resolve("queue"), cluster),
        pacing,
        new HookSpool(hooks()),
        new ReadOnlyConfigurator(policy));
  }

  public Path folder() {
    return folder;
  }

  public Path conf() {
    return folder.resolve("slurm.conf");
  }

  /** Folder of the client programs. */
  public Path programs() {
    return ROOT.isEmpty() ? Path.of("/usr/bin") : folder.resolve("bin");
  }

  /** How a shell runs a client program as another user. */
  String as(String user, String program) {
    return ROOT.isEmpty()
        ? "runuser -u %s -- %s".formatted(user, programs().resolve(program))
        : "env AS=%s %s".formatted(user, programs().resolve(program));
  }

  public Path hooks() {
    return folder.resolve("hooks");
  }

  /** The configuration of a bridge to it. */
  public EffectiveConfiguration configuration() throws Exception {
    return loader().load();
  }

  /** The configuration of a bridge to it, to which keys can be added. */
  public ConfigLoader loader() throws Exception {
    return REST ? restLoader("http://127.0.0.1:" + startRest()) : programsLoader();
  }

  /** The configuration of a bridge that runs programs. */
  ConfigLoader programsLoader() {
    return SlurmKeys.loader().flag("slurm.conf=" + conf()).flag("slurm.bin=" + programs());
  }

  /** The configuration of a bridge that asks slurmrestd over a Unix socket. */
  ConfigLoader socketLoader() throws Exception {
    startRest();
    return restLoader("unix:" + folder.resolve("rest/socket"));
  }

  private ConfigLoader restLoader(String address) {
    return SlurmKeys.loader()
        .flag("slurm.conf=" + conf())
        .flag("slurm.rest=" + address)
        .flag("slurm.token-file=" + folder.resolve("token"));
  }

  /** Starts slurmrestd, if it does not run, or skips the test before 24.11; returns its port. */
  private int startRest() throws Exception {
    Assumptions.assumeFalse(ROOT.isEmpty(), "slurmrestd is that of a root; see CONTRIBUTING.md");
    if (restPort == 0) {
      restPort = FreePorts.next();
      shell(
          """
          mkdir rest
          chmod 777 rest
          (umask 077; scontrol token lifespan=99999 >token)
          SLURM_JWT=daemon AS=nobody setsid sh -c 'echo $$ >pid/slurmrestd.pid
            exec slurmrestd -a rest_auth/jwt 127.0.0.1:PORT unix:FOLDER/rest/socket' </dev/null >log/slurmrestd.log 2>&1 &
          for _ in $(seq 100); do
            (: </dev/tcp/127.0.0.1/PORT) 2>/dev/null && exit
            sleep 0.1
          done
          cat log/slurmrestd.log
          exit 1
          """
              .replace("PORT", Integer.toString(restPort))
              .replace("FOLDER", folder.toString()));
    }
    return restPort;
  }

  /** How it allocates nodes. */
  SelectSettings selection() throws Exception {
    return SelectSettings.of(SlurmBridge.reader(configuration()).settings());
  }

  /** What a program prints; it must succeed. */
  public String run(String... line) throws Exception {
    return run(Duration.ofSeconds(30), line);
  }

  /**
   * The jobs that wait or run by squeue, each as {@code PENDING 16} or {@code RUNNING 16 since
   * 1700000000}.
   */
  public Map<String, String> queue() throws Exception {
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
  public String submitAs(String user, String options, String command) throws Exception {
    List<String> line =
        new ArrayList<>(List.of("sbatch", "--parsable", "--uid=" + user, "--output=/dev/null"));
    line.addAll(List.of("--chdir=/", "--wrap=" + command));
    line.addAll(2, List.of(options.strip().split("\\s+")));
    return run(line.toArray(String[]::new)).strip();
  }

  /** Cancels all jobs of all users. */
  public void cancelAll() throws Exception {
    shell("squeue -h -a -o %A | sort -u | xargs -r scancel");
  }

  /** What a shell prints. */
  public String shell(String script) throws Exception {
    return run(Duration.ofSeconds(60), "bash", "-ec", script);
  }

  /** Whether a program succeeds. */
  public boolean tries(String... line) throws Exception {
    return process(line).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
  }

  /** A process in its environment; a program of Slurm is that of the root, if there is one. */
  private ProcessBuilder process(String... line) {
    List<String> command = new ArrayList<>(List.of(line));
    Path ofRoot = folder.resolve("bin").resolve(line[0]);
    if (Files.exists(ofRoot)) {
      command.set(0, ofRoot.toString());
    }
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("SLURM_CONF", conf().toString());
    if (!ROOT.isEmpty()) {
      builder.environment().put("SLURM_ROOT", ROOT);
      builder.environment().merge("PATH", folder + "/bin", (path, own) -> own + ":" + path);
    }
    return builder;
  }

  private String run(Duration limit, String... line) throws Exception {
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder builder = process(line).redirectOutput(output.toFile());
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
  public void schedule(String parameters) throws Exception {
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
  public void configure(UnaryOperator<List<String>> lines) throws Exception {
    int nodes = Integer.parseInt(run("sinfo", "-h", "-o", "%D").strip());
    stopController();
    Files.write(conf(), lines.apply(Files.readAllLines(conf())));
    startController();
    Awaitility.await("all nodes idle")
        .atMost(Duration.ofMinutes(2))
        .until(() -> run("sinfo", "-h", "-t", "idle", "-o", "%D").strip().equals("" + nodes));
  }

  /** Ends slurmctld without a chance to save anything. */
  public void killController() throws IOException {
    signal(folder.resolve("pid/slurmctld.pid"), true);
  }

  /** Stops slurmctld as an administrator does. */
  public void stopController() throws IOException {
    signal(folder.resolve("pid/slurmctld.pid"), false);
  }

  /** Stops slurmdbd; slurmctld goes on with what it knows. */
  void stopDatabase() throws IOException {
    signal(folder.resolve("pid/slurmdbd.pid"), false);
  }

  /** Starts slurmctld again, and returns when it answers. */
  public void startController() throws Exception {
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
    // slurmctld writes a shorter number over a longer one when it starts itself again
    long pid = Long.parseLong(Files.readString(pidFile).lines().findFirst().orElse("0").strip());
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
