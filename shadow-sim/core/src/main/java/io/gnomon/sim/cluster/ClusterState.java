package io.gnomon.sim.cluster;

import static io.gnomon.sim.cluster.JobTable.ESTIMATE;
import static io.gnomon.sim.cluster.JobTable.EXPECTED_END;
import static io.gnomon.sim.cluster.JobTable.EXPECTED_RUNTIME;
import static io.gnomon.sim.cluster.JobTable.HELD_PROCESSORS;
import static io.gnomon.sim.cluster.JobTable.PARTITION;
import static io.gnomon.sim.cluster.JobTable.PHASE;
import static io.gnomon.sim.cluster.JobTable.SERVED;
import static io.gnomon.sim.cluster.JobTable.START;
import static io.gnomon.sim.cluster.JobTable.WIDTH;

import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.eligibility.JobConditions;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.limit.JobAmounts;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shapes;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.priority.JobAccounts;
import org.jspecify.annotations.Nullable;

/**
 * A cluster at one instant: its processors, its clock and every active job, with the legal
 * transitions between phases.
 *
 * <p>The live mirror and every simulation use this class. The mirror makes the transitions that the
 * scheduler reports; a simulation makes those that its policy decides.
 *
 * <p>Not thread-safe: one owner at a time. A transition costs O(1), plus a shift within the sorted
 * running set at starts and ends. {@link #fork()} copies the active jobs only.
 */
public final class ClusterState extends TransitionSteps {
  /**
   * An empty cluster at second 0.
   *
   * @param processors capacity, at least 1
   */
  public ClusterState(int processors) {
    super(requireProcessors(processors, 1), null, new Bookkeeping(null, null));
  }

  /** An empty cluster of nodes at second 0; its processors are the CPUs of all nodes. */
  public ClusterState(Machine machine) {
    this(machine, null, null);
  }

  /** An empty cluster of nodes at second 0 with accounts that have used nothing. */
  public ClusterState(Machine machine, Accounts accounts) {
    this(machine, accounts, null);
  }

  /**
   * An empty cluster of nodes at second 0.
   *
   * @param accounts accounts that have used nothing; null if they are not known
   * @param limited the amounts of jobs for which they are limited and billed; null if they are not
   *     limited, and billed for their CPUs
   */
  public ClusterState(Machine machine, @Nullable Accounts accounts, @Nullable JobAmounts limited) {
    this(
        new Nodes(machine),
        new Bookkeeping(
            accounts == null ? null : new FairShareAccounting(new JobAccounts(accounts)),
            limited == null ? null : new Limiting(limited)));
  }

  /**
   * An empty cluster of nodes at second 0 whose jobs have these shapes, accounts and limits; null
   * if these are not known.
   */
  ClusterState(Shapes shapes, @Nullable JobAccounts jobAccounts, @Nullable Limiting same) {
    this(
        new Nodes(shapes),
        new Bookkeeping(
            jobAccounts == null ? null : new FairShareAccounting(jobAccounts),
            same == null ? null : same.emptied()));
  }

  private ClusterState(Nodes empty, Bookkeeping unused) {
    super(empty.machine().cpus(), empty, unused);
  }

  private ClusterState(ClusterState from) {
    super(from);
  }

  /** An independent copy. Costs a few array copies over the active jobs. */
  public ClusterState fork() {
    return new ClusterState(this);
  }

  /**
   * An empty cluster at second 0 with the capacity of this one: a pool of as many processors, or
   * the same nodes, all of them up, with the same shapes, and accounts without usage.
   */
  public ClusterState emptied() {
    return nodes == null
        ? new ClusterState(processors)
        : new ClusterState(nodes.emptied(), books.emptied());
  }

  /**
   * Moves the clock.
   *
   * @param time not before {@link #now()}, at most {@link #LAST}
   */
  public void advanceTo(int time) {
    if (time < now || time > LAST) {
      throw new IllegalArgumentException(
          "time " + time + " is out of range; the clock is at " + now + " and ends at " + LAST);
    }
    books.advances(this, time);
    now = time;
  }

  /**
   * Sets whether a node takes jobs; the capacity is the CPUs of all nodes that are not down. A node
   * whose state is the same costs nothing.
   */
  public void setNode(int node, NodeState state) {
    if (state != nodes().state(node)) {
      int change = nodes().setState(node, state);
      processors += change;
      freeProcessors += change;
    }
  }

  /** Sets the states of all nodes, which are those of {@link Nodes#states()}. */
  public void setNodes(int[] states) {
    for (int node = 0; node < states.length; node++) {
      setNode(node, NodeState.values()[states[node]]);
    }
  }

  /** Takes over the states of nodes by their names; nodes that the other state lacks are down. */
  public void takeOverNodes(ClusterState other) {
    Machine from = other.nodes().machine();
    Machine to = nodes().machine();
    for (int node = 0; node < to.nodes(); node++) {
      int former = from.node(to.name(node));
      setNode(node, former < 0 ? NodeState.DOWN : other.nodes().state(former));
    }
  }

  /**
   * Sets the capacity of a pool to {@code count}, at least 0; running jobs keep their processors.
   */
  public void setProcessors(int count) {
    requirePool("its capacity cannot be set; set the state of its nodes");
    freeProcessors += requireProcessors(count, 0) - processors;
    processors = count;
  }

  // --- attributes of jobs

  /** Sets the user, application and priority of a job, each -1 if unknown. */
  public void describe(int slot, int user, int application, int priority) {
    jobs.describe(slot, user, application, priority);
  }

  /**
   * Sets on whose behalf a job was submitted.
   *
   * @param account its number in {@link FairShareAccounting#jobAccounts()}
   */
  public void account(int slot, int account) {
    books.account(this, slot, account);
  }

  /** Sets on whose behalf a job was submitted, by name. */
  public void account(int slot, JobAccount account) {
    account(slot, accounting().jobAccounts().of(account));
  }

  /** Sets the range of widths on which the job can also start; 0 and 0 for none. */
  public void offer(int slot, int narrowest, int widest) {
    jobs.offer(slot, narrowest, widest);
  }

  /**
   * Sets the expected runtime of a job, for policies that order jobs by it. The default is the
   * job's estimate. It is a prediction, so it is part of neither the job's row nor {@link #hash}.
   *
   * @param seconds total runtime, at least 1
   */
  public void expectRuntime(int slot, int seconds) {
    jobs.set(slot, EXPECTED_RUNTIME, seconds);
  }

  /** Sets the queue partition of a job, {@link #NONE} for none. */
  public void setPartition(int slot, int partition) {
    jobs.set(slot, PARTITION, partition);
  }

  /**
   * Sets what a job must wait for, or replaces that. Its phase does not change; the driver of a
   * simulation holds back what is not eligible.
   */
  public void impose(int slot, JobConditions on) {
    JobPhase phase = phase(slot);
    conditions().impose(slot, job(slot), on, phase == JobPhase.HELD, phase.isStarted());
  }

  /**
   * Changes the requested width and estimate of a job. The width of a started job cannot change.
   *
   * @param width processors, at least 1
   * @param estimate seconds, at least 1
   */
  public void modify(int slot, int width, int estimate) {
    JobPhase phase = phase(slot);
    if (width < 1 || estimate < 1 || estimate >= LAST) {
      throw illegal(
          slot,
          "be modified to width " + width + " and estimate " + estimate,
          "both must be at least 1, the estimate less than " + LAST);
    }
    if (phase.isStarted() && width != jobs.get(slot, WIDTH)) {
      throw illegal(slot, "change its width to " + width, "only a job that has not started can");
    }
    int change = estimate - jobs.get(slot, ESTIMATE);
    jobs.setDemand(slot, width, estimate);
    switch (phase) {
      case WAITING -> {
        dequeue(slot);
        reshape(slot, width, estimate);
        enqueue(slot);
      }
      case RUNNING -> moveEnd(slot, jobs.get(slot, EXPECTED_END) + change);
      case HELD -> reshape(slot, width, estimate);
      case SUSPENDED -> {}
    }
  }

  /**
   * Changes what a job that has not started requests.
   *
   * @param shape number of its shape in {@link Nodes#shapes()}
   */
  public void modifyShape(int slot, int shape, int estimate) {
    JobPhase phase = phase(slot);
    if (phase.isStarted()) {
      throw illegal(slot, "change its request", "only a job that has not started can");
    }
    if (phase == JobPhase.WAITING) {
      dequeue(slot);
    }
    nodes().describe(slot, shape);
    jobs.setDemand(slot, nodes().shapes().get(shape).width(), estimate);
    if (phase == JobPhase.WAITING) {
      enqueue(slot);
    }
  }

  // --- phases of jobs

  /**
   * Adds a waiting job.
   *
   * @param job its number; numbers grow in arrival order
   * @param submit submission time, not after now
   * @param width processors, at least 1; a job wider than the capacity waits until the capacity
   *     grows
   * @param estimate requested seconds, at least 1
   * @return its slot
   */
  public int submit(int job, int submit, int width, int estimate) {
    requireArrival(job, submit, width, estimate);
    return add(job, submit, width, estimate, nodes == null ? NONE : shape(width, estimate));
  }

  /**
   * Adds a waiting job to a cluster of nodes.
   *
   * @param shape number of its shape in {@link Nodes#shapes()}
   * @return its slot
   */
  public int submitShape(int job, int submit, int shape, int estimate) {
    int width = nodes().shapes().get(shape).width();
    requireArrival(job, submit, width, estimate);
    return add(job, submit, width, estimate, shape);
  }

  /** Holds a waiting job: it keeps its place in arrival order but cannot start. */
  public void hold(int slot) {
    hold(slot, null);
  }

  /**
   * Holds a waiting job, or changes why a held job is held.
   *
   * @param reason why, null if that is not known
   */
  public void hold(int slot, @Nullable WaitingReason reason) {
    if (reason != null && phase(slot) == JobPhase.HELD) {
      conditions().addHold(slot, job(slot), reason);
      return;
    }
    require(slot, JobPhase.WAITING, "be held");
    dequeue(slot);
    held++;
    jobs.set(slot, PHASE, JobPhase.HELD.ordinal());
    books.held(this, slot, reason);
  }

  /** Releases a held job, which then waits. */
  public void release(int slot) {
    require(slot, JobPhase.HELD, "be released");
    held--;
    enqueue(slot);
    books.released(this, slot);
  }

  /** Starts a waiting job as submitted. */
  public void start(int slot) {
    start(slot, jobs.get(slot, WIDTH), jobs.get(slot, ESTIMATE) - jobs.get(slot, SERVED));
  }

  /**
   * Starts a waiting job with a different width or duration: molded, or with a limited time.
   *
   * @param held processors, at least 1 and at most {@link #freeProcessors()}
   * @param expectedSeconds seconds until its expected end; less than 1 counts as 1
   */
  public void start(int slot, int held, int expectedSeconds) {
    require(slot, JobPhase.WAITING, "start");
    requirePool("a job starts on a placement");
    requireFree(slot, held, "start");
    waiting.remove(slot);
    run(slot, held, expectedSeconds);
    books.started(this, slot);
  }

  /** Starts a waiting job of a cluster of nodes for its estimate. */
  public void start(int slot, Placement placement) {
    start(slot, placement, jobs.get(slot, ESTIMATE) - jobs.get(slot, SERVED));
  }

  /**
   * Starts a waiting job of a cluster of nodes.
   *
   * @param placement what it will hold, which must be free
   * @param expectedSeconds seconds until its expected end; less than 1 counts as 1
   */
  public void start(int slot, Placement placement, int expectedSeconds) {
    require(slot, JobPhase.WAITING, "start");
    requireRoom(slot, placement, "start");
    dequeue(slot);
    nodes().take(slot, placement);
    run(slot, placement.totalCpus(), expectedSeconds);
    books.started(this, slot);
  }

  /**
   * Releases a held job and starts it, like {@link #start(int, int, int)}. If it cannot start,
   * nothing changes.
   */
  public void startHeld(int slot, int processors, int expectedSeconds) {
    requirePool("a job starts on a placement");
    requireFree(slot, processors, "start");
    release(slot);
    start(slot, processors, expectedSeconds);
  }

  /** The same on a cluster of nodes, like {@link #start(int, Placement, int)}. */
  public void startHeld(int slot, Placement placement, int expectedSeconds) {
    requireRoom(slot, placement, "start");
    release(slot);
    start(slot, placement, expectedSeconds);
  }

  /**
   * Delays a running job that has just started or resumed by {@code seconds} without progress: its
   * start and expected end move, its served seconds do not.
   */
  public void delay(int slot, int seconds) {
    require(slot, JobPhase.RUNNING, "be delayed");
    if (seconds < 0 || jobs.get(slot, START) != now) {
      throw illegal(slot, "be delayed by " + seconds + " s", "only a job that starts now can");
    }
    jobs.set(slot, START, jobs.get(slot, START) + seconds);
    moveEnd(slot, jobs.get(slot, EXPECTED_END) + seconds);
  }

  /** Moves the expected end of a running job to {@code time}, after now, if it is later. */
  public void endBy(int slot, int time) {
    require(slot, JobPhase.RUNNING, "get an earlier end");
    if (time <= now) {
      throw illegal(slot, "end by " + time, "the time must be after " + now);
    }
    if (time < jobs.get(slot, EXPECTED_END)) {
      moveEnd(slot, time);
    }
  }

  /** Suspends a running job, which gives its processors back. */
  public void suspend(int slot) {
    require(slot, JobPhase.RUNNING, "be suspended");
    stopRunning(slot);
    jobs.set(
        slot, EXPECTED_END, jobs.get(slot, EXPECTED_END) - Math.max(now, jobs.get(slot, START)));
    suspended++;
    jobs.set(slot, PHASE, JobPhase.SUSPENDED.ordinal());
  }

  /** Resumes a suspended job on as many processors as it had. */
  public void resume(int slot) {
    require(slot, JobPhase.SUSPENDED, "resume");
    int width = jobs.get(slot, HELD_PROCESSORS);
    if (nodes != null) {
      Placement placement = nodes.placement(slot);
      requireRoom(slot, placement, "resume");
      nodes.take(slot, placement);
    } else {
      requireFree(slot, width, "resume");
    }
    suspended--;
    run(slot, width, jobs.get(slot, EXPECTED_END));
  }

  /** Returns a running or suspended job to the queue; its work is lost. */
  public void requeue(int slot) {
    JobPhase phase = phase(slot);
    if (phase == JobPhase.RUNNING) {
      stopRunning(slot);
    } else if (phase == JobPhase.SUSPENDED) {
      suspended--;
    } else {
      throw illegal(slot, "be requeued", "only a running or suspended job can");
    }
    jobs.set(slot, SERVED, 0);
    jobs.set(slot, HELD_PROCESSORS, 0);
    jobs.set(slot, START, NONE);
    jobs.set(slot, EXPECTED_END, NONE);
    jobs.set(slot, PARTITION, NONE);
    if (nodes != null) {
      nodes.forget(slot);
    }
    enqueue(slot);
    books.requeued(this, slot);
  }

  /** Removes a running job that has ended as intended. */
  public void finish(int slot) {
    finish(slot, true);
  }

  /**
   * Removes a running job that has ended.
   *
   * @param success whether it has ended as intended, which matters to jobs that depend on it
   */
  public void finish(int slot, boolean success) {
    require(slot, JobPhase.RUNNING, "finish");
    stopRunning(slot);
    leave(slot, true, success);
  }

  /** Removes a job in any phase that has not completed. */
  public void cancel(int slot) {
    JobPhase phase = phase(slot);
    switch (phase) {
      case HELD -> held--;
      case WAITING -> dequeue(slot);
      case RUNNING -> stopRunning(slot);
      case SUSPENDED -> suspended--;
    }
    leave(slot, phase.isStarted(), false);
  }
}
