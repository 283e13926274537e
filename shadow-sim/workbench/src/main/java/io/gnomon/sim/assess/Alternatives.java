package io.gnomon.sim.assess;

import io.gnomon.sim.assess.cause.RemovedCause;
import io.gnomon.sim.assess.change.PredictedEstimates;
import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Gain;
import io.gnomon.sim.assess.figure.GainTest;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * What else than a change of the configuration would help, on the recorded arrivals.
 *
 * @param simulations of the record
 * @param seed of intervals
 * @param progress receives the fraction of the simulations of each comparison that are done
 */
record Alternatives(Simulations simulations, long seed, DoubleConsumer progress) {
  private static final double ADDED_NODES = 0.05;
  private static final int MOST_CLASSES = 4;
  private static final String HOURLY = "hourly-loop";

  /** A setup with a title. */
  private record Other(String key, String title, Supplier<SimulatedSite> setup) {}

  /** Better requested times. */
  List<WhatIf> prediction() {
    return compared(predictions());
  }

  private List<Other> predictions() {
    SimulatedSite recorded = simulations.recorded();
    JobLog log = recorded.log();
    return List.of(
        new Other(
            "prediction.history",
            "Requested times replaced by the mean runtime of the user's last two jobs",
            () -> recorded.with(PredictedEstimates.of(log))),
        new Other(
            "prediction.exact",
            "Requested times that equal the runtimes (an upper bound that no predictor reaches)",
            () -> recorded.with(log.withExactEstimates())));
  }

  /** The figures without each thing that may make jobs wait. */
  Map<RemovedCause, ConfigurationFigures> causes() {
    List<RemovedCause> possible = counterfactuals();
    List<ConfigurationFigures> figures =
        simulations.inParallel(
            possible.stream()
                .<Supplier<ConfigurationFigures>>map(one -> () -> evaluated(one))
                .toList(),
            progress);
    Map<RemovedCause, ConfigurationFigures> byCause = new EnumMap<>(RemovedCause.class);
    for (int i = 0; i < possible.size(); i++) {
      byCause.put(possible.get(i), figures.get(i));
    }
    return byCause;
  }

  private List<RemovedCause> counterfactuals() {
    return Arrays.stream(RemovedCause.values())
        .filter(one -> one.of(simulations.recorded()).isPresent())
        .toList();
  }

  private ConfigurationFigures evaluated(RemovedCause one) {
    return simulations.of(one.key(), () -> one.of(simulations.recorded()).orElseThrow(), source());
  }

  /** A twentieth more nodes of each of the most frequent classes. */
  List<WhatIf> growth() {
    return compared(larger());
  }

  private List<Other> larger() {
    SimulatedSite recorded = simulations.recorded();
    SlurmDefinitions site = recorded.slurm();
    if (site == null) {
      int added = twentieth(recorded.processors());
      return List.of(
          new Other(
              "growth.processors",
              "%d processors more (%d in all)".formatted(added, recorded.processors() + added),
              () -> recorded.withProcessors(recorded.processors() + added)));
    }
    Machine machine = site.machine();
    return IntStream.range(0, machine.classes().size())
        .boxed()
        .sorted(Comparator.comparingInt(kind -> -nodesOf(machine, kind)))
        .limit(MOST_CLASSES)
        .map(kind -> larger(recorded, site, kind))
        .toList();
  }

  private static Other larger(SimulatedSite recorded, SlurmDefinitions site, int kind) {
    int present = nodesOf(site.machine(), kind);
    int added = twentieth(present);
    return new Other(
        "growth.class" + kind,
        "%d more %s with %s (%d at present)"
            .formatted(
                added,
                added == 1 ? "node" : "nodes",
                site.machine().classes().get(kind).inWords(),
                present),
        () -> recorded.with(site.withMoreNodes(kind, added)));
  }

  private static int twentieth(int count) {
    return Math.max(1, (int) Math.round(ADDED_NODES * count));
  }

  private static int nodesOf(Machine machine, int kind) {
    return (int)
        IntStream.range(0, machine.nodes()).filter(node -> machine.classOf(node) == kind).count();
  }

  /** The hourly loop. */
  WhatIf hourly(Function<SimulatedSite, Schedule> loop) {
    return new WhatIf(
        "Gnomon's loop with an evaluation each hour", gains(List.of(tuned(loop))).get(0));
  }

  /** The evaluations of all of these, to be computed. */
  List<Task> tasks() {
    List<Other> all = new ArrayList<>(predictions());
    all.addAll(larger());
    List<Task> tasks = new ArrayList<>();
    all.forEach(one -> tasks.add(new Task(one.key(), () -> evaluated(one))));
    counterfactuals().stream()
        .filter(one -> tasks.stream().noneMatch(task -> task.key().equals(one.key())))
        .forEach(one -> tasks.add(new Task(one.key(), () -> evaluated(one))));
    return tasks;
  }

  /** The evaluation of the hourly loop, to be computed. */
  Task hourlyTask(Function<SimulatedSite, Schedule> loop) {
    return new Task(HOURLY, () -> tuned(loop));
  }

  private ConfigurationFigures tuned(Function<SimulatedSite, Schedule> loop) {
    SimulatedSite recorded = simulations.recorded();
    return simulations
        .evaluations()
        .get(HOURLY, () -> simulations.figures(recorded, loop.apply(recorded), source()));
  }

  private ConfigurationFigures evaluated(Other other) {
    return simulations.of(other.key(), other.setup(), source());
  }

  private List<WhatIf> compared(List<Other> others) {
    List<Gain> gains =
        gains(
            simulations.inParallel(
                others.stream()
                    .<Supplier<ConfigurationFigures>>map(one -> () -> evaluated(one))
                    .toList(),
                progress));
    return IntStream.range(0, others.size())
        .mapToObj(i -> new WhatIf(others.get(i).title(), gains.get(i)))
        .toList();
  }

  private List<Gain> gains(List<ConfigurationFigures> figures) {
    ConfigurationFigures inForce = simulations.of(List.of(), 0);
    return new GainTest(inForce.blocks(), seed)
        .gains(figures.stream().map(ConfigurationFigures::blocks).toList(), 1);
  }

  private int[] source() {
    return simulations.arrivals().get(0).source();
  }
}
