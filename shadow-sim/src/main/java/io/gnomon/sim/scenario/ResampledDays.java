package io.gnomon.sim.scenario;

import io.gnomon.sim.engine.Arrival;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.Simulation;
import java.util.SplittableRandom;

/**
 * Days to come, each of them one of the recorded past, drawn with replacement: what was submitted
 * at an hour of that day is submitted again at the same hour. A block bootstrap, so that bursts
 * stay whole.
 */
public final class ResampledDays implements Arrivals {
  private static final int DAY = 24 * 3600;

  private final RecordedJobs past;
  private final RuntimeRatios ratios;
  private final SplittableRandom random;
  private final int processors;
  private final int from;
  private final int[] sources;
  private int day;
  private int index;
  private int end;
  private int nextJob;

  /**
   * Draws the days.
   *
   * @param past what was submitted in whole days before {@code from}
   * @param days how many the past has, at least 1
   * @param ratios that give the runtimes of jobs which have not completed yet
   * @param from the present second
   * @param horizon the second at which they end
   * @param firstJob the number of the first job
   * @param processors of the cluster; wider jobs are clipped to it
   */
  public ResampledDays(
      RecordedJobs past,
      int days,
      RuntimeRatios ratios,
      int from,
      int horizon,
      int firstJob,
      int processors,
      SplittableRandom random) {
    this.past = past;
    this.ratios = ratios;
    this.random = random;
    this.processors = processors;
    this.from = from;
    nextJob = firstJob;
    sources = new int[(horizon - from + DAY - 1) / DAY];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = from - DAY * (1 + random.nextInt(days));
    }
    day = -1;
    settle();
  }

  private ResampledDays(ResampledDays other) {
    past = other.past;
    ratios = other.ratios;
    random = other.random.split();
    processors = other.processors;
    from = other.from;
    sources = other.sources;
    day = other.day;
    index = other.index;
    end = other.end;
    nextJob = other.nextJob;
  }

  /** Goes on to the next day that has a job, where this one has no more. */
  private void settle() {
    while (index == end && ++day < sources.length) {
      index = past.firstAtOrAfter(sources[day]);
      end = past.firstAtOrAfter(sources[day] + DAY);
    }
  }

  @Override
  public int nextTime() {
    return index < end ? past.submit(index) - sources[day] + from + day * DAY : Simulation.NEVER;
  }

  @Override
  public void take(Arrival into) {
    past.copy(index++, nextJob++, processors, into);
    if (into.runtime == JobHistory.UNKNOWN) {
      into.runtime = ratios.draw(random, into.user, into.estimate, 0);
    }
    settle();
  }

  @Override
  public Arrivals fork() {
    return new ResampledDays(this);
  }
}
