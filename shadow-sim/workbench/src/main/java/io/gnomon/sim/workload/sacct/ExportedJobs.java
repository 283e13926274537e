package io.gnomon.sim.workload.sacct;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.StartConditions;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects the jobs of an export as rows of a log. Not thread-safe. */
final class ExportedJobs {
  private static final int MOST_NAMES = 1 << 20;
  private static final int FAR = 1 << 28; // 8.5 years in seconds

  private final Optional<Machine> machine;
  private final ExportedRequests requests;
  private final IssueCounts issues = new IssueCounts();
  private final RecordSet seen = new RecordSet();
  private final Map<String, Integer> users = new HashMap<>();
  private final Map<String, Integer> accounts = new HashMap<>();
  private final Map<String, Integer> names = new HashMap<>();
  private final Map<String, Integer> qos = new HashMap<>();
  private final Map<String, Integer> partitions = new HashMap<>();
  private boolean gpus;
  private long origin;
  private @Nullable JobLogBuilder log;

  ExportedJobs(Optional<Machine> machine) {
    this.machine = machine;
    requests = new ExportedRequests(machine);
  }

  /** Adds a job that has started. */
  void add(SacctRecord job) {
    if (log == null) {
      origin = job.submit() - FAR;
      log = JobLog.builder(origin);
    }
    long start = job.start().orElseThrow();
    if (!seen.add(job.id(), job.number(), job.submit(), start)) {
      issues.add(SacctIssue.DUPLICATE, job.line());
      return;
    }
    if (Math.abs(job.submit() - origin - FAR) >= FAR) {
      issues.add(SacctIssue.TIME_TOO_LARGE, job.line());
      return;
    }
    Optional<Request> request = requests.of(job, issues);
    if (request.isEmpty()) {
      issues.add(SacctIssue.WITHOUT_RESOURCES, job.line());
      return;
    }
    if (start < job.submit()) {
      issues.add(SacctIssue.START_BEFORE_SUBMIT, job.line());
    }
    int wait = (int) Math.min(JobLog.MAX_SECONDS, Math.max(0, start - job.submit()));
    gpus |= !request.get().gpusPerNode().isEmpty() || !request.get().gpusPerJob().isEmpty();
    log.job(
            job.id(),
            (int) (job.submit() - origin),
            Math.min(job.elapsedSeconds(), JobLog.MAX_SECONDS),
            estimate(job),
            request.get().cpus())
        .by(numbered(users, job.user()), numbered(accounts, job.account()), name(job.name()))
        .to(numbered(qos, job.qos()), numbered(partitions, job.partition()))
        .request(request.get())
        .jobAccount(new JobAccount(job.user(), job.account(), job.qos(), 0))
        .waited(wait);
    long delay = Math.min(job.eligible().orElse(job.submit()) - job.submit(), wait);
    if (delay > 0) {
      log.conditions(
          new StartConditions(
              (int) delay,
              StartConditions.NONE.dependencies(),
              false,
              false,
              JobLog.UNKNOWN,
              JobLog.UNKNOWN,
              Integer.MAX_VALUE,
              JobLog.UNKNOWN,
              false));
    }
  }

  private int estimate(SacctRecord job) {
    int limit = job.limitSeconds().orElse(JobLog.UNKNOWN);
    if (job.limitSeconds().isEmpty()) {
      issues.add(SacctIssue.WITHOUT_LIMIT, job.line());
      limit = partition(job).map(ExportedJobs::limit).orElse(JobLog.UNKNOWN);
    }
    return Math.min(limit, JobLog.MAX_SECONDS - 1);
  }

  private Optional<Partition> partition(SacctRecord job) {
    return machine.flatMap(
        of ->
            of.partitions().stream()
                .filter(partition -> partition.name().equals(job.partition()))
                .findFirst());
  }

  private static int limit(Partition partition) {
    return partition.defaultSeconds() == Partition.UNLIMITED
        ? partition.maxSeconds()
        : partition.defaultSeconds();
  }

  private int name(String name) {
    return names.size() < MOST_NAMES || names.containsKey(name)
        ? numbered(names, name)
        : JobLog.UNKNOWN;
  }

  private static int numbered(Map<String, Integer> known, String name) {
    return name.isEmpty() ? JobLog.UNKNOWN : known.computeIfAbsent(name, key -> known.size());
  }

  /** The jobs; there must be one. */
  JobLog log() {
    if (log == null) {
      throw new IllegalStateException("there are no jobs");
    }
    return log.build().fromFirstSubmission();
  }

  /** The reader's report with what was found here. */
  SacctReport report(SacctReport read) {
    if (log != null && !gpus && machine.stream().anyMatch(site -> !site.gpuTypes().isEmpty())) {
      issues.add(SacctIssue.GPUS_NOT_TRACKED, 1, log.size(), "");
    }
    Map<SacctIssue, SacctReport.Cases> cases = new EnumMap<>(SacctIssue.class);
    cases.putAll(read.cases());
    cases.putAll(issues.cases());
    return new SacctReport(
        read.source(),
        read.lines(),
        log == null ? 0 : log.size(),
        cases,
        read.states(),
        read.firstEnd(),
        read.lastTime());
  }
}
