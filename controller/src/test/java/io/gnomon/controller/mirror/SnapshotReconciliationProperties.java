package io.gnomon.controller.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.room.Room;
import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import io.gnomon.events.machine.ArrayTask;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeCount;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.machine.NodeState;
import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.slurm.value.HostList;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * A snapshot in which one component of a job has changed, whichever it is: the mirror then holds
 * what a mirror holds that has always known the job so, and confirms the snapshot only if nothing
 * that it holds has changed. Components of the records are found by reflection, so a new one is
 * covered once there are values of its type.
 */
class SnapshotReconciliationProperties {
  private static final long ORIGIN = 1_700_000_000;
  private static final List<String> NAMES = List.of("2", "a", "high", "afterok:2", "afterany:9_*");
  private static final int JOB = 0;

  private static final DeclaredMachine MACHINE =
      new DeclaredMachine(
          List.of(
              new NodeGroup(
                  HostList.of("n[1-4]"),
                  64,
                  9_000,
                  Map.of("a", 4),
                  List.of("a"),
                  -1,
                  -1,
                  NodeState.UP)),
          List.of(
              new MachinePartition("a", HostList.of("n[1-4]")),
              new MachinePartition("high", HostList.of("n[1-2]"))),
          List.of(),
          null);
  private static final Accounting ACCOUNTING =
      new Accounting(
          List.of(DeclaredSite.account("a"), DeclaredSite.user("a", "a")),
          List.of(Qos.of("high", 10)),
          DeclaredSite.priority(
              new PriorityWeights(1000, 1, 100_000, 5, 6, 7, Map.of("cpu", 2.0)),
              List.of(PriorityFlag.NO_NORMAL_TRES),
              Map.of()),
          null);

  /** Which component changes, in the job or in its request. */
  record Change(Class<? extends Record> of, int component) {
    @Override
    public String toString() {
      return of.getSimpleName() + "." + of.getRecordComponents()[component].getName();
    }
  }

  @Provide
  Arbitrary<Change> changes() {
    List<Change> all = new ArrayList<>();
    for (Class<? extends Record> of :
        List.of(JobSnapshot.class, JobDescription.class, ResourceRequest.class)) {
      RecordComponent[] components = of.getRecordComponents();
      for (int i = 0; i < components.length; i++) {
        if (components[i].getType() != JobDescription.class
            && (of != JobSnapshot.class || i != JOB)) {
          all.add(new Change(of, i));
        }
      }
    }
    return Arbitraries.of(all);
  }

  @Property(tries = 1000)
  void whatIsConfirmedIsWhatTheMirrorHolds(
      @ForAll("changes") Change change,
      @ForAll JobState state,
      @ForAll boolean nodes,
      @ForAll boolean accounts,
      @ForAll long seed)
      throws Exception {
    boolean started = state == JobState.RUNNING || state == JobState.SUSPENDED;
    // what a started job holds in a pool does not give the width that it requested
    Assume.that(nodes || !started || !change.toString().equals("JobDescription.processors"));
    Random random = new Random(seed);
    JobSnapshot former = job("1", state, random);
    JobSnapshot latter = changed(former, change, random);
    JobSnapshot other = job("2", JobState.values()[random.nextInt(4)], random).at(ORIGIN + 60, 90);
    Mirror mirror = mirror(nodes, accounts);
    mirror.replace(snapshot(List.of(former, other)));
    MirroredJob before = description(mirror);

    boolean confirmed = mirror.replace(snapshot(List.of(latter, other))) == Mirror.CONFIRMED;

    Mirror anew = mirror(nodes, accounts);
    anew.replace(snapshot(List.of(latter, other)));
    assertThat(anew.setAside().count()).isZero();
    assertThat(description(mirror)).isEqualTo(description(anew));
    assertThat(confirmed).isEqualTo(before.equals(description(anew)));
  }

  private static MirroredJob description(Mirror mirror) {
    return MirroredJob.of(mirror.state(), mirror.slot("1"));
  }

  private static Mirror mirror(boolean nodes, boolean accounts) throws Exception {
    DeclaredMachine machine = nodes ? MACHINE : null;
    Accounting accounting = nodes && accounts ? ACCOUNTING : null;
    Mirror mirror =
        Mirror.restored(
            ORIGIN,
            DeclaredState.empty(ORIGIN, 256, machine, accounting),
            machine,
            accounting,
            0,
            new MirrorListener() {},
            Room.UNLIMITED);
    NAMES.forEach(mirror.users()::of); // the same numbers in each mirror
    return mirror;
  }

  private static ClusterSnapshot snapshot(List<JobSnapshot> jobs) {
    return new ClusterSnapshot(ORIGIN + 100, 256, EventData.NONE, null, jobs);
  }

  private static JobSnapshot job(String id, JobState state, Random random) throws Exception {
    Object[] values = values(JobSnapshot.class, random);
    values[JOB] = id;
    values[1] = state;
    return made(JobSnapshot.class, values);
  }

  private static JobSnapshot changed(JobSnapshot job, Change change, Random random)
      throws Exception {
    if (change.of() == JobSnapshot.class) {
      return with(job, change.component(), random);
    }
    JobDescription description = job.description();
    return new JobSnapshot(
        job.job(),
        job.state(),
        job.submittedAt(),
        job.startedAt(),
        change.of() == JobDescription.class
            ? with(description, change.component(), random)
            : description.withRequest(with(job.request(), change.component(), random)),
        job.limitSeconds(),
        job.consumedSeconds(),
        job.partition(),
        job.placement());
  }

  private static <R extends Record> R with(R record, int component, Random random)
      throws Exception {
    RecordComponent[] components = record.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = components[i].getAccessor().invoke(record);
    }
    values[component] = value(components[component], random);
    @SuppressWarnings("unchecked")
    Class<R> type = (Class<R>) record.getClass();
    return made(type, values);
  }

  private static <R extends Record> R made(Class<R> type, Object[] values) throws Exception {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    return type.getDeclaredConstructor(types).newInstance(values);
  }

  private static Object[] values(Class<? extends Record> type, Random random) throws Exception {
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(components[i], random);
    }
    return values;
  }

  /** A value that is not absent: an absent one leaves the mirror as it is. */
  private static Object value(RecordComponent component, Random random) throws Exception {
    Class<?> type = component.getType();
    String name = component.getName();
    if (type == int.class) {
      return 1 + random.nextInt(20);
    } else if (type == long.class) {
      return name.endsWith("At") || name.endsWith("Time")
          ? ORIGIN + random.nextInt(50)
          : 1L + random.nextInt(20);
    } else if (type == boolean.class) {
      return random.nextBoolean();
    } else if (type == String.class) {
      boolean features = name.equals("features");
      return features ? List.of("a", "a|b").get(random.nextInt(2)) : NAMES.get(random.nextInt(5));
    } else if (type.isEnum()) {
      return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
    } else if (type == Map.class) {
      return Map.of("a", 1 + random.nextInt(4));
    } else if (type == NodeCount.class) {
      int least = 1 + random.nextInt(2);
      return new NodeCount(least, least + random.nextInt(2));
    } else if (type == ArrayTask.class) {
      return made(ArrayTask.class, values(ArrayTask.class, random));
    } else if (type == JobDescription.class) {
      return made(JobDescription.class, values(JobDescription.class, random));
    } else if (type == ResourceRequest.class) {
      return made(ResourceRequest.class, values(ResourceRequest.class, random));
    } else if (name.equals("widths")) {
      return List.of(1 + random.nextInt(3), 4 + random.nextInt(3));
    } else if (name.equals("partitions")) {
      return random.nextBoolean() ? List.of("a") : List.of("high", "a");
    } else if (name.equals("placement")) {
      return List.of(
          new PlacedNodes(
              HostList.of("n" + (1 + random.nextInt(4))), 1 + random.nextInt(8), 10, Map.of()));
    }
    throw new AssertionError("add values for the new component " + component);
  }
}
