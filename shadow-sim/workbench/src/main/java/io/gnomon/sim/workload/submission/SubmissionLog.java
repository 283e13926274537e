package io.gnomon.sim.workload.submission;

import io.gnomon.commandline.InputFile;
import io.gnomon.commandline.InputLines;
import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.slurm.SlurmFormatException;
import io.gnomon.sim.workload.slurm.SlurmLimits;
import io.gnomon.sim.workload.slurm.SlurmUnits;
import io.gnomon.slurm.value.SbatchOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reader of submissions written as {@code sbatch} options, one per line:
 *
 * <pre>
 * -dt 12.5 -e submit_batch_job | -sim-walltime 300 --uid=user1 -J jobid_7 -N 1 -n 32 -t 3-00:00:00 …
 * </pre>
 *
 * <p>{@code -dt} is the submission time in seconds since the first line, {@code -sim-walltime} the
 * runtime; -1 is a job that runs until its limit. Job numbers are the digits at the end of the
 * job's name, or else the line. Dependencies name these numbers; an array is expanded into tasks,
 * which share its number. A job fails, for the jobs that depend on it, if it reaches its limit or
 * {@code -sim-exit-code} is not 0. Times of {@code --begin} are UTC, and {@code -dt 0} is epoch
 * second 0. Options that have no effect on a schedule are skipped; those that would change it and
 * are not simulated are refused. O(lines).
 */
public final class SubmissionLog {
  private static final String RUNTIME = "-sim-walltime";
  private static final String EXIT = "-sim-exit-code";
  private static final String SUBMITTED = "-dt";
  private static final Set<String> FLAGS =
      Set.of("--exclusive", "--requeue", "--no-requeue", "--hold", "-H");
  // these would change the schedule
  private static final Set<String> NOT_SIMULATED =
      Set.of(
          "--cpus-per-gpu",
          "--exclude",
          "--gpus-per-socket",
          "--gpus-per-task",
          "--mem-per-gpu",
          "--nodelist",
          "--ntasks-per-gpu");

  private final Map<String, Integer> users = new HashMap<>();
  private final Map<String, Integer> accounts = new HashMap<>();
  private final Map<String, Integer> queues = new HashMap<>();
  private final JobLogBuilder log;
  private final SbatchConditions conditions;

  private SubmissionLog(long originEpochSecond) {
    log = JobLog.builder(originEpochSecond);
    conditions = new SbatchConditions(originEpochSecond);
  }

  /**
   * Reads a file, plain or compressed with gzip.
   *
   * @throws SlurmFormatException for a line that is not understood
   */
  public static JobLog read(Path file) throws IOException {
    SubmissionLog reader = new SubmissionLog(0);
    try (InputLines lines = InputFile.lines(file)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        try {
          reader.add(line, (int) lines.number());
        } catch (IllegalArgumentException wrong) {
          throw new SlurmFormatException(file + ", line " + lines.number(), wrong);
        }
      }
    }
    reader.conditions.apply(reader.log);
    return reader.log.build();
  }

  private void add(String line, int number) {
    Map<String, String> options = options(line);
    if (!options.getOrDefault("-e", "").equals("submit_batch_job")) {
      throw new IllegalArgumentException(
          "the event is '" + options.get("-e") + "'; allowed is -e submit_batch_job");
    }
    int limit = SlurmUnits.seconds(options.getOrDefault("--time", "UNLIMITED"));
    int estimate = limit == Integer.MAX_VALUE ? JobLog.MAX_SECONDS - 1 : limit;
    double walltime = decimal(options, RUNTIME);
    int runtime = walltime < 0 ? estimate : (int) Math.min(walltime, JobLog.MAX_SECONDS);
    Request request = request(options);
    boolean fails =
        number(options, EXIT, 0) != 0 || (walltime < 0 ? estimate == limit : walltime > estimate);
    long jobId = jobId(options.getOrDefault("--job-name", ""), number);
    int submit = (int) decimal(options, SUBMITTED);
    SbatchConditions.Tasks tasks = SbatchConditions.tasks(options.getOrDefault("--array", ""));
    JobAccount jobAccount =
        new JobAccount(
            options.getOrDefault("--uid", ""),
            options.getOrDefault("--account", ""),
            options.getOrDefault("--qos", ""),
            number(options, "--nice", 0));
    for (int task : tasks.numbers()) {
      log.job(jobId, submit, Math.max(1, runtime), estimate, request.cpus())
          .by(
              numbered(users, options.getOrDefault("--uid", "")),
              numbered(accounts, options.getOrDefault("--account", "")),
              JobLog.UNKNOWN)
          .to(numbered(queues, options.getOrDefault("--qos", "")), JobLog.UNKNOWN)
          .request(request)
          .jobAccount(jobAccount);
      conditions.add(log.size() - 1, submit, jobId, tasks, task, fails, options);
    }
  }

  /** The options by long name. */
  private static Map<String, String> options(String line) {
    Map<String, String> options = new HashMap<>();
    String[] words = line.strip().split("\\s+");
    for (int i = 0; i < words.length; i++) {
      String word = words[i];
      int equals = word.indexOf('=');
      if (!word.startsWith("-")) {
        continue; // the separator, or the script
      }
      if (FLAGS.contains(word)) {
        options.put(SbatchOptions.LONG_NAMES.getOrDefault(word, word), "");
      } else if (word.startsWith("--") && equals > 0) {
        options.put(word.substring(0, equals), word.substring(equals + 1));
      } else if (word.length() > 2
          && !word.equals(SUBMITTED)
          && SbatchOptions.LONG_NAMES.containsKey(word.substring(0, 2))) {
        options.put(
            SbatchOptions.LONG_NAMES.get(word.substring(0, 2)), word.substring(2)); // such as -N2
      } else if (i + 1 < words.length) {
        options.put(SbatchOptions.LONG_NAMES.getOrDefault(word, word), words[++i]);
      }
    }
    options.keySet().stream()
        .filter(NOT_SIMULATED::contains)
        .sorted()
        .findFirst()
        .ifPresent(
            option -> {
              throw new IllegalArgumentException(
                  "option " + option + " is not simulated; allowed are submissions without it");
            });
    return options;
  }

  private static Request request(Map<String, String> options) {
    Request.Builder request = new Request.Builder();
    String[] nodes = options.getOrDefault("--nodes", "").split("-");
    if (!nodes[0].isEmpty()) {
      int least = SlurmUnits.number(nodes[0]);
      request.nodes(least, nodes.length > 1 ? SlurmUnits.number(nodes[1]) : least);
      request.tasks(least);
    }
    int perNode = number(options, "--ntasks-per-node", Partition.UNLIMITED);
    if (options.containsKey("--ntasks")) {
      int tasks = SlurmUnits.number(options.get("--ntasks"));
      request.tasks(tasks);
      if (nodes[0].isEmpty() && perNode != Partition.UNLIMITED) {
        request.nodes(1, Math.max(0, tasks - 1) / Math.max(1, perNode) + 1); // full nodes
      }
    } else if (perNode != Partition.UNLIMITED && !nodes[0].isEmpty()) {
      request.tasks(perNode * SlurmUnits.number(nodes[0]));
    }
    request.tasksPerNode(perNode);
    request.cpusPerTask(number(options, "--cpus-per-task", 1));
    String memory = options.getOrDefault("--mem", "");
    if (memory.equals("0")) {
      request.exclusive(true); // all memory of each node
    } else if (!memory.isEmpty()) {
      request.memoryPerNode(SlurmUnits.mebibytes(memory));
    }
    if (options.containsKey("--mem-per-cpu")) {
      request.memoryPerCpu(SlurmUnits.mebibytes(options.get("--mem-per-cpu")));
    }
    request.gpusPerNode(SlurmUnits.gpus(options.getOrDefault("--gres", ""), Request.ANY_GPU));
    if (options.containsKey("--gpus-per-node")) {
      request.gpusPerNode(gpus(options.get("--gpus-per-node")));
    }
    if (options.containsKey("--gpus")) {
      request.gpusPerJob(gpus(options.get("--gpus")));
    }
    request.features(Features.parse(options.getOrDefault("--constraint", "").replace("\"", "")));
    String partitions = options.getOrDefault("--partition", "");
    request.partitions(partitions.isEmpty() ? List.of() : List.of(partitions.split(",")));
    request.reservation(reservation(options.getOrDefault("--reservation", "")));
    request.licenses(SlurmLimits.licenses(options.getOrDefault("--licenses", "")));
    if (options.containsKey("--exclusive")) {
      request.exclusive(true);
    }
    return request.build();
  }

  private static String reservation(String name) {
    if (name.contains(",")) {
      throw new IllegalArgumentException(
          "option --reservation is '" + name + "'; allowed is the name of one reservation");
    }
    return name;
  }

  /** GPUs by type, from a list such as {@code a100:2,v100:1}. */
  private static Map<String, Integer> gpus(String list) {
    return SlurmUnits.gpus("gpu:" + list.replace(",", ",gpu:"), Request.ANY_GPU);
  }

  private static int number(Map<String, String> options, String name, int absent) {
    String value = options.get(name);
    return value == null ? absent : SlurmUnits.number(value);
  }

  private static double decimal(Map<String, String> options, String name) {
    String value = options.getOrDefault(name, "");
    try {
      double number = Double.parseDouble(value);
      if (number >= -1 && number <= JobLog.MAX_SECONDS) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // reported below
    }
    throw new IllegalArgumentException(
        name + " is '" + value + "'; allowed are seconds up to " + JobLog.MAX_SECONDS);
  }

  private static long jobId(String name, int line) {
    int begin = name.length();
    while (begin > 0 && Character.isDigit(name.charAt(begin - 1)) && name.length() - begin < 17) {
      begin--;
    }
    return begin == name.length() ? line : Long.parseLong(name.substring(begin));
  }

  private static int numbered(Map<String, Integer> known, String name) {
    return name.isEmpty() ? JobLog.UNKNOWN : known.computeIfAbsent(name, key -> known.size());
  }
}
