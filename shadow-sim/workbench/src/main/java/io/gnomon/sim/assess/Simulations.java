package io.gnomon.sim.assess;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SiteChange;
import io.gnomon.sim.assess.figure.Blocks;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Evaluator;
import io.gnomon.sim.assess.figure.JobGroups;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.study.SharedTasks;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.ShuffledBlocks;
import io.gnomon.sim.workload.StartConditions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The simulations of an assessment, on the recorded arrivals and on resampled ones.
 *
 * @param recorded jobs as recorded and the configuration in force
 * @param arrivals the recorded arrivals, and then resampled ones
 * @param evaluations where evaluations come from
 * @param executor runs simulations in parallel with the calling thread
 */
record Simulations(
    SimulatedSite recorded,
    List<ShuffledBlocks> arrivals,
    Blocks blocks,
    JobGroups groups,
    Evaluations evaluations,
    Executor executor) {
  private static final int DAY = 24 * 3600;
  private static final int WEEK = 7 * DAY;
  private static final int LEAST_WEEKS = 8;
  private static final int LEAST_DAYS = 4;

  /**
   * Simulations with up to {@code samples} resampled arrivals. They are made of weeks if the record
   * has eight of them, and else of days: of few weeks, each busy one would come in every sample
   * with the same queue. There are none if the record has less than four days, or jobs that depend
   * on others.
   */
  static Simulations of(
      SimulatedSite recorded, int samples, long seed, Evaluations evaluations, Executor executor) {
    JobLog log = recorded.log();
    int span = log.submit(log.size() - 1) - log.submit(0);
    int unit = span >= LEAST_WEEKS * WEEK ? WEEK : DAY;
    List<ShuffledBlocks> arrivals = new ArrayList<>(List.of(ShuffledBlocks.unchanged(log)));
    for (int i = 1; !dependsOnOthers(log) && span >= LEAST_DAYS * DAY && i <= samples; i++) {
      arrivals.add(ShuffledBlocks.of(log, unit, seed + i));
    }
    return new Simulations(
        recorded,
        List.copyOf(arrivals),
        Blocks.of(log),
        new JobGroups(recorded),
        evaluations,
        executor);
  }

  private static boolean dependsOnOthers(JobLog log) {
    for (int job = 0; log.hasConditions() && job < log.size(); job++) {
      StartConditions on = log.conditions(job);
      if (on != null && (!on.dependencies().isEmpty() || on.series() != JobLog.UNKNOWN)) {
        return true;
      }
    }
    return false;
  }

  /** The figures of each combination of changes over all arrivals. */
  List<ConfigurationFigures> of(List<List<SiteChange>> combinations, DoubleConsumer progress) {
    int samples = arrivals.size();
    List<Supplier<ConfigurationFigures>> tasks = new ArrayList<>();
    for (List<SiteChange> combination : combinations) {
      for (int sample = 0; sample < samples; sample++) {
        int number = sample;
        tasks.add(() -> of(combination, number));
      }
    }
    List<ConfigurationFigures> all = inParallel(tasks, progress);
    return IntStream.range(0, combinations.size())
        .mapToObj(i -> ConfigurationFigures.together(all.subList(i * samples, (i + 1) * samples)))
        .toList();
  }

  /** Names the evaluation of a combination of changes in one sample of arrivals. */
  static String key(List<SiteChange> combination, int sample) {
    String name =
        combination.isEmpty()
            ? "in-force"
            : combination.stream().map(SiteChange::id).sorted().collect(Collectors.joining("+"));
    return "arrivals" + sample + "." + name;
  }

  /** The figures of a combination of changes in one sample of arrivals; 0 is the record. */
  ConfigurationFigures of(List<SiteChange> combination, int sample) {
    ShuffledBlocks arrived = arrivals.get(sample);
    return evaluations.get(
        key(combination, sample),
        () -> {
          SimulatedSite setup = recorded.with(arrived.log());
          for (SiteChange change : combination) {
            setup = change.made().apply(setup);
          }
          return figures(setup, setup.simulate(), arrived.source());
        });
  }

  /** Makes the evaluation of the configuration in force from its schedule of the record. */
  void keepInForce(Schedule simulated) {
    evaluations.get(
        key(List.of(), 0), () -> figures(recorded, simulated, arrivals.get(0).source()));
  }

  /**
   * The figures of a setup with jobs of the record.
   *
   * @param key names the evaluation
   * @param source index of each job in the record
   */
  ConfigurationFigures of(String key, Supplier<SimulatedSite> setup, int[] source) {
    return evaluations.get(
        key,
        () -> {
          SimulatedSite made = setup.get();
          return figures(made, made.simulate(), source);
        });
  }

  /** The figures of a schedule. */
  ConfigurationFigures figures(SimulatedSite setup, Schedule schedule, int[] source) {
    return Evaluator.of(setup, schedule, source, recorded.log(), blocks, groups);
  }

  /**
   * The results of tasks, in their order.
   *
   * @param progress receives the fraction of the tasks that are done
   */
  <T> List<T> inParallel(List<Supplier<T>> tasks, DoubleConsumer progress) {
    ProgressCounter counter = new ProgressCounter(Math.max(1, tasks.size()), progress::accept);
    return new SharedTasks(executor)
        .await(
            shared -> {
              List<CompletableFuture<T>> futures =
                  tasks.stream()
                      .map(task -> CompletableFuture.supplyAsync(counted(task, counter), shared))
                      .toList();
              return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                  .thenApply(done -> futures.stream().map(CompletableFuture::join).toList());
            });
  }

  private static <T> Supplier<T> counted(Supplier<T> task, ProgressCounter counter) {
    return () -> {
      T result = task.get();
      counter.completed();
      return result;
    };
  }
}
