package io.gnomon.sim.report;

import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.report.document.Json;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.TuneLoopListener;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** Durations of the studies of a loop on this machine. Not thread-safe. */
public final class StudyTimes implements TuneLoopListener {
  private static final double NANOSECONDS = 1e9;

  private final LongSupplier clock;
  private double[] seconds = new double[64];
  private int studies;
  private long began;

  /**
   * Creates an empty series.
   *
   * @param clock in nanoseconds
   */
  public StudyTimes(LongSupplier clock) {
    this.clock = clock;
  }

  @Override
  public void evaluated(int time) {}

  @Override
  public void studying() {
    began = clock.getAsLong();
  }

  @Override
  public void studied(Simulation live, Decision decision) {
    if (studies == seconds.length) {
      seconds = Arrays.copyOf(seconds, 2 * studies);
    }
    seconds[studies++] = (clock.getAsLong() - began) / NANOSECONDS;
  }

  /** The median duration in seconds; 0 without studies. */
  public double median() {
    return nth((studies - 1) / 2);
  }

  /** The longest duration in seconds; 0 without studies. */
  public double max() {
    return nth(studies - 1);
  }

  private double nth(int rank) {
    double[] sorted = Arrays.copyOf(seconds, studies);
    Arrays.sort(sorted);
    return studies == 0 ? 0 : sorted[rank];
  }

  Json write(Json json) {
    return json.put("median", median()).put("max", max());
  }
}
