package io.gnomon.sim.policy.multiqueue;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.engine.Workloads.Estimates;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class MultiQueueProperties {

  @Property(tries = 200)
  void fastMultiQueueIsPlainMultiQueueJobByJob(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 20) int processors,
      @ForAll @IntRange(min = 1, max = 5) int partitions,
      @ForAll Estimates estimates) {
    JobLog log = Workloads.random(seed, 50, processors, estimates);
    Criteria criteria = Criteria.uniform(partitions, 80);

    Schedule fast = Workloads.run(log, processors, fixed(criteria));

    assertThat(fast).isEqualTo(Workloads.run(log, processors, new PlainMultiQueue(criteria)));
  }

  @Property(tries = 30)
  void keepsStartsOfManyPivotsOnlyWhileTheyAreValid(
      @ForAll long seed,
      @ForAll @IntRange(min = 20, max = 80) int processors,
      @ForAll @IntRange(min = 4, max = 9) int partitions) {
    JobLog log = Workloads.random(seed, 100, processors, Estimates.AT_LEAST);
    Criteria criteria = Criteria.uniform(partitions, 120);

    Schedule fast = Workloads.run(log, processors, fixed(criteria));

    assertThat(fast).isEqualTo(Workloads.run(log, processors, new PlainMultiQueue(criteria)));
  }

  @Property(tries = 200)
  void onePartitionIsEasyJobByJob(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 24) int processors,
      @ForAll Estimates estimates) {
    JobLog log = Workloads.random(seed, 60, processors, estimates);

    Schedule general = Workloads.run(log, processors, Policies.create("multi-queue(partitions=1)"));

    assertThat(general).isEqualTo(Workloads.run(log, processors, Policies.create("easy")));
  }

  @Property(tries = 200)
  void aForkContinuesLikeItsOrigin(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 20) int processors,
      @ForAll @IntRange(min = 1, max = 5) int partitions) {
    JobLog log = Workloads.random(seed, 60, processors, Estimates.ANY);
    Simulation origin = begun(log, processors, partitions, seed);
    ScheduleListener ofFork = new ScheduleListener(log.size());
    Simulation fork = origin.fork(ofFork);
    long before = origin.state().hash();

    fork.run();

    assertThat(origin.state().hash()).isEqualTo(before);
    while (origin.step()) {
      // to its end
    }
    assertThat(fork.state().hash()).isEqualTo(origin.state().hash());
    assertThat(fork.state().now()).isEqualTo(origin.state().now());
  }

  @Property(tries = 200)
  void aRestoredPolicyContinuesLikeItsOrigin(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 20) int processors,
      @ForAll @IntRange(min = 1, max = 5) int partitions) {
    JobLog log = Workloads.random(seed, 60, processors, Estimates.AT_LEAST);
    Simulation origin = begun(log, processors, partitions, seed);
    ClusterState restored = origin.state().fork();
    SchedulingPolicy policy = Policies.create(origin.policy().spec());
    policy.adopt(restored);
    policy.restore(origin.policy().snapshot());
    int from = origin.state().now() + 1;
    ScheduleListener ofRestored = new ScheduleListener(log.size());
    Simulation going =
        Simulation.continuing(
            restored,
            policy,
            new LogArrivals(log, log.firstSubmittedAtOrAfter(from), log.size()),
            ofRestored);
    going.assumeRuntimes(origin::runtime);

    while (origin.step()) {
      going.step();
      assertThat(going.state().hash()).isEqualTo(origin.state().hash());
    }
  }

  @Property(tries = 200)
  void anyStateIsAdoptedAndEveryJobStillRuns(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 20) int processors,
      @ForAll @IntRange(min = 1, max = 5) int before,
      @ForAll @IntRange(min = 1, max = 5) int after) {
    JobLog log = Workloads.random(seed, 60, processors, Estimates.ANY);
    ScheduleListener listener = new ScheduleListener(log.size());
    Simulation simulation =
        Workloads.simulation(log, processors, fixed(Criteria.uniform(before, 80)), listener);
    Random random = new Random(seed);
    for (int steps = random.nextInt(60); steps > 0 && simulation.step(); steps--) {}

    simulation.reconfigure(
        random.nextBoolean()
            ? fixed(Criteria.uniform(after, 80))
            : Policies.create(random.nextBoolean() ? "easy" : "multi-queue"));
    simulation.reconfigure(fixed(Criteria.uniform(after, 40)));
    simulation.run();

    for (int job = 0; job < log.size(); job++) {
      assertThat(listener.schedule().finished(job)).as("job %d finished", job).isTrue();
      assertThat(listener.schedule().start(job)).isGreaterThanOrEqualTo(log.submit(job));
    }
  }

  @Property(tries = 200)
  void servesTheOtherJobsWhileCapacityChanges(
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 16) int processors,
      @ForAll @IntRange(min = 1, max = 5) int partitions) {
    JobLog log = Workloads.random(seed, 60, processors, Estimates.ANY);
    ClusterState state = new ClusterState(processors);
    ScheduleListener listener = new ScheduleListener(log.size());
    Simulation simulation =
        new Simulation(
            state, fixed(Criteria.uniform(partitions, 80)), new LogArrivals(log), listener);
    Random random = new Random(seed);
    for (int steps = 0; simulation.step(); steps++) {
      state.setProcessors(steps > 60 ? processors : 1 + random.nextInt(processors));
    }
    for (int job = 0; job < log.size(); job++) {
      assertThat(listener.schedule().finished(job) || state.waiting().size() > 0).isTrue();
    }
  }

  private static Simulation begun(JobLog log, int processors, int partitions, long seed) {
    Simulation simulation =
        Workloads.simulation(log, processors, fixed(Criteria.uniform(partitions, 80)));
    for (int steps = 1 + new Random(seed).nextInt(80); steps > 0 && simulation.step(); steps--) {}
    return simulation;
  }

  private static SchedulingPolicy fixed(Criteria criteria) {
    return Policies.create(
        Spec.of("multi-queue")
            .with("partitions", criteria.partitions())
            .with("boundaries", criteria)
            .with("criteria", "fixed"));
  }
}
