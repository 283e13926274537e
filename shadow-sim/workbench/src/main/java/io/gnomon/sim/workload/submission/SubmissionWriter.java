package io.gnomon.sim.workload.submission;

import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.StartConditions;
import io.gnomon.sim.workload.StartConditions.JobReference;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writer of the submissions that {@link SubmissionLog} reads. Reading gives the same jobs, with
 * users and accounts numbered in order of appearance and without applications. Stateless.
 */
public final class SubmissionWriter {
  private static final int HOUR = 3600;
  private static final int MINUTE = 60;

  private SubmissionWriter() {}

  /**
   * Writes the jobs.
   *
   * @param comment one line at the begin of the file
   * @param parts the jobs in order of submission, which all have a request
   */
  public static void write(Writer out, String comment, Iterable<JobLog> parts) throws IOException {
    out.write("# " + comment + "\n");
    for (JobLog log : parts) {
      for (int job = 0; job < log.size(); job++) {
        out.write(line(log, job));
      }
    }
    out.flush();
  }

  private static String line(JobLog log, int job) {
    Request request = log.request(job);
    if (request == null) {
      throw new IllegalArgumentException(
          "job " + log.jobId(job) + " has no request; allowed are jobs with a request");
    }
    StringBuilder line = new StringBuilder();
    line.append("-dt ").append(log.submit(job)).append(" -e submit_batch_job |");
    line.append(" -sim-walltime ").append(log.runtime(job));
    append(line, "--uid=user", log.user(job));
    append(line, "--account=account", log.group(job));
    line.append(" -J job_").append(log.jobId(job)).append(" -t ").append(time(log.estimate(job)));
    appendRequest(line, request);
    appendConditions(line, log, job);
    return line.append(" job.sh\n").toString();
  }

  private static void append(StringBuilder line, String option, int number) {
    if (number >= 0) {
      line.append(' ').append(option).append(number);
    }
  }

  private static void appendRequest(StringBuilder line, Request request) {
    if (request.maxNodes() != Partition.UNLIMITED) {
      String range = request.minNodes() + "-" + request.maxNodes();
      boolean one = request.minNodes() == request.maxNodes();
      line.append(" -N ").append(one ? Integer.toString(request.minNodes()) : range);
    } else if (request.minNodes() > 1) {
      throw new IllegalArgumentException(
          "a request for at least "
              + request.minNodes()
              + " nodes without a maximum cannot be written");
    }
    line.append(" -n ").append(request.tasks());
    if (request.tasksPerNode() != Partition.UNLIMITED) {
      line.append(" --ntasks-per-node=").append(request.tasksPerNode());
    }
    if (request.cpusPerTask() > 1) {
      line.append(" -c ").append(request.cpusPerTask());
    }
    if (request.memoryPerNode() > 0) {
      line.append(" --mem=").append(request.memoryPerNode()).append('M');
    }
    if (request.memoryPerCpu() > 0) {
      line.append(" --mem-per-cpu=").append(request.memoryPerCpu()).append('M');
    }
    if (!request.gpusPerNode().isEmpty()) {
      line.append(" --gres=").append(gpus("gpu:", request.gpusPerNode()));
    }
    if (!request.gpusPerJob().isEmpty()) {
      line.append(" --gpus=").append(gpus("", request.gpusPerJob()));
    }
    if (!request.features().equals(Features.ANY)) {
      line.append(" --constraint=").append(request.features());
    }
    if (!request.partitions().isEmpty()) {
      line.append(" -p ").append(String.join(",", request.partitions()));
    }
    if (!request.reservation().isEmpty()) {
      line.append(" --reservation=").append(request.reservation());
    }
    if (!request.licenses().isEmpty()) {
      line.append(" -L ")
          .append(
              request.licenses().entrySet().stream()
                  .map(of -> of.getKey() + ":" + of.getValue())
                  .sorted()
                  .collect(Collectors.joining(",")));
    }
    line.append(request.exclusive() ? " --exclusive" : "");
  }

  private static void appendConditions(StringBuilder line, JobLog log, int job) {
    StartConditions on = log.conditions(job);
    if (on == null) {
      return;
    }
    if (on.task() != JobLog.UNKNOWN || on.series() != JobLog.UNKNOWN) {
      throw new IllegalArgumentException(
          "job "
              + log.label(job)
              + " is a task of an array or waits for jobs of its name; tasks"
              + " and singletons cannot be written");
    }
    line.append(on.beginDelay() > 0 ? " --begin=now+" + on.beginDelay() : "");
    line.append(on.held() ? " --hold" : "");
    line.append(on.fails() ? " -sim-exit-code 1" : "");
    if (!on.dependencies().isEmpty()) {
      line.append(" --dependency=")
          .append(
              on.dependencies().stream()
                  .map(SubmissionWriter::dependency)
                  .collect(Collectors.joining(on.anySuffices() ? "?" : ",")));
    }
  }

  private static String dependency(JobReference one) {
    String kind =
        switch (one.kind()) {
          case START -> "after:";
          case END -> "afterany:";
          case SUCCESS -> "afterok:";
          case FAILURE -> "afternotok:";
          case SINGLETON -> throw new IllegalArgumentException("a singleton has a series");
        };
    return kind
        + one.job()
        + (one.task() == JobLog.UNKNOWN ? "" : "_" + one.task())
        + (one.delaySeconds() == 0 ? "" : "+" + one.delaySeconds() / MINUTE);
  }

  private static String gpus(String prefix, Map<String, Integer> byType) {
    return new TreeMap<>(byType)
        .entrySet().stream()
            .map(
                gpu ->
                    gpu.getKey().equals(Request.ANY_GPU)
                        ? prefix + gpu.getValue()
                        : prefix + gpu.getKey() + ":" + gpu.getValue())
            .collect(Collectors.joining(","));
  }

  private static String time(int seconds) {
    return String.format(
        Locale.ROOT, "%d:%02d:%02d", seconds / HOUR, seconds % HOUR / MINUTE, seconds % MINUTE);
  }
}
