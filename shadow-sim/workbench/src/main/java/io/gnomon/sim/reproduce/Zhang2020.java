package io.gnomon.sim.reproduce;

import static java.util.Objects.requireNonNull;

import io.gnomon.sim.metric.Metrics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.reproduce.ReproducedStudy.Figure;
import io.gnomon.sim.reproduce.ReproducedStudy.Table;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.function.ToDoubleFunction;

/**
 * The comparison of Zhang et al. 2020 (RLScheduler): the mean bounded slowdown of ten windows of
 * 1,024 jobs, each on an empty machine, with backfilling. Beside the paper's figures stand those of
 * EASY backfilling, of the fixed policies of the library, and of the hourly loop, which begins each
 * window without any history. A log that the folder lacks is left out; without any, the study
 * fails.
 */
public final class Zhang2020 implements PublishedStudy {
  /** The published means of one log. */
  private record Published(
      String file, String name, int processors, double fcfs, double sjf, double learned) {}

  /** The mean bounded slowdowns of one window, by fixed policy and with the loop. */
  private record Window(Map<Spec, Double> fixed, double hourly) {
    double best() {
      return Collections.min(fixed.values());
    }
  }

  private static final List<Published> PUBLISHED =
      List.of(
          new Published("Lublin-256-1", "Lublin-1", 256, 235.82, 73.31, 58.64),
          new Published("Lublin-256-2", "Lublin-2", 256, 247.61, 91.99, 118.79),
          new Published("SDSC-SP2-1998-4.2-cln", "SDSC-SP2", 128, 1595.12, 2167.84, 397.82),
          new Published("HPC2N-2002-2.2-cln", "HPC2N", 240, 127.38, 122.04, 86.14));

  private static final List<Spec> POLICIES = PolicyLibrary.quick(PolicyLibrary.none());
  private static final Spec EASY = Spec.of("easy");
  private static final Spec SHORTEST = Spec.parse("easy(order=shortest)");

  @Override
  public String study() {
    return "zhang2020";
  }

  @Override
  public String title() {
    return "RLScheduler: An Automated HPC Batch Job Scheduler Using Reinforcement Learning";
  }

  @Override
  public ReproducedStudy run(Path traces, DoubleConsumer progress) throws IOException {
    List<Published> present = new ArrayList<>(PUBLISHED);
    present.removeIf(log -> !Files.exists(file(traces, log)));
    if (present.isEmpty()) {
      throw new NoSuchFileException(file(traces, PUBLISHED.get(0)).toString());
    }
    List<Figure> means = new ArrayList<>();
    List<Figure> windows = new ArrayList<>();
    ProgressCounter counter = new ProgressCounter(present.size() * ZhangWindows.COUNT, progress);
    for (Published log : present) {
      run(log, ZhangWindows.read(file(traces, log)), counter, means, windows);
    }
    return new ReproducedStudy(
        study(),
        title(),
        List.of(
            new Table("Mean bounded slowdown with backfilling", means),
            new Table("By window", windows)));
  }

  private static Path file(Path traces, Published log) {
    return traces.resolve(log.file + ".swf.gz");
  }

  private static void run(
      Published log,
      List<JobLog> recorded,
      ProgressCounter counter,
      List<Figure> means,
      List<Figure> windows) {
    List<Window> results =
        recorded.parallelStream()
            .map(
                raw -> {
                  Window window = window(log, raw);
                  counter.completed();
                  return window;
                })
            .toList();
    for (int i = 0; i < results.size(); i++) {
      String row = log.name + ", window " + (i + 1);
      windows.add(new Figure(row, "hourly", Double.NaN, results.get(i).hourly));
      windows.add(new Figure(row, "best fixed policy", Double.NaN, results.get(i).best()));
    }
    double single =
        POLICIES.stream().mapToDouble(policy -> mean(results, policy)).min().orElseThrow();
    means.add(new Figure(log.name, "FCFS; easy", log.fcfs, mean(results, EASY)));
    means.add(new Figure(log.name, "SJF; easy(order=shortest)", log.sjf, mean(results, SHORTEST)));
    means.add(new Figure(log.name, "RL; hourly", log.learned, mean(results, Window::hourly)));
    means.add(new Figure(log.name, "RL; best fixed policy of all windows", log.learned, single));
    means.add(
        new Figure(
            log.name,
            "RL; best fixed policy of each window",
            log.learned,
            mean(results, Window::best)));
  }

  private static Window window(Published log, JobLog raw) {
    JobLog jobs = new Preparation(log.processors, OverrunRule.EXTEND).prepare(raw).log();
    Map<Spec, Double> fixed = new HashMap<>();
    for (Spec policy : POLICIES) {
      fixed.put(policy, slowdown(log, jobs, policy));
    }
    return new Window(fixed, tuned(log, jobs));
  }

  private static double mean(List<Window> windows, Spec policy) {
    return mean(windows, window -> requireNonNull(window.fixed.get(policy)));
  }

  private static double mean(List<Window> windows, ToDoubleFunction<Window> figure) {
    return windows.stream().mapToDouble(figure).average().orElseThrow();
  }

  private static double slowdown(Published log, JobLog window, Spec policy) {
    return slowdown(log, StudyRuns.outcome(window, log.processors, policy.toString()));
  }

  private static double slowdown(Published log, Outcome outcome) {
    return Metrics.of(outcome, log.processors).meanBoundedSlowdown();
  }

  /** The loop of {@code tune --search library} with its defaults. */
  private static double tuned(Published log, JobLog window) {
    TuneSettings settings =
        new TuneSettingsBuilder(Search.LIBRARY)
            .rails(new GuardRails(0, GuardRails.MIN_GAIN, 0, 0, 0, GuardRails.CHANGES_PER_DAY))
            .build();
    TuneLoop loop = new TuneLoop(window, log.processors, settings, Runnable::run);
    return slowdown(log, new Outcome(window, loop.run(EASY, time -> {}).schedule()));
  }
}
