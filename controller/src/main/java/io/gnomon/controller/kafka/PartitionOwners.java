package io.gnomon.controller.kafka;

import io.gnomon.controller.health.Problem;
import io.gnomon.controller.health.ProblemKind;
import io.gnomon.controller.kafka.input.AssignedPartition;
import io.gnomon.controller.study.StudyPool;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owners of the assigned partitions.
 *
 * <p>An owner that fails, for example because its producer was fenced, is closed. As long as the
 * partition is still assigned, another owner with a new producer takes it over after a pause that
 * doubles from {@value #FIRST_PAUSE_SECONDS} s to {@value #LONGEST_PAUSE_SECONDS} s; a member that
 * has left the group learns it meanwhile. After {@value #MOST_ATTEMPTS} failures in a row whose
 * cause is not outside of Gnomon, the controller ends. All methods run on one event loop context.
 */
public final class PartitionOwners {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionOwners.class);
  private static final int FIRST_PAUSE_SECONDS = 1;
  private static final int LONGEST_PAUSE_SECONDS = 64;
  private static final int MOST_ATTEMPTS = 8;
  // an owner that worked for this long ends a row of failures
  private static final Duration LASTING = Duration.ofMinutes(5);

  private final Vertx vertx;
  private final Supplier<OwnerSettings> settings;
  private final StudyPool studies;
  private final Semaphore restoring =
      new Semaphore((int) (Runtime.getRuntime().maxMemory() / 4 >> 10)); // KiB of the heap
  private final Consumer<Throwable> fatal;
  private final Map<Integer, Assignment> assignments = new TreeMap<>();
  // by partition; a new owner must wait until the former one is closed, or it would be fenced
  private final Map<Integer, Future<Void>> leaving = new HashMap<>();
  private boolean assigned;

  /** An assigned partition with its present owner. */
  private static final class Assignment {
    private final AssignedPartition source;
    private @Nullable PartitionOwner owner;
    private @Nullable Problem problem;
    private int failures;
    private boolean restored;
    private long restoredNanos;

    Assignment(AssignedPartition source) {
      this.source = source;
    }

    int partition() {
      return source.partition();
    }
  }

  /**
   * Owners of no partition.
   *
   * @param settings returns the settings of new owners
   * @param fatal called if a partition cannot be owned
   */
  public PartitionOwners(
      Vertx vertx, Supplier<OwnerSettings> settings, StudyPool studies, Consumer<Throwable> fatal) {
    this.vertx = vertx;
    this.settings = settings;
    this.studies = studies;
    this.fatal = fatal;
  }

  /** Takes over assigned partitions. */
  public void assigned(Set<AssignedPartition> sources) {
    assigned = true;
    for (AssignedPartition source : sources) {
      leave(source.partition());
      Assignment assignment = new Assignment(source);
      assignments.put(source.partition(), assignment);
      acquire(assignment);
    }
  }

  /** Leaves partitions that other replicas take over. */
  public void revoked(Set<Integer> partitions) {
    partitions.forEach(this::leave);
  }

  /** Ends the owners of partitions whose log has changed, and takes the partitions over again. */
  public void outOfRange(Set<AssignedPartition> sources) {
    for (AssignedPartition source : sources) {
      Assignment assignment = assignments.get(source.partition());
      PartitionOwner owner = assignment == null ? null : assignment.owner;
      if (assignment != null && owner != null && assignment.source == source) {
        failed(
            assignment,
            owner,
            new Problem(
                ProblemKind.OWNERSHIP_LOST,
                "the next offset, "
                    + owner.nextOffset()
                    + ", is not in the events topic any more; events may be lost"));
      }
    }
  }

  /** Takes partitions over again if the events topic has another id than the owners have read. */
  public void eventsTopic(String id) {
    for (Assignment assignment : List.copyOf(assignments.values())) {
      PartitionOwner owner = assignment.owner;
      if (owner != null && !owner.topicId().isEmpty() && !owner.topicId().equals(id)) {
        failed(
            assignment,
            owner,
            new Problem(ProblemKind.OWNERSHIP_LOST, "the events topic was recreated"));
      }
    }
  }

  /** Closes all owners. */
  public Future<Void> close() {
    List.copyOf(assignments.keySet()).forEach(this::leave);
    return Future.join(List.copyOf(leaving.values())).mapEmpty();
  }

  /** The present owners. */
  public Collection<PartitionOwner> owners() {
    return assignments.values().stream()
        .map(assignment -> assignment.owner)
        .filter(Objects::nonNull)
        .toList();
  }

  /** The partitions whose clusters are all known. */
  public Set<Integer> caughtUp() {
    Set<Integer> known = new TreeSet<>();
    owners().stream().filter(PartitionOwner::caughtUp).forEach(one -> known.add(one.partition()));
    return known;
  }

  /** The offset after the last record that was read, less the records that wait, by partition. */
  public Map<Integer, Long> offsets() {
    Map<Integer, Long> offsets = new TreeMap<>();
    assignments.forEach(
        (partition, assignment) -> {
          if (assignment.owner != null) {
            PartitionOwner owner = assignment.owner;
            offsets.put(partition, owner.nextOffset() - owner.waitingRecords());
          }
        });
    return offsets;
  }

  /** The reasons why an assigned partition is not restored or cannot publish. */
  public List<Problem> problems() {
    if (!assigned) {
      return List.of(
          new Problem(ProblemKind.STARTING, "the consumer group has not assigned partitions yet"));
    }
    List<Problem> problems = new ArrayList<>();
    for (Assignment assignment : assignments.values()) {
      Problem problem = problem(assignment);
      if (problem != null) {
        problems.add(problem);
      }
    }
    return problems;
  }

  private static @Nullable Problem problem(Assignment assignment) {
    PartitionOwner owner = assignment.owner;
    if (assignment.problem != null) {
      return assignment.problem;
    }
    return owner == null ? null : owner.problem();
  }

  // --- taking over and leaving

  private void acquire(Assignment assignment) {
    int partition = assignment.partition();
    PartitionOwner[] self = new PartitionOwner[1];
    PartitionOwner owner =
        new PartitionOwner(
            vertx,
            partition,
            settings.get(),
            studies,
            restoring,
            failure -> ended(assignment, self[0], failure));
    self[0] = owner;
    assignment.owner = owner;
    leaving
        .getOrDefault(partition, Future.succeededFuture())
        .compose(left -> owner.restore())
        .compose(offset -> assignment.source.begin(offset, owner::offer))
        .onSuccess(
            begun -> {
              assignment.problem = null;
              assignment.restored = true;
              assignment.restoredNanos = System.nanoTime();
            })
        .onFailure(failure -> ended(assignment, owner, failure));
  }

  /** Takes the partition over again, unless the process lacks memory: then it must start anew. */
  private void ended(Assignment assignment, @Nullable PartitionOwner owner, Throwable failure) {
    if (failure instanceof VirtualMachineError) {
      fatal.accept(failure);
    } else {
      failed(assignment, owner, problem(assignment.partition(), failure));
    }
  }

  private static Problem problem(int partition, Throwable failure) {
    return Problem.of(ProblemKind.OWNERSHIP_LOST, "taking over partition " + partition, failure);
  }

  private void failed(Assignment assignment, @Nullable PartitionOwner owner, Problem problem) {
    int partition = assignment.partition();
    if (assignments.get(partition) != assignment || assignment.owner != owner || owner == null) {
      LOG.info("partition {} had already been left: {}", partition, problem.detail());
      return;
    }
    boolean lasted =
        assignment.restored && System.nanoTime() - assignment.restoredNanos > LASTING.toNanos();
    assignment.failures = lasted ? 1 : assignment.failures + 1;
    assignment.restored = false;
    assignment.problem = problem;
    assignment.owner = null;
    leaving.put(partition, closing(partition, owner));
    if (assignment.failures >= MOST_ATTEMPTS && !problem.external()) {
      fatal.accept(
          new IllegalStateException(
              "partition " + partition + " cannot be owned: " + problem.detail()));
      return;
    }
    int pause =
        Math.min(
            LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS << Math.min(6, assignment.failures - 1));
    LOG.warn(
        "partition {}: {}; taking it over again in {} s with a new producer. {}",
        partition,
        problem.detail(),
        pause,
        problem.kind().remedy());
    vertx.setTimer(
        Duration.ofSeconds(pause).toMillis(),
        timer -> {
          if (assignments.get(partition) == assignment) {
            acquire(assignment);
          }
        });
  }

  private void leave(int partition) {
    Assignment assignment = assignments.remove(partition);
    PartitionOwner owner = assignment == null ? null : assignment.owner;
    if (owner != null) {
      leaving.put(partition, closing(partition, owner));
    }
  }

  private static Future<Void> closing(int partition, PartitionOwner owner) {
    return owner
        .close()
        .otherwise(
            problem -> {
              LOG.warn("cannot close the owner of partition {}: {}", partition, problem.toString());
              return null;
            });
  }
}
