package io.gnomon.sim.workload;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.PermanentShortage;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.machine.placement.Shapes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the jobs of a log request from a machine of nodes. */
public final class MachineRequests {
  private static final int KB_PER_MB = 1024;

  private MachineRequests() {}

  /**
   * The log with requests made of its widths, memory and partitions: one task per processor, and
   * the partition whose name is the recorded number, if the machine has one. Jobs with a request
   * keep it.
   */
  public static JobLog of(JobLog log, Machine machine) {
    return log.withRequests(
        job -> {
          Request request = log.request(job);
          return request != null || log.width(job) <= 0 ? request : request(log, job, machine);
        });
  }

  private static Request request(JobLog log, int job, Machine machine) {
    String partition = Integer.toString(log.partition(job));
    int memoryKb = Math.max(0, log.memoryKb(job));
    return new Request.Builder()
        .tasks(log.width(job))
        .memoryPerCpu((memoryKb + KB_PER_MB - 1) / KB_PER_MB)
        .partitions(machine.partition(partition) >= 0 ? List.of(partition) : List.of())
        .build();
  }

  /** The jobs of a log that can run on a machine, at least while it is idle, and the others. */
  public static PossibleJobs possible(JobLog log, Machine machine) {
    Shapes shapes = new Shapes(machine);
    int[] kept = new int[log.size()];
    int count = 0;
    Map<PermanentShortage, List<Long>> others = new EnumMap<>(PermanentShortage.class);
    Map<Shape, PermanentShortage> reasons = new HashMap<>();
    for (int job = 0; job < log.size(); job++) {
      Request request = log.request(job);
      Shape shape = request == null ? null : shapes.of(request, Math.max(1, log.estimate(job)));
      if (shape == null || shape.isPossible()) {
        kept[count++] = job;
      } else {
        PermanentShortage reason =
            reasons.computeIfAbsent(shape, never -> PermanentShortage.of(never).orElseThrow());
        others.computeIfAbsent(reason, unmet -> new ArrayList<>()).add(log.jobId(job));
      }
    }
    return new PossibleJobs(
        count == log.size() ? log : log.select(Arrays.copyOf(kept, count)), others);
  }
}
