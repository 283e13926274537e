package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.machine.Request;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;

/** A log of jobs for nodes, which are numbered from 0. */
public final class NodeJobs {
  private final JobLogBuilder log = JobLog.builder();

  /** Adds a job that runs as long as it requests. */
  public NodeJobs job(int submit, int seconds, Request request) {
    return job(submit, seconds, seconds, request);
  }

  /** Adds a job. */
  public NodeJobs job(int submit, int runtime, int estimate, Request request) {
    log.job(log.size(), submit, runtime, estimate, request.cpus()).request(request);
    return this;
  }

  /** Sets the user of the last job. */
  public NodeJobs of(String user, String account) {
    log.jobAccount(new JobAccount(user, account, "", 0));
    return this;
  }

  public JobLog build() {
    return log.build();
  }
}
