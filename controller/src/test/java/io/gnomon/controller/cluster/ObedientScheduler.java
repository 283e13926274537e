package io.gnomon.controller.cluster;

import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A scheduler on a crowded cluster of 16 processors with hourly evaluations. Jobs of a few users
 * start in the order of submission when they fit, and each command is applied before the next
 * event.
 */
final class ObedientScheduler {
  static final int PROCESSORS = 16;
  private static final int BETWEEN_JOBS = 260;
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
                SearchSpace.of(POLICIES.stream().map(PolicySpec::parse).toList()),
                rails,
                design,
                TuneSettings.PAST,
                fidelity,
                cadence))
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
    say(
        new JobSubmitted(
            name, at, width, estimate, user, null, null, null, -1, -1, List.of(), false));
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

  /** The policies that are tried. */
  static Stream<String> policies() {
    return POLICIES.stream();
  }
}
