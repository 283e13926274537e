package io.gnomon.sandbox.experiment;

import io.gnomon.model.limits.LimitKind;
import io.gnomon.sandbox.kafka.FreePorts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A real Slurm of this machine with seven nodes, slurmdbd, three accounts, fair share and limits,
 * started by {@code start.sh} in a folder of its own. Its methods can be called by any thread.
 */
final class RealSite implements AutoCloseable {
  /** CPUs of all nodes. */
  static final int CPUS = 144;

  /** CPUs of the nodes of the partition batch. */
  static final int BATCH_CPUS = 112;

  /** The most CPUs that jobs of the account guests may have at a time. */
  static final int GUESTS_CPUS = 48;

  private static final int USER_JOBS = 40;

  private static final int PORTS = 10;
  private static final int START_SECONDS = 240;
  private static final int CALL_SECONDS = 60;
  private static final double TICKS_PER_SECOND = 100;

  /**
   * Minutes of bf_window, and of the half-life of usage; the first is a month on Gnomon's clock.
   */
  private static final Map<String, String> TIMES = Map.of("BF_WINDOW", "720", "HALF_LIFE", "8");

  private static final Pattern CALLS = Pattern.compile("count:(\\d+)");

  private final Path folder;
  private final @Nullable Path root;

  private RealSite(Path folder, @Nullable Path root) {
    this.folder = folder;
    this.root = root;
  }

  /**
   * What a site has cost.
   *
   * @param cpuSeconds of slurmctld since it started
   * @param calls remote procedure calls that slurmctld has answered
   */
  record Cost(double cpuSeconds, long calls) {
    Cost since(Cost before) {
      return new Cost(cpuSeconds - before.cpuSeconds, calls - before.calls);
    }
  }

  /**
   * Starts a site as root.
   *
   * @param folder that is created, with a short path
   * @param root folder of another release of Slurm, made by {@code root.sh}; null for the machine's
   *     own
   * @throws IOException if Slurm, slurmdbd or MariaDB are missing or do not start
   */
  static RealSite start(Path folder, @Nullable Path root) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    // the jobs of all users run there
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path script = folder.resolve("start.sh");
    try (InputStream in = RealSite.class.getResourceAsStream("/slurm/start.sh")) {
      if (in == null) {
        throw new IllegalStateException("start.sh is not on the class path");
      }
      Files.copy(in, script);
    }
    List<String> line =
        new ArrayList<>(List.of("bash", script.toString(), folder.toString(), "accounts"));
    for (int i = 0; i < PORTS; i++) {
      line.add(Integer.toString(FreePorts.next()));
    }
    RealSite site = new RealSite(folder, root);
    boolean started = false;
    try {
      site.run(START_SECONDS, line.toArray(String[]::new));
      site.run(
          "sacctmgr", "-i", "modify", "account", "guests", "set", "GrpTRES=cpu=" + GUESTS_CPUS);
      String limit = LimitKind.JOBS_OF_USER.printed() + "=" + USER_JOBS;
      site.run("sacctmgr", "-i", "modify", "qos", "normal", "set", limit);
      started = true;
      return site;
    } finally {
      if (!started) {
        site.close();
      }
    }
  }

  Path folder() {
    return folder;
  }

  Path conf() {
    return folder.resolve("slurm.conf");
  }

  /** Folder of the client programs. */
  Path programs() {
    return root == null ? Path.of("/usr/bin") : folder.resolve("bin");
  }

  /** The release of slurmctld, such as {@code 24.11.5}. */
  String version() throws IOException, InterruptedException {
    return run("scontrol", "--version").strip().replace("slurm-wlm ", "").replace("slurm ", "");
  }

  /** Submits a job, as its user. */
  void submit(SiteWorkload.Job job, String name) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("sbatch", "-Q", "--uid=" + job.user()));
    line.addAll(List.of("--job-name=" + name, "--output=/dev/null", "--chdir=/"));
    line.addAll(job.options());
    line.add("--wrap=exec sleep " + job.seconds());
    run(line.toArray(String[]::new));
  }

  /** Whether no job waits or runs. */
  boolean isEmpty() throws IOException, InterruptedException {
    return run("squeue", "-h", "-a").isBlank();
  }

  /** The completed jobs that {@code sacct} has. */
  List<SiteJob> completed() throws IOException, InterruptedException {
    return SiteJob.parse(
        run("sacct", "-a", "-X", "-n", "-P", "-S", "now-1days", "-o", SiteJob.FIELDS));
  }

  /** What {@code sacct} prints of all jobs, with a header. */
  String record(String fields) throws IOException, InterruptedException {
    return run("sacct", "-a", "-X", "-P", "-D", "-S", "now-1days", "-E", "now", "-o", fields);
  }

  /** Accounts, users and QOS as {@code sacctmgr} lists them. */
  String associations() throws IOException, InterruptedException {
    return run("sacctmgr", "-P", "show", "assoc", "tree")
        + run("sacctmgr", "-P", "show", "qos")
        + run("sacctmgr", "-P", "show", "user");
  }

  /**
   * Writes lines into slurm.conf and lets slurmctld read it.
   *
   * @param lines as {@link ChangedConf} takes them
   */
  void change(List<String> lines) throws IOException, InterruptedException {
    Files.writeString(conf(), ChangedConf.of(Files.readString(conf()), lines));
    run("scontrol", "reconfigure");
    for (String line : lines) {
      if (line.startsWith("PartitionName=")) {
        // KeepPartInfo keeps what slurmctld had
        List<String> update = new ArrayList<>(List.of("scontrol", "update"));
        update.addAll(List.of(line.split("\\s+")));
        run(update.toArray(String[]::new));
      }
    }
  }

  /** The cost until now. */
  Cost cost() throws IOException, InterruptedException {
    String pid = Files.readAllLines(folder.resolve("pid/slurmctld.pid")).get(0).strip();
    String stat = Files.readString(Path.of("/proc", pid, "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    double ticks = Double.parseDouble(fields[11]) + Double.parseDouble(fields[12]);
    return new Cost(ticks / TICKS_PER_SECOND, calls(run("sdiag")));
  }

  /** The calls by type of message in what sdiag prints; those by user are the same ones. */
  static long calls(String sdiag) {
    int from = sdiag.indexOf("statistics by message type");
    int to = sdiag.indexOf("statistics by user");
    long calls = 0;
    Matcher count = CALLS.matcher(sdiag.substring(Math.max(0, from), to < 0 ? sdiag.length() : to));
    while (count.find()) {
      calls += Long.parseLong(count.group(1));
    }
    return calls;
  }

  private String run(String... line) throws IOException, InterruptedException {
    return run(CALL_SECONDS, line);
  }

  /** What a program prints; one that is in the root is run there. */
  private String run(int seconds, String... line) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(line));
    Path ofRoot = folder.resolve("bin").resolve(line[0]);
    if (Files.exists(ofRoot)) {
      command.set(0, ofRoot.toString());
    }
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("SLURM_CONF", conf().toString());
    builder.environment().put("SLURM_TIME_FORMAT", "%s");
    builder.environment().putAll(TIMES);
    if (root != null) {
      builder.environment().put("SLURM_ROOT", root.toString());
    }
    Process process = builder.start();
    boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
    process.destroyForcibly();
    String printed = Files.readString(output, StandardCharsets.UTF_8);
    Files.delete(output);
    if (!ended || process.exitValue() != 0) {
      throw new IOException(
          "%s %s: %s"
              .formatted(
                  String.join(" ", line),
                  ended ? "failed" : "took longer than " + seconds + " s",
                  printed.strip()));
    }
    return printed;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    try {
      run("bash", "-c", "squeue -h -a -o %A | sort -u | xargs -r scancel; sleep 3");
    } catch (IOException away) {
      // it has not started; its processes are ended below
    }
    List<Path> pids = new ArrayList<>(List.of(folder.resolve("munge/pid")));
    if (Files.isDirectory(folder.resolve("pid"))) {
      try (Stream<Path> files = Files.list(folder.resolve("pid"))) {
        files.forEach(pids::add);
      }
    }
    for (Path pid : pids) {
      if (Files.exists(pid)) {
        String first = Files.readString(pid).lines().findFirst().orElse("0").strip();
        ProcessHandle.of(Long.parseLong(first)).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }
}
