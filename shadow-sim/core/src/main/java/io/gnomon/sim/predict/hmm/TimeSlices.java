package io.gnomon.sim.predict.hmm;

import io.gnomon.sim.predict.RuntimeBins;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Intervals of four hours with submitted jobs, sorted by the mean runtime bin of the jobs. */
final class TimeSlices {
  private static final int SLICES = 16;

  private record Stretch(int from, int to, double meanBin) {}

  private TimeSlices() {}

  /** The number of jobs per bin in each group of intervals, groups from short to long jobs. */
  static double[] grouped(int[] sorted, int groups) {
    List<Stretch> stretches = new ArrayList<>();
    for (int from = 0; from < sorted.length; ) {
      int stretch = SliceSamples.sliceOf(sorted[from]) / SLICES;
      double sum = 0;
      int to = from;
      while (to < sorted.length && SliceSamples.sliceOf(sorted[to]) / SLICES == stretch) {
        sum += SliceSamples.binOf(sorted[to++]);
      }
      stretches.add(new Stretch(from, to, sum / (to - from)));
      from = to;
    }
    stretches.sort(Comparator.comparingDouble(Stretch::meanBin)); // stable: the earlier first
    double[] jobs = new double[groups * RuntimeBins.COUNT];
    long seen = 0;
    for (Stretch stretch : stretches) {
      int group = (int) (seen * groups / sorted.length);
      for (int i = stretch.from; i < stretch.to; i++) {
        jobs[group * RuntimeBins.COUNT + SliceSamples.binOf(sorted[i])]++;
      }
      seen += stretch.to - stretch.from;
    }
    return jobs;
  }
}
