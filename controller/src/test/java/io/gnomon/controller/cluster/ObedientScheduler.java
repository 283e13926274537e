package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.prior.Prior;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.study.WaitRatios;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A scheduler on a crowded cluster of 16 processors with hourly evaluations. Jobs of a few users
 * start in the order of submission when they fit, and each command is applied before the next
 * event.
 */
final class ObedientScheduler {
  static final int PROCESSORS = 16;

  /** On two other clusters, the order by length halved the slowdown. */
  private static final Prior PRIOR =
      new Prior(
          List.of("another cluster", "a third cluster"),
          "test",
          Map.of(
              Spec.of("easy"), Collections.nCopies(2, new Prior.Result(1, WaitRatios.EQUAL)),
              Spec.parse("easy(order=shortest)"),
                  Collections.nCopies(2, new Prior.Result(0.5, WaitRatios.EQUAL))));

  private static final int BETWEEN_JOBS = 260;
  private static final int MOST_SEEDS = 20;
  private static final List<String> POLICIES =
      List.of(
          "easy",
          "easy(order=shortest)",
          "easy(order=smallest-area)",
          "easy(order=widest)",
          "easy(order=smallest)",
          "easy(order=xfactor)");

  private final SplittableRandom random;
  private final ControllerTestDriver driver;
  private final List<EventData> said = new ArrayList<>();
  private final List<Job> waiting = new ArrayList<>();
  private final PriorityQueue<Job> running =
      new PriorityQueue<>(Comparator.comparingLong(Job::until).thenComparing(Job::name));
  private int free = PROCESSORS;
  private int answered;

  private record Job(String name, int width, int runtime, long until) {}

  private ObedientScheduler(long seed, ControllerTestDriver driver) {
    random = new SplittableRandom(seed);
    this.driver = driver;
  }

  /** A controller with hourly evaluations. */
  static ControllerTestDriver looking() {
    return looking(Mode.APPLY);
  }

  /** The same in another mode. */
  static ControllerTestDriver looking(Mode mode) {
    return looking(mode, GuardRails.NONE);
  }

  /** The same within guard rails. */
  static ControllerTestDriver looking(Mode mode, GuardRails rails) {
    return looking(mode, rails, StudyDesign.SAMPLED);
  }

  /** The same with studies of another design. */
  static ControllerTestDriver looking(Mode mode, GuardRails rails, StudyDesign design) {
    return looking(mode, rails, design, FidelitySettings.NONE);
  }

  /** The same with a measure of the model. */
  static ControllerTestDriver looking(
      Mode mode, GuardRails rails, StudyDesign design, FidelitySettings fidelity) {
    return looking(mode, rails, design, fidelity, Cadence.HOURLY);
  }

  /** The same with another cadence. */
  static ControllerTestDriver looking(
      Mode mode, GuardRails rails, StudyDesign design, FidelitySettings fidelity, Cadence cadence) {
    return new ControllerTestDriver(
            mode,
            new TuneSettings(
                1,
                cadence.periodSeconds(),
                86_400,
                SearchSpace.of(POLICIES.stream().map(Spec::parse).toList()),
                rails,
                design,
                TuneSettings.PAST,
                fidelity,
                cadence,
                cadence == Cadence.DURABLE ? PRIOR : Prior.NONE))
        .declare(
            PROCESSORS,
            new Capabilities(
                List.of(
                    new PolicyCapability(
                        "easy", List.of(new ParameterRange("order", null, null, List.of())))),
                false,
                false,
                false),
            POLICIES.get(0));
  }

  /** Sends what happens to so many jobs; what was said, in order. */
  static List<EventData> run(long seed, int jobs, ControllerTestDriver driver) {
    ObedientScheduler scheduler = new ObedientScheduler(seed, driver);
    long at = ControllerTestDriver.ORIGIN;
    for (int i = 0; i < jobs; i++) {
      at += scheduler.random.nextInt(2 * BETWEEN_JOBS);
      scheduler.until(at);
      scheduler.submit("j" + i, at);
    }
    return List.copyOf(scheduler.said);
  }

  /**
   * Runs so many jobs of one seed after the other, each with a new controller, until a condition
   * holds.
   *
   * @return the controllers, of which the last fulfils the condition
   */
  static List<ControllerTestDriver> runUntil(
      int jobs, Supplier<ControllerTestDriver> controllers, Predicate<ControllerTestDriver> holds) {
    List<ControllerTestDriver> drivers = new ArrayList<>();
    for (long seed = 1; seed <= MOST_SEEDS; seed++) {
      ControllerTestDriver driver = controllers.get();
      run(seed, jobs, driver);
      drivers.add(driver);
      if (holds.test(driver)) {
        return drivers;
      }
    }
    throw new AssertionError("not so with any of " + MOST_SEEDS + " seeds");
  }

  private void until(long at) {
    while (!running.isEmpty() && running.element().until() <= at) {
      Job done = running.remove();
      free += done.width();
      say(new JobFinished(done.name(), done.until(), JobOutcome.COMPLETED));
      start(done.until());
    }
  }

  private void submit(String name, long at) {
    int runtime = 60 + random.nextInt(60) * random.nextInt(60);
    int width = 1 + random.nextInt(random.nextInt(4) == 0 ? PROCESSORS : 4);
    int estimate = runtime * (1 + random.nextInt(6));
    String user = "u" + random.nextInt(4);
    say(new JobSubmitted(name, at, new JobDescription(width, estimate, user, null)));
    waiting.add(new Job(name, width, runtime, 0));
    start(at);
  }

  private void start(long at) {
    for (Job job : List.copyOf(waiting)) {
      if (job.width() <= free) {
        waiting.remove(job);
        free -= job.width();
        running.add(new Job(job.name(), job.width(), job.runtime(), at + job.runtime()));
        say(new JobStarted(job.name(), at));
      }
    }
  }

  private void say(EventData event) {
    said.add(event);
    driver.send(event);
    List<ConfigRequested> commands = driver.commands();
    for (; answered < commands.size(); answered++) {
      ConfigRequested command = commands.get(answered);
      EventData applied =
          new ConfigApplied(
              command.at(), command.configuration(), command.command(), command.contentHash());
      said.add(applied);
      driver.send(applied);
    }
  }

  /** Asserts that a driver that restarts after each event of a story does the same. */
  static void assertRestartsChangeNothing(
      ControllerTestDriver live, List<EventData> story, ControllerTestDriver restarted) {
    for (EventData event : story) {
      restarted.send(event).restart();
    }

    assertThat(restarted.said).isEqualTo(live.said);
    assertThat(CheckpointFormat.write(restarted.controller(), 0))
        .isEqualTo(CheckpointFormat.write(live.controller(), 0));
  }

  /** The policies that are tried. */
  static Stream<String> policies() {
    return POLICIES.stream();
  }
}
