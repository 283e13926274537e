package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.workload.JobLog;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records the schedule of a simulation whose job numbers are the indices of a log. */
public class ScheduleListener implements SimulationListener {
  private final Schedule.Recorder recorder;
  private final Map<WaitingReason, Integer> refused = new EnumMap<>(WaitingReason.class);

  /** A listener for {@code jobs} jobs. */
  public ScheduleListener(int jobs) {
    recorder = Schedule.recorder(jobs);
  }

  /** A listener for a simulation of {@code log}; on nodes, it records the use of resources too. */
  public static ScheduleListener of(JobLog log, ClusterState state) {
    return state.hasNodes()
        ? new ResourceListener(log.size(), state.nodes().machine(), log.submit(log.size() - 1))
        : new ScheduleListener(log.size());
  }

  /** The schedule so far. */
  public Schedule schedule() {
    return recorder.schedule();
  }

  /** Number of jobs so far that were refused as they were submitted, by the reason. */
  public Map<WaitingReason, Integer> refused() {
    return Map.copyOf(refused);
  }

  /** The use of the nodes so far; null if it is not recorded. */
  public @Nullable ResourceUse use() {
    return null;
  }

  @Override
  public void refused(ClusterState state, int slot, WaitingReason reason) {
    refused.merge(reason, 1, Integer::sum);
  }

  @Override
  public void started(ClusterState state, int slot) {
    recorder.started(state.job(slot), state.now(), state.heldProcessors(slot));
  }

  @Override
  public void finished(ClusterState state, int slot) {
    recorder.finished(state.job(slot), state.now());
  }

  /** The job ends here; subclasses count what it held as for a job that has completed. */
  @Override
  public void cancelled(ClusterState state, int slot) {
    finished(state, slot);
  }

  @Override
  public void killed(ClusterState state, int slot) {
    long seconds = state.servedSeconds(slot) + Math.max(0, state.now() - state.startTime(slot));
    recorder.requeued(state.job(slot), seconds * state.heldProcessors(slot));
  }
}
