package io.gnomon.controller.mirror;

import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobEvent;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobRequeued;
import io.gnomon.events.job.JobResumed;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.job.JobSuspended;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.FairShareAccounting;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.PermanentShortage;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.machine.placement.Shapes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Applies the events of jobs to a mirror's state, and notifies its listener. */
final class JobTransitions {
  private final Mirror mirror;
  private final MirrorListener listener;
  private final EndedJobs ended;
  private @Nullable PlacementReader placements;

  JobTransitions(Mirror mirror, MirrorListener listener, EndedJobs ended) {
    this.mirror = mirror;
    this.listener = listener;
    this.ended = ended;
  }

  private ClusterState state() {
    return mirror.state();
  }

  private JobNames jobs() {
    return mirror.jobs();
  }

  private PlacementReader placements() {
    PlacementReader reader = placements;
    if (reader == null || reader.machine() != state().nodes().machine()) {
      reader = new PlacementReader(state().nodes().machine());
      placements = reader;
    }
    return reader;
  }

  /**
   * Applies an event to its job.
   *
   * @throws RejectedEventException if it contradicts the state; no job has changed
   */
  void apply(JobEvent event) throws RejectedEventException {
    if (event instanceof JobSubmitted submitted) {
      submit(submitted);
      return;
    }
    int slot = jobs().slot(event.job());
    if (slot == ClusterState.NONE && mirror.setAside().contains(event.job())) {
      if (event instanceof JobFinished || event instanceof JobCancelled) {
        mirror.setAside().remove(event.job());
      }
      throw new RejectedEventException(
          RejectReason.SET_ASIDE,
          event.type().shortName()
              + " for job '"
              + event.job()
              + "', which is set aside until a snapshot has it, because its report was not valid");
    }
    if (slot == ClusterState.NONE) {
      throw new RejectedEventException(
          RejectReason.UNKNOWN_JOB,
          event.type().shortName() + " for job '" + event.job() + "', which is not active");
    }
    if (event instanceof JobStarted started) {
      start(slot, started);
    } else if (event instanceof JobFinished) {
      finish(slot);
    } else if (event instanceof JobCancelled) {
      cancel(slot);
    } else if (event instanceof JobModified modified) {
      modify(slot, modified);
    } else if (event instanceof JobSuspended) {
      state().suspend(slot);
      listener.suspended(state(), slot);
    } else if (event instanceof JobResumed) {
      state().resume(slot);
      listener.resumed(state(), slot);
    } else if (event instanceof JobRequeued) {
      requeue(slot);
    }
  }

  private void submit(JobSubmitted job) throws RejectedEventException {
    if (jobs().slot(job.job()) != ClusterState.NONE) {
      throw new RejectedEventException(
          RejectReason.KNOWN_JOB,
          "job '" + job.job() + "' was submitted before and is still active");
    }
    int slot;
    if (state().hasNodes()) {
      Shape shape = readableShape(job);
      if (!job.held()) {
        requireNodes(job.job(), shape);
      }
      slot =
          state().submitShape(mirror.nextJob(), state().now(), shape.id(), job.estimateSeconds());
    } else {
      if (!job.held()) {
        requireWidth(job.job(), job.processors());
      }
      slot =
          state().submit(mirror.nextJob(), state().now(), job.processors(), job.estimateSeconds());
    }
    mirror.countJob();
    state().describe(slot, mirror.users().of(job.user()), ClusterState.NONE, job.priority());
    account(slot, job.user(), job.request());
    SnapshotReconciliation.offer(state(), slot, job.widths());
    jobs().bind(job.job(), slot);
    mirror.setAside().remove(job.job());
    impose(job.job(), slot, job.request(), job.held());
    if (job.held()) {
      state().hold(slot);
    }
    listener.submitted(state(), slot);
  }

  private void account(int slot, @Nullable String user, @Nullable ResourceRequest request) {
    if (state().hasAccounting()) {
      state().account(slot, AccountsReader.jobAccount(user, request));
    }
  }

  private void impose(String job, int slot, @Nullable ResourceRequest request, boolean held) {
    if (request != null) {
      new RequestConditions(mirror.origin(), state(), jobs().slots())
          .impose(job, slot, request, held);
    }
  }

  /** The shape of a job, which is set aside if its request cannot be read. */
  private Shape readableShape(JobSubmitted job) throws RejectedEventException {
    try {
      return shape(job.job(), job.request(), job.processors(), job.estimateSeconds());
    } catch (RejectedEventException unreadable) {
      mirror.setAside().add(job.job(), String.valueOf(unreadable.getMessage()));
      throw unreadable;
    }
  }

  /** What a job that would be submitted requests of the nodes; the state gets no new shape. */
  Request possible(String job, ResourceRequest request, int processors, int estimate)
      throws RejectedEventException {
    Shape shape =
        new Shapes(state().nodes().machine())
            .of(MachineReader.request(job, request, processors), estimate);
    requireNodes(job, shape);
    return shape.request();
  }

  private Shape shape(String job, @Nullable ResourceRequest request, int processors, int estimate)
      throws RejectedEventException {
    Request wanted =
        request == null
            ? Request.ofCpus(processors)
            : MachineReader.request(job, request, processors);
    return state().nodes().shapes().of(wanted, estimate);
  }

  /** Rejects what the cluster does not have; limits and states of partitions may change. */
  private static void requireNodes(String job, Shape shape) throws RejectedEventException {
    Optional<PermanentShortage> unmet = PermanentShortage.of(shape);
    if (unmet.isPresent() && !unmet.get().canChange()) {
      throw new RejectedEventException(
          RejectReason.TOO_WIDE,
          "job '" + job + "' requests " + unmet.get().text() + "; it can never run");
    }
  }

  private void requireWidth(String job, int width) throws RejectedEventException {
    if (width > state().processors()) {
      throw new RejectedEventException(
          RejectReason.TOO_WIDE,
          "job '"
              + job
              + "' requests "
              + width
              + " processors; the cluster has "
              + state().processors());
    }
  }

  /** Starts a job; a held job is released, because the scheduler did not report that. */
  private void start(int slot, JobStarted started) throws RejectedEventException {
    int width = started.processors() == EventData.NONE ? state().width(slot) : started.processors();
    int expected =
        started.limitSeconds() == EventData.NONE
            ? state().estimate(slot) - state().servedSeconds(slot)
            : started.limitSeconds();
    Placement placement = state().hasNodes() ? placement(slot, started) : null;
    boolean held = state().phase(slot) == JobPhase.HELD;
    if (placement == null && held) {
      state().startHeld(slot, width, expected);
    } else if (placement == null) {
      state().start(slot, width, expected);
    } else if (held) {
      state().startHeld(slot, placement, expected);
    } else {
      state().start(slot, placement, expected);
    }
    state().setPartition(slot, started.partition());
    listener.started(state(), slot);
  }

  private Placement placement(int slot, JobStarted started) throws RejectedEventException {
    Nodes nodes = state().nodes();
    if (!started.placement().isEmpty()) {
      return placements()
          .read(started.job(), nodes.shape(slot), started.placement(), nodes.placedNodes());
    }
    Placement placement = placements().place(nodes.shape(slot), nodes.free());
    if (placement == null) {
      throw new RejectedEventException(
          RejectReason.ILLEGAL_TRANSITION,
          "job '"
              + started.job()
              + "' cannot start without a placement: what it requests is not free on any nodes");
    }
    return placement;
  }

  private void finish(int slot) {
    if (state().phase(slot) == JobPhase.RUNNING) {
      listener.finished(state(), slot);
      addEnded(slot, false);
    }
    state().finish(slot);
    jobs().unbind(slot);
  }

  private void cancel(int slot) {
    boolean started = state().phase(slot) == JobPhase.RUNNING;
    listener.cancelled(state(), slot);
    addEnded(slot, true);
    state().cancel(slot);
    jobs().unbind(slot);
    if (!started) {
      listener.changed(state(), slot);
    }
  }

  private void addEnded(int slot, boolean cancelled) {
    int start = state().startTime(slot);
    boolean started = start != ClusterState.NONE;
    ended.add(
        jobs().name(slot),
        new EndedJob(
            mirror.origin() + state().submitTime(slot),
            started ? mirror.origin() + start : EventData.NONE,
            mirror.now(),
            started ? state().heldProcessors(slot) : state().width(slot),
            state().estimate(slot),
            cancelled));
  }

  private void requeue(int slot) {
    if (state().phase(slot) == JobPhase.RUNNING) {
      listener.killed(state(), slot);
    }
    state().requeue(slot);
    listener.changed(state(), slot);
  }

  private void modify(int slot, JobModified modified) throws RejectedEventException {
    int width =
        modified.processors() == EventData.NONE ? state().width(slot) : modified.processors();
    boolean reshaped = state().hasNodes() && modified.request() != null;
    if (modified.processors() != EventData.NONE && !state().hasNodes()) {
      requireWidth(modified.job(), width);
    }
    int estimate =
        modified.estimateSeconds() == EventData.NONE
            ? state().estimate(slot)
            : modified.estimateSeconds();
    Shape shape = reshaped ? shape(modified.job(), modified.request(), width, estimate) : null;
    if (shape != null) {
      requireNodes(modified.job(), shape);
    }
    boolean hold = Boolean.TRUE.equals(modified.held()) && state().phase(slot) != JobPhase.HELD;
    boolean release = Boolean.FALSE.equals(modified.held()) && state().phase(slot) == JobPhase.HELD;
    if (hold) {
      state().hold(slot); // throws where the job has started
    }
    if (shape != null && !state().nodes().isPlaced(slot)) {
      state().modifyShape(slot, shape.id(), estimate);
    } else {
      state().modify(slot, reshaped ? state().width(slot) : width, estimate);
    }
    if (modified.request() != null && state().hasAccounting()) {
      FairShareAccounting accounts = state().accounting();
      String user =
          accounts.hasAccount(slot)
              ? accounts.jobAccounts().jobAccount(accounts.accountId(slot)).user()
              : null;
      account(slot, user, modified.request());
    }
    if (state().phase(slot) == JobPhase.WAITING || state().phase(slot) == JobPhase.HELD) {
      boolean held = state().phase(slot) == JobPhase.HELD && !release;
      impose(modified.job(), slot, modified.request(), held);
    }
    if (modified.priority() != EventData.NONE) {
      state().describe(slot, state().user(slot), ClusterState.NONE, modified.priority());
    }
    listener.modified(state(), slot);
    if (release) {
      state().release(slot);
      listener.released(state(), slot);
    }
  }
}
