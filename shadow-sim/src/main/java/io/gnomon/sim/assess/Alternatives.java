package io.gnomon.sim.assess;

import io.gnomon.sim.assess.change.PredictedEstimates;
import io.gnomon.sim.assess.change.Setup;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.sim.assess.figure.Evaluation;
import io.gnomon.sim.assess.figure.Gain;
import io.gnomon.sim.assess.figure.GainTest;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.workload.JobLog;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * What else than a change of the configuration would help, on the recorded arrivals.
 *
 * @param simulations of the record
 * @param inForce figures of the configuration in force on the recorded arrivals
 * @param seed of intervals
 */
record Alternatives(Simulations simulations, Evaluation inForce, long seed) {
  private static final double ADDED_NODES = 0.05;
  private static final int MOST_CLASSES = 4;

  /** A setup with a title. */
  private record Other(String title, Supplier<Setup> setup) {}

  /** Better requested times. */
  List<WhatIf> prediction() {
    Setup recorded = simulations.recorded();
    JobLog log = recorded.log();
    return compared(
        "prediction",
        List.of(
            new Other(
                "Requested times replaced by the mean runtime of the user's last two jobs",
                () -> recorded.with(PredictedEstimates.of(log))),
            new Other(
                "Requested times that equal the runtimes (an upper bound that no predictor"
                    + " reaches)",
                () -> recorded.with(log.withExactEstimates()))));
  }

  /** A twentieth more nodes of each of the most frequent classes. */
  List<WhatIf> growth() {
    Setup recorded = simulations.recorded();
    SlurmDefinitions site = recorded.slurm();
    if (site == null) {
      int added = twentieth(recorded.processors());
      return compared(
          "growth",
          List.of(
              new Other(
                  "%d processors more (%d in all)".formatted(added, recorded.processors() + added),
                  () -> recorded.withProcessors(recorded.processors() + added))));
    }
    Machine machine = site.machine();
    return compared(
        "growth",
        IntStream.range(0, machine.classes().size())
            .boxed()
            .sorted(Comparator.comparingInt(kind -> -nodesOf(machine, kind)))
            .limit(MOST_CLASSES)
            .map(
                kind -> {
                  int added = twentieth(nodesOf(machine, kind));
                  return new Other(
                      "%d more %s with %s (%d at present)"
                          .formatted(
                              added,
                              added == 1 ? "node" : "nodes",
                              machine.classes().get(kind).inWords(),
                              nodesOf(machine, kind)),
                      () -> recorded.with(site.withMoreNodes(kind, added)));
                })
            .toList());
  }

  private static int twentieth(int count) {
    return Math.max(1, (int) Math.round(ADDED_NODES * count));
  }

  private static int nodesOf(Machine machine, int kind) {
    return (int)
        IntStream.range(0, machine.nodes()).filter(node -> machine.classOf(node) == kind).count();
  }

  /** The hourly loop. */
  WhatIf hourly(Function<Setup, Schedule> loop) {
    Setup recorded = simulations.recorded();
    Evaluation figures =
        simulations
            .evaluations()
            .get(
                "hourly-loop", () -> simulations.figures(recorded, loop.apply(recorded), source()));
    return new WhatIf("Gnomon's loop with an evaluation each hour", gains(List.of(figures)).get(0));
  }

  private List<WhatIf> compared(String key, List<Other> others) {
    List<Gain> gains =
        gains(
            simulations.inParallel(
                IntStream.range(0, others.size())
                    .<Supplier<Evaluation>>mapToObj(
                        i -> () -> simulations.of(key + i, others.get(i).setup(), source()))
                    .toList()));
    return IntStream.range(0, others.size())
        .mapToObj(i -> new WhatIf(others.get(i).title(), gains.get(i)))
        .toList();
  }

  private List<Gain> gains(List<Evaluation> figures) {
    return new GainTest(inForce.blocks(), seed)
        .gains(figures.stream().map(Evaluation::blocks).toList(), 1);
  }

  private int[] source() {
    return simulations.arrivals().get(0).source();
  }
}
