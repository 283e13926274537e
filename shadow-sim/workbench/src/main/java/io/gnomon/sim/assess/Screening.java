package io.gnomon.sim.assess;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SiteChange;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Gain;
import io.gnomon.sim.assess.figure.Sums;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Chooses the changes that are worth a simulation of the whole record, by the part of it with the
 * longest waits.
 *
 * @param simulations of the record
 * @param effort jobs that may be simulated in all
 * @param progress receives the fraction of the simulations that are done
 */
record Screening(Simulations simulations, long effort, DoubleConsumer progress) {
  private static final int SHORTEST = 100;
  private static final int STEPS = 4;

  /** All changes with their gain on the part, the best first. */
  List<Candidate> candidates(List<SiteChange> changes, Schedule inForce) {
    SimulatedSite recorded = simulations.recorded();
    JobLog log = recorded.log();
    int length = length(changes.size(), log.size());
    int from = busiest(log, inForce, length);
    SimulatedSite part = recorded.with(log.slice(from, Math.min(log.size(), from + length)));
    int[] source = IntStream.range(from, from + part.log().size()).toArray();
    List<Supplier<ConfigurationFigures>> tasks = new ArrayList<>();
    tasks.add(() -> simulations.of("part.in-force", () -> part, source));
    for (SiteChange change : changes) {
      tasks.add(
          () -> simulations.of("part." + change.id(), () -> change.made().apply(part), source));
    }
    List<ConfigurationFigures> all = simulations.inParallel(tasks, progress);
    Sums before = all.get(0).all();
    return IntStream.range(0, changes.size())
        .mapToObj(i -> candidate(changes.get(i), all.get(i + 1), before))
        .sorted(Candidate.BEST_FIRST)
        .toList();
  }

  private int length(int changes, int jobs) {
    return (int) Math.max(SHORTEST, Math.min(jobs / 2, effort / 3 / (changes + 1L)));
  }

  private static Candidate candidate(SiteChange change, ConfigurationFigures figures, Sums before) {
    Sums after = figures.all();
    double gain = after.gain(before);
    return new Candidate(
        change,
        figures,
        new Gain(after.waitGain(before), after.slowdownGain(before), gain, gain, gain),
        Verdict.NOT_PURSUED);
  }

  /** The first job of the part of this length whose jobs wait longest. */
  private static int busiest(JobLog log, Schedule schedule, int length) {
    int best = 0;
    long most = -1;
    for (int from = 0; from + length <= log.size(); from += Math.max(1, length / STEPS)) {
      long waits = 0;
      for (int job = from; job < from + length; job++) {
        waits += schedule.started(job) ? schedule.start(job) - log.submit(job) : 0;
      }
      if (waits > most) {
        most = waits;
        best = from;
      }
    }
    return best;
  }
}
