package io.gnomon.bridge.slurm.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.client.JobDemand;
import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.policy.JobOrder;
import io.gnomon.bridge.slurm.policy.JobOrder.Criterion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/** Jobs are ordered and put back while their users hold them and single updates fail. */
class NiceRestorationProperties {
  private static final long NOW = 1_700_000_000;
  private static final long FIRST = 4_294_901_760L;
  private static final PartitionRecord BATCH =
      new PartitionRecord("batch", Map.of("MaxTime", "UNLIMITED"));

  /** What happens next. */
  enum Kind {
    SUBMITTED,
    HELD,
    RELEASED,
    STARTED,
    REQUEUED,
    ENDED,
    POLLED,
    ORDERED,
    RESTORED
  }

  /** A job, or the tasks of an array that have no record of their own. */
  private static final class Job {
    final long id;
    final long array;
    final long task;
    final long ownNice;
    long tasks;
    long nice;
    boolean held;
    String state = "PENDING";

    Job(long id, long array, long task, long tasks, long ownNice) {
      this.id = id;
      this.array = array;
      this.task = task;
      this.tasks = tasks;
      this.ownNice = ownNice;
      nice = ownNice;
    }

    boolean canBeSet() {
      return state.equals("PENDING") && !held;
    }

    JobRecord record(boolean basic) {
      long given = basic ? FIRST - id : NiceOrder.BOTTOM + 5;
      return new JobRecord(
          id,
          array,
          task,
          tasks > 0 ? "1-" + tasks : "",
          0,
          0,
          Set.of(state),
          "Resources",
          1 + id % 3,
          1,
          "",
          1 + id % 7,
          NOW - 100 + id,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          held ? 0 : given - nice,
          "batch",
          "",
          false,
          "ada",
          "",
          "",
          JobRecord.NONE,
          JobRecord.NONE,
          "",
          nice,
          0,
          "",
          JobDemand.UNKNOWN,
          "",
          List.of(),
          List.of());
    }
  }

  /** Slurm with its users, and what the bridge knows. */
  private static final class Cluster {
    private final Random random;
    private final boolean basic;
    private final List<Job> jobs = new ArrayList<>();
    private Map<String, ManagedNice> managed = Map.of();
    private @Nullable NiceOrder order;
    private long lastId = 100;
    private double failures = 0.3;

    Cluster(long seed, boolean basic) {
      random = new Random(seed);
      this.basic = basic;
    }

    private SlurmState state() {
      return new SlurmState(
          NOW, jobs.stream().map(job -> job.record(basic)).toList(), List.of(), List.of(BATCH));
    }

    void happens(Kind kind) {
      Job any = jobs.isEmpty() ? null : jobs.get(random.nextInt(jobs.size()));
      if (kind == Kind.SUBMITTED || any == null) {
        submit();
        return;
      }
      switch (kind) {
        case HELD -> hold();
        case RELEASED -> any.held = false;
        case STARTED -> {
          Job one = any.canBeSet() ? single(any) : any;
          one.state = one.canBeSet() ? "RUNNING" : one.state;
        }
        case REQUEUED -> any.state = "PENDING";
        case ENDED -> {
          if (random.nextBoolean()) {
            any.state = "COMPLETED"; // and can still be requeued
          } else {
            jobs.remove(any);
          }
        }
        case POLLED -> poll();
        case ORDERED ->
            change(
                new NiceOrder(
                    new JobOrder(Criterion.values()[random.nextInt(3)], 0),
                    NOW,
                    basic,
                    basic ? 1 : 1_001,
                    false));
        case RESTORED -> change(null);
        default -> throw new IllegalArgumentException(kind.toString());
      }
    }

    private void submit() {
      long id = ++lastId;
      boolean isArray = random.nextInt(3) == 0;
      jobs.add(new Job(id, isArray ? id : 0, -1, isArray ? 4 : 0, random.nextInt(4) - 1));
    }

    private void hold() {
      Job any = jobs.get(random.nextInt(jobs.size()));
      if (any.state.equals("PENDING")) {
        Job one = random.nextBoolean() ? single(any) : any;
        one.held = true;
      }
    }

    /** The job, or a task of it that becomes a job of its own with the values of the array. */
    private Job single(Job job) {
      if (job.tasks < 2) {
        return job;
      }
      Job task = new Job(++lastId, job.array, job.tasks, 0, job.ownNice);
      task.nice = job.nice;
      task.held = job.held;
      job.tasks--;
      jobs.add(task);
      return task;
    }

    private Job job(NiceChange change) {
      return jobs.stream()
          .filter(job -> job.record(basic).scontrolId().equals(change.scontrolId()))
          .findFirst()
          .orElseGet(() -> new Job(0, 0, -1, 0, 0)); // it has other tasks by now
    }

    /** A step skips a job that is held or has started. */
    private void set(Job job, long nice) {
      if (job.canBeSet()) {
        job.nice = nice;
      }
    }

    private boolean fails() {
      return random.nextDouble() < failures;
    }

    private void poll() {
      NiceAssignment assignment = new NiceAssignment("batch", state(), order, managed);
      managed = assignment.managed();
      for (NiceChange change : assignment.changes()) {
        if (fails()) {
          hold();
        }
        if (!fails()) {
          set(job(change), change.to());
        }
      }
    }

    /** A plan, which is undone after its first failure, or at the next start after a crash. */
    private void change(@Nullable NiceOrder next) {
      NiceAssignment assignment = new NiceAssignment("batch", state(), next, managed);
      List<NiceChange> begun = new ArrayList<>();
      List<Job> changed = new ArrayList<>();
      boolean failed = false;
      for (NiceChange change : assignment.changes()) {
        if (random.nextInt(5) == 0) {
          hold();
        }
        failed = random.nextInt(10) == 0;
        if (failed) {
          break;
        }
        Job job = job(change);
        set(job, change.to());
        begun.add(change);
        changed.add(job);
      }
      if (!failed) {
        managed = assignment.managed();
        order = next;
        return;
      }
      for (int i = begun.size() - 1; i >= 0; i--) {
        if (random.nextInt(5) == 0) {
          hold();
        }
        set(changed.get(i), begun.get(i).from());
      }
      managed = ManagedNice.undone(managed, assignment.managed());
    }

    void settle() {
      failures = 0;
      order = null;
      poll();
      for (Job job : jobs) {
        job.state = "PENDING";
        job.held = false;
      }
      poll();
      poll();
    }
  }

  @Property(tries = 2000)
  void whateverHappensEveryJobGetsItsOwnValueBack(
      @ForAll @Size(min = 1, max = 60) List<Kind> kinds, @ForAll boolean basic, @ForAll long seed) {
    Cluster cluster = new Cluster(seed, basic);
    cluster.submit();
    kinds.forEach(cluster::happens);
    cluster.settle();
    assertThat(cluster.jobs)
        .allSatisfy(
            job ->
                assertThat(job.nice)
                    .as("job %d", Objects.requireNonNull(job).id)
                    .isEqualTo(job.ownNice));
    assertThat(cluster.managed).isEmpty();
  }
}
